/**
 * The tables of a batch's members: the blocks of coordinates behind each, and its parameters. Kernels run over all members or over
 * some of them; every change of a table reaches all of these runs.
 */

import type { Hoisted } from '../../kernel/compile/hoist.ts';
import type { Kernel } from '../../kernel/compile/kernel.ts';
import { Batch } from '../../kernel/run/batch.ts';
import type { State } from '../../state/state.ts';
import { activationColumn, type BoundRelation } from '../bound-relation.ts';
import { type ConstraintState, parametersOfMember } from '../constraint-state.ts';
import type { MemberBatch } from '../method.ts';

export class BatchTables {
  /** first coordinate of each block (members x slots) */
  readonly blocks: Int32Array;
  /** as they were last set (members x columns) */
  readonly parameters: Float64Array;
  /** batches over all members; the first skips excluded members */
  readonly #whole: Batch[] = [];
  readonly #partial = new Set<MemberBatch>();
  readonly #excluded: Uint8Array;

  constructor(
    private readonly count: number,
    readonly slots: number,
    private readonly boundRelation: BoundRelation,
    private readonly state: State,
    private readonly uniforms: number,
  ) {
    this.blocks = new Int32Array(count * slots);
    this.parameters = new Float64Array(count * boundRelation.columns);
    this.#excluded = new Uint8Array(count);
  }
  of(member: number): Float64Array {
    const { columns } = this.boundRelation;
    return this.parameters.subarray(member * columns, (member + 1) * columns);
  }

  /** A batch over all members. */
  whole(made: Kernel | Hoisted): Batch {
    const batch = this.#batch(made);
    this.#whole.push(batch);
    return batch;
  }
  /** A batch over some. */
  memberBatch(made: Kernel | Hoisted, members: readonly number[]): MemberBatch {
    const memberBatch = { batch: this.#batch(made, members), element: new Map(members.map((m, i) => [m, i])) };
    this.#partial.add(memberBatch);
    return memberBatch;
  }
  releaseMemberBatch(memberBatch: MemberBatch): void {
    memberBatch.batch.release();
    this.#partial.delete(memberBatch);
  }
  #batch(made: Kernel | Hoisted, members?: readonly number[]): Batch {
    const given = 'fast' in made ? made.prepare : made;
    return this.#bound(made, members?.length ?? this.count, {
      blocks: pick(this.blocks, this.slots, given.slots, members),
      parameters: pick(this.parameters, this.boundRelation.columns, given.parameters, members),
    });
  }
  /** Runs a kernel once for some members, with these parameters in place of theirs (members x columns). */
  runOnce(made: Kernel, members: readonly number[], parameters: Float64Array, columns: number): void {
    const batch = this.#bound(made, members.length, {
      blocks: pick(this.blocks, this.slots, made.slots, members),
      parameters: pick(parameters, columns, made.parameters),
    });
    batch.run();
    batch.release();
  }
  #bound(made: Kernel | Hoisted, count: number, tables: { blocks: Int32Array; parameters: Float64Array }): Batch {
    const batch = new Batch(made, this.state.arena, { count, ...tables }, this.state.size);
    batch.bind(this.state.addressOf, this.uniforms, this.state.phase);
    return batch;
  }

  set(member: number, column: number, value: number): void {
    this.parameters[member * this.boundRelation.columns + column] = value;
    for (let i = 0; i < this.#whole.length; i++) {
      const skipped = i === 0 && column === activationColumn && this.#excluded[member];
      setParameter(this.#whole[i], member, column, skipped ? 0 : value);
    }
    for (const { batch, element } of this.#partial) {
      const e = element.get(member);
      if (e !== undefined) setParameter(batch, e, column, value);
    }
  }
  setBlock(member: number, slot: number, block: number): void {
    this.blocks[member * this.slots + slot] = block;
    for (let i = 0; i < this.#whole.length; i++) this.#whole[i].setBlock(member, slot, block);
    for (const { batch, element } of this.#partial) {
      const e = element.get(member);
      if (e !== undefined) batch.setBlock(e, slot, block);
    }
  }
  /** Excludes a member from the first batch, because it is solved elsewhere; or includes it again. */
  exclude(member: number, excluded: boolean): void {
    this.#excluded[member] = excluded ? 1 : 0;
    this.set(member, activationColumn, this.of(member)[activationColumn]);
  }
  release(): void {
    for (const batch of this.#whole) batch.release();
    for (const memberBatch of this.#partial) memberBatch.batch.release();
  }
}

/** A kernel may not read the last parameters. */
function setParameter(batch: Batch, element: number, column: number, value: number): void {
  if (column < batch.parameters) batch.setParameter(element, column, value);
}

/** Of a table, the first columns of each row, or of some rows. */
function pick<T extends Float64Array | Int32Array>(
  table: T,
  columns: number,
  wanted: number,
  rows?: readonly number[],
): T {
  if (columns === wanted && !rows) return table;
  const count = rows ? rows.length : columns ? table.length / columns : 0;
  const out = new (table.constructor as new (length: number) => T)(count * wanted);
  for (let i = 0; i < count; i++) {
    const r = rows ? rows[i] : i;
    for (let c = 0; c < wanted; c++) out[i * wanted + c] = table[r * columns + c];
  }
  return out;
}

/**
 * The parameters of a member: its activation, those of the relation and of the anchors, and last the present values of those that
 * move. Returns how many come before the last ones.
 */
export function writeParameters(
  constraintState: ConstraintState,
  index: number,
  { moving }: BoundRelation,
  out: Float64Array,
  first = 0, // where they begin in out
): number {
  const { attachments } = constraintState;
  const anchors = constraintState.anchors[index];
  let at = first;
  out[at++] = constraintState.active[index] ? 1 : 0;
  const own = parametersOfMember(constraintState.constraint, index);
  for (let c = 0; c < own.length; c++) out[at++] = own[c];
  for (let k = 0; k < anchors.length; k++) {
    const { grip, parameters } = anchors[k];
    if (grip && attachments?.found[index]) {
      const { weights, corners } = attachments;
      for (let c = 0; c < corners; c++) out[at++] = weights[index * corners + c];
    } else for (let c = 0; c < parameters.length; c++) out[at++] = parameters[c];
  }
  for (let n = 0; n < moving.length; n++) out[first + moving[n].now] = out[first + moving[n].ahead];
  return at - first;
}
