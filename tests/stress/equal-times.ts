/**
 * Energy and momentum of rigid bodies at equal times, from their coordinates alone.                  [contact notes, sec. 3]
 *
 * Euler-Cromer is leapfrog with velocities half a step before their places: at the time of q a body has v + h g / 2, as long as forces are
 * those of gravity. With E = m |v + h g/2|^2 / 2 + L.omega / 2 - m g.x, free flight keeps E to rounding, and a step with impulses P changes it by
 *
 *   E' - E = P.(J v + J v') / 2 + R'
 *
 * R': what the splitting of the free rotor does to L.omega / 2 at constant L, which has nothing to do with contact and is 0 for spheres. So
 * E' - E - R' is the work of contacts. Of it -m g.(x' - x - h v') is that of moving places alone, without velocities.
 *
 * A step in parts, k = 1, 2, ..., of length h_k from t_k on, has an impulse P_k at the beginning of each: u_k = u_k-1 + P_k/m and L_k likewise, x_k = x_k-1 + h_k u_k, and h g
 * is in the first, u_0 = v + h g. Put into E,
 *
 *   E' - E = sum of P_k.((u_k-1 + u_k)/2 + g (t_k - h/2)) + R_k,       R_k = (L_k I(q_k)^-1 L_k - L_k I(q_k-1)^-1 L_k) / 2
 *
 * where the second factor is the mean of the velocities at the time t_k, before and after the impulse: at that time h g is ahead by h/2 - t_k. One part is the case above. With L' alone in place of
 * L_k, contacts of a cylinder seemed to do 1e-5 to 1e-4 of its energy.
 *
 * How much may that be without restitution? Contacts take energy from the velocities that they leave, P_k.u_k <= 0, and the second factor is u_k - (1 - 2 t_k/h) h g/2 - P_k/(2 m). So its
 * product with P_k is at most that of -(1 - 2 t_k/h) h g/2 - P_k/(2 m), whose greatest value, at P_k = -(1 - 2 t_k/h) m h g/2, is m (h g)^2/8 (1 - 2 t_k/h)^2: `lagging`. At rest that is what a velocity
 * shows that is none. Parts in which a body has no impulse do not count, but for the first.
 */
import type { Rigid, StepPart, World } from '../../packages/engine/src/index.ts';

const out = new Float64Array(3);
/** w.(R diag(d) R^T w), of the quaternion (w, x, y, z) at q[at + 3]; R diag(d) R^T w is left in `out`. */
function turned(q: Float64Array, at: number, d: ArrayLike<number>, w: ArrayLike<number>, from: number): number {
  const s = q[at + 3];
  const x = q[at + 4];
  const y = q[at + 5];
  const z = q[at + 6];
  const [w0, w1, w2] = [w[from], w[from + 1], w[from + 2]];
  let sum = 0;
  out.fill(0);
  for (let k = 0; k < 3; k++) {
    const r0 = k === 0 ? 1 - 2 * (y * y + z * z) : k === 1 ? 2 * (x * y - s * z) : 2 * (x * z + s * y);
    const r1 = k === 0 ? 2 * (x * y + s * z) : k === 1 ? 1 - 2 * (x * x + z * z) : 2 * (y * z - s * x);
    const r2 = k === 0 ? 2 * (x * z - s * y) : k === 1 ? 2 * (y * z + s * x) : 1 - 2 * (x * x + y * y);
    const part = r0 * w0 + r1 * w1 + r2 * w2;
    sum += d[k] * part * part;
    out[0] += r0 * d[k] * part;
    out[1] += r1 * d[k] * part;
    out[2] += r2 * d[k] * part;
  }
  return sum;
}

export interface StepOfContacts {
  /** J: the work of contacts, and what of it is a move of places alone */
  readonly work: number;
  readonly lift: number;
  /** J: what velocities that lag show at most */
  readonly lagging: number;
  /** m: the farthest that a body was moved from its way in a part of the step, which is h v */
  readonly moved: number;
  /** m: r (omega h)^2 of all bodies and parts of the step together */
  readonly turning: number;
  /** of the step, at most */
  readonly parts: number;
  /** N s: the momentum that gravity and impulses do not explain */
  readonly lost: number;
}

export class EqualTimes {
  /** coordinates, 7 each, and velocities, 6 each, now and before the step */
  q: Float64Array;
  v: Float64Array;
  before: Float64Array;
  vBefore: Float64Array;
  /** of all bodies at the beginning of the step and at the end of each part of it */
  places: Float64Array[] = [];
  readonly #inverse: readonly (readonly number[])[];
  #energy = 0;

