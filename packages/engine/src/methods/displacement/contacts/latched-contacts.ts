/**
 * Contacts that hold while they are pushed: a first row that leads, and others that hold with it.                 [notes, 5.6]
 *
 *   holds       all rows are met, as long as lambda_0 >= -grip; then they let go together
 *   is open     until C_0 would fall below 0, with the points within `reach` of each other: across as predicted, along as
 *               the step begins
 *
 * It lasts: whether it holds is kept with its forces. One that has just become active holds if its points are within reach.
 * What has let go in a step stays open to its end, so that nothing takes turns.
 */
import { type BatchView, latch } from '../../../constraints/method.ts';
import type { KktRows } from '../system/kkt-rows.ts';

interface Latch {
  readonly shape: BatchView;
  readonly member: number;
  /** first of its rows, and how many */
  readonly row: number;
  readonly size: number;
  readonly reach: number;
  readonly grip: number;
}

export class LatchedContacts {
  #all: readonly Latch[] = [];
  #state = new Uint8Array(0);
  #kept = new Uint8Array(0);
  /** of each, whether it has let go in this step, and C_0 at its beginning */
  #gone = new Uint8Array(0);
  #along = new Float64Array(0);

  /** Stand on these rows; those that stood on as many before are the same. */
  stand(rows: KktRows): void {
    this.#all = rows.tables.flatMap(({ shape, first, size }) => {
      const { relation } = shape.boundRelation;
      if (!relation.latching) return [];
      const names = Object.keys(relation.parameters);
      return Array.from({ length: shape.members.length }, (_, member): Latch => {
        const parameters = shape.relationParameters(member);
        const [reach, grip] = ['reach', 'grip'].map((name) => parameters[names.indexOf(name)]);
        return { shape, member, row: first + member * size, size, reach, grip };
      });
    });
    const count = this.#all.length;
    if (this.#state.length === count) return;
    this.#state = new Uint8Array(count);
    this.#kept = new Uint8Array(count);
    this.#gone = new Uint8Array(count);
    this.#along = new Float64Array(count);
  }
  get any(): boolean {
    return this.#all.length > 0;
  }
  /** From what is recorded of the last step, and to the record of this one. */
  load(): void {
    this.#all.forEach(({ shape, member }, k) => {
      this.#state[k] = shape.batch.row(member, shape.rule.latch as number);
    });
  }
  store(): void {
    this.#all.forEach(({ shape, member }, k) => {
      shape.setRecord(member, shape.rule.latch as number, this.#state[k]);
    });
  }
  /** After a step: those that are not active are as new. */
  finish(): void {
    for (let k = 0; k < this.#all.length; k++) {
      const { shape, member } = this.#all[k];
      if (!shape.isActive(member)) this.#state[k] = latch.fresh;
    }
  }
  /** In case the step is made again. */
  keep(): void {
    this.#kept.set(this.#state);
  }
  putBack(): void {
    this.#state.set(this.#kept);
  }

  /** A step begins with these rows. */
  begin(C: Float64Array): void {
    this.#gone.fill(0);
    this.#all.forEach(({ row, reach }, k) => {
      this.#along[k] = C[row];
      if (this.#state[k] !== latch.fresh) return;
      this.#state[k] = Math.abs(C[row]) <= reach && across(C, row) <= reach ? latch.holds : latch.open;
    });
  }
  /** Rows of those that are open do not take part. */
  leaveOut(activeSet: Uint8Array): void {
    this.#all.forEach(({ row, size }, k) => {
      if (this.#state[k] !== latch.holds) activeSet.fill(0, row, row + size);
    });
  }
  /** After a solve: which let go, and which take hold; true if there are any. */
  turn(C: Float64Array, lambda: Float64Array, rounding: number): boolean {
    let turned = false;
    this.#all.forEach(({ shape, member, row, size, reach, grip }, k) => {
      if (!shape.isActive(member)) return;
      if (this.#state[k] === latch.holds) {
        if (lambda[row] >= -grip) return;
        this.#state[k] = latch.open;
        this.#gone[k] = 1;
        lambda.fill(0, row, row + size);
      } else {
        const passes = C[row] < -rounding && C[row] < this.#along[k] && this.#along[k] >= -reach;
        if (this.#gone[k] || !passes || across(C, row) > reach) return;
        this.#state[k] = latch.holds;
      }
      turned = true;
    });
    return turned;
  }
}

/** How far the points are apart across the axis. */
const across = (C: Float64Array, row: number): number => Math.sqrt(C[row + 1] * C[row + 1] + C[row + 2] * C[row + 2]);
