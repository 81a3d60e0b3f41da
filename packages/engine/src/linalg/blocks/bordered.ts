/**
 * A saddle-point system most of whose unknowns are nodes of large solids, A, with a border of everything else: ropes, rows, sliders.
 *
 *   K = [ A  C' ]        P = [ M  C' ]      M: the preconditioner of A (preconditioner.ts)
 *       [ C  B  ]            [ C  B  ]      S = B - C M^-1 C', which is factorised; of C a few rows are not zero
 *
 * Conjugate gradients preconditioned by P: after x = P^-1 b the residual of the border is zero, and it stays so, because K and P
 * have the same rows there. So the rows of constraints are met to rounding however early the iterations end, and only residuals of
 * nodes take part in them.                                                              [Gould, Hribar, Nocedal 2001]
 *
 * Where a direction of negative curvature is met the matrix counts as indefinite; what cannot be solved in this way, and what needs an exact
 * solve, is factorised as a whole.
 */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import { createSupernodal } from '../create-solver.ts';
import type { Supernodal } from '../factor/supernodal.ts';
import { type Kernels, kernelsIn } from '../factor/system.ts';
import { type Pattern, slotIn } from '../pattern/pattern.ts';
import { PatternSolver } from '../solver.ts';
import { aggregatesOf } from './aggregates.ts';
import { BlockCg, type Border } from './block-cg.ts';
import { BlockMatrix } from './block-matrix.ts';
import { type BorderRow, blockEntries, borderRows, entriesOf, nodePairs, schurPatternOf } from './border-pattern.ts';
import { RigidPreconditioner } from './preconditioner.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;
type Integers = Block<Int32Array<ArrayBuffer>>;

const mostIterations = 3000;
/** Columns of M^-1 C' that are kept: more cost more than they spare. */
const mostColumns = 6;
/** Of the residual, where no goal is given. */
const reduction = 1e-12;

export class Bordered extends PatternSolver implements Border {
  readonly kind = 'bordered';
  readonly direct = false;
  readonly #kernels: Kernels;
  readonly #values: Numbers;
  /** of each number of the blocks, and of the matrix of the border, its entry */
  readonly #blockEntries: Integers;
  readonly #borderEntries: Int32Array;
  /** unknowns of nodes, in the order of the blocks, and those of the border */
  readonly #inner: Int32Array;
  readonly #outer: Int32Array;
  readonly #rows: readonly BorderRow[];
  readonly #matrix: BlockMatrix;
  readonly #preconditioner: RigidPreconditioner;
  readonly #cg: BlockCg;
  readonly #schur: Supernodal;
  /** of each two border rows, their entry in S */
  readonly #pairSlots: Int32Array;
  readonly #mask: Numbers;
  readonly #positions: Float64Array;
  readonly #r: Numbers;
  readonly #z: Numbers;
  readonly #d: Numbers;
  readonly #b: Numbers;
  /** of the border: the part of z, the direction, the sum, x of the first application */
  readonly #zBorder: Float64Array;
  readonly #pBorder: Float64Array;
  readonly #dBorder: Float64Array;
  readonly #xBorder: Float64Array;
  readonly #xInner: Float64Array;
  readonly #small: Float64Array;
  #whole: Supernodal | undefined;
  /** the last factor is that of the whole */
  #isWhole = false;
  #indefinite = false;
  readonly #solution: Float64Array;

