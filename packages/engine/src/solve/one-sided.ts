/**
 * The active set of one-sided rows among others.
 *
 *   C >= 0,  lambda >= 0,  C lambda = 0            C at the prediction
 *
 * Violated rows are activated, rows that would pull are deactivated, until neither happens. J W J^T is positive definite on
 * independent rows, so this terminates if one row changes at a time, the first one (Murty's rule). Many at once are faster but may
 * cycle, so the rule applies after a number of changes.
 */

/** After this many changes, one row at a time. */
const cautious = 12;

export class OneSided {
  /** which rows are one-sided */
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
  /** Starts with the active set of the last step. */
  resume(lambda: Float64Array): void {
    this.begin();
    for (let r = 0; r < this.rows.length; r++) if (this.rows[r] && lambda[r] > 0) this.pushing[r] = 1;
  }
  /** Some row pushes. */
  get pushes(): boolean {
    for (let r = 0; r < this.pushing.length; r++) if (this.pushing[r]) return true;
    return false;
  }
  get turns(): number {
    return this.#turns;
  }
  /** Activates rows below `-rounding`; true if there are any. */
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
  /** Deactivates rows with lambda < 0; `back` becomes minus their multipliers. True if there are any. */
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
  /** Switches off rows with negative impulses x; true if there are any. */
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
