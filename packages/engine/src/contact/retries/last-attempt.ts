/**
 * Impulses of the last time that this (sub)step was solved. It is solved again with more rows, where bodies went farther than was expected or something would pass through, and
 * nearly the same impulses are the answer: heaps that land solve every other step twice.
 */
import type { RowPool } from '../detect/row-pool.ts';

const numbers = 5;

export class LastAttempt {
  /** pair, key, impulse of each row, sorted */
  #kept = new Float64Array(0);
  #count = 0;

  clear(): void {
    this.#count = 0;
  }
  /** `whole`: with corrections of gaps, since bodies whose step is a solve make it with these impulses. */
  keep({ memory, places, count }: RowPool, whole = false): void {
    if (this.#kept.length < numbers * count) this.#kept = new Float64Array(2 * numbers * count);
    this.#count = count;
    const kept = this.#kept;
    const from = whole ? memory.impulse : memory.first;
    for (let k = 0, to = 0; k < count; k++, to += numbers) {
      const at = places[k];
      kept[to] = memory.pair[at];
      kept[to + 1] = memory.key[at];
      for (let line = 0; line < 3; line++) kept[to + 2 + line] = from[3 * at + line];
    }
  }
  /** Guesses of rows that were there; rows are sorted. */
  give({ memory, places, count }: RowPool): void {
    const kept = this.#kept;
    const end = numbers * this.#count;
    let from = 0;
    for (let k = 0; k < count && from < end; k++) {
      const at = places[k];
      const pair = memory.pair[at];
      const key = memory.key[at];
      while (from < end && (kept[from] < pair || (kept[from] === pair && kept[from + 1] < key))) from += numbers;
      if (from < end && kept[from] === pair && kept[from + 1] === key)
        for (let line = 0; line < 3; line++) memory.guess[3 * at + line] = kept[from + 2 + line];
    }
  }
}
