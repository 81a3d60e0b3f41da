/**
 * The metric of a trilinear brick, averaged over the brick.                       [PB88, App. B, eq. 48 to 58; errata: P13 to P18]
 *
 *   G_ij = average of r_,i . r_,j      over (u, v, w) in the unit cube, in material lengths: divided by L_i L_j
 *
 * Corner number = i + 2 j + 4 k, with i, j, k in {0, 1} along the material axes 0, 1, 2. In sums of the corners with signs,
 *
 *   A_i = sum of s_i r,   H_0 = sum of s_1 s_2 r,  H_1 = sum of s_0 s_2 r,  H_2 = sum of s_0 s_1 r,  H_3 = sum of s_0 s_1 s_2 r
 *
 * with s_i = -1 or 1 at the two ends of axis i, the brick is r = r_m + A_0 u/4 + ... + H_0 v w/2 + ... + H_3 u v w about its middle, and
 *
 *   G_00 = A_0.A_0/16 + (H_1.H_1 + H_2.H_2)/48 + H_3.H_3/144        G_11, G_22 alike
 *   G_01 = A_0.A_1/16 + H_0.H_1/48                                  G_02, G_12 alike
 *
 * The same numbers as eq. 53 to 58 in their corrected form (as printed a unit cube would have G_00 = 5/3), with a third of the
 * operations: the sums are made by butterflies, and so are the forces, which are their transpose. H are the hourglass modes too.
 */
import { add, constant, type Expr, mul, sub } from '../../kernel/formula/expr.ts';
import { add3, dot, lengthSquared, sub3, type Vec3 } from '../../kernel/formula/vector.ts';

/** Corners of VTK's numbering at the numbers i + 2 j + 4 k. */
export const cornerOrder = [0, 1, 3, 2, 4, 5, 7, 6] as const;

/** The six numbers of a symmetric tensor: 00, 11, 22, 01, 02, 12. */
export type Symmetric = readonly [Expr, Expr, Expr, Expr, Expr, Expr];
/** How often each of the six occurs among all nine. */
export const timesAmongNine = [1, 1, 1, 2, 2, 2] as const;

export interface BrickModes {
  readonly A: readonly [Vec3, Vec3, Vec3];
  readonly H: readonly [Vec3, Vec3, Vec3, Vec3];
}

/** r: the corners at i + 2 j + 4 k */
export function brickModes(r: readonly Vec3[]): BrickModes {
  const pairs = [0, 2, 4, 6];
  const sums = pairs.map((k) => add3(r[k], r[k + 1]));
  const differences = pairs.map((k) => sub3(r[k + 1], r[k]));
  // along axis 1, then along axis 2
  const [s, d] = [sums, differences].map((e) => ({
    sum: [add3(e[0], e[1]), add3(e[2], e[3])],
    difference: [sub3(e[1], e[0]), sub3(e[3], e[2])],
  }));
  const across = ([low, high]: readonly Vec3[]): Vec3 => sub3(high, low);
  const over = ([low, high]: readonly Vec3[]): Vec3 => add3(low, high);
  return {
    A: [over(d.sum), over(s.difference), across(s.sum)],
    H: [across(s.difference), across(d.sum), over(d.difference), across(d.difference)],
  };
}

/** inverse: 1/L_0, 1/L_1, 1/L_2 */
export function metricOfModes({ A, H }: BrickModes, inverse: readonly Expr[]): Symmetric {
  const weighted = (weight: number, e: Expr): Expr => mul(constant(weight), e);
  const squares = H.map(lengthSquared);
  const last = weighted(1 / 144, squares[3]);
  const along = (i: number): Expr => {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    const warp = add(weighted(1 / 48, add(squares[j], squares[k])), last);
    return mul(add(weighted(1 / 16, lengthSquared(A[i])), warp), mul(inverse[i], inverse[i]));
  };
  const between = (i: number, j: number): Expr =>
    mul(add(weighted(1 / 16, dot(A[i], A[j])), weighted(1 / 48, dot(H[i], H[j]))), mul(inverse[i], inverse[j]));
  return [along(0), along(1), along(2), between(0, 1), between(0, 2), between(1, 2)];
}

export const averagedMetric = (r: readonly Vec3[], inverse: readonly Expr[]): Symmetric =>
  metricOfModes(brickModes(r), inverse);

/** det of a symmetric tensor. */
export const determinantOf = ([g00, g11, g22, g01, g02, g12]: Symmetric): Expr =>
  add(
    sub(mul(g00, sub(mul(g11, g22), mul(g12, g12))), mul(g01, sub(mul(g01, g22), mul(g12, g02)))),
    mul(g02, sub(mul(g01, g12), mul(g11, g02))),
  );
