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
import type { Vec3 } from '../../../kernel/formula/vector.ts';
import { absolutePower, alongAxis, around, aroundAxis, placeAround, scaleOfAll } from './powers.ts';
import { length, type Primitive, power, type ShapeValues, squareness } from './primitive.ts';

const two = constant(2);

export const supertoroidPrimitive: Primitive = {
  kind: 'supertoroid',
  grid: 'torus',
  parameters: [
    scaleOfAll,
    length('a1', 'half width of the section along x'),
    length('a2', 'half width of the section along y'),
    length('a3', 'half height of the section along z'),
    { name: 'a4', start: 2, least: 1.01, most: 1e6, unit: '', meaning: 'radius of the ring, in units of a1 and a2' },
    squareness('e1', 'squareness of the section'),
    squareness('e2', 'squareness of the ring'),
  ],
  point: (angles, p, level) =>
    around(add(p('a4'), mul(level, power(angles.cu, p('e1')))), mul(level, power(angles.su, p('e1'))), angles, p),
  height: (p) => mul(p('a'), p('a3')),
  inside: (x, p) =>
    absolutePower(add(absolutePower(across(x, p), div(two, p('e1'))), alongAxis(x, p)), div(p('e1'), two)),
  place: (x, p) => placeAround(x, p('a4'), p),
};

/** Cu^e1: from the middle line of the section outward. */
const across = (x: Vec3, p: ShapeValues<Expr>): Expr =>
  sub(absolutePower(aroundAxis(x, p), div(p('e2'), two)), p('a4'));
