/** Records of the forces of the last step: for each member the numbers from which its forces follow (see Rule). */
import type { Kernel } from '../../kernel/compile/kernel.ts';
import { type Batch, laned } from '../../kernel/run/batch.ts';
import { activationColumn, type BoundRelation } from '../bound-relation.ts';
import type { Member } from '../constraint-state.ts';
import type { Rule } from '../method.ts';
import { constraintForces, forcesThatActed } from '../release-forces.ts';
import type { BatchTables } from './batch-tables.ts';

export class BatchRecords {
  /** counts changes of records from outside the method */
  changes = 0;
  readonly #width: number;
  /** records the forces of the last step, if that has not been done yet */
  #due: (() => void) | undefined;

  constructor(
    private readonly members: readonly Member[],
    private readonly boundRelation: BoundRelation,
    private readonly rule: Rule,
    private readonly batch: Batch,
    private readonly tables: BatchTables,
  ) {
    this.#width = rule.forces[0].length;
  }
  /**
   * The forces of the last step are recorded by `record`, called once, when they are read or before they are lost. The forces of
   * most steps are never read.
   */
  defer(record: (() => void) | undefined): void {
    this.#due = record;
  }
  settle(): void {
    this.#due?.();
  }
  /** A number that a method found for a member outside its batch. */
  set(member: number, column: number, value: number): void {
    this.settle();
    this.changes++;
    this.batch.setRow(member, column, value);
  }
  /** The force of the last step at an anchor of a member. */
  force(member: number, anchor: number, axis: number): number {
    this.settle();
    const line = this.rule.forces[3 * anchor + axis];
    let sum = 0;
    for (let r = 0; r < line.length; r++) if (line[r] !== 0) sum += line[r] * this.batch.row(member, r);
    return sum;
  }
  /** Adds to the forces of the last step at all anchors; multipliers: the same along the rows. */
  add(member: number, forces: Float64Array, multipliers: Float64Array): void {
    this.settle();
    this.changes++;
    const { forces: lines } = this.rule;
    const isItself =
      lines.length === this.#width && lines.every((line, k) => line.every((x, r) => x === (r === k ? 1 : 0)));
    const by = isItself ? forces : multipliers;
    for (let r = 0; r < by.length; r++) this.batch.setRow(member, r, this.batch.row(member, r) + by[r]);
  }
  /** Copies what was recorded of all members to their constraints. */
  keep(): void {
    this.settle();
    const width = this.#width;
    const { rows, place } = this.batch.table();
    const columns = this.batch.kernel.rows;
    makeRoom(this.members, width);
    for (let m = 0; m < this.members.length; m++) {
      const { constraintState, index } = this.members[m];
      for (let c = 0; c < width; c++) constraintState.record[index * width + c] = rows[laned(place[m], columns, c)];
    }
  }
  /** Copies it back. */
  restoreAll(): void {
    this.changes++;
    const width = this.#width;
    for (let m = 0; m < this.members.length; m++) {
      const { constraintState, index } = this.members[m];
      if (constraintState.record.length < (index + 1) * width) continue;
      for (let c = 0; c < width; c++) this.batch.setRow(m, c, constraintState.record[index * width + c]);
    }
  }
  /** These members exerted nothing. */
  forget(members: readonly number[]): void {
    this.settle();
    this.changes++;
    for (const m of members) for (let r = 0; r < this.#width; r++) this.batch.setRow(m, r, 0);
  }

  /**
   * Released members stop acting. Minus the force that each would go on holding with is added to the column f, minus the
   * force that acted in the last step to p (see release-forces.ts). Members that exerted nothing add nothing.
   */
  withdraw(members: readonly number[]): void {
    this.#withForces(constraintForces(this.boundRelation), members);
    this.forget(members);
  }
  /** Minus the forces that acted in the last step, into p. */
  takeBack(members: readonly number[]): void {
    this.#withForces(forcesThatActed(this.boundRelation), members);
  }
  /** Runs a kernel whose last parameters are the forces of the last step, and whose activation says whether there were any. */
  #withForces(made: Kernel, members: readonly number[]): void {
    const { columns, shapes } = this.boundRelation;
    const width = 3 * shapes.length;
    const wide = new Float64Array(members.length * (columns + width));
    members.forEach((m, i) => {
      const own = wide.subarray(i * (columns + width));
      own.set(this.tables.of(m));
      let acted = 0;
      for (let c = 0; c < width; c++) {
        own[columns + c] = this.force(m, Math.floor(c / 3), c % 3);
        if (own[columns + c] !== 0) acted = 1;
      }
      own[activationColumn] = acted;
    });
    this.tables.runOnce(made, members, wide, columns + width);
  }
}

/** Room for so many numbers of each member of their constraints; what is recorded stays. */
export function makeRoom(members: readonly Pick<Member, 'constraintState'>[], width: number): void {
  for (let m = 0; m < members.length; m++) {
    const { constraintState } = members[m];
    const size = constraintState.active.length * width;
    if (constraintState.record.length !== size) constraintState.record = new Float64Array(size);
  }
}
