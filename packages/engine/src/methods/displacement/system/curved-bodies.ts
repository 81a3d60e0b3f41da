/**
 * Bodies whose coordinates are not in the space of their velocities, in a solve: what is solved for is where they move to, in the space of
 * velocities. Corrections are added up in the column `move`, and p is where that takes them from q.
 */
import { drift } from '../../../bodies/drift.ts';
import type { Placed } from '../../../forces/placed.ts';
import type { State } from '../../../state/state.ts';

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
  #own(column: string, { start, size }: Placed): Float64Array {
    return this.state.column(column).subarray(start, start + size);
  }
  /** Moved by their part of a correction x over unknowns, which is taken out of it. Returns how far. */
  correct(x: Float64Array, index: Int32Array, h: number): number {
    let most = 0;
    for (const placed of this.#placed) {
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
  /** Velocities that were made at q, as they are at p. */
  transport(): void {
    for (const placed of this.#placed)
      placed.body.curved?.transport?.(this.#own('q', placed), this.#own('p', placed), this.#own('u', placed));
  }
}
