/** Points and 3x3 matrices (row major) as tuples of scalar expressions. */
import { add, constant, div, type Expr, mul, neg, sqrt, square, sub, zero } from './expr.ts';

/**
 * A vector of three formulas.
 * @example const up: Vec3 = [constant(0), constant(1), constant(0)];
 */
export type Vec3 = readonly [Expr, Expr, Expr];
/**
 * A 3 x 3 matrix of formulas, row by row.
 * @example const F: Mat3 = [u, v, w];
 */
export type Mat3 = readonly [Vec3, Vec3, Vec3];

export const vec3 = (x: number, y: number, z: number): Vec3 => [constant(x), constant(y), constant(z)];
/**
 * a + b as a formula.
 * @example add3(u, v)
 */
export const add3 = (a: Vec3, b: Vec3): Vec3 => [add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2])];
/**
 * a - b as a formula.
 * @example sub3(u, v)
 */
export const sub3 = (a: Vec3, b: Vec3): Vec3 => [sub(a[0], b[0]), sub(a[1], b[1]), sub(a[2], b[2])];
export const neg3 = (a: Vec3): Vec3 => [neg(a[0]), neg(a[1]), neg(a[2])];
/**
 * s a as a formula.
 * @example scale3(constant(2), u)
 */
export const scale3 = (s: Expr, a: Vec3): Vec3 => [mul(s, a[0]), mul(s, a[1]), mul(s, a[2])];
export const sum3 = (vectors: readonly Vec3[]): Vec3 => vectors.reduce(add3);
/**
 * The inner product a . b as a formula.
 * @example dot(u, v)
 */
export const dot = (a: readonly Expr[], b: readonly Expr[]): Expr => a.map((x, i) => mul(x, b[i])).reduce(add);
/**
 * The cross product a x b as a formula.
 * @example cross(u, v)
 */
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  sub(mul(a[1], b[2]), mul(a[2], b[1])),
  sub(mul(a[2], b[0]), mul(a[0], b[2])),
  sub(mul(a[0], b[1]), mul(a[1], b[0])),
];
/**
 * |a|^2 as a formula; cheaper than `length`, and smooth at 0.
 * @example lengthSquared(sub3(u, v))
 */
export const lengthSquared = (a: Vec3): Expr => add(add(square(a[0]), square(a[1])), square(a[2]));
/**
 * |a| as a formula.
 * @example length(sub3(u, v))
 */
export const length = (a: Vec3): Expr => sqrt(lengthSquared(a));
/**
 * a / |a| as a formula.
 * @example normalise(u)
 */
export const normalise = (a: Vec3): Vec3 => scale3(div(constant(1), length(a)), a);

export const transpose = (m: Mat3): Mat3 => [column(m, 0), column(m, 1), column(m, 2)];
export const column = (m: Mat3, k: number): Vec3 => [m[0][k], m[1][k], m[2][k]];
/**
 * The matrix product a b as a formula.
 * @example multiply([u, v, w], [v, w, u])
 */
export const multiply = (a: Mat3, b: Mat3): Mat3 => {
  const row = (r: Vec3): Vec3 => [dot(r, column(b, 0)), dot(r, column(b, 1)), dot(r, column(b, 2))];
  return [row(a[0]), row(a[1]), row(a[2])];
};
export const multiplyVector = (m: Mat3, a: Vec3): Vec3 => [dot(m[0], a), dot(m[1], a), dot(m[2], a)];
/**
 * The determinant of a matrix as a formula.
 * @example determinant([u, v, w])
 */
export const determinant = (m: Mat3): Expr => dot(m[0], cross(m[1], m[2]));
const entrywise = (entry: (i: number, j: number) => Expr): Mat3 =>
  [0, 1, 2].map((i) => [0, 1, 2].map((j) => entry(i, j))) as unknown as Mat3;
export const addMatrix = (a: Mat3, b: Mat3): Mat3 => entrywise((i, j) => add(a[i][j], b[i][j]));
export const scaleMatrix = (s: Expr, a: Mat3): Mat3 => entrywise((i, j) => mul(s, a[i][j]));
/** s I */
export const scalarMatrix = (s: Expr): Mat3 => entrywise((i, j) => (i === j ? s : zero));
/** a b' */
export const outer = (a: Vec3, b: Vec3): Mat3 => entrywise((i, j) => mul(a[i], b[j]));
/** [a]x: of a vector v it makes a x v */
export const skew = ([x, y, z]: Vec3): Mat3 => [
  [zero, neg(z), y],
  [z, zero, neg(x)],
  [neg(y), x, zero],
];

/** A list of 3n scalars as n vectors. */
export const vectors = (scalars: readonly Expr[]): Vec3[] =>
  Array.from({ length: scalars.length / 3 }, (_, i) => [scalars[3 * i], scalars[3 * i + 1], scalars[3 * i + 2]]);
