/**
 * Bodies with qdot = T(q) v in a solve. The unknown is a displacement in the space of velocities. Corrections are summed in the
 * column `move`, and p is q moved by that sum.
 */
import { drift } from '../../../bodies/drift.ts';
import type { Placed } from '../../../forces/placed.ts';
import { ownOf, type State } from '../../../state/state.ts';

export class CurvedBodies {
  readonly #placed: readonly Placed[];

  constructor(
    placed: readonly Placed[],
    private readonly state: State,
  ) {
    this.#placed = placed.filter(({ body }) => body.curved);
    if (this.any) state.columnOf('move');
  }
  get any(): boolean {
    return this.#placed.length > 0;
  }
  #own(column: string, placed: Placed): Float64Array {
    return ownOf(this.state, column, placed);
  }
  /** Applies their part of a correction x and removes it from x. Returns the largest motion. */
  correct(x: Float64Array, index: Int32Array, h: number): number {
    let most = 0;
    for (let n = 0; n < this.#placed.length; n++) {
      const placed = this.#placed[n];
      const move = this.#own('move', placed);
      for (let i = 0; i < placed.body.velocities; i++) {
        const k = index[placed.start + i];
        if (k < 0) continue;
        most = Math.max(most, Math.abs(x[k]));
        move[i] += x[k] / h;
        x[k] = 0;
      }
      const { curved } = placed.body;
      if (curved) drift(curved, this.#own('q', placed), move, h, this.#own('p', placed));
    }
    return most;
  }
  /** Transports velocities from q to p. */
  transport(): void {
    for (const placed of this.#placed)
      placed.body.curved?.transport?.(this.#own('q', placed), this.#own('p', placed), this.#own('u', placed));
  }
}
