/**
 * The reference shape at many points in numbers, compiled:
 *
 *   s,   J = ds/dq_s,   s'' = d2/dt2 s(q_s + t q_s') at t = 0
 */
import { kernel, parameter, toRow, uniform } from '../../../kernel/compile/kernel.ts';
import { along, directionalAll, gradient } from '../../../kernel/formula/derive.ts';
import { Batch, laned } from '../../../kernel/run/batch.ts';
import { Arena, type Block } from '../../../kernel/run/memory.ts';
import type { ShapeFormula } from './shape-formula.ts';

export class ShapeField {
  /** (3 count) */
  readonly s: Float64Array;
  /** (count x 3 x free) */
  readonly J: Float64Array;
  /** (3 count) */
  readonly curvature: Float64Array;
  readonly #batch: Batch | undefined;
  readonly #uniforms: Block<Float64Array> | undefined;

  constructor(
    private readonly formula: ShapeFormula,
    /** (count x constants of the formula) */
    constants: Float64Array,
    private readonly count: number,
  ) {
    const free = formula.free.length;
    this.s = new Float64Array(3 * count);
    this.J = new Float64Array(3 * count * free);
    this.curvature = new Float64Array(3 * count);
    if (!free) {
      // all parameters are frozen: the constants are s, where a component is not the same for all points
      const x = fixedPoint(formula, constants, count);
      this.s.set(x);
      return;
    }
    const q = formula.free.map((_, k) => uniform(k));
    const v = formula.free.map((_, k) => uniform(free + k));
    const s = formula.point(
      q,
      Array.from({ length: formula.constants }, (_, c) => parameter(c)),
    );
    const direction = along(q, v);
    const curvature = directionalAll(directionalAll(s, direction), direction);
    const rows = [...s, ...s.flatMap((component) => gradient(component, q)), ...curvature];
    const made = kernel(rows.map((e, r) => toRow(r, e)));
    const arena = new Arena(8 * count * (rows.length + 2 * formula.constants) + 4096);
    const own = new Float64Array(count * made.parameters);
    for (let i = 0; i < count; i++)
      for (let c = 0; c < made.parameters; c++) own[i * made.parameters + c] = constants[i * formula.constants + c];
    this.#batch = new Batch(made, arena, { count, blocks: [], parameters: own }, 0);
    this.#uniforms = arena.f64(Math.max(8, 2 * free));
    this.#batch.bind(() => 0, this.#uniforms.address);
  }
  /** Evaluates at these parameters, and at these rates of them (0 if not given). */
  evaluate(q: Float64Array, at: number, rates?: Float64Array, ratesAt = 0): void {
    const batch = this.#batch;
    if (!batch || !this.#uniforms) return;
    const free = this.formula.free.length;
    const uniforms = this.#uniforms.view();
    for (let k = 0; k < free; k++) {
      uniforms[k] = q[at + k];
      uniforms[free + k] = rates ? rates[ratesAt + k] : 0;
    }
    batch.run();
    const { rows, place } = batch.table();
    const columns = batch.kernel.rows;
    const [s, J, curvature] = [this.s, this.J, this.curvature];
    for (let i = 0; i < this.count; i++) {
      const lane = laned(place[i], columns, 0);
      for (let k = 0; k < 3; k++) {
        s[3 * i + k] = rows[lane + 2 * k];
        curvature[3 * i + k] = rows[lane + 2 * (3 + 3 * free + k)];
        for (let j = 0; j < free; j++) J[(3 * i + k) * free + j] = rows[lane + 2 * (3 + k * free + j)];
      }
    }
  }
}

/** s of points whose parameters are all frozen. */
export function fixedPoint(formula: ShapeFormula, constants: Float64Array, count: number): Float64Array {
  const out = new Float64Array(3 * count);
  let components = frozen.get(formula);
  if (!components) {
    const symbols = Array.from({ length: formula.constants }, (_, c) => parameter(c));
    components = formula.point([], symbols).map((s) => ({ constant: symbols.indexOf(s), value: s.value }));
    frozen.set(formula, components);
  }
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) {
      const { constant, value } = components[k];
      out[3 * i + k] = constant >= 0 ? constants[i * formula.constants + constant] : value;
    }
  return out;
}
/** Of formulas without free parameters: which constant a component of s is, or its value where it is the same for all points (-1). */
const frozen = new WeakMap<ShapeFormula, readonly { readonly constant: number; readonly value: number }[]>();
