/** Members that attach to the closest point of a body: their second anchors are found here (see closest-attachment.ts). */

import type { State } from '../../state/state.ts';
import type { BatchTables } from '../batch/batch-tables.ts';
import type { BoundRelation } from '../bound-relation.ts';
import type { ConstraintState, Member } from '../constraint-state.ts';
import { type Gripper, gripperOf } from './closest-attachment.ts';
import { SlidingRows } from './sliding-rows.ts';

export class Attachments {
  readonly #grippers: readonly (Gripper | undefined)[];
  /** some members do */
  readonly #attaches: boolean;
  /** members that slide */
  readonly #sliding: readonly number[];
  readonly #point = new Float64Array(3);
  /** counts changes of the nodes that they act on */
  changes = 0;

  constructor(
    private readonly members: readonly Member[],
    private readonly boundRelation: BoundRelation,
    private readonly tables: BatchTables,
    private readonly state: State,
    startOf: (body: string) => number,
  ) {
    this.#attaches = members.some(({ constraintState }) => constraintState.attachments);
    this.#grippers = this.#attaches
      ? members.map(
          ({ constraintState, index }) =>
            constraintState.attachments &&
            gripperOf(constraintState.anchors[index], constraintState.attachments, index, startOf),
        )
      : [];
    this.#sliding = [...this.#grippers.keys()].filter((m) => this.slides(m));
    for (const m of this.#grippers.keys()) this.restore(m);
  }
  slides(member: number): boolean {
    return this.#grippers[member]?.slides ?? false;
  }
  /** Restores an attachment that was found before: its nodes and their weights, which say what it acts on. */
  restore(m: number): void {
    const gripper = this.#grippers[m];
    if (!gripper) return;
    const { constraintState, index } = this.members[m];
    if (!constraintState.attachments?.found[index]) return;
    this.#take(m, gripper);
    this.#showWeights(m);
  }
  /** Finds the attachments of members that have become active. */
  attach(): void {
    if (!this.#attaches) return;
    for (let m = 0; m < this.members.length; m++) {
      const { constraintState, index } = this.members[m];
      if (!constraintState.attachments || constraintState.attachments.found[index] || !constraintState.active[index])
        continue;
      this.#find(m, this.state.column('q'), false);
    }
  }
  /** Finds the attachment of a member at the predicted points. */
  slide(member: number): void {
    this.#find(member, this.state.column('p'), true);
  }
  /** Members that slide. */
  get sliding(): readonly number[] {
    return this.#sliding;
  }
  /** The rows of a member that slides and is solved together with others. */
  rowsOf(m: number): SlidingRows | undefined {
    if (!this.slides(m)) return undefined;
    const rows = this.#rows.get(m) ?? this.#makeRows(m);
    this.#rows.set(m, rows);
    return rows;
  }
  readonly #rows = new Map<number, SlidingRows>();
  #makeRows(m: number): SlidingRows {
    const { boundRelation, tables } = this;
    const slot = boundRelation.anchorSlot(1);
    const column = boundRelation.anchorColumn(1);
    const count = boundRelation.shapes[1].blocks.length;
    const block = (corner: number): number => tables.blocks[m * tables.slots + slot + corner];
    const corners = (): number[] => Array.from({ length: count }, (_, corner) => block(corner));
    return new SlidingRows({
      point: (x) => this.#otherPoint(m, x),
      corners,
      touched: () => corners().filter((_, corner) => tables.of(m)[column + corner] !== 0),
      find: (x) => this.#find(m, x, true),
      offset: (axis) => (boundRelation.ramped ? tables.of(m)[boundRelation.offsetColumn + axis] : 0),
    });
  }
  #find(m: number, x: Float64Array, follow: boolean): void {
    const gripper = this.#grippers[m] as Gripper;
    const [px, py, pz] = this.#otherPoint(m, x);
    if (gripper.find(x, px, py, pz, follow)) {
      this.#take(m, gripper);
      this.changes++;
    }
    this.#showWeights(m);
  }
  #showWeights(m: number): void {
    const { constraintState, index } = this.members[m];
    const { weights, corners } = constraintState.attachments as NonNullable<ConstraintState['attachments']>;
    const first = this.boundRelation.anchorColumn(1);
    for (let i = 0; i < corners; i++) {
      const weight = weights[index * corners + i];
      if ((weight !== 0) !== (this.tables.of(m)[first + i] !== 0)) this.changes++;
      this.tables.set(m, first + i, weight);
    }
  }
  #take(m: number, gripper: Gripper): void {
    const first = this.boundRelation.anchorSlot(1);
    for (let corner = 0; corner < this.tables.slots - first; corner++)
      this.tables.setBlock(m, first + corner, gripper.block(corner));
  }
  /** The point that attaches: a node, a weighted mean of nodes, or a point of the world. */
  #otherPoint(m: number, x: Float64Array): Float64Array {
    const [shape] = this.boundRelation.shapes;
    const parameters = this.tables.of(m).subarray(this.boundRelation.anchorColumn(0));
    const blocks = this.tables.blocks.subarray(m * this.tables.slots);
    for (let axis = 0; axis < 3; axis++) {
      let sum = shape.blocks.length ? 0 : parameters[axis];
      for (let b = 0; b < shape.blocks.length; b++)
        sum += (shape.blocks.length === 1 ? 1 : parameters[b]) * x[blocks[b] + axis];
      this.#point[axis] = sum;
    }
    return this.#point;
  }
}
