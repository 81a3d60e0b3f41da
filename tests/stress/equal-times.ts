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
 */
import type { Rigid, World } from '../../packages/engine/src/index.ts';

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

export class EqualTimes {
  /** coordinates, 7 each, and velocities, 6 each, now and before the step */
  q: Float64Array;
  v: Float64Array;
  before: Float64Array;
  vBefore: Float64Array;
  readonly #inverse: readonly (readonly number[])[];
  #energy = 0;

  constructor(
    private readonly world: World,
    private readonly bodies: readonly Rigid[],
    private readonly gravity: readonly [number, number, number],
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
  /** After a step: the work of contacts, J, what of it is a move of places alone, and the momentum that gravity and these impulses do not explain, N s. */
  after(impulse: readonly number[]): { readonly work: number; readonly lift: number; readonly lost: number } {
    [this.q, this.before] = [this.before, this.q];
    [this.v, this.vBefore] = [this.vBefore, this.v];
    this.#read();
    const { q, v, before, vBefore, gravity } = this;
    const { h } = this.world;
    const energy = this.#energy;
    let [rotor, lift] = [0, 0];
    const lost = [0, 0, 0];
    for (let b = 0; b < this.bodies.length; b++) {
      const { moments, totalMass } = this.bodies[b];
      const now = turned(q, 7 * b, moments, v, 6 * b + 3);
      rotor += 0.5 * (now - turned(before, 7 * b, this.#inverse[b], [out[0], out[1], out[2]], 0));
      for (let k = 0; k < 3; k++) {
        const speed = v[6 * b + k];
        lift -= totalMass * gravity[k] * (q[7 * b + k] - before[7 * b + k] - h * speed);
        lost[k] += totalMass * (speed - vBefore[6 * b + k] - h * gravity[k]);
      }
    }
    this.#energy = this.energy();
    for (let k = 0; k < 3; k++) lost[k] -= impulse[k];
    return { work: this.#energy - energy - rotor, lift, lost: Math.hypot(lost[0], lost[1], lost[2]) };
  }
}
