/** Which rows take part in a solve: those that are active, of one-sided ones those that push, of contacts those that hold. */
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
  /** Members may have been switched; what is not active has no multiplier. */
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
  /** Any that is active is one-sided. */
  get anySided(): boolean {
    return this.#oneSided.any;
  }
  /** As the last step left them. */
  resume(lambda: Float64Array): void {
    this.#oneSided.resume(lambda);
  }
  /** One-sided rows that are broken by more than `rounding` begin to push. */
  activate(C: Float64Array, rounding: number): void {
    this.#oneSided.activate(C, this.#active, rounding);
  }
  /** Those that pull are left out of the next solve, which finds all multipliers anew; true if there are any. */
  deactivate(lambda: Float64Array): boolean {
    return this.#oneSided.any && this.#oneSided.deactivate(lambda, this.#back);
  }
  choose(): void {
    const { part } = this;
    const { rows, pushing } = this.#oneSided;
    for (let r = 0; r < part.length; r++) part[r] = this.#active[r] & (rows[r] ? pushing[r] : 1);
    this.latchedContacts.leaveOut(part);
  }
  /** The largest |C| of rows that take part. */
  worst(): number {
    const { C } = this.rows;
    let off = 0;
    for (let r = 0; r < C.length; r++) {
      const size = this.part[r] ? Math.abs(C[r]) : 0;
      if (!(size <= off)) off = size;
    }
    return off;
  }
  /** Rows that take part and are off by more than `bound`, the worst first. */
  unmet(bound: number): { readonly row: number; readonly gap: number }[] {
    return Array.from(this.rows.C, (gap, row) => ({ row, gap }))
      .filter(({ row, gap }) => this.part[row] && Math.abs(gap) > bound)
      .sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap));
  }
  /** To what rows that are active can be met at all. */
  get rounding(): number {
    return eightEps * this.rows.largest(this.#active);
  }
}
