/**
 * Hyperquadric with four terms and one exponent, in its radial form. u from -pi/2 to pi/2, v from -pi to pi.
 *
 *   f^g = |x / a1|^g + |y / a2|^g + |z / a3|^g + |h1 x + h2 y + h3 z|^g          f = 1 on the surface
 *   e = n / f(n),   n = (Cu Cv, Cu Sv, Su)
 *
 * The fourth term cuts the ellipsoid-like shape by a slab |h . x| < 1. Without it, and with g = 2, it is an ellipsoid; large g gives
 * flat faces. General hyperquadrics have an exponent and an offset for each term: their radius is no closed formula, and
 * they are left out.
 */
import { add, constant, div, type Expr, mul, zero } from '../../../kernel/formula/expr.ts';
import { dot, scale3, type Vec3 } from '../../../kernel/formula/vector.ts';
import { absolutePower } from './powers.ts';
import { length, type Primitive, power, type ShapeValues } from './primitive.ts';

const one = constant(1);
const slope = (name: string) =>
  ({ name, start: 0, least: -1e6, most: 1e6, unit: '', meaning: 'slope of the fourth term, 1/m' }) as const;

const level = ([x, y, z]: Vec3, p: ShapeValues<Expr>): Expr => {
  const g = p('g');
  const cut = dot([x, y, z], [p('h1'), p('h2'), p('h3')]);
  const terms = [div(x, p('a1')), div(y, p('a2')), div(z, p('a3')), cut];
  return absolutePower(
    terms.map((t) => absolutePower(t, g)).reduce((sum, t) => add(sum, t)),
    div(one, g),
  );
};

export const hyperquadricPrimitive: Primitive = {
  kind: 'hyperquadric',
  grid: 'poles',
  parameters: [
    length('a1', 'half size along x'),
    length('a2', 'half size along y'),
    length('a3', 'half size along z'),
    { name: 'g', start: 2, least: 1, most: 20, unit: '', meaning: 'exponent: 2 round, 20 almost flat faces' },
    slope('h1'),
    slope('h2'),
    slope('h3'),
  ],
  point: ({ cu, su, cv, sv }, p, f) => {
    const ring = power(cu, one);
    const n: Vec3 = [mul(ring, power(cv, one)), mul(ring, power(sv, one)), power(su, one)];
    const e = scale3(div(f, level(n, p)), n);
    return { e, w: div(e[2], p('a3')) };
  },
  height: (p) => p('a3'),
  inside: level,
  place: ([x, y, z]) => ({ x, y, z, middle: zero, e1: one, e2: one }),
};
