/**
 * A brick that keeps its metric at 2 x 2 x 2 Gauss points, not on average.                                     [PB88 notes, 5]
 *
 *   U = V/8 s sum_p |C_p - R_p|^2,     C_p = metric at a point, R_p that at rest
 *   F = -dU/dr - V/8 l sum_p Cdot_p : dC_p/dr
 *
 * It has no motions without stiffness and needs no hourglass forces, at several times the cost.
 */
import { along, directionalAll } from '../../kernel/formula/derive.ts';
import { add, constant, type Expr, mul, square, sub, two } from '../../kernel/formula/expr.ts';
import { dot, scale3, sum3, type Vec3 } from '../../kernel/formula/vector.ts';
import type { ElementKind } from '../body.ts';
import { timesAmongNine } from './averaged-metric.ts';
import { gaussSlopes } from './cell-shape.ts';
import { forcesOf } from './work-gradient.ts';

const total = (terms: readonly Expr[]): Expr => terms.reduce((a, b) => add(a, b));
const names = ['00', '11', '22', '01', '02', '12'];

/** C - R at all points, six numbers each. */
function strains(r: readonly Vec3[], p: readonly Expr[]): Expr[] {
  const inverse = p.slice(2, 5);
  return gaussSlopes.flatMap((slopes, point) => {
    const d = slopes.map((N, i) => scale3(inverse[i], sum3(N.map((slope, k) => scale3(constant(slope), r[k])))));
    const C = [dot(d[0], d[0]), dot(d[1], d[1]), dot(d[2], d[2]), dot(d[0], d[1]), dot(d[0], d[2]), dot(d[1], d[2])];
    return C.map((c, n) => sub(c, p[5 + 6 * point + n]));
  });
}
const weight = (n: number): Expr => constant(timesAmongNine[n % 6]);

/** Columns: V s/8, V l/8, 1/L_i, R at each point. */
export const eightPointCell: ElementKind = {
  name: 'hex metric at eight points',
  blocks: new Array<number>(8).fill(3),
  parameters: [
    'stiffness',
    'viscosity',
    ...['inverse0', 'inverse1', 'inverse2'],
    ...Array.from({ length: 48 }, (_, i) => `rest${Math.floor(i / 6)} ${names[i % 6]}`),
  ],
  energy: (q, p) => mul(p[0], total(strains(q as readonly Vec3[], p).map((e, n) => mul(weight(n), square(e))))),
  forces: (q, v, p) => {
    const x = q.flat();
    const strain = strains(q as readonly Vec3[], p);
    const rates = directionalAll(strain, along(x, v.flat()));
    const stresses = strain.map((e, n) => mul(weight(n), add(mul(mul(two, p[0]), e), mul(p[1], rates[n]))));
    const force = forcesOf(strain, stresses, x);
    return q.map((_, k) => force.slice(3 * k, 3 * k + 3));
  },
};
