/**
 * Corotated linear: Hooke's law in the frame of the rotation R of F = R S.
 *
 *   psi = mu |F - R|^2 + la/2 (tr S - 3)^2 = mu (|F|^2 - 2 s + 3) + la/2 (s - 3)^2,     s = tr S
 *   P   = 2 mu (F - R) + la (s - 3) R
 *   H_ab = 2 mu (b_a.b_b) I + la (R b_a)(R b_b)' - (2 mu - la (s - 3)) Y_a' G Y_b,   Y_a = [b_a]x R',  G = (s I - S)^-1
 *
 * because |F - R|^2 = |F|^2 - 2 R:F + 3, R:F = s and ds/dF = R. Everything depends on s, the sum of the stretches s1 >= s2 >= |s3|,
 * the least of which is negative where J < 0. With the other invariants a = |F|^2, b = |cof F|^2, J = det F and
 * t = s1 s2 + s2 s3 + s3 s1,
 *
 *   s^2 = a + 2 t,   t^2 = b + 2 J s     =>     g(s) = (s^2 - a)^2 - 4 b - 8 J s = 0
 *   g'(s) = 8 (s t - J) = 8 (s1 + s2)(s2 + s3)(s3 + s1)
 *   R = ds/dF = -dg/dF / g' = ((t + a) F - F F'F + s cof F) / (s t - J)
 *
 * The largest root of g is double where s2 = -s3, where iterations on g converge slowly. So the start is computed from the largest
 * eigenvalue l of F'F, for which there is a formula:
 *
 *   l = (a + 2 p cos(acos(r) / 3)) / 3,   p^2 = a^2 - 3 b,  r = (27 J^2 - 9 a b + 2 a^3) / (2 p^3)
 *   s = sqrt l + sqrt(a - l + 2 J / sqrt l),      as (s2 + s3)^2 = a - l + 2 J / s1
 *
 * Where l is not well known, at s1 = s2, s does not depend on it to first order; where s2 = -s3, l is simple. With
 * v = 1 - sqrt((1 + r) / 2), cos(acos(r) / 3) is smooth in 0 <= v <= 1, and a polynomial of sixth degree that is exact at
 * v = 0 (the double root) is right to 6e-7. One Halley step on g makes that exact: 1e-15 in general, and 1e-8, the root of
 * rounding, at s2 = -s3 itself, where psi has a kink. The start is detached (no gradient passes through it): Halley's step alone
 * gives s the right first and second derivatives.
 *
 * Where s2 + s3 is less than 1e-7 of the size of F the denominator is clamped, so that forces stay finite.
 */
import {
  add,
  constant,
  detach,
  type Expr,
  max,
  min,
  mul,
  neg,
  one,
  reciprocal,
  sqrt,
  square,
  sub,
  zero,
} from '../kernel/formula/expr.ts';
import {
  addMatrix,
  cross,
  determinant,
  dot,
  type Mat3,
  multiply,
  multiplyVector,
  outer,
  scalarMatrix,
  scale3,
  scaleMatrix,
  skew,
  sub3,
  transpose,
} from '../kernel/formula/vector.ts';
import type { Material } from './material.ts';

const [half, two, three] = [0.5, 2, 3].map(constant);
/** lower bound of the denominator, relative to the largest value of a product of sums of stretches */
const least = constant(1e-7);
/** 2 (cos(2/3 acos(1 - v)) - 1) / v, from the constant on: interpolated at Chebyshev's points of 0 ... 1 */
const cosines = [
  ...[-0.8888882314198776, -0.08235158764990057, -0.018976762895497457],
  ...[-0.008093452337876196, 0.001587574076166948, -0.003276393558237382],
].map(constant);