  constructor(
    private readonly world: World,
    private readonly bodies: readonly Rigid[],
    private readonly gravity: readonly [number, number, number],
    /** of bodies: the greatest distance of a corner from the centre */
    private readonly radii: readonly number[],
  ) {
    this.q = new Float64Array(7 * bodies.length);
    this.before = new Float64Array(7 * bodies.length);
    this.v = new Float64Array(6 * bodies.length);
    this.vBefore = new Float64Array(6 * bodies.length);
    this.#inverse = bodies.map(({ moments }) => moments.map((x) => 1 / x));
    this.#read();
    this.#energy = this.energy();
  }
  #read(): void {
    for (let b = 0; b < this.bodies.length; b++) {
      const { id } = this.bodies[b];
      this.q.set(this.world.coordinates(id), 7 * b);
      const v = this.world.coordinateVelocities(id);
      for (let k = 0; k < 6; k++) this.v[6 * b + k] = v[k];
    }
  }
  energy(): number {
    const { q, v, gravity } = this;
    const { h } = this.world;
    let sum = 0;
    for (let b = 0; b < this.bodies.length; b++) {
      const { totalMass, moments } = this.bodies[b];
      for (let k = 0; k < 3; k++) {
        const at = v[6 * b + k] + 0.5 * h * gravity[k];
        sum += totalMass * (0.5 * at * at - gravity[k] * q[7 * b + k]);
      }
      sum += 0.5 * turned(q, 7 * b, moments, v, 6 * b + 3);
    }
    return sum;
  }
  /** After a step: what contacts have done in it. */
  after(impulse: readonly number[], isWhole: boolean): StepOfContacts {
    [this.q, this.before] = [this.before, this.q];
    [this.v, this.vBefore] = [this.vBefore, this.v];
    this.#read();
    const { q, v, before, vBefore, gravity } = this;
    const { h } = this.world;
    const energy = this.#energy;
    let [rotor, lift, lagging, moved, turningBefore, turningAfter, parts] = [0, 0, 0, 0, 0, 0, 1];
    const fall = (h * h * gravity.reduce((sum, g) => sum + g * g, 0)) / 8;
    const lost = [0, 0, 0];
    this.places = [before, q];
    for (let b = 0; b < this.bodies.length; b++) {
      const { moments, totalMass } = this.bodies[b];
      const own = this.#partsOf(b, isWhole);
      parts = Math.max(parts, own.length);
      let [time, from, at, earlier] = [0, before, 7 * b, vBefore.subarray(6 * b, 6 * b + 6)];
      for (const { until, coordinates, velocities } of own) {
        const length = until - time;
        const now = turned(coordinates, 0, moments, velocities, 3);
        rotor += 0.5 * (now - turned(from, at, this.#inverse[b], [out[0], out[1], out[2]], 0));
        if (time === 0 || [0, 1, 2].some((k) => velocities[k] !== earlier[k]))
          lagging += totalMass * fall * (1 - (2 * time) / h) ** 2;
        let squared = 0;
        for (let k = 0; k < 3; k++) {
          const by = coordinates[k] - from[at + k] - length * velocities[k];
          lift -= totalMass * gravity[k] * by;
          squared += by * by;
        }
        moved = Math.max(moved, Math.sqrt(squared));
        turningBefore += this.radii[b] * (length * Math.hypot(earlier[3], earlier[4], earlier[5])) ** 2;
        turningAfter += this.radii[b] * (length * Math.hypot(velocities[3], velocities[4], velocities[5])) ** 2;
        [time, from, at, earlier] = [until, coordinates, 0, velocities];
      }
      for (let k = 0; k < 3; k++) lost[k] += totalMass * (v[6 * b + k] - vBefore[6 * b + k] - h * gravity[k]);
    }
    this.#energy = this.energy();
    for (let k = 0; k < 3; k++) lost[k] -= impulse[k];
    return {
      work: this.#energy - energy - rotor,
      lift,
      lagging,
      moved,
      turning: Math.max(turningBefore, turningAfter),
      parts,
      lost: Math.hypot(lost[0], lost[1], lost[2]),
    };
  }
  /** Parts of the step of a body; one that no contact moved went all of it at once. */
  #partsOf(b: number, isWhole: boolean): readonly StepPart[] {
    const coordinates = this.q.slice(7 * b, 7 * b + 7);
    const whole = [{ until: this.world.h, coordinates, velocities: this.v.slice(6 * b, 6 * b + 6) }];
    if (isWhole) return whole;
    const parts = this.world.contactParts(this.bodies[b].id);
    if (b === 0) this.places = [this.before, ...parts.map(() => new Float64Array(this.q.length))];
    parts.forEach((part, k) => {
      this.places[k + 1].set(part.coordinates.subarray(0, 7), 7 * b);
    });
    return parts
      .at(-1)
      ?.coordinates.subarray(0, 7)
      .every((x, k) => x === coordinates[k])
      ? parts
      : whole;
  }
}
