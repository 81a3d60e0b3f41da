/**
 * Friction of contacts under "inequalities": "reaction".                                              [Met93 notes, sec. 5]
 *
 *   sticking   slip'' = -slip' / h: the slip ends within the step       as long as |T| <= mu F
 *   sliding    T = mu F t,  t: against the slip that the step would have without T
 *
 * T are the multipliers of the slip rows of a contact (relations/slip.ts), F that of its first row. Every step tries sticking first. T of a
 * sliding contact is a known force, of the F before; F is solved for again until it is the one that T was made from.
 */
import type { RowTable } from '../../solve/row-system.ts';

/** Of mu F: changes of T below this are rounding. */
const settled = 1e-10;
/** Solves of one step, at most: each divides the error of T by 1 / mu or more, where contacts hardly push each other. */
const mostSolves = 60;

export class ContactFriction {
  /** which rows are slip */
  readonly slips: Uint8Array;
  /** T of sliding contacts, 0 elsewhere, by row */
  readonly known: Float64Array;
  /** first row of each contact that rubs, and its coefficient */
  readonly #contacts: { readonly row: number; readonly coefficient: number }[] = [];
  /** by contact */
  readonly #sliding: Uint8Array;
  readonly #direction: Float64Array;
  #solves = 0;

  constructor(tables: readonly RowTable[], size: number) {
    this.slips = new Uint8Array(size);
    this.known = new Float64Array(size);
    for (const { shape, first, size: rows } of tables) {
      if (!shape.boundRelation.relation.frictional) continue;
      for (let m = 0; m < shape.members.length; m++) {
        const row = first + m * rows;
        this.slips[row + 1] = this.slips[row + 2] = 1;
        const coefficient = shape.relationParameters(m).at(-1) as number;
        this.#contacts.push({ row, coefficient });
      }
    }
    this.#sliding = new Uint8Array(this.#contacts.length);
    this.#direction = new Float64Array(2 * this.#contacts.length);
  }
  get any(): boolean {
    return this.#contacts.length > 0;
  }

  /** All contacts that push try to stick. */
  begin(on: Uint8Array): void {
    this.#solves = 0;
    this.#sliding.fill(0);
    this.known.fill(0);
    for (const { row } of this.#contacts) on[row + 1] = on[row + 2] = on[row];
  }
  /**
   * After a solve with multipliers x: contacts that cannot stick slide. True if it must be solved again. b: of slip rows, what the slip lacks
   * to end within the step. (T itself would not do as a direction: where many contacts stick, single forces are arbitrary.)
   */
  update(x: Float64Array, b: Float64Array, on: Uint8Array): boolean {
    if (this.#solves++ >= mostSolves) return false;
    let again = false;
    for (let k = 0; k < this.#contacts.length; k++) {
      const { row, coefficient } = this.#contacts[k];
      const limit = on[row] ? coefficient * x[row] : 0;
      if (!on[row] && on[row + 1]) {
        on[row + 1] = on[row + 2] = 0;
        again = true;
      }
      if (on[row] && !this.#sliding[k]) {
        const T = Math.sqrt(x[row + 1] * x[row + 1] + x[row + 2] * x[row + 2]);
        if (T <= limit * (1 + settled)) continue;
        this.#sliding[k] = 1;
        on[row + 1] = on[row + 2] = 0;
        const size = Math.sqrt(b[row + 1] * b[row + 1] + b[row + 2] * b[row + 2]);
        this.#direction[2 * k] = size > 0 ? b[row + 1] / size : x[row + 1] / T;
        this.#direction[2 * k + 1] = size > 0 ? b[row + 2] / size : x[row + 2] / T;
        again = true;
      }
      if (!this.#sliding[k]) continue;
      for (let axis = 0; axis < 2; axis++) {
        const T = limit * this.#direction[2 * k + axis];
        const at = row + 1 + axis;
        if (Math.abs(T - this.known[at]) > settled * limit) again = true;
        this.known[at] = T;
      }
    }
    return again;
  }
}
