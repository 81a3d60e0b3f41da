/**
 * A rotation: a unit quaternion a = (w, x, y, z) and the angular velocity omega in world axes.
 *
 *   adot = 1/2 (0, omega) a
 */
import { add, constant, type Expr, mul, neg, sub } from '../../kernel/formula/expr.ts';
import { cos, sin } from '../../kernel/formula/scalar.ts';
import type { Mat3, Vec3 } from '../../kernel/formula/vector.ts';
import type { BlockKind } from './block.ts';

const half = constant(0.5);
const sum = (a: Expr, b: Expr, c: Expr): Expr => add(add(a, b), c);

export const rotation: BlockKind = {
  name: 'rotation',
  width: 4,
  rates: 3,
  rate: ([w, x, y, z], [a, b, c]) =>
    [
      neg(sum(mul(a, x), mul(b, y), mul(c, z))),
      sum(mul(a, w), mul(b, z), neg(mul(c, y))),
      sum(mul(b, w), mul(c, x), neg(mul(a, z))),
      sum(mul(c, w), mul(a, y), neg(mul(b, x))),
    ].map((e) => mul(half, e)),
};

/** The matrix of a quaternion, as formulas: R r turns a vector of the body into the world. */
export function rotationMatrix([w, x, y, z]: readonly Expr[]): Mat3 {
  const two = constant(2);
  const one = constant(1);
  const square = (a: Expr, b: Expr): Expr => sub(one, mul(two, add(mul(a, a), mul(b, b))));
  const plus = (a: Expr, b: Expr, c: Expr): Expr => mul(two, add(mul(a, b), mul(w, c)));
  const minus = (a: Expr, b: Expr, c: Expr): Expr => mul(two, sub(mul(a, b), mul(w, c)));
  return [
    [square(y, z), minus(x, y, z), plus(x, z, y)],
    [plus(x, y, z), square(x, z), minus(y, z, x)],
    [minus(x, z, y), plus(y, z, x), square(x, y)],
  ];
}
/** A vector of the body, turned into the world. */
export const turned = (a: readonly Expr[], [r0, r1, r2]: Vec3): Vec3 => {
  const R = rotationMatrix(a);
  const line = (row: Vec3): Expr => sum(mul(row[0], r0), mul(row[1], r1), mul(row[2], r2));
  return [line(R[0]), line(R[1]), line(R[2])];
};

// --- the same in numbers; `at` is the first entry of the block --------------------------------------------------------------
/** out = T(q) v */
export function rotationRate(q: Float64Array, v: Float64Array, at: number, out: Float64Array): void {
  const w = q[at];
  const x = q[at + 1];
  const y = q[at + 2];
  const z = q[at + 3];
  const a = v[at];
  const b = v[at + 1];
  const c = v[at + 2];
  out[at] = -0.5 * (a * x + b * y + c * z);
  out[at + 1] = 0.5 * (a * w + b * z - c * y);
  out[at + 2] = 0.5 * (b * w + c * x - a * z);
  out[at + 3] = 0.5 * (c * w + a * y - b * x);
}
/** The quaternion of a rotation vector times q, in place: q turned by d in world axes, and of length 1 again. */
export function turnBy(q: Float64Array, at: number, dx: number, dy: number, dz: number): void {
  const angle = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (angle === 0) {
    normaliseRotation(q, at);
    return;
  }
  const s = sin(angle / 2) / angle;
  turnWith(q, at, cos(angle / 2), s * dx, s * dy, s * dz);
}
/** The quaternion (c, a, b, d) times q, in place, and of length 1 again. */
export function turnWith(q: Float64Array, at: number, c: number, a: number, b: number, d: number): void {
  const w = q[at];
  const x = q[at + 1];
  const y = q[at + 2];
  const z = q[at + 3];
  q[at] = c * w - (a * x + b * y + d * z);
  q[at + 1] = c * x + a * w + b * z - d * y;
  q[at + 2] = c * y + b * w + d * x - a * z;
  q[at + 3] = c * z + d * w + a * y - b * x;
  normaliseRotation(q, at);
}
export function normaliseRotation(q: Float64Array, at: number): void {
  const length = Math.sqrt(q[at] * q[at] + q[at + 1] * q[at + 1] + q[at + 2] * q[at + 2] + q[at + 3] * q[at + 3]);
  for (let k = at; k < at + 4; k++) q[k] /= length;
}
/** R of a quaternion, row by row (9). */
export function matrixOfRotation(q: Float64Array, at: number, out: Float64Array): void {
  const w = q[at];
  const x = q[at + 1];
  const y = q[at + 2];
  const z = q[at + 3];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
}
