/**
 * The reference shape of a body: a primitive under global deformations, as a formula of the shape parameters that are free.
 *
 *   s(u, v; q_s)                                                                                        [Met93, eq. 4]
 *
 * What depends on (u, v) and on frozen parameters alone is evaluated once, for each point: its constants. With all parameters frozen
 * they are s itself. Equal primitives, deformations and free parameters give one formula, so that bodies share kernels.
 */
import { evaluator } from '../../../kernel/compile/evaluator.ts';
import {
  constant,
  div,
  type Expr,
  input,
  isConst,
  max,
  min,
  reachable,
  substitute,
} from '../../../kernel/formula/expr.ts';
import { cos, log, sin } from '../../../kernel/formula/scalar.ts';
import type { Vec3 } from '../../../kernel/formula/vector.ts';
import { bend } from '../deformations/bend.ts';
import type { Deformation } from '../deformations/deformation.ts';
import { shear } from '../deformations/shear.ts';
import { taper } from '../deformations/taper.ts';
import { twist } from '../deformations/twist.ts';
import { hyperquadricPrimitive } from '../primitives/hyperquadric.ts';
import type { Angles, Primitive, ShapeParameter, ShapeValues, Signed } from '../primitives/primitive.ts';
import { superquadricPrimitive } from '../primitives/superquadric.ts';
import { supertoroidPrimitive } from '../primitives/supertoroid.ts';

export const primitives: readonly Primitive[] = [superquadricPrimitive, supertoroidPrimitive, hyperquadricPrimitive];
/** in the order in which they act */
export const deformations: readonly Deformation[] = [taper, twist, bend, shear];

export interface ShapeFormula {
  readonly primitive: Primitive;
  /** whether points keep a level besides their angles */
  readonly points: 'surface' | 'levels';
  readonly deformations: readonly Deformation[];
  /** all parameters: of the primitive, then of the deformations */
  readonly parameters: readonly ShapeParameter[];
  /** names of the free ones, in the order of `parameters` */
  readonly free: readonly string[];
  /** how many constants a point keeps */
  readonly constants: number;
  constantsAt(u: number, v: number, values: ShapeValues<number>): Float64Array;
  /** of a point by its angle numbers, and by its level where the formula has one: see material-place.ts */
  constantsOf(numbers: readonly number[], values: ShapeValues<number>): Float64Array;
  point(free: readonly Expr[], constants: readonly Expr[]): Vec3;
}

const named = (prefix: string): Signed => ({ sign: input(`${prefix} sign`), log: input(`${prefix} log`) });
const angles: Angles = { cu: named('cu'), su: named('su'), cv: named('cv'), sv: named('sv') };
const angleInputs = [angles.cu, angles.su, angles.cv, angles.sv].flatMap(({ sign, log: l }) => [sign, l]);
const symbol = (name: string): Expr => input(`shape ${name}`);

/** The surface f = level that a point is on. */
const levelInput = input('level');

/** |X| below this counts as 0: a pole or a seam. */
const none = 1e-12;
const signed = (x: number): readonly number[] => (Math.abs(x) < none ? [0, 0] : [Math.sign(x), log(Math.abs(x))]);
/** Of the angles of grids, which are few and are those of all bodies. */
const known = new Map<number, readonly number[]>();
const mostKnown = 1000;
function numbersOf(angle: number): readonly number[] {
  let numbers = known.get(angle);
  if (!numbers) {
    numbers = [...signed(cos(angle)), ...signed(sin(angle))];
    if (known.size >= mostKnown) known.clear();
    known.set(angle, numbers);
  }
  return numbers;
}
const angleNumbers = (u: number, v: number): number[] => [...numbersOf(u), ...numbersOf(v)];

