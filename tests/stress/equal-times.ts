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

/** R diag(d) R^T w, of the quaternion (w, x, y, z). */
function turned(q: ArrayLike<number>, d: readonly number[], w: readonly number[]): [number, number, number] {
  const [s, x, y, z] = [q[3], q[4], q[5], q[6]];
  const R = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - s * z), 2 * (x * z + s * y)],
    [2 * (x * y + s * z), 1 - 2 * (x * x + z * z), 2 * (y * z - s * x)],
    [2 * (x * z - s * y), 2 * (y * z + s * x), 1 - 2 * (x * x + y * y)],
  ];
  const own = [0, 1, 2].map((k) => d[k] * (R[0][k] * w[0] + R[1][k] * w[1] + R[2][k] * w[2]));
  return [0, 1, 2].map((r) => R[r][0] * own[0] + R[r][1] * own[1] + R[r][2] * own[2]) as [number, number, number];
}
const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export class EqualTimes {
  #places: Float64Array[] = [];
  #energy = 0;
  #momentum = [0, 0, 0];

  constructor(
    private readonly world: World,
    private readonly bodies: readonly Rigid[],
    private readonly gravity: readonly [number, number, number],
  ) {
    this.#keep();
  }
  #spin(id: string): number[] {
    return [...this.world.coordinateVelocities(id).slice(3, 6)];
  }
  #keep(): void {
    this.#places = this.bodies.map(({ id }) => this.world.coordinates(id).slice());
    this.#energy = this.energy();
    this.#momentum = this.momentum();
  }
  energy(): number {
    const { h } = this.world;
    let sum = 0;
    for (const { id, totalMass, moments } of this.bodies) {
      const [q, v] = [this.world.coordinates(id), this.world.coordinateVelocities(id)];
      for (let k = 0; k < 3; k++) {
        const at = v[k] + 0.5 * h * this.gravity[k];
        sum += totalMass * (0.5 * at * at - this.gravity[k] * q[k]);
      }
      const spin = this.#spin(id);
      sum += 0.5 * dot(turned(q, moments, spin), spin);
    }
    return sum;
  }
  momentum(): number[] {
    const sum = [0, 0, 0];
    for (const { id, totalMass } of this.bodies)
      this.world.coordinateVelocities(id).forEach((x, k) => {
        if (k < 3) sum[k] += totalMass * x;
      });
    return sum;
  }
  /** After a step: the work of contacts, J, what of it is a move of places alone, and the momentum that gravity and these impulses do not explain, N s. */
  after(impulse: readonly number[]): { readonly work: number; readonly lift: number; readonly lost: number } {
    const [energy, momentum] = [this.#energy, this.#momentum];
    let [rotor, lift] = [0, 0];
    let mass = 0;
    this.bodies.forEach(({ id, moments, totalMass }, b) => {
      mass += totalMass;
      const spin = this.#spin(id);
      const L = turned(this.world.coordinates(id), moments, spin);
      const before = turned(
        this.#places[b],
        moments.map((x) => 1 / x),
        L,
      );
      const [x, v] = [this.world.coordinates(id), this.world.coordinateVelocities(id)];
      for (let k = 0; k < 3; k++)
        lift -= totalMass * this.gravity[k] * (x[k] - this.#places[b][k] - this.world.h * v[k]);
      rotor += 0.5 * (dot(L, spin) - dot(L, before));
    });
    this.#keep();
    const lost = this.#momentum.map((x, k) => x - momentum[k] - mass * this.world.h * this.gravity[k] - impulse[k]);
    return { work: this.#energy - energy - rotor, lift, lost: Math.hypot(...lost) };
  }
}
