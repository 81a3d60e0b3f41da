/**
 * Springs on all coordinates of bodies, in proportion to their masses.
 *
 *   rate    Phi + rate/2 sum m (p - anchor)^2: holds bodies near where they are while a step without a solution is approached (approach.ts)
 *   shift   (H + shift m) dp = F: in Newton's steps alone, where H is not definite; the solution stays what it is
 */
import type { State } from '../../../state/state.ts';
import type { Solved } from './solved.ts';

export class Tether {
  /** 1/s^2; 0 where there is none */
  rate = 0;
  shift = 0;
  /** of each unknown of a body, kg; 0 where coordinates are curved, or have no mass */
  readonly #masses: Float64Array;
  readonly #anchor: Float64Array;

  constructor(
    { placed }: Solved,
    /** of bodies come first, then those of sliders */
    private readonly coordinates: Int32Array,
    private readonly state: State,
  ) {
    const w = state.column('w');
    const takes = new Uint8Array(state.size);
    for (const { start, size, body } of placed) if (!body.curved && !body.flow) takes.fill(1, start, start + size);
    this.#masses = Float64Array.from(coordinates, (i) => (takes[i] && w[i] > 0 ? 1 / w[i] : 0));
    this.#anchor = new Float64Array(coordinates.length);
  }
  /** From now on it pulls to where bodies are. */
  anchor(): void {
    const p = this.state.column('p');
    for (let k = 0; k < this.#anchor.length; k++) this.#anchor[k] = p[this.coordinates[k]];
  }
  /** How far something was moved from there, m. */
  moved(): number {
    const p = this.state.column('p');
    let most = 0;
    for (let k = 0; k < this.#anchor.length; k++)
      if (this.#masses[k]) most = Math.max(most, Math.abs(p[this.coordinates[k]] - this.#anchor[k]));
    return most;
  }
  /** It acts on this unknown. */
  holds(k: number): boolean {
    return k < this.#masses.length && this.#masses[k] > 0;
  }
  /** The largest stiffness per mass, 1/s^2. */
  stiffest(values: Float64Array, diagonal: Int32Array): number {
    let most = 0;
    for (let k = 0; k < this.#masses.length; k++)
      if (this.#masses[k] > 0) most = Math.max(most, values[diagonal[k]] / this.#masses[k]);
    return most;
  }
  /** Its stiffness; diagonal: where that of each unknown is. */
  stiffen(values: Float64Array, diagonal: Int32Array): void {
    const rate = this.rate + this.shift;
    if (rate > 0) for (let k = 0; k < this.#masses.length; k++) values[diagonal[k]] += rate * this.#masses[k];
  }
  /** Its forces, on each unknown. */
  pull(b: Float64Array): void {
    if (this.rate === 0) return;
    const p = this.state.column('p');
    for (let k = 0; k < this.#masses.length; k++)
      b[k] += this.rate * this.#masses[k] * (this.#anchor[k] - p[this.coordinates[k]]);
  }
}
