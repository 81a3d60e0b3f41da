/**
 * A geometric primitive: a closed surface as a formula of material coordinates u, v and of its parameters.   [Met93, eq. 5]
 *
 *   e = e(u, v; a1, a2, ...)          w = e_3 / height, the place along z, from -1 to 1
 *
 * One file each. Derivatives, velocities and inertial forces follow from the formula. Powers keep the sign of their base:
 *
 *   X^e = sign(X) |X|^e = sign(X) exp(e ln|X|)
 *
 * sign(X) and ln|X| depend on the point alone and are numbers that it keeps. Where |X| < 1e-12, at poles and seams, both are 0, so
 * that X^e = 0 and X^e ln|X| = 0 there.
 */
import { type Expr, exp, mul } from '../../../kernel/formula/expr.ts';
import type { Vec3 } from '../../../kernel/formula/vector.ts';

/** A global shape parameter, and the range that it is kept in. */
export interface ShapeParameter {
  readonly name: string;
  /** its value if not given; undefined: it must be given */
  readonly start?: number;
  readonly least: number;
  readonly most: number;
  readonly unit: 'm' | '';
  /** what it is, for messages and documentation */
  readonly meaning: string;
}
export type ShapeValues<T> = (name: string) => T;

/** X as sign and ln|X|. */
export interface Signed {
  readonly sign: Expr;
  readonly log: Expr;
}
/** cos u, sin u, cos v and sin v of a point. */
export interface Angles {
  readonly cu: Signed;
  readonly su: Signed;
  readonly cv: Signed;
  readonly sv: Signed;
}
export const power = ({ sign, log }: Signed, exponent: Expr): Expr => mul(sign, exp(mul(exponent, log)));

/** Volume and moments of inertia about its axes of the solid with density 1. */
export interface SolidProperties {
  readonly volume: number;
  readonly inertia: readonly [number, number, number];
}

/**
 * A place by numbers from which its angles follow:
 *
 *   ring = (|x|^(2/e2) + |y|^(2/e2))^(e2/2)       Cv^e2 : Sv^e2 = x : y       Cu^e1 : Su^e1 = ring - middle : z
 */
export interface MaterialPlace {
  readonly x: Expr;
  readonly y: Expr;
  readonly z: Expr;
  readonly middle: Expr;
  readonly e1: Expr;
  readonly e2: Expr;
}

export interface Primitive {
  readonly kind: string;
  readonly parameters: readonly ShapeParameter[];
  /** u from pole to pole, with two single pole nodes; or u and v both periodic */
  readonly grid: 'poles' | 'torus';
  /** of the surface f = level; the body's own is that of level 1. Linear in level. */
  point(angles: Angles, p: ShapeValues<Expr>, level: Expr): { readonly e: Vec3; readonly w: Expr };
  /** w = z / height */
  height(p: ShapeValues<Expr>): Expr;
  /** f < 1 inside, f > 1 outside */
  inside(x: Vec3, p: ShapeValues<Expr>): Expr;
  /** the inverse of `point` */
  place(x: Vec3, p: ShapeValues<Expr>): MaterialPlace;
  /** in closed form, where it is known */
  solid?(p: ShapeValues<number>): SolidProperties;
}

/** Lengths are kept above this, m. */
export const leastLength = 1e-6;
export const length = (name: string, meaning: string, start?: number): ShapeParameter => ({
  name,
  ...(start === undefined ? {} : { start }),
  least: leastLength,
  most: Number.MAX_VALUE,
  unit: 'm',
  meaning,
});
export const squareness = (name: string, meaning: string): ShapeParameter => ({
  name,
  start: 1,
  least: 0.1,
  most: 2,
  unit: '',
  meaning,
});
