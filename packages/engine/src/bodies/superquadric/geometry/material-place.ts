/**
 * Places in the frame of a body as material points: the surface f = level that each is on, and its angles there. The inverse of
 * the formula with levels of shape-formula.ts.
 *
 *   cos v : sin v = x^(1/e2) : y^(1/e2)                     x, y, z: the place undeformed, see MaterialPlace
 *   cos u : sin u = (ring - middle)^(1/e1) : z^(1/e1)       ring = (|x|^(2/e2) + |y|^(2/e2))^(e2/2)
 *   level: the place is on the line from e(u, v, 0) through e(u, v, 1)
 *
 * Powers are computed as logarithms: with small exponents the cosine of a point near a plane of symmetry is far below rounding, and
 * its power is not.
 */
import { evaluator } from '../../../kernel/compile/evaluator.ts';
import { type Expr, input } from '../../../kernel/formula/expr.ts';
import { atan2, exp, log } from '../../../kernel/formula/scalar.ts';
import type { Vec3 } from '../../../kernel/formula/vector.ts';
import type { ShapeValues } from '../primitives/primitive.ts';
import { fixedPoint } from './shape-field.ts';
import { type ShapeFormula, shapeFormula, undone } from './shape-formula.ts';

export interface MaterialNumbers {
  /** < 1 inside */
  readonly level: number;
  readonly u: number;
  readonly v: number;
  /** sign and logarithm of cos u, sin u, cos v, sin v, then the level: see ShapeFormula.constantsOf */
  readonly numbers: readonly number[];
}

/** Material points of places, for a shape with these parameters. */
export function materialPlaces(
  { primitive, deformations }: ShapeFormula,
  values: ShapeValues<number>,
): (place: ArrayLike<number>) => MaterialNumbers {
  const axes = ['x', 'y', 'z'].map((axis) => input(`place ${axis}`));
  const symbol = (name: string): Expr => input(`shape ${name}`);
  const undeformed = undone(primitive, deformations, axes as unknown as Vec3, symbol);
  const { x, y, z, middle, e1, e2 } = primitive.place(undeformed, symbol);
  const evaluate = evaluator([...undeformed, x, y, z, middle, e1, e2]);
  const still = shapeFormula(primitive, [], new Set(), 'levels');
  const onLevel = (angles: readonly number[], level: number): Float64Array =>
    fixedPoint(still, still.constantsOf([...angles, level], values), 1);
  return (place) => {
    const found = evaluate((e) => {
      const k = axes.indexOf(e);
      return k >= 0 ? place[k] : values(e.label.slice('shape '.length));
    });
    const [px, py, pz, a, b, c, m, s, t] = found;
    const around = anglePair(a, b, t);
    const along = anglePair(ringOf(around.length, t) - m, c, s);
    const angles = [...along.numbers, ...around.numbers];
    const [inner, outer] = [onLevel(angles, 0), onLevel(angles, 1)];
    let [up, all] = [0, 0];
    [px, py, pz].forEach((p, k) => {
      const way = outer[k] - inner[k];
      up += (p - inner[k]) * way;
      all += way * way;
    });
    const level = all > 0 ? up / all : 0;
    return { level, u: along.angle, v: around.angle, numbers: [...angles, level] };
  };
}

const ringOf = (length: number, e: number): number => (length === Number.NEGATIVE_INFINITY ? 0 : exp(e * length));

interface AnglePair {
  readonly angle: number;
  /** ln of (|c|^(2/e) + |s|^(2/e))^(1/2) */
  readonly length: number;
  readonly numbers: readonly number[];
}
/** The angle with cos : sin = c^(1/e) : s^(1/e), and sign and logarithm of both, where cos^2 + sin^2 = 1. */
function anglePair(c: number, s: number, e: number): AnglePair {
  const powers = [c, s].map((x) => (x === 0 ? Number.NEGATIVE_INFINITY : log(Math.abs(x)) / e));
  const largest = Math.max(...powers);
  if (largest === Number.NEGATIVE_INFINITY) return { angle: 0, length: largest, numbers: [0, 0, 0, 0] };
  const [x, y] = powers.map((power) => (power === Number.NEGATIVE_INFINITY ? 0 : exp(power - largest)));
  const length = largest + log(x * x + y * y) / 2;
  return {
    angle: atan2(Math.sign(s) * y, Math.sign(c) * x),
    length,
    numbers: [c, s].flatMap((one, k) => (one === 0 ? [0, 0] : [Math.sign(one), powers[k] - length])),
  };
}