  /**
   * nodes: first of the three unknowns of each node of a solid; positions: of these nodes, at the start; pieces: first node of each solid,
   * and the end
   */
  constructor(
    pattern: Pattern,
    private readonly arena: Arena,
    private readonly rank: Uint8Array,
    nodes: Int32Array,
    positions: Float64Array,
    /** where these nodes are now, three numbers each, in the order of `nodes` */
    private readonly whereNow: (out: Float64Array) => void,
  ) {
    super(rank.length, pattern);
    const { n } = this;
    this.#kernels = kernelsIn(arena.memory);
    const numbers = pattern.indices.length;
    this.#values = arena.f64(numbers + 1); // the last one is zero
    const { order, pairs } = nodePairs(pattern, n, nodes);
    this.#order = order;
    const count = nodes.length;
    this.#inner = new Int32Array(3 * count);
    const place = new Int32Array(n).fill(-1);
    for (let k = 0; k < count; k++)
      for (let c = 0; c < 3; c++) {
        this.#inner[3 * k + c] = nodes[order[k]] + c;
        place[nodes[order[k]] + c] = 3 * k + c;
      }
    this.#outer = Int32Array.from({ length: n }, (_, i) => i).filter((i) => place[i] < 0);
    this.#matrix = new BlockMatrix(arena, count, pairs, 0);
    const { pointers, indices } = this.#matrix;
    this.#blockEntries = arena.i32(9 * this.#matrix.count);
    this.#blockEntries.view().set(blockEntries(pattern, pointers, indices, this.#inner));
    const border = new Int32Array(n).fill(-1);
    this.#outer.forEach((i, k) => {
      border[i] = k;
    });
    this.#rows = borderRows(pattern, n, place, border);
    const schurPattern = schurPatternOf(pattern, border, this.#rows, this.#outer.length);
    this.#borderEntries = entriesOf(pattern, schurPattern, this.#outer);
    this.#schur = createSupernodal(
      schurPattern,
      arena,
      Uint8Array.from(this.#outer, (i) => rank[i]),
    );
    const rows = this.#rows;
    this.#pairSlots = Int32Array.from(
      rows.flatMap((one) =>
        rows.map((other) => slotIn(schurPattern, Math.min(one.at, other.at), Math.max(one.at, other.at))),
      ),
    );
    const start = new Float64Array(3 * count);
    for (let k = 0; k < count; k++) for (let c = 0; c < 3; c++) start[3 * k + c] = positions[3 * order[k] + c];
    this.#preconditioner = new RigidPreconditioner(arena, this.#matrix, aggregatesOf(start, [0, count]));
    this.#cg = new BlockCg(arena, this.#matrix, { apply: (r, z) => this.#apply(r, z) });
    const vector = (): Numbers => arena.f64(3 * count);
    [this.#mask, this.#r, this.#z, this.#d, this.#b] = [vector(), vector(), vector(), vector(), vector()];
    this.#mask.view().fill(1);
    const small = (): Float64Array => new Float64Array(this.#outer.length);
    [this.#zBorder, this.#pBorder, this.#dBorder, this.#xBorder, this.#small] = [
      small(),
      small(),
      small(),
      small(),
      small(),
    ];
    this.#positions = start.slice();
    this.#now = start.slice();
    this.#xInner = start.slice();
    this.#solution = new Float64Array(n);
    if (this.#rows.length <= mostColumns) this.#columns = this.#rows.map(() => new Float64Array(3 * count));
  }
  /** of few border rows: the columns of M^-1 C', which spare a second application of M */
  #columns: readonly Float64Array[] = [];
  readonly #order: Int32Array;
  readonly #now: Float64Array;
  get order(): Int32Array {
    return this.#inner;
  }
  get values(): Float64Array {
    return this.#values.view().subarray(0, this.pattern.indices.length);
  }
  get valuesAddress(): number {
    return this.#values.address;
  }
  placeOf(entry: number): number {
    return entry;
  }
  load(from: Numbers): void {
    this.#kernels.copy(from.address, this.#values.address, 8 * this.pattern.indices.length);
  }
  override get dependentCount(): number {
    return this.#isWhole ? (this.#whole as Supernodal).dependentCount : this.#indefinite ? 1 : 0;
  }
  override get dependent(): Int32Array {
    return this.#isWhole ? (this.#whole as Supernodal).dependent : this.#inner.subarray(0, this.#indefinite ? 1 : 0);
  }
  get negativeCount(): number {
    return this.#isWhole ? (this.#whole as Supernodal).negativeCount : this.#schur.negativeCount;
  }

  /** The whole system, for exact solves. */
  factor(): void {
    this.#whole ??= createSupernodal(this.pattern, this.arena, this.rank);
    this.#whole.values.set(this.values);
    this.#whole.openSigns(this.#isOpen);
    this.#whole.factor();
    this.#isWhole = true;
  }
  /** Of the whole, see supernodal.ts. */
  openSigns(isOpen: boolean): void {
    this.#isOpen = isOpen;
  }
  #isOpen = false;
  get isDefiniteOnRows(): boolean {
    return this.#isWhole && (this.#whole as Supernodal).isDefiniteOnRows;
  }
  /**
   * Solves K x = b until the residual of the nodes is at most `goal` of what b would leave them, or `least`. False where K is indefinite; then
   * `whole` says whether the whole is to be factorised instead.
   */
  solveNearly(b: Float64Array, goal: number, least: number, build = true): boolean {
    this.#isWhole = false;
    this.#prepare(build);
    return this.solveAgain(b, goal, least);
  }
  /** The same with the matrix of the last `solveNearly`. */
  solveAgain(b: Float64Array, goal: number, least: number): boolean {
    this.#indefinite = this.#lacks;
    if (this.#lacks) return false;
    const inner = this.#b.view();
    const outer = this.#small;
    for (let k = 0; k < this.#inner.length; k++) inner[k] = b[this.#inner[k]];
    for (let k = 0; k < this.#outer.length; k++) outer[k] = b[this.#outer[k]];
    // x = P^-1 b
    this.#precondition(this.#b, this.#z, outer);
    this.#xInner.set(this.#z.view());
    this.#xBorder.set(this.#zBorder);
    // r = b - A x - C' x
    this.#matrix.multiply(this.#z, this.#r);
    const r = this.#r.view();
    for (let i = 0; i < r.length; i++) r[i] = inner[i] - r[i];
    this.#addBorder(this.#xBorder, r, -1);
    let size = 0;
    for (let i = 0; i < r.length; i++) size += r[i] * r[i];
    this.#pBorder.fill(0);
    this.#dBorder.fill(0);
    const { iterations, positive, residual } = this.#cg.solve(
      this.#r,
      this.#d,
      this.#mask,
      Math.max(goal * Math.sqrt(size), least),
      mostIterations,
      undefined,
      undefined,
      this,
    );
    this.iterations = iterations;
    this.#indefinite = !positive || iterations === mostIterations || !(residual >= 0);
    if (this.#indefinite) return false;
    const d = this.#d.view();
    const x = this.#solution;
    for (let k = 0; k < this.#inner.length; k++) x[this.#inner[k]] = this.#xInner[k] + d[k];
    for (let k = 0; k < this.#outer.length; k++) x[this.#outer[k]] = this.#xBorder[k] + this.#dBorder[k];
    return true;
  }
  /** of the last solve */
  iterations = 0;
  /** What `solveNearly` has found. */
  solveRest(x: Numbers): void {
    x.view().set(this.#solution);
  }
  solve(b: Float64Array): void {
    if (this.#isWhole) this.#whole?.solve(b);
    else if (this.solveNearly(b, reduction, 0)) b.set(this.#solution);
    else {
      this.factor();
      this.#whole?.solve(b);
    }
  }
  solveRefined(b: Numbers, x: Numbers, enough: number): void {
    if (this.#isWhole) this.#whole?.solveRefined(b, x, enough);
    else {
      x.view().set(b.view());
      this.solve(x.view());
    }
  }

  /** M, unless it is to stay, and S with its factor. */
  #prepare(build: boolean): void {
    const { addresses, count } = this.#matrix;
    this.#values.view()[this.pattern.indices.length] = 0;
    this.#kernels.pick(9 * count, this.#blockEntries.address, this.#values.address, addresses.values);
    if (build) {
      this.whereNow(this.#now);
      for (let k = 0; k < this.#order.length; k++)
        for (let c = 0; c < 3; c++) this.#positions[3 * k + c] = this.#now[3 * this.#order[k] + c];
      this.#preconditioner.build(this.#positions);
    }
    const values = this.#values.view();
    const border = this.#schur.values;
    for (let e = 0; e < border.length; e++) border[e] = values[this.#borderEntries[e]];
    const rows = this.#rows;
    const [r, z] = [this.#r.view(), this.#z.view()];
    for (let k = 0; k < rows.length; k++) {
      r.fill(0);
      const { nodes, slots } = rows[k];
      for (let e = 0; e < nodes.length; e++) r[nodes[e]] = values[slots[e]];
      this.#preconditioner.apply(this.#r, this.#z, this.#mask);
      this.#columns[k]?.set(z);
      for (let l = k; l < rows.length; l++) {
        const { nodes: others, slots: at } = rows[l];
        let sum = 0;
        for (let e = 0; e < others.length; e++) sum += values[at[e]] * z[others[e]];
        border[this.#pairSlots[k * rows.length + l]] -= sum;
      }
    }
    this.#schur.factor();
    this.#lacks = false;
    const { dependent, dependentCount, pattern } = this.#schur;
    for (let f = 0; f < dependentCount; f++) {
      // what has no stiffness at all stays where it is
      const isFree = border[pattern.pointers[dependent[f]]] === 0;
      if (this.rank[this.#outer[dependent[f]]] === 0 && !isFree) this.#lacks = true;
    }
  }
  /** an unknown of the border has lost its pivot: it would be left out */
  #lacks = false;
  /** z = P^-1 (r, outer) of the nodes, and of the border into `#zBorder`. */
  #precondition(r: Numbers, z: Numbers, outer?: Float64Array): void {
    const own = this.#zBorder;
    this.#preconditioner.apply(r, z, this.#mask);
    if (outer) own.set(outer);
    else own.fill(0);
    this.#addNodes(z.view(), own, -1);
    this.#schur.solve(own);
    if (this.#columns.length) {
      const out = z.view();
      for (let k = 0; k < this.#columns.length; k++) {
        const [column, by] = [this.#columns[k], own[this.#rows[k].at]];
        for (let i = 0; i < out.length; i++) out[i] -= by * column[i];
      }
      return;
    }
    if (!this.#rows.length) return;
    const shifted = this.#shifted.view();
    shifted.set(r.view());
    this.#addBorder(own, shifted, -1);
    this.#preconditioner.apply(this.#shifted, z, this.#mask);
  }
  get #shifted(): Numbers {
    this.#other ??= this.arena.f64(3 * this.#matrix.rows);
    return this.#other;
  }
  #other: Numbers | undefined;
  /** z = P^-1 (r, 0) of the nodes; returns r.z */
  #apply(r: Numbers, z: Numbers): number {
    this.#precondition(r, z);
    return this.#kernels.dot(3 * this.#matrix.rows, r.address, z.address);
  }
  /** out += by C z */
  #addNodes(z: Float64Array, out: Float64Array, by: number): void {
    const values = this.#values.view();
    for (let k = 0; k < this.#rows.length; k++) {
      const { at, nodes, slots } = this.#rows[k];
      let sum = 0;
      for (let e = 0; e < nodes.length; e++) sum += values[slots[e]] * z[nodes[e]];
      out[at] += by * sum;
    }
  }
  /** out += by C' border */
  #addBorder(border: Float64Array, out: Float64Array, by: number): void {
    const values = this.#values.view();
    for (let k = 0; k < this.#rows.length; k++) {
      const { at, nodes, slots } = this.#rows[k];
      const own = by * border[at];
      for (let e = 0; e < nodes.length; e++) out[nodes[e]] += own * values[slots[e]];
    }
  }
  /** p = z + c p of the border; q += C' p; returns p.C' p */
  turn(c: number, p: Numbers, q: Numbers): number {
    const own = this.#pBorder;
    for (let k = 0; k < own.length; k++) own[k] = this.#zBorder[k] + c * own[k];
    const values = this.#values.view();
    const [direction, product] = [p.view(), q.view()];
    let sum = 0;
    for (let k = 0; k < this.#rows.length; k++) {
      const { at, nodes, slots } = this.#rows[k];
      for (let e = 0; e < nodes.length; e++) {
        const force = own[at] * values[slots[e]];
        product[nodes[e]] += force;
        sum += force * direction[nodes[e]];
      }
    }
    return sum;
  }
  advance(c: number): void {
    for (let k = 0; k < this.#dBorder.length; k++) this.#dBorder[k] += c * this.#pBorder[k];
  }
  override release(): void {
    this.#whole?.release();
    this.#schur.release();
    this.#cg.release();
    this.#preconditioner.release();
    this.#matrix.release();
    for (const block of [this.#values, this.#blockEntries, this.#mask, this.#r, this.#z, this.#d, this.#b, this.#other])
      if (block) this.arena.release(block as Numbers);
  }
}
