/**
 * The matrices of elements, summed into a sparse one:  A = -df/dq - d df/dv  over the coordinates of each element, at the
 * prediction. An element may offer a stiffness of its own that is never indefinite.
 *
 *   safe    with that stiffness
 *   exact   with d2E/dq2
 *   whole   with how damping changes with q, too, which the others leave out where an element has no form of its own for steps: its
 *           symmetric part. Newton's method gets along without, but it is what forces on a moving rod really do
 */
import { ratesOf } from '../bodies/blocks/block.ts';
import type { ElementKind } from '../bodies/body.ts';
import { type Sink, sourceOf, toRow } from '../kernel/compile/kernel.ts';
import { gradient, hessian } from '../kernel/formula/derive.ts';
import { add, constant, type Expr, isConst, mul, neg, one, reachable } from '../kernel/formula/expr.ts';
import type { Batch } from '../kernel/run/batch.ts';
import type { State } from '../state/state.ts';
import {
  type ElementsAtLarge,
  elementBatch,
  perKind,
  perStep,
  solvedForceSinks,
  solvedStep,
} from './element-batches.ts';
import { Sums } from './sums.ts';

export type Tangent = 'safe' | 'exact' | 'whole';

/** The lower triangle, row by row. */
function triangle(
  kind: ElementKind,
  which: Tangent,
  q: Expr[][],
  v: Expr[][],
  parameters: readonly Expr[],
  y: readonly Expr[],
): Expr[] {
  const [x, speeds] = [q.flat(), v.flat()];
  const lower = (lines: Expr[][] | undefined): Expr[] | undefined => lines?.flatMap((line, i) => line.slice(0, i + 1));
  const safe = which === 'safe';
  const step = kind.step && lower(kind.step.tangent(solvedStep(kind, q, parameters, y), !safe));
  if (step) return step;
  const forces = (): Expr[] => kind.forces(q, v, parameters, y).flat();
  if (which === 'whole') {
    const slopes = forces().map((force) => [gradient(force, x), gradient(force, speeds)]);
    const entry = (i: number, j: number): Expr => add(slopes[i][0][j], mul(perStep, slopes[i][1][j]));
    return slopes.flatMap((_, i) =>
      Array.from({ length: i + 1 }, (_j, j) => mul(constant(-0.5), add(entry(i, j), entry(j, i)))),
    );
  }
  const own = lower(kind.stiffness?.(q, parameters, y));
  const exact = (): Expr[] => lower(kind.tangent?.(q, parameters, y)) ?? hessian(kind.energy(q, parameters, y), x);
  const K = safe && own ? own : exact();
  if (own && kind.rayleigh) {
    const rayleighFactor = mul(perStep, kind.rayleigh(parameters));
    return K.map((k, n) => (safe ? mul(add(one, rayleighFactor), k) : add(k, mul(rayleighFactor, own[n]))));
  }
  const drag = forces().flatMap((force, i) => gradient(force, speeds.slice(0, i + 1)).map(neg));
  return K.map((k, n) => add(k, mul(perStep, drag[n])));
}
const isZero = (e: Expr): boolean => isConst(e) && e.value === 0;

interface Entry {
  /** row and column */
  readonly i: number;
  readonly j: number;
  /** which of the kernel's rows it is: some are alike */
  readonly row: number;
}

interface Formulas {
  readonly sinks: readonly Sink[];
  readonly entries: readonly Entry[];
  readonly constant: boolean;
}
const formulasWith = (which: Tangent) =>
  perKind((kind, q, v, parameters, y, yRate): Formulas => {
    const all = triangle(kind, which, q, v, parameters, y);
    const rows = [...new Set(all.filter((e) => !isZero(e)))];
    const isConstant = !reachable(rows).some((e) => e.op === 'input' && sourceOf(e).from === 'gather');
    const entries = all.flatMap((e, n): Entry[] => (isZero(e) ? [] : [{ ...placeOf(n), row: rows.indexOf(e) }]));
    const forces = isConstant ? [] : solvedForceSinks(kind, q, v, parameters, y, yRate);
    return { sinks: [...forces, ...rows.map((e, n) => toRow(n, e))], entries, constant: isConstant };
  });
const formulasOf = { safe: formulasWith('safe'), exact: formulasWith('exact'), whole: formulasWith('whole') };

export class ElementMatrices {
  /** unless they are constant it leaves the elements' forces in the column g, too: both are made of the same terms */
  readonly batch: Batch;
  /** coordinates of each element, in the order of its blocks */
  readonly coordinates: Int32Array;
  readonly width: number;
  /** independent of positions: it is summed once */
  readonly constant: boolean;
  /** entries of the lower triangle that may differ from zero */
  readonly #entries: readonly Entry[];
  #sums: Sums | undefined;

  constructor(
    readonly elements: ElementsAtLarge,
    private readonly state: State,
    which: Tangent,
  ) {
    const { kind, count, blocks } = elements;
    let formulas: Formulas = { sinks: [], entries: [], constant: true };
    this.batch = elementBatch(
      elements,
      state,
      (...its) => {
        formulas = formulasOf[which](...its);
        return formulas.sinks;
      },
      { q: 'p', v: 'u' },
    );
    this.#entries = formulas.entries;
    this.constant = formulas.constant;
    this.width = kind.blocks.reduce<number>((sum, block) => sum + ratesOf(block), 0);
    this.coordinates = new Int32Array(count * this.width);
    for (let e = 0, at = 0; e < count; e++) {
      kind.blocks.forEach((block, b) => {
        for (let k = 0; k < ratesOf(block); k++) this.coordinates[at++] = blocks[e * kind.blocks.length + b] + k;
      });
    }
  }
  /** Say which entry each is; -1 for none. */
  place(entryOf: (i: number, j: number) => number): void {
    const places = new Int32Array(2 * this.elements.count * this.#entries.length);
    let count = 0;
    this.#each((element, row, i, j) => {
      const entry = entryOf(i, j);
      if (entry < 0) return;
      places[count++] = entry;
      places[count++] = this.batch.rowAddress(element, row);
    });
    this.#sums?.release();
    this.#sums = new Sums(this.state.arena, places.subarray(0, count));
  }
  /** Say where entries are. */
  settle(at: Int32Array): void {
    this.#sums?.settle(at);
  }
  /** The two coordinates of every entry. */
  pairs(visit: (i: number, j: number) => void): void {
    this.#each((_, __, i, j) => visit(i, j));
  }
  #each(visit: (element: number, row: number, i: number, j: number) => void): void {
    const { width, coordinates } = this;
    for (let e = 0; e < this.elements.count; e++)
      for (let k = 0; k < this.#entries.length; k++) {
        const { i, j, row } = this.#entries[k];
        visit(e, row, coordinates[e * width + i], coordinates[e * width + j]);
      }
  }
  /** Adds the numbers of the batch to entries at an address. */
  add(values: number): void {
    this.#sums?.add(values);
  }
  release(): void {
    this.batch.release();
    this.#sums?.release();
  }
}
/** Row and column of the n-th entry of a lower triangle. */
function placeOf(n: number): { i: number; j: number } {
  const i = Math.floor((Math.sqrt(8 * n + 1) - 1) / 2);
  return { i, j: n - (i * (i + 1)) / 2 };
}
