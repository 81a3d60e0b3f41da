/**
 * Latched contacts: a one-sided first row, and further rows that hold while it pushes.                            [notes, 5.6]
 *
 *   closed      all rows hold while lambda_0 >= -grip; below that they open together
 *   open        until C_0 would become negative while the points are within `reach` of each other: sideways as predicted,
 *               along the axis as at the start of the step
 *
 * Whether a contact is closed is stored with its forces. A contact that has just been activated is closed if its points are
 * within reach. A contact that opens in a step stays open until the end of it, so that the active set cannot cycle.
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
  /** of each, whether it has opened in this step, and C_0 at the start of it */
  #gone = new Uint8Array(0);
  #along = new Float64Array(0);

  /** Uses these rows; contacts are kept if their number has not changed. */
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
  /** Reads the records of the last step, and writes those of this one. */
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
  /** After a step: contacts that are not active are reset. */
  finish(): void {
    for (let k = 0; k < this.#all.length; k++) {
      const { shape, member } = this.#all[k];
      if (!shape.isActive(member)) this.#state[k] = latch.fresh;
    }
  }
  /** For a step that may be repeated. */
  keep(): void {
    this.#kept.set(this.#state);
  }
  putBack(): void {
    this.#state.set(this.#kept);
  }

  /** Starts a step with these rows. */
  begin(C: Float64Array): void {
    this.#gone.fill(0);
    this.#all.forEach(({ row, reach }, k) => {
      this.#along[k] = C[row];
      if (this.#state[k] !== latch.fresh) return;
      this.#state[k] = Math.abs(C[row]) <= reach && across(C, row) <= reach ? latch.holds : latch.open;
    });
  }
  /** Rows of open contacts are not in the active set. */
  leaveOut(activeSet: Uint8Array): void {
    this.#all.forEach(({ row, size }, k) => {
      if (this.#state[k] !== latch.holds) activeSet.fill(0, row, row + size);
    });
  }
  /** After a solve: opens and closes contacts; true if any has changed. */
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

/** The distance of the points across the axis. */
const across = (C: Float64Array, row: number): number => Math.sqrt(C[row + 1] * C[row + 1] + C[row + 2] * C[row + 2]);
