/**
 * Rows with bounded multipliers among others: motors.
 *
 *   J A J^T x = b in rows that are free,  lower <= x <= upper;   x = upper where the row gets less than b, lower where it gets more
 *
 * A row is free, or at a bound, where its multiplier is known. J A J^T is positive definite on independent rows, so that this
 * terminates if one row changes at a time, the first one; many at once are faster but may cycle.
 */

/** After this many changes, one row at a time; and changes at most. */
const cautious = 12;
const mostTurns = 1000;
/** Of the largest b: a row at its bound that gets more than this beyond b is freed. */
const slight = 1e-13;

export class BoundedRows {
  /** which rows are bounded */
  readonly rows: Uint8Array;
  /** bounds of the forces of each row */
  readonly limit: Float64Array;
  /** multipliers of rows at a bound, 0 elsewhere */
  readonly known: Float64Array;
  /** whether a row was left free by the last solve for forces: it has its speed */
  readonly free: Uint8Array;
  any = false;
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;
  /** rows that take part in a solve */
  readonly inPlay: Uint8Array;
  readonly #total: Float64Array;
  readonly #got: Float64Array;
  #turns = 0;

  constructor(size: number) {
    [this.rows, this.free, this.inPlay] = [0, 0, 0].map(() => new Uint8Array(size));
    [this.limit, this.known, this.#lower, this.#upper] = [0, 0, 0, 0].map(() => new Float64Array(size));
    [this.#total, this.#got] = [0, 0].map(() => new Float64Array(size));
  }
  /** All rows that are on begin free; bounds are those of force times `scale`, less what `already` acts. */
  begin(on: Uint8Array, scale: number, already?: Float64Array): void {
    this.#turns = 0;
    this.known.fill(0);
    for (let r = 0; r < this.rows.length; r++) {
      this.inPlay[r] = this.rows[r] & on[r];
      if (!this.inPlay[r]) continue;
      const acts = already ? already[r] : 0;
      this.#lower[r] = Math.min(0, scale * (-this.limit[r] - acts));
      this.#upper[r] = Math.max(0, scale * (this.limit[r] - acts));
    }
  }
  /** After a solve: true if it must be solved again, with other rows on. `respond`: out = J A J^T x. */
  update(
    x: Float64Array,
    b: Float64Array,
    on: Uint8Array,
    respond: (x: Float64Array, out: Float64Array) => void,
  ): boolean {
    if (!this.any || ++this.#turns > mostTurns) return false;
    return this.#bind(x, on) || this.#release(x, b, on, respond);
  }
  #bind(x: Float64Array, on: Uint8Array): boolean {
    let bound = false;
    for (let r = 0; r < this.rows.length; r++) {
      if (!(this.inPlay[r] && on[r])) continue;
      const at = x[r] > this.#upper[r] ? this.#upper[r] : x[r] < this.#lower[r] ? this.#lower[r] : undefined;
      if (at === undefined) continue;
      this.known[r] = at;
      on[r] = 0;
      bound = true;
      if (this.#turns > cautious) break;
    }
    return bound;
  }
  #release(
    x: Float64Array,
    b: Float64Array,
    on: Uint8Array,
    respond: (x: Float64Array, out: Float64Array) => void,
  ): boolean {
    let scale = 0;
    let anyBound = false;
    for (let r = 0; r < this.rows.length; r++) {
      this.#total[r] = x[r] + this.known[r];
      if (!this.inPlay[r]) continue;
      scale = Math.max(scale, Math.abs(b[r]));
      if (!on[r]) anyBound = true;
    }
    if (!anyBound) return false;
    respond(this.#total, this.#got);
    let freed = false;
    for (let r = 0; r < this.rows.length; r++) {
      if (!this.inPlay[r] || on[r]) continue;
      const beyond = this.#got[r] - b[r];
      const wrong = this.known[r] === this.#upper[r] ? beyond > slight * scale : beyond < -slight * scale;
      if (!wrong) continue;
      on[r] = 1;
      this.known[r] = 0;
      freed = true;
      if (this.#turns > cautious) break;
    }
    return freed;
  }
  /** After the solve for forces: which rows have their speed. */
  keepFree(on: Uint8Array): void {
    for (let r = 0; r < this.rows.length; r++) if (this.inPlay[r]) this.free[r] = on[r];
  }
  /** Rows whose multipliers would pass their bounds with x added are no longer free; true if there are any. */
  leaveOut(lambda: Float64Array, x: Float64Array): boolean {
    let passed = false;
    for (let r = 0; r < this.rows.length; r++) {
      if (!this.free[r] || Math.abs(lambda[r] + x[r]) <= this.limit[r]) continue;
      this.free[r] = 0;
      passed = true;
    }
    return passed;
  }
}
