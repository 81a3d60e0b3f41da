/**
 * Constraints that share points, solved together: what GBT06 leaves out ("non-conflicting only").
 *
 * Active members are nodes of a graph, connected where both act on a coordinate. A member alone has a closed form or a small
 * solve. The rows of an island of several are one sparse system,
 *
 *   (J A J^T) lambda = -C,     A: the compliance (schur.ts)
 *
 * corrected until C is rounding: two solves for linear rows, a few more for curved ones. Forces act along the rows at the beginning
 * of the step, which conserves angular momentum. Newton's matrix is then J' A J^T, with J' at the prediction; each of its rows is
 * approximated by kappa times that of J A J^T, which is symmetric and factored once:
 *
 *   (J A J^T) dlambda = -C / kappa,     kappa = (J' c J^T) / (J c J^T), row by row, with diagonal c
 *
 * Redundant rows get no force. If they disagree with the others, the constraints contradict each other and are refused by name.
 */

import { ratesOf } from '../../bodies/blocks/block.ts';
import { activationColumn, type BoundRelation } from '../../constraints/bound-relation.ts';
import type { Compliance, Response } from '../../constraints/compliance.ts';
import type { BatchMember, BatchView } from '../../constraints/method.ts';
import { type Kernel, kernel, parameter, row, type Sink, toRow } from '../../kernel/compile/kernel.ts';
import { add, div, type Expr, isConst, mul, zero } from '../../kernel/formula/expr.ts';
import type { State } from '../../state/state.ts';
import { IslandSystem, type Part, type Table } from './island-system.ts';
import { Ties } from './ties.ts';

/** The rows of a bound relation, and what their multipliers do. */
export interface Task {
  /** rows are on the prediction: gaps of sliding points are measured there */
  readonly predicts?: true;
  /** the response that its rows are solved with */
  response(boundRelation: BoundRelation): Response;
  /** C, the size of its terms, J at the present coordinates, and J' where C is evaluated, if it differs */
  rows(boundRelation: BoundRelation): {
    readonly C: readonly Expr[];
    readonly scale: Expr;
    readonly J: readonly Expr[][];
    readonly ahead?: readonly Expr[][] | undefined;
  };
  /** effects of multipliers; and what is recorded of them */
  push(
    boundRelation: BoundRelation,
    lambda: readonly Expr[],
  ): { readonly sinks: readonly Sink[]; readonly record: readonly Expr[] };
}

export type MemberFilter = (shape: BatchView, member: number) => boolean;

export class Islands {
  #tables: readonly Table[] = [];
  #components: readonly IslandSystem[] = [];
  #taken: ReadonlyMap<BatchView, ReadonlySet<number>> = new Map();
  #alone: ReadonlyMap<BatchView, readonly number[]> = new Map();
  #keepsSingles = false;

  constructor(
    private readonly shapes: readonly BatchView[],
    private readonly state: State,
    private readonly compliance: Compliance,
    private readonly task: Task,
    /** which members take part */
    private readonly takes: MemberFilter,
    /** members of the smallest component that is solved here */
    private readonly least = 2,
    /** members that are solved here even if they share nothing */
    private readonly always: MemberFilter = () => false,
  ) {}