/** The largest eigenvalue l of F'F. */
function largestSquare(a: Expr, b: Expr, J: Expr): Expr {
  const thrice = mul(three, b);
  const a2 = square(a);
  const p2 = max(sub(a2, thrice), add(mul(constant(1e-30), a2), constant(1e-60)));
  const p = sqrt(p2);
  // r / 2 = p N / p^4: the division does not wait for the root
  const N = add(mul(a, sub(mul(half, p2), mul(constant(0.25), thrice))), mul(constant(6.75), square(J)));
  const r = add(half, mul(mul(N, reciprocal(square(p2))), p));
  const v = sub(one, sqrt(max(min(r, one), zero)));
  // in pairs, for a shorter chain of dependent operations
  const [c0, c1, c2, c3, c4, c5] = cosines;
  const v2 = square(v);
  const pair = (x: Expr, y: Expr): Expr => add(x, mul(v, y));
  const sum = add(pair(c0, c1), mul(v2, add(pair(c2, c3), mul(v2, pair(c4, c5)))));
  return mul(constant(1 / 3), add(a, mul(p, add(two, mul(v, sum)))));
}

/** The stretches' sum s, sum t of products in pairs, and s t - J. */
function stretches(F: Mat3) {
  const cof: Mat3 = [cross(F[1], F[2]), cross(F[2], F[0]), cross(F[0], F[1])];
  const C = multiply(transpose(F), F);
  const a = add(add(C[0][0], C[1][1]), C[2][2]);
  const [b, J] = [dot(cof.flat(), cof.flat()), determinant(F)];
  const l = largestSquare(a, b, J);
  const first = sqrt(l);
  const floor = detach(mul(least, mul(l, first)));
  const others = sqrt(max(add(sub(a, l), mul(two, mul(mul(J, reciprocal(l)), first))), zero));
  const start = detach(add(first, others));
  const pairs = (s: Expr): Expr => mul(half, sub(square(s), a));
  const gap = (s: Expr): Expr => max(sub(mul(s, pairs(s)), J), floor);
  // Halley: s - 2 g g' / (2 g'^2 - g g''), with g / 4, g' / 8 and g'' / 8 = s^2 + t
  const g = sub(sub(square(pairs(start)), b), mul(two, mul(J, start)));
  const slope = gap(start);
  const below = sub(mul(constant(4), square(slope)), mul(g, add(square(start), pairs(start))));
  const s = sub(start, mul(two, mul(mul(g, slope), reciprocal(below))));
  return { cof, C, a, s, t: pairs(s), gap: gap(s) };
}

export const corotated: Material = {
  name: 'corotated',
  energy(F, mu, la) {
    const { a, s } = stretches(F);
    const shear = add(sub(a, mul(two, s)), three);
    return add(mul(mu, shear), mul(half, mul(la, square(sub(s, three)))));
  },
  stress(F, mu, la) {
    const { cof, C, a, s, t, gap } = stretches(F);
    // P = F (2 mu - k (t + a) + k F'F) - k s cof F with k = (2 mu - la (s - 3)) / (s t - J)
    const twice = mul(two, mu);
    const k = mul(sub(twice, mul(la, sub(s, three))), reciprocal(gap));
    const own = sub(twice, mul(k, add(t, a)));
    const M = C.map((row, i) => row.map((c, j) => (i === j ? add(mul(k, c), own) : mul(k, c)))) as unknown as Mat3;
    const others = mul(k, s);
    return multiply(F, M).map((row, i) => sub3(row, scale3(others, cof[i]))) as unknown as Mat3;
  },
  hessian(F, mu, la, b) {
    const { cof, C, a, s, t, gap } = stretches(F);
    const perGap = reciprocal(gap);
    const M = addMatrix(scalarMatrix(add(t, a)), scaleMatrix(constant(-1), C));
    const R = scaleMatrix(perGap, addMatrix(multiply(F, M), scaleMatrix(s, cof)));
    const S = multiply(transpose(R), F);
    const T = addMatrix(scalarMatrix(s), scaleMatrix(constant(-1), S));
    const k = sub(mul(two, mu), mul(la, sub(s, three)));
    const kG = scaleMatrix(mul(k, perGap), [cross(T[1], T[2]), cross(T[2], T[0]), cross(T[0], T[1])]);
    const Rb = b.map((own) => multiplyVector(R, own));
    const Y = b.map((own) => multiply(skew(own), transpose(R)));
    const kGY = Y.map((own) => multiply(kG, own));
    return (i, j) =>
      [
        scalarMatrix(mul(mul(two, mu), dot(b[i], b[j]))),
        outer(scale3(la, Rb[i]), Rb[j]),
        scaleMatrix(neg(one), multiply(transpose(Y[i]), kGY[j])),
      ].reduce(addMatrix);
  },
};
