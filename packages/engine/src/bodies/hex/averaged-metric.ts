/**
 * The metric of a trilinear brick, averaged over the brick.                       [PB88, App. B, eq. 48 to 58; errata: P13 to P18]
 *
 *   G_ij = average of r_,i . r_,j      over (u, v, w) in the unit cube, in material lengths: divided by L_i L_j
 *
 * Corner number = i + 2 j + 4 k, with i, j, k in {0, 1} along the material axes 0, 1, 2. The edges along axis 0 are
 * alpha_1 .. alpha_4 at (j, k) = (0, 0), (1, 0), (0, 1), (1, 1), those along axis 1 beta at (i, k), along axis 2 gamma at (i, j);
 * a, b, c are their sums:
 *
 *   18 G_00 = a.a + sum alpha_n.alpha_n - alpha_1.alpha_4 - alpha_2.alpha_3
 *   24 G_01 = a.b + (alpha_1 + alpha_2).(beta_1 + beta_2) + (alpha_3 + alpha_4).(beta_3 + beta_4)
 *   24 G_02 = a.c + (alpha_1 + alpha_3).(gamma_1 + gamma_2) + (alpha_2 + alpha_4).(gamma_3 + gamma_4)
 *   24 G_12 = b.c + (beta_1 + beta_3).(gamma_1 + gamma_3) + (beta_2 + beta_4).(gamma_2 + gamma_4)
 *
 * As printed, the signs of the brackets are wrong: a unit cube would have G_00 = 5/3.
 */
import { add, constant, type Expr, mul, sub } from '../../kernel/formula/expr.ts';
import { add3, dot, sub3, sum3, type Vec3 } from '../../kernel/formula/vector.ts';

/** Corners of VTK's numbering at the numbers i + 2 j + 4 k. */
export const cornerOrder = [0, 1, 3, 2, 4, 5, 7, 6] as const;

/** The six numbers of a symmetric tensor: 00, 11, 22, 01, 02, 12. */
export type Symmetric = readonly [Expr, Expr, Expr, Expr, Expr, Expr];
/** How often each of the six occurs among all nine. */
export const timesAmongNine = [1, 1, 1, 2, 2, 2] as const;

/** r: the corners at i + 2 j + 4 k; inverse: 1/L_0, 1/L_1, 1/L_2 */
export function averagedMetric(r: readonly Vec3[], inverse: readonly Expr[]): Symmetric {
  const edge = (from: number, to: number): Vec3 => sub3(r[to], r[from]);
  const alpha = [edge(0, 1), edge(2, 3), edge(4, 5), edge(6, 7)];
  const beta = [edge(0, 2), edge(1, 3), edge(4, 6), edge(5, 7)];
  const gamma = [edge(0, 4), edge(1, 5), edge(2, 6), edge(3, 7)];
  const [a, b, c] = [alpha, beta, gamma].map(sum3);
  const along = (e: readonly Vec3[], sum: Vec3): Expr => {
    const squares = e.map((x) => dot(x, x)).reduce(add);
    const crossed = add(dot(e[0], e[3]), dot(e[1], e[2]));
    return mul(constant(1 / 18), add(dot(sum, sum), sub(squares, crossed)));
  };
  const between = (e: Vec3, f: Vec3, one: readonly [Vec3, Vec3], other: readonly [Vec3, Vec3]): Expr =>
    mul(constant(1 / 24), add(dot(e, f), add(dot(one[0], one[1]), dot(other[0], other[1]))));
  const G = [
    along(alpha, a),
    along(beta, b),
    along(gamma, c),
    between(
      a,
      b,
      [add3(alpha[0], alpha[1]), add3(beta[0], beta[1])],
      [add3(alpha[2], alpha[3]), add3(beta[2], beta[3])],
    ),
    between(
      a,
      c,
      [add3(alpha[0], alpha[2]), add3(gamma[0], gamma[1])],
      [add3(alpha[1], alpha[3]), add3(gamma[2], gamma[3])],
    ),
    between(
      b,
      c,
      [add3(beta[0], beta[2]), add3(gamma[0], gamma[2])],
      [add3(beta[1], beta[3]), add3(gamma[1], gamma[3])],
    ),
  ];
  const pairs = [
    [0, 0],
    [1, 1],
    [2, 2],
    [0, 1],
    [0, 2],
    [1, 2],
  ];
  return G.map((g, n) => mul(g, mul(inverse[pairs[n][0]], inverse[pairs[n][1]]))) as unknown as Symmetric;
}

/** det of a symmetric tensor. */
export const determinantOf = ([g00, g11, g22, g01, g02, g12]: Symmetric): Expr =>
  add(
    sub(mul(g00, sub(mul(g11, g22), mul(g12, g12))), mul(g01, sub(mul(g01, g22), mul(g12, g02)))),
    mul(g02, sub(mul(g01, g12), mul(g11, g02))),
  );