  /** Finds the islands again. Members that share nothing are `alone`. */
  rebuild(): void {
    this.end();
    const { components, alone } = this.#graph();
    this.#alone = alone;
    const perShape = new Map<BatchView, number[]>();
    for (const { shape, member } of components.flat()) {
      const list = perShape.get(shape);
      if (list) list.push(member);
      else perShape.set(shape, [member]);
    }
    this.#taken = new Map([...perShape].map(([shape, members]) => [shape, new Set(members)]));
    const tables = new Map([...perShape].map(([shape, members]) => [shape, this.#table(shape, members)]));
    this.#tables = [...tables.values()];
    this.#components = components.map((members) => {
      let next = 0;
      const parts = members.map(({ shape, member }): Part => {
        const table = tables.get(shape) as Table;
        const element = table.evaluate.element.get(member) as number;
        const part = { table, member, element, row: next, sliding: shape.slidingRows(member) };
        next += table.size;
        return part;
      });
      return new IslandSystem(
        parts,
        next,
        this.state,
        this.compliance,
        this.task.response(parts[0].table.shape.boundRelation),
        this.task.predicts ?? false,
      );
    });
  }
  /** Islands of at least so many, in the order of their first members; and the members alone. */
  #graph(): { components: BatchMember[][]; alone: Map<BatchView, number[]> } {
    const { shapes, takes, always, task, state, least } = this;
    // nodes are numbered shape by shape: those of a shape begin at `first`, of all its members
    const first: number[] = [];
    let total = 0;
    for (const { members } of shapes) {
      first.push(total);
      total += members.length;
    }
    const ties = new Ties(total, state.size);
    const kept: number[] = [];
    const coupled = new Set<number>(); // solved here even alone: closed forms need diagonal compliances
    for (const [k, shape] of shapes.entries()) {
      const response = task.response(shape.boundRelation);
      for (let member = 0; member < shape.members.length; member++) {
        if (!shape.isActive(member) || !takes(shape, member)) continue;
        const n = first[k] + member;
        if (always(shape, member)) kept.push(n);
        if (this.#tie(ties, n, shape, member, response)) coupled.add(n);
      }
    }
    const sizes = new Int32Array(total);
    for (let n = 0; n < total; n++) if (ties.has(n)) sizes[ties.find(n)]++;
    const solved = new Set([...coupled, ...kept].map((n) => ties.find(n)));
    this.#keepsSingles = kept.some((n) => sizes[ties.find(n)] === 1);
    const alone = new Map<BatchView, number[]>(shapes.map((s) => [s, []]));
    const islands = new Map<number, BatchMember[]>();
    for (const [k, shape] of shapes.entries()) {
      const lonely = alone.get(shape) as number[];
      for (let member = 0; member < shape.members.length; member++) {
        const n = first[k] + member;
        if (!ties.has(n)) continue;
        const r = ties.find(n);
        if (sizes[r] === 1 && !solved.has(r)) lonely.push(member);
        if (sizes[r] < least && !solved.has(r)) continue;
        const island = islands.get(r);
        if (island) island.push({ shape, member });
        else islands.set(r, [{ shape, member }]);
      }
    }
    return { components: [...islands.values()], alone };
  }
  /** One more member, tied to those before it that act on its coordinates. True if a compliance of it is not diagonal. */
  #tie(ties: Ties, n: number, shape: BatchView, member: number, response: Response): boolean {
    const { compliance } = this;
    const diagonal = compliance.diagonal(response);
    const { slots } = shape.boundRelation;
    let isCoupled = false;
    ties.add(n);
    for (let s = 0; s < slots; s++) {
      const block = shape.blocks[member * shape.slots + s];
      if (!(diagonal[block] > 0 && shape.actsOn(member, s))) continue;
      const body = compliance.bodyOf(block, response);
      if (body) isCoupled = true;
      ties.tie(n, body?.start ?? block);
    }
    return isCoupled;
  }
  end(): void {
    for (const { shape, evaluate, apply } of this.#tables) {
      shape.releaseMemberBatch(evaluate);
      shape.releaseMemberBatch(apply);
    }
    this.#tables = [];
    for (const component of this.#components) component.release();
    this.#components = [];
  }
  #table(shape: BatchView, members: readonly number[]): Table {
    const { evaluate, apply, ...rest } = kernelsOf(this.task, shape.boundRelation);
    return { shape, ...rest, evaluate: shape.memberBatch(evaluate, members), apply: shape.memberBatch(apply, members) };
  }

