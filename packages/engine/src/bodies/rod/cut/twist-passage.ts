/**
 * How twist passes a cut: the section after the cut is the one before it, after the smallest rotation that takes t_A to t_B, the
 * tangents on both sides.
 *
 *   th_B = th_A + alpha,    E = 1/2 k (th_B - th_A - alpha)^2,   k = c GJ/s          th: angles of the material in the frames of both sides
 *
 * Frames follow their tangents by smallest rotations in time. Where both tangents move, the rotation from t_A to t_B takes the frame before to
 * one that differs from the frame after: by the area that the two tangents sweep on the sphere, that of the quadrilateral t_A0, t_A, t_B,
 * t_B0, split into two triangles. Of a triangle a, b, c
 *
 *   tan(area/2) = a.(b x c)/(1 + a.b + b.c + c.a)
 *
 * State: t_A0, t_B0 and alpha0, at the end of the last step. A rod that turns back over a cut (t_B = -t_A) has no smallest rotation there.
 */
import { gradient } from '../../../kernel/formula/derive.ts';
import {
  add,
  atan2,
  constant,
  type Expr,
  half,
  mul,
  neg,
  one,
  select,
  square,
  sub,
  two,
} from '../../../kernel/formula/expr.ts';
import { cross, dot, type Vec3 } from '../../../kernel/formula/vector.ts';
import type { BlockOf, ElementKind } from '../../body.ts';
import { tangentsAt } from './hinge.ts';
import { byBlocks } from './pieces.ts';

/** k in GJ/s: the twist of a span is divided by this over a cut. */
const stiff = 1000;
/** Parameters but the tangents at the start. s: mean rest length of a span, m */
export const passageStiffness = (GJ: number, s: number): number => (stiff * GJ) / s;
/** t_A . t_B below which a rod turns back. */
export const turnsBack = -0.98;

type Blocks = readonly BlockOf<Expr>[];
const area = (a: Vec3, b: Vec3, c: Vec3): Expr =>
  mul(two, atan2(dot(a, cross(b, c)), add(add(one, dot(a, b)), add(dot(b, c), dot(c, a)))));
const vector = (y: readonly Expr[], first: number): Vec3 => [y[first], y[first + 1], y[first + 2]];
/** alpha, and the tangents that it belongs to */
function turned(q: Blocks, y: readonly Expr[]): { readonly alpha: Expr; readonly before: Vec3; readonly after: Vec3 } {
  const [before, after] = tangentsAt(q);
  const [a0, b0] = [vector(y, 0), vector(y, 3)];
  return { alpha: add(y[6], add(area(a0, before, after), area(a0, after, b0))), before, after };
}
const away = (q: Blocks, y: readonly Expr[]): Expr => sub(sub(q[6][0] as Expr, q[5][0] as Expr), turned(q, y).alpha);

/** Blocks: two nodes before the cut, its own, two after it, the angles before and after it. */
export const twistPassage: ElementKind = {
  name: 'cut rod, twist over a cut',
  blocks: [3, 3, 3, 3, 3, 1, 1],
  parameters: [
    'k',
    ...['x', 'y', 'z'].map((axis) => `before ${axis}`),
    ...['x', 'y', 'z'].map((axis) => `after ${axis}`),
  ],
  state: {
    size: 7,
    order: 0,
    start: (p) => [...p.slice(1), 0],
    lostBecause: 'The rod turns back on itself over a cut, where twist cannot pass; let it turn by two cuts.',
    update(q, _v, _p, y) {
      const { alpha, before, after } = turned(q, y);
      const lost = constant(Number.NaN);
      return [...before, ...after, select(dot(before, after), constant(turnsBack), lost, alpha)];
    },
  },
  energy: (q, [k], y) => mul(mul(half, k), square(away(q, y))),
  forces(q, _v, p, y) {
    return byBlocks(gradient(twistPassage.energy(q, p, y), q.flat()).map(neg), q);
  },
  stiffness(q, [k], y) {
    const slope = gradient(away(q, y), q.flat());
    return slope.map((a) => slope.map((b) => mul(k, mul(a, b))));
  },
};
