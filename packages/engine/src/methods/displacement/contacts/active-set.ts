/** The active set of a solve: rows of active constraints; of one-sided rows those that push, of latched contacts those that hold. */
import { OneSided } from '../../../solve/one-sided.ts';
import type { KktRows } from '../system/kkt-rows.ts';
import type { LatchedContacts } from './latched-contacts.ts';

const eightEps = 8 * Number.EPSILON;

export class ActiveSet {
  /** 1 for each that does */
  readonly part: Uint8Array;
  readonly #active: Uint8Array;
  readonly #oneSided: OneSided;
  readonly #back: Float64Array;

  constructor(
    private readonly rows: KktRows,
    private readonly latchedContacts: LatchedContacts,
  ) {
    const { size } = rows;
    this.part = new Uint8Array(size);
    this.#active = new Uint8Array(size);
    this.#oneSided = new OneSided(size);
    this.#back = new Float64Array(size);
  }
  /** Updates the set after members were switched. Rows of inactive members have no multiplier. */
  update(lambda: Float64Array): void {
    const { rows: sided } = this.#oneSided;
    this.#oneSided.any = false;
    for (const { shape, first, size } of this.rows.tables) {
      const { sense, latching } = shape.boundRelation.relation;
      const isSided = sense === '>=' && !latching;
      for (let m = 0, row = first; m < shape.members.length; m++) {
        const active = shape.isActive(m);
        for (let r = 0; r < size; r++, row++) {
          this.#active[row] = active ? 1 : 0;
          if (!active) lambda[row] = 0;
          sided[row] = isSided ? 1 : 0;
          if (isSided && active) this.#oneSided.any = true;
        }
      }
    }
  }
  /** Whether any active row is one-sided. */
  get anySided(): boolean {
    return this.#oneSided.any;
  }
  /** The rows that were in the set after the last step. */
  resume(lambda: Float64Array): void {
    this.#oneSided.resume(lambda);
  }
  /** Activates one-sided rows that are violated by more than `rounding`. */
  activate(C: Float64Array, rounding: number): void {
    this.#oneSided.activate(C, this.#active, rounding);
  }
  /** Deactivates one-sided rows that pull; true if there are any. The next solve computes all multipliers again. */
  deactivate(lambda: Float64Array): boolean {
    return this.#oneSided.any && this.#oneSided.deactivate(lambda, this.#back);
  }
  choose(): void {
    const { part } = this;
    const { rows, pushing } = this.#oneSided;
    for (let r = 0; r < part.length; r++) part[r] = this.#active[r] & (rows[r] ? pushing[r] : 1);
    this.latchedContacts.leaveOut(part);
  }
  /** The largest residual |C| of rows in the set. */
  worst(): number {
    const { C } = this.rows;
    let largest = 0;
    for (let r = 0; r < C.length; r++) {
      const size = this.part[r] ? Math.abs(C[r]) : 0;
      if (!(size <= largest)) largest = size;
    }
    return largest;
  }
  /** Rows in the set whose residual is above `bound`, the largest first. */
  unmet(bound: number): { readonly row: number; readonly gap: number }[] {
    return Array.from(this.rows.C, (gap, row) => ({ row, gap }))
      .filter(({ row, gap }) => this.part[row] && Math.abs(gap) > bound)
      .sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap));
  }
  /** The residual that rounding leaves in active rows. */
  get rounding(): number {
    return eightEps * this.rows.largest(this.#active);
  }
}
