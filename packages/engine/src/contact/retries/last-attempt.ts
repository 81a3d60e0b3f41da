/**
 * Impulses of the last time that this (sub)step was solved. It is solved again with more rows, where bodies went farther than was expected or something would pass through, and
 * nearly the same impulses are the answer: heaps that land solve every other step twice.
 */
import type { Row } from '../detect/row.ts';

const numbers = 5;

export class LastAttempt {
  /** pair, key, impulse of each row, sorted */
  #kept = new Float64Array(0);
  #count = 0;

  clear(): void {
    this.#count = 0;
  }
  /** `whole`: with corrections of gaps, since bodies whose step is a solve make it with these impulses. */
  keep(rows: readonly Row[], count: number, whole = false): void {
    if (this.#kept.length < numbers * count) this.#kept = new Float64Array(2 * numbers * count);
    this.#count = count;
    for (let k = 0; k < count; k++) {
      const { pair, key, first, impulse } = rows[k];
      const from = whole ? impulse : first;
      const at = numbers * k;
      this.#kept[at] = pair;
      this.#kept[at + 1] = key;
      for (let line = 0; line < 3; line++) this.#kept[at + 2 + line] = from[line];
    }
  }
  /** Guesses of rows that were there; rows are sorted. */
  give(rows: readonly Row[], count: number): void {
    const kept = this.#kept;
    const end = numbers * this.#count;
    let at = 0;
    for (let k = 0; k < count && at < end; k++) {
      const { pair, key, guess } = rows[k];
      while (at < end && (kept[at] < pair || (kept[at] === pair && kept[at + 1] < key))) at += numbers;
      if (at < end && kept[at] === pair && kept[at + 1] === key)
        for (let line = 0; line < 3; line++) guess[line] = kept[at + 2 + line];
    }
  }
}
