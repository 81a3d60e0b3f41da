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
 *     = F / s + cof(s F + cof F) / (s (s t - J))
 *
 * The last form takes 15 operations less and is as accurate. For the stretch s1, with e = s2 + s3 and cof F = R J S^-1, it says
 * (s s2 + s1 s3)(s s3 + s1 s2) = s^2 s2 s3 + s s1 (s2^2 + s3^2) + s1^2 s2 s3 = e^2 (s1^2 + s1 e + s2 s3) = (s - s1)(s t - J),
 * which is s (s t - J)(1 - s1 / s); and so for s2 and s3.
 *
 * The largest root of g is double where s2 = -s3, where iterations on g converge slowly. So the start is computed from the largest
 * eigenvalue l of F'F, for which there is a formula, with m = a / 3:
 *
 *   l = m + 2 w cos(acos(r) / 3),   w^2 = Q = m^2 - b / 3,   2 r = (m (2 Q - b / 3) + J^2) / w^3
 *   s = sqrt l + sqrt(a - l + 2 J / sqrt l),      as (s2 + s3)^2 = a - l + 2 J / s1
 *
 * Where l is not well known, at s1 = s2, s does not depend on it to first order; where s2 = -s3, l is simple. With
 * v = 2 - sqrt(2 + 2 r), cos(acos(r) / 3) is smooth in 0 <= v <= 2, and a polynomial of fourth degree that is exact at v = 0 (the
 * double root) is right to 4e-5, and s to 2e-6. One Halley step on g makes that exact: 1e-15 in general, and 1e-8, the root of
 * rounding, at s2 = -s3 itself, where psi has a kink. The start is detached (no gradient passes through it): Halley's step alone
 * gives s its first and second derivatives, with errors of the order of the square of the start's. So psi has a second step.
 *
 * Where s2 + s3 is less than 1e-7 of the size of F the denominator is clamped, so that forces stay finite.
 *
 * Tried and rejected: R from the quaternion that is the eigenvector of the 4x4 matrix with the characteristic polynomial g, a column of
 * cofactors (more operations, and no column is good for every rotation); three coefficients and a weighted fit (2 operations less, s to 3e-15 where
 * tets are inverted); roots and divisions that do not wait for each other (4 operations more, and stages hide the waits).
 */
import {
  add,
  constant,
  detach,
  div,
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
  dot,
  type Mat3,
  multiply,
  multiplyVector,
  outer,
  scalarMatrix,
  scale3,
  scaleMatrix,
  skew,
  transpose,
} from '../kernel/formula/vector.ts';
import type { Material } from './material.ts';

const [half, two, three] = [0.5, 2, 3].map(constant);
const [four, third] = [4, 1 / 3].map(constant);
/** lower bound of 2 (s t - J), relative to the cube of the largest stretch */
const least = constant(2e-7);
/** 2 (cos(2/3 acos(1 - v / 2)) - 1) / v, from the constant on: interpolated at Chebyshev's points of 0 ... 2 */
const cosines = [-0.44442439795839744, -0.020892969092262365, -0.0016985045578812965, -0.0008702896268811806].map(
  constant,
);

/** The largest eigenvalue l of F'F. */
function largestSquare(a: Expr, b: Expr, J: Expr): Expr {
  const [m, b3] = [mul(third, a), mul(third, b)];
  const Q = max(sub(square(m), b3), constant(1e-60));
  const w = sqrt(Q);
  const h = add(mul(m, sub(add(Q, Q), b3)), square(J));
  const v = sub(two, sqrt(max(min(add(two, div(h, mul(Q, w))), four), zero)));
  const series = cosines.reduceRight((sum, c) => add(c, mul(v, sum)));
  return add(m, mul(w, add(two, mul(v, series))));
}

/** Of F: a, 2 J, cof F, s, 2 (s t - J), and its lower bound. */
function stretches(F: Mat3) {
  const E = cofactor(F);
  const [a, b, J] = [dot(F.flat(), F.flat()), dot(E.flat(), E.flat()), dot(F[0], E[0])];
  const l = largestSquare(a, b, J);
  const s1 = sqrt(l);
  const J2 = add(J, J);
  const floor = detach(mul(least, mul(l, s1)));
  const u = sqrt(max(add(sub(a, l), div(J2, s1)), zero));
  const twiceT = (s: Expr): Expr => sub(square(s), a);
  const twiceGap = (s: Expr): Expr => sub(mul(s, twiceT(s)), J2);
  // s - 2 g g' / (2 g'^2 - g g''), g' = 2 D, g'' = 4 (2 s^2 + 2 t)
  const halley = (start: Expr): Expr => {
    const s = detach(start);
    const g = sub(square(twiceT(s)), mul(four, add(b, mul(J2, s))));
    const half = max(twiceGap(s), floor);
    const D = add(half, half);
    const below = sub(add(square(D), square(D)), mul(g, add(add(square(s), square(s)), twiceT(s))));
    return sub(s, div(mul(g, D), below));
  };
  const s = halley(add(s1, u));
  return { E, a, s, twiceGap: twiceGap(s), floor, again: halley };
}
const cofactor = (F: Mat3): Mat3 => [cross(F[1], F[2]), cross(F[2], F[0]), cross(F[0], F[1])];

/** s, and R = p F + r cof(s F + cof F): p and r times k. */
function rotation(F: Mat3) {
  const { E, s, twiceGap, floor } = stretches(F);
  const gap = max(twiceGap, floor);
  const perGap = reciprocal(mul(s, gap));
  const cof = cofactor(addMatrix(scaleMatrix(s, F), E));
  const parts = (k: Expr) => {
    const own = mul(k, perGap);
    return { p: mul(own, twiceGap), r: add(own, own) };
  };
  return { s, gap, cof, parts };
}

export const corotated: Material = {
  name: 'corotated',
  energy(F, mu, la) {
    const { a, s: found, again } = stretches(F);
    const s = again(found);
    const shear = add(sub(a, add(s, s)), three);
    return add(mul(mu, shear), mul(half, mul(la, square(sub(s, three)))));
  },
  stress(F, mu, la) {
    const { s, cof, parts } = rotation(F);
    const twice = add(mu, mu);
    const { p, r } = parts(sub(mul(la, sub(s, three)), twice));
    return addMatrix(scaleMatrix(add(twice, p), F), scaleMatrix(r, cof));
  },
  hessian(F, mu, la, b) {
    const { s, gap, cof, parts } = rotation(F);
    const { p, r } = parts(one);
    const R = addMatrix(scaleMatrix(p, F), scaleMatrix(r, cof));
    const perGap = div(two, gap);
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