  alone(shape: BatchView): readonly number[] {
    return this.#alone.get(shape) ?? [];
  }
  /** Whether a member is solved with others. */
  has(shape: BatchView, member: number): boolean {
    return this.#taken.get(shape)?.has(member) ?? false;
  }
  /** Whether a member is solved here that shares nothing, because `always` said so when the islands were found. */
  get keepsSingles(): boolean {
    return this.#keepsSingles;
  }
  get busy(): boolean {
    return this.#components.length > 0;
  }
  /** The members of each island. */
  components(): BatchMember[][] {
    return this.#components.map(({ parts }) => parts.map(({ table, member }) => ({ shape: table.shape, member })));
  }
  /** Members that are solved with others. */
  members(): BatchMember[] {
    return this.components().flat();
  }
  /** Refuses linear rows that contradict each other at present. */
  verify(): void {
    if (!this.busy) return;
    for (const { evaluate } of this.#tables) evaluate.batch.run();
    for (const component of this.#components) component.verify();
  }
  /** One solve, for multipliers that do not change the rows. */
  once(): void {
    for (const { parts } of this.#components)
      for (const { sliding } of parts) sliding?.begin(this.state.column('q'), false);
    for (const { evaluate } of this.#tables) evaluate.batch.run();
    for (const component of this.#components) component.correct(0);
    for (const { apply } of this.#tables) apply.batch.run();
  }
  /** Corrects until all rows are satisfied; false if they were. `further`: forces are added to the record of this step. */
  run(further = false): boolean {
    if (!this.busy) return false;
    for (const { apply } of this.#tables) apply.batch.table().rows.fill(0);
    let corrected = false;
    for (let pass = 0; ; pass++) {
      for (const { evaluate } of this.#tables) evaluate.batch.run();
      let open = false;
      for (const component of this.#components) if (component.correct(pass)) open = true;
      if (!open) break;
      corrected = true;
      for (const { apply } of this.#tables) apply.batch.run();
    }
    this.#record(further);
    return corrected;
  }
  #record(further: boolean): void {
    for (const { parts } of this.#components) {
      for (const { table, member, element } of parts) {
        const { batch } = table.apply;
        const width = batch.kernel.rows - table.size;
        for (let r = 0; r < width; r++) {
          const own = batch.row(element, table.size + r);
          table.shape.setRecord(member, r, further ? table.shape.batch.row(member, r) + own : own);
        }
      }
    }
  }
}

/** The kernels of a task for a bound relation, made once. */
interface IslandKernels extends Pick<Table, 'size' | 'entries' | 'bends'> {
  readonly evaluate: Kernel;
  /** rows: the multipliers of this correction, then the record of all */
  readonly apply: Kernel;
}
const kernels = new WeakMap<Task, WeakMap<BoundRelation, IslandKernels>>();
function kernelsOf(task: Task, boundRelation: BoundRelation): IslandKernels {
  const known = kernels.get(task) ?? new WeakMap<BoundRelation, IslandKernels>();
  kernels.set(task, known);
  const found = known.get(boundRelation) ?? make(task, boundRelation);
  known.set(boundRelation, found);
  return found;
}
function make(task: Task, boundRelation: BoundRelation): IslandKernels {
  const { C, scale, J, ahead } = task.rows(boundRelation);
  const widths = boundRelation.shapes.flatMap((s) => s.blocks.map(ratesOf));
  const coordinates = widths.flatMap((width, slot) =>
    Array.from({ length: width }, (_, component) => ({ slot, component })),
  );
  const entries = J.flatMap((line, r) =>
    line.flatMap((e, i) => (isConst(e) && e.value === 0 ? [] : [{ r, ...coordinates[i], e }])),
  );
  const g = boundRelation.shapes.flatMap((_, k) => boundRelation.compliances(task.response(boundRelation), k).flat());
  const product = (a: readonly Expr[], b: readonly Expr[]): Expr =>
    a.map((e, i) => mul(mul(e, b[i]), g[i])).reduce((sum, term) => add(sum, term), zero);
  const kappa = ahead?.map((line, r) => div(product(line, J[r]), product(J[r], J[r]))) ?? [];
  const results = [...C, scale, parameter(activationColumn), ...entries.map(({ e }) => e), ...kappa];
  const size = C.length;
  const { sinks, record } = task.push(
    boundRelation,
    C.map((_, r) => row(r)),
  );
  return {
    size,
    entries,
    bends: kappa.length > 0,
    evaluate: kernel(results.map((e, r) => toRow(r, e))),
    apply: kernel([...sinks, ...record.map((e, r) => toRow(size + r, add(row(size + r), e)))]),
  };
}
