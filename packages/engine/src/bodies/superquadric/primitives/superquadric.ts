/**
 * Superquadric ellipsoid: u from -pi/2 to pi/2, v from -pi to pi.                                  [Met93 notes, 2.1]
 *
 *   e = a (a1 Cu^e1 Cv^e2,  a2 Cu^e1 Sv^e2,  a3 Su^e1)               C = cos, S = sin
 *   f = ((|x / a a1|^(2/e2) + |y / a a2|^(2/e2))^(e2/e1) + |z / a a3|^(2/e1))^(e1/2)
 *
 * e1, e2: 0.1 almost a box, 1 an ellipsoid, 2 an octahedron. a scales the whole: it is redundant where a1, a2 and a3 are all free.
 */
import { add, constant, div, mul, zero } from '../../../kernel/formula/expr.ts';
import { beta } from '../geometry/beta.ts';
import { absolutePower, alongAxis, around, aroundAxis, placeAround, scaleOfAll } from './powers.ts';
import { length, type Primitive, power, squareness } from './primitive.ts';

const two = constant(2);

export const superquadricPrimitive: Primitive = {
  kind: 'superquadric',
  grid: 'poles',
  parameters: [
    scaleOfAll,
    length('a1', 'half size along x'),
    length('a2', 'half size along y'),
    length('a3', 'half size along z'),
    squareness('e1', 'squareness from pole to pole'),
    squareness('e2', 'squareness around the equator'),
  ],
  point: (angles, p, level) =>
    around(mul(level, power(angles.cu, p('e1'))), mul(level, power(angles.su, p('e1'))), angles, p),
  height: (p) => mul(p('a'), p('a3')),
  inside: (x, p) =>
    absolutePower(add(absolutePower(aroundAxis(x, p), div(p('e2'), p('e1'))), alongAxis(x, p)), div(p('e1'), two)),
  place: (x, p) => placeAround(x, zero, p),
  solid: (p) => {
    const [a, e1, e2] = ['a', 'e1', 'e2'].map(p);
    const [a1, a2, a3] = ['a1', 'a2', 'a3'].map((name) => a * p(name));
    const size = a1 * a2 * a3 * e1 * e2;
    const P = beta(1.5 * e2, 0.5 * e2) * beta(0.5 * e1, 2 * e1 + 1);
    const Q = 4 * beta(0.5 * e2, 0.5 * e2 + 1) * beta(1.5 * e1, e1 + 1);
    return {
      volume: 2 * size * beta(0.5 * e1 + 1, e1) * beta(0.5 * e2, 0.5 * e2),
      inertia: [
        0.5 * size * (a2 * a2 * P + a3 * a3 * Q),
        0.5 * size * (a1 * a1 * P + a3 * a3 * Q),
        0.5 * size * (a1 * a1 + a2 * a2) * P,
      ],
    };
  },
};