/** The reference shape of all points, as a formula of all parameters. */
export function wholeShape(primitive: Primitive, deforming: readonly Deformation[], p: ShapeValues<Expr>): Vec3 {
  const { e, w } = primitive.point(angles, p, constant(1));
  return deforming.reduce((x, one) => one.apply(x, w, p), e);
}
/** Likewise of points on the surfaces f = level, inside and outside of the body's own: the inverse of `undone`. */
function allLevels(primitive: Primitive, deforming: readonly Deformation[], p: ShapeValues<Expr>): Vec3 {
  const { e, w } = primitive.point(angles, p, levelInput);
  return deforming.reduce((x, one) => one.apply(x, clamped(w), p), e);
}

const made = new Map<string, ShapeFormula>();
export function shapeFormula(
  primitive: Primitive,
  deforming: readonly Deformation[],
  freeNames: ReadonlySet<string>,
  /** points on the body's own surface, or on those around and inside it, of which each has a level */
  points: 'surface' | 'levels' = 'surface',
): ShapeFormula {
  const parameters = [...primitive.parameters, ...deforming.flatMap((d) => d.parameters)];
  const free = parameters.map(({ name }) => name).filter((name) => freeNames.has(name));
  const key = [points, primitive.kind, ...deforming.map(({ kind }) => kind), '|', ...free].join(' ');
  const found = made.get(key);
  if (found) return found;
  const roots = (points === 'surface' ? wholeShape : allLevels)(primitive, deforming, symbol);
  const inputs = [...angleInputs, levelInput];
  const symbols = free.map(symbol);
  const frozen = frozenParts(roots, new Set(symbols));
  const evaluate = evaluator(frozen);
  const nameOf = new Map(parameters.map(({ name }) => [symbol(name), name]));
  const places = evaluate.inputs.map((e) => inputs.indexOf(e));
  const names = evaluate.inputs.map((e) => nameOf.get(e) as string);
  const constantsOf: ShapeFormula['constantsOf'] = (numbers, values) =>
    evaluate((_, k) => (places[k] < 0 ? values(names[k]) : numbers[places[k]])).slice();
  const formula: ShapeFormula = {
    primitive,
    points,
    deformations: deforming,
    parameters,
    free,
    constants: frozen.length,
    constantsAt: (u, v, values) => constantsOf(angleNumbers(u, v), values),
    constantsOf,
    point: (given, constants) => {
      const by = new Map<Expr, Expr>();
      symbols.forEach((e, k) => {
        by.set(e, given[k]);
      });
      frozen.forEach((e, k) => {
        by.set(e, constants[k]);
      });
      return substitute(roots, by) as unknown as Vec3;
    },
  };
  made.set(key, formula);
  return formula;
}

/** The largest parts of formulas that depend on no free symbol, in the order of the walk. */
function frozenParts(roots: readonly Expr[], free: ReadonlySet<Expr>): Expr[] {
  const order = reachable(roots);
  const moves = new Set<Expr>();
  for (const e of order) if (free.has(e) || e.args.some((a) => moves.has(a))) moves.add(e);
  const parts = new Set<Expr>();
  const keep = (e: Expr): void => {
    if (!moves.has(e) && !isConst(e)) parts.add(e);
  };
  for (const e of order) if (moves.has(e)) e.args.forEach(keep);
  roots.forEach(keep);
  return [...parts];
}

/** f of the deformed shape at a place of the body, by undoing the deformations: f < 1 inside.          [Met93 notes, sec. 5] */
export function insideFormula(
  primitive: Primitive,
  deforming: readonly Deformation[],
  x: Vec3,
  p: ShapeValues<Expr>,
): Expr {
  return primitive.inside(undone(primitive, deforming, x, p), p);
}
/** A place of the body, as it was before the deformations. */
export function undone(primitive: Primitive, deforming: readonly Deformation[], x: Vec3, p: ShapeValues<Expr>): Vec3 {
  // beyond the ends the deformation is that of the end
  const w = clamped(div(x[2], primitive.height(p)));
  return [...deforming].reverse().reduce((at, one) => one.undo(at, w, p), x);
}
const clamped = (w: Expr): Expr => max(min(w, constant(1)), constant(-1));
