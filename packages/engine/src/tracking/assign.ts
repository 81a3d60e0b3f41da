/** Which body each datum of a cloud is on: the nearest, or the one before, unless another is clearly nearer. */
import type { CloudDistance } from './cloud-distance.ts';

/** Another body is taken only if it is so much nearer than the one before, relative to the distance from that. */
const hysteresis = 0.2;

export class Assignment {
  /** body of each datum, -1 where it is missing (data) */
  readonly parts: Int32Array;
  /** some data may be on more than one body */
  readonly isOpen: boolean;
  readonly #before: Int32Array;
  readonly #nearest: Float64Array;

  constructor(
    /** of each datum, the bodies on which it may be; empty for markers */
    private readonly allowed: readonly (readonly number[])[],
    private readonly clouds: readonly CloudDistance[],
  ) {
    this.isOpen = allowed.some((list) => list.length > 1);
    this.parts = new Int32Array(allowed.length).fill(-1);
    this.#before = new Int32Array(allowed.length).fill(-1);
    this.#nearest = new Float64Array(allowed.length);
  }

  /** Finds the body of each datum that is there, and fills the clouds with their data. */
  assign(positions: Float64Array, q: Float64Array, at: readonly number[]): void {
    const { parts, clouds, allowed } = this;
    for (let i = 0; i < parts.length; i++) if (parts[i] >= 0) this.#before[i] = parts[i];
    const isOpen = (i: number): boolean => allowed[i].length > 1 && !Number.isNaN(positions[3 * i]);
    parts.fill(-1);
    this.#nearest.fill(Number.POSITIVE_INFINITY);
    clouds.forEach((cloud, p) => {
      fill(cloud, positions, (i) => isOpen(i) && allowed[i].includes(p));
      cloud.evaluate(q, at[p]);
      let k = 0;
      for (let i = 0; i < parts.length; i++) {
        if (!isOpen(i) || !allowed[i].includes(p)) continue;
        const distance = Math.abs(cloud.r[k++]) * (this.#before[i] === p ? 1 - hysteresis : 1);
        if (distance < this.#nearest[i]) {
          this.#nearest[i] = distance;
          parts[i] = p;
        }
      }
    });
    for (let i = 0; i < parts.length; i++)
      if (allowed[i].length === 1 && !Number.isNaN(positions[3 * i])) [parts[i]] = allowed[i];
    clouds.forEach((cloud, p) => {
      fill(cloud, positions, (i) => parts[i] === p);
    });
  }
}

function fill(cloud: CloudDistance, positions: Float64Array, has: (datum: number) => boolean): void {
  cloud.clear();
  for (let i = 0; 3 * i < positions.length; i++)
    if (has(i)) cloud.add(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
}
