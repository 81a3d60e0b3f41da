/**
 * The elements of a spring-like body: each has a scalar C of a few nodes, 0 at rest.               [THMG04; GBT06, sec. 5]
 *
 *   energy   E = k C^2 / 2
 *   force    f_i = -(k C + d Cdot) dC/dx_i,    Cdot = sum_j dC/dx_j . v_j
 *
 *   edge     C = |x1 - x0| / L0 - 1
 *   area     C = |(x1 - x0) x (x2 - x0)| / (2 A0) - 1
 *   volume   C = (x1 - x0) . ((x2 - x0) x (x3 - x0)) / (6 V) - V0 / V, signed: it keeps resisting when inverted
 *
 * k in J, d in J s. Only C is written; the rest is derived. An edge or an area below 1e-12 of its rest size has no
 * direction, and exerts no force.
 */
import { dampedForce } from '../../kernel/formula/derive.ts';
import { constant, type Expr, half, max, mul, one, sqrt, square, sub } from '../../kernel/formula/expr.ts';
import { cross, dot, lengthSquared, sub3, type Vec3 } from '../../kernel/formula/vector.ts';
import type { ElementKind } from '../body.ts';

type Measure = (x: readonly Vec3[], size: readonly Expr[]) => Expr;

function spring(name: string, nodes: number, size: readonly string[], C: Measure): ElementKind {
  const n = size.length;
  return {
    name,
    blocks: new Array<number>(nodes).fill(3),
    parameters: [...size, 'stiffness', 'damping'],
    energy: (q, p) => mul(half, mul(p[n], square(C(q as readonly Vec3[], p)))),
    forces: (q, v, p) => {
      const force = dampedForce(C(q as readonly Vec3[], p), p[n], p[n + 1], q.flat(), v.flat());
      return q.map((_, i) => force.slice(3 * i, 3 * i + 3));
    },
  };
}

/** sqrt(u) of a relative squared size, with no slope below 1e-12 */
const relative = (squared: Expr): Expr => sqrt(max(squared, constant(1e-24)));

/** size: 1 / L0^2 */
export const edge = spring('edge', 2, ['inverseSquareLength'], ([a, b], [size]) =>
  sub(relative(mul(size, lengthSquared(sub3(b, a)))), one),
);

/** size: 1 / (2 A0)^2 */
export const area = spring('area', 3, ['inverseSquareDoubleArea'], ([a, b, c], [size]) =>
  sub(relative(mul(size, lengthSquared(cross(sub3(b, a), sub3(c, a))))), one),
);

/** size: 1 / (6 V), and V0 / V, for a reference volume V that is V0 unless the tet is flat */
export const volume = spring('volume', 4, ['inverseSixfoldVolume', 'restVolume'], ([a, b, c, d], [size, rest]) =>
  sub(mul(size, dot(sub3(b, a), cross(sub3(c, a), sub3(d, a)))), rest),
);
