/**
 * Supertoroid: a ring with a superelliptic section. u and v from -pi to pi, both periodic.
 *
 *   e = a (a1 (a4 + Cu^e1) Cv^e2,  a2 (a4 + Cu^e1) Sv^e2,  a3 Su^e1)
 *   f = (| (|x / a a1|^(2/e2) + |y / a a2|^(2/e2))^(e2/2) - a4 |^(2/e1) + |z / a a3|^(2/e1))^(e1/2)
 *
 * a4 > 1 is the radius of the hole's middle line in units of the section: the ring is open. Volume of the round one
 * (e1 = e2 = 1): 2 pi^2 a^3 a1 a2 a3 a4.
 */
import { add, constant, div, type Expr, mul, sub } from '../../../kernel/formula/expr.ts';
import { absolutePower } from './powers.ts';
import { length, type Primitive, power, squareness } from './primitive.ts';

const two = constant(2);

export const supertoroidPrimitive: Primitive = {
  kind: 'supertoroid',
  grid: 'torus',
  parameters: [
    { name: 'a', start: 1, least: 1e-6, most: Number.MAX_VALUE, unit: '', meaning: 'scale of the whole' },
    length('a1', 'half width of the section along x'),
    length('a2', 'half width of the section along y'),
    length('a3', 'half height of the section along z'),
    { name: 'a4', start: 2, least: 1.01, most: 1e6, unit: '', meaning: 'radius of the ring, in units of a1 and a2' },
    squareness('e1', 'squareness of the section'),
    squareness('e2', 'squareness of the ring'),
  ],
  point: ({ cu, su, cv, sv }, p) => {
    const ring = add(p('a4'), power(cu, p('e1')));
    const w = power(su, p('e1'));
    const scaled = (name: string): Expr => mul(p('a'), p(name));
    return {
      e: [
        mul(scaled('a1'), mul(ring, power(cv, p('e2')))),
        mul(scaled('a2'), mul(ring, power(sv, p('e2')))),
        mul(scaled('a3'), w),
      ],
      w,
    };
  },
  height: (p) => mul(p('a'), p('a3')),
  inside: ([x, y, z], p) => {
    const part = (t: Expr, name: string, e: Expr): Expr => absolutePower(div(t, mul(p('a'), p(name))), div(two, e));
    const ring = absolutePower(add(part(x, 'a1', p('e2')), part(y, 'a2', p('e2'))), div(p('e2'), two));
    const across = absolutePower(sub(ring, p('a4')), div(two, p('e1')));
    return absolutePower(add(across, part(z, 'a3', p('e1'))), div(p('e1'), two));
  },
};
