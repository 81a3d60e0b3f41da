/**
 * One-sided rows among others: which of them push.
 *
 *   C >= 0,  lambda >= 0,  C lambda = 0            C where things would be at the end of the step
 *
 * Rows that would be broken begin to push, those that would pull let go, until neither happens. J W J^T is positive definite
 * on rows that are independent, so this ends; where many come and go at once they might take turns for ever, so that after a
 * while one at a time does, the first of them (Murty's rule).
 */

/** From so many changes on, one row at a time. */
const cautious = 12;

export class OneSided {
  /** which rows are */
  readonly rows: Uint8Array;
  readonly pushing: Uint8Array;
  /** any of them is active */
  any = false;
  #turns = 0;

  constructor(size: number) {
    this.rows = new Uint8Array(size);
    this.pushing = new Uint8Array(size);
  }
  begin(): void {
    this.pushing.fill(0);
    this.#turns = 0;
  }
  /** As the last step left them: those that pushed do so at first. */
  resume(lambda: Float64Array): void {
    this.begin();
    for (let r = 0; r < this.rows.length; r++) if (this.rows[r] && lambda[r] > 0) this.pushing[r] = 1;
  }
  get turns(): number {
    return this.#turns;
  }
  /** Rows below `-rounding` begin to push; true if there are any. */
  activate(C: Float64Array, active: Uint8Array, rounding: number): boolean {
    const { rows, pushing } = this;
    let met = false;
    for (let r = 0; r < rows.length; r++) {
      if (!rows[r] || !active[r] || pushing[r] || C[r] >= -rounding) continue;
      pushing[r] = 1;
      met = true;
      if (this.#turns > cautious) break;
    }
    if (met) this.#turns++;
    return met;
  }
  /** Rows with lambda < 0 let go; `back` takes away what they did. True if there are any. */
  deactivate(lambda: Float64Array, back: Float64Array): boolean {
    const { pushing } = this;
    back.fill(0);
    let gone = false;
    for (let r = 0; r < pushing.length; r++) {
      if (!pushing[r] || lambda[r] >= 0) continue;
      pushing[r] = 0;
      back[r] = -lambda[r];
      lambda[r] = 0;
      gone = true;
      if (this.#turns > cautious) break;
    }
    if (gone) this.#turns++;
    return gone;
  }
  /** Rows that impulses x would hold back are left out of those that are `on`; true if there are any. */
  leaveOut(x: Float64Array, on: Uint8Array): boolean {
    let pulls = false;
    for (let r = 0; r < x.length; r++) {
      if (!(this.rows[r] && on[r] && x[r] < 0)) continue;
      on[r] = 0;
      pulls = true;
    }
    return pulls;
  }
}
