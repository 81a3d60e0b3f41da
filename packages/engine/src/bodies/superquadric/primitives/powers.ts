/** Powers of coordinates as formulas, and the place around z that superquadrics and supertoroids share. */
import {
  abs,
  add,
  atan2,
  constant,
  div,
  type Expr,
  max,
  mul,
  pow,
  select,
  sub,
  zero,
} from '../../../kernel/formula/expr.ts';
import type { Vec3 } from '../../../kernel/formula/vector.ts';
import { type Angles, type MaterialPlace, power, type ShapeParameter, type ShapeValues } from './primitive.ts';

const tiny = constant(1e-12);
const one = constant(1);
const two = constant(2);

/** a, which scales all sizes. */
export const scaleOfAll: ShapeParameter = {
  ...{ name: 'a', start: 1, least: 1e-6, most: Number.MAX_VALUE, unit: '' },
  meaning: 'scale of the whole',
};

/** |x|^e, with slope 0 where |x| < 1e-12: near a plane of symmetry of a surface with corners. */
export const absolutePower = (x: Expr, e: Expr): Expr => pow(max(abs(x), tiny), e);
/** sign(x) |x|^e */
export const signedPower = (x: Expr, e: Expr): Expr => mul(select(x, zero, constant(-1), one), absolutePower(x, e));

/** A coordinate in units of its half size. */
const scaled = (x: Expr, name: string, p: ShapeValues<Expr>): Expr => div(x, mul(p('a'), p(name)));

/** |x / a a1|^(2/e2) + |y / a a2|^(2/e2): 1 on the equator of a superquadric. */
export const aroundAxis = ([x, y]: Vec3, p: ShapeValues<Expr>): Expr => {
  const exponent = div(two, p('e2'));
  return add(absolutePower(scaled(x, 'a1', p), exponent), absolutePower(scaled(y, 'a2', p), exponent));
};
/** |z / a a3|^(2/e1) */
export const alongAxis = ([, , z]: Vec3, p: ShapeValues<Expr>): Expr =>
  absolutePower(scaled(z, 'a3', p), div(two, p('e1')));

/** The point with this Cu^e1 (or a4 + Cu^e1 of a ring) around z, and w = Su^e1 along it. */
export const around = (ring: Expr, w: Expr, { cv, sv }: Angles, p: ShapeValues<Expr>): { e: Vec3; w: Expr } => {
  const sized = (name: string): Expr => mul(p('a'), p(name));
  return {
    e: [
      mul(sized('a1'), mul(ring, power(cv, p('e2')))),
      mul(sized('a2'), mul(ring, power(sv, p('e2')))),
      mul(sized('a3'), w),
    ],
    w,
  };
};

/** A place of a shape around z, whose section has its middle so far from the axis, in units of a1 and a2. */
export const placeAround = ([x, y, z]: Vec3, middle: Expr, p: ShapeValues<Expr>): MaterialPlace => ({
  x: scaled(x, 'a1', p),
  y: scaled(y, 'a2', p),
  z: scaled(z, 'a3', p),
  middle,
  e1: p('e1'),
  e2: p('e2'),
});

/** (u, v) of a place. */
export function anglesOf({ x, y, z, middle, e1, e2 }: MaterialPlace): readonly [u: Expr, v: Expr] {
  const aroundZ = add(absolutePower(x, div(two, e2)), absolutePower(y, div(two, e2)));
  const across = sub(absolutePower(aroundZ, div(e2, two)), middle);
  const base = (t: Expr, e: Expr): Expr => signedPower(t, div(one, e));
  return [atan2(base(z, e1), base(across, e1)), atan2(base(y, e2), base(x, e2))];
}
