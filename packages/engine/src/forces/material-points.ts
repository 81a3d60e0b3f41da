/**
 * Bodies whose points are formulas of their coordinates: positions, velocities and weight of these points.
 *
 *   x = h(q),  xdot = dx/dq T(q) v        weight: energy -m g.x, force m (dx/dq T)^T g
 */
import { entriesIn, rateMatrix } from '../bodies/blocks/block.ts';
import type { Body, ElementKind, Elements, MaterialPoints, PointFormula } from '../bodies/body.ts';
import { gravity } from '../integrators/integrator.ts';
import { gather, type Kernel, kernel, parameter, toRow } from '../kernel/compile/kernel.ts';
import { gradient } from '../kernel/formula/derive.ts';
import { add, type Expr, mul, neg, zero } from '../kernel/formula/expr.ts';
import { dot, type Vec3 } from '../kernel/formula/vector.ts';
import { Batch, laned } from '../kernel/run/batch.ts';
import { ownOf, type State } from '../state/state.ts';
import type { Placed } from './placed.ts';

const total = (terms: readonly Expr[]): Expr => terms.reduce((sum, term) => add(sum, term), zero);

/** The slopes of a scalar by the velocities of blocks: dy/dq T(q). */
export function slopesByVelocities(y: Expr, formula: PointFormula, q: readonly (readonly Expr[])[]): Expr[][] {
  const all = gradient(y, q.flat());
  let next = 0;
  return formula.blocks.map((block, b) => {
    const own = all.slice(next, next + q[b].length);
    next += q[b].length;
    const T = rateMatrix(block, q[b]);
    return T ? T[0].map((_, k) => total(own.map((slope, j) => mul(slope, T[j][k])))) : own;
  });
}

const weights = new WeakMap<PointFormula, ElementKind>();
function weightOf(formula: PointFormula): ElementKind {
  const found = weights.get(formula);
  if (found) return found;
  const energy: ElementKind['energy'] = (q, [mass, ...own]) =>
    neg(mul(mass, dot(formula.point(q, own), gravity as unknown as Vec3)));
  const made: ElementKind = {
    name: `weight of ${formula.name}`,
    blocks: formula.blocks,
    parameters: ['mass', ...Array.from({ length: formula.parameters }, (_, k) => `p${k}`)],
    energy,
    forces: (q, _, parameters) =>
      slopesByVelocities(energy(q, parameters, []), formula, q).map((block) => block.map(neg)),
  };
  weights.set(formula, made);
  return made;
}
const weightElements = new WeakMap<Body, readonly Elements[]>();
/** The elements of a body, and the weight of its points where they are formulas. */
export function elementsOf(body: Body): readonly Elements[] {
  const { points } = body;
  if (!points) return body.elements;
  const known = weightElements.get(body);
  if (known) return known;
  const { formula, masses } = points;
  const [width, slots] = [1 + formula.parameters, formula.blocks.length];
  const heavy = Array.from(masses.keys()).filter((i) => masses[i] > 0);
  if (!heavy.length) return body.elements;
  const parameters = new Float64Array(heavy.length * width);
  const blocks = new Int32Array(heavy.length * slots);
  heavy.forEach((i, k) => {
    parameters[k * width] = masses[i];
    parameters.set(points.parameters.subarray(i * formula.parameters, (i + 1) * formula.parameters), k * width + 1);
    blocks.set(points.blocks.subarray(i * slots, (i + 1) * slots), k * slots);
  });
  const weight = { kind: weightOf(formula), count: heavy.length, blocks, parameters };
  const all = [...body.elements, weight];
  weightElements.set(body, all);
  return all;
}

const readers = new WeakMap<PointFormula, Kernel>();
/** x and xdot of a point, as rows. It is the same for all bodies of a formula, and made once: its derivatives take longer than all that a body adds. */
function readerOf(formula: PointFormula): Kernel {
  const found = readers.get(formula);
  if (found) return found;
  const blocks = (array: string): Expr[][] =>
    formula.blocks.map((block, slot) =>
      Array.from({ length: entriesIn(array, block) }, (_, k) => gather(array, slot, k)),
    );
  const [q, v] = [blocks('q'), blocks('read')];
  const x = formula.point(
    q,
    Array.from({ length: formula.parameters }, (_, c) => parameter(c)),
  );
  const speeds = x.map((component) => {
    const slopes = slopesByVelocities(component, formula, q);
    return total(slopes.flatMap((own, b) => own.map((slope, k) => mul(slope, v[b][k]))));
  });
  const made = kernel([...x, ...speeds].map((e, r) => toRow(r, e)));
  readers.set(formula, made);
  return made;
}

/** Reads positions and velocities of the points of a body. */
export class PointReader {
  readonly #batches: readonly Batch[];
  readonly #out: Float64Array;

  constructor(
    private readonly placed: Placed,
    private readonly state: State,
  ) {
    const groups: MaterialPoints[] = [];
    for (let points = placed.body.points; points; points = points.more) groups.push(points);
    state.columnOf('read');
    this.#batches = groups.map((points) => this.#batchOf(points));
    this.#out = new Float64Array(3 * groups.reduce((sum, { count }) => sum + count, 0));
  }
  #batchOf({ formula, count, blocks: own, parameters }: MaterialPoints): Batch {
    const { placed, state } = this;
    const made = readerOf(formula);
    const starts = new Int32Array(own.length);
    for (let i = 0; i < own.length; i++) starts[i] = placed.start + own[i];
    const isWhole = made.parameters === formula.parameters;
    const read = isWhole ? parameters : new Float64Array(count * made.parameters);
    for (let i = 0; i < count && !isWhole; i++)
      for (let c = 0; c < made.parameters; c++) read[i * made.parameters + c] = parameters[i * formula.parameters + c];
    const batch = new Batch(made, state.arena, { count, blocks: starts, parameters: read }, state.size);
    batch.bind(state.addressOf, 0, state.phase);
    return batch;
  }
  positions(): Float64Array {
    return this.#read(0);
  }
  /** At the velocities of the body, given as its stretch. */
  velocities(v: Float64Array): Float64Array {
    ownOf(this.state, 'read', this.placed).set(v);
    return this.#read(3).slice();
  }
  #read(first: number): Float64Array {
    const out = this.#out;
    let at = 0;
    for (const batch of this.#batches) {
      batch.run();
      const { rows, place } = batch.table();
      const { count, kernel } = batch;
      for (let i = 0; i < count; i++)
        for (let axis = 0; axis < 3; axis++) out[at++] = rows[laned(place[i], kernel.rows, first + axis)];
    }
    return out;
  }
  release(): void {
    for (const batch of this.#batches) batch.release();
  }
}
