/**
 * Corotated linear: Hooke's law in the frame of the rotation R of F = R S.
 *
 *   psi = mu |F - R|^2 + la/2 (tr S - 3)^2 = mu (|F|^2 - 2 s + 3) + la/2 (s - 3)^2,     s = tr S
 *   P   = 2 mu (F - R) + la (s - 3) R
 *
 * because |F - R|^2 = |F|^2 - 2 R:F + 3, R:F = s and ds/dF = R. All of it hangs on s, the sum of the stretches. With the
 * other invariants a = |F|^2, b = |cof F|^2, J = det F and t = s1 s2 + s2 s3 + s3 s1,
 *
 *   s^2 = a + 2 t,   t^2 = b + 2 J s     =>     g(s) = (s^2 - a)^2 - 4 b - 8 J s = 0
 *   g'(s) = 8 (s t - J) = 8 (s1 + s2)(s2 + s3)(s3 + s1)
 *   R = ds/dF = -dg/dF / g' = ((t + a) F - F F'F + s cof F) / (s t - J)
 *
 * s is the largest of four real roots. The search starts at sqrt(a + 2 sqrt(b + 2 J sqrt(3 a))), which is s itself at rest
 * and at most 2 % off elsewhere, and takes three of Halley's steps: all digits for stretches up to 1 : 100. Why not by the
 * eigenvalues of F'F: where two of them are equal, as at rest, half of their digits are lost; g' = 64 there, and s and R
 * keep all. J < 0 counts the least stretch negative (and starts from sqrt a, which is nearer then). Where the two least are
 * equal and opposite R is not defined: towards there s keeps fewer digits, 1e-3 at 1, 0.9, -0.8, and the denominators are
 * held above zero, so that forces stay finite.
 *
 * The stress is given because it is known; what the engine would derive from psi runs back through all steps of the search.
 * They wait for each other, three roots and three divisions in a row: an element takes three times as long as
 * st-venant-kirchhoff (3.6 ms for 1.2 ms and 374 operations for 209, 53,240 tets; six steps from sqrt(3 a): 4.3 ms).
 */
import {
  add,
  constant,
  type Expr,
  max,
  mul,
  one,
  reciprocal,
  select,
  sqrt,
  square,
  sub,
  zero,
} from '../kernel/formula/expr.ts';
import { cross, determinant, dot, type Mat3, multiply, scale3, sub3, transpose } from '../kernel/formula/vector.ts';
import type { Material } from './material.ts';

const steps = 3;
const rootThird = 0.5773502691896258;
const [two, three] = [2, 3].map(constant);
/** of what a product of sums of stretches is at most: nothing is divided by less */
const least = constant(1e-7);

/** The stretches' sum s, sum t of products in pairs, and s t - J. */
function stretches(F: Mat3) {
  const cof: Mat3 = [cross(F[1], F[2]), cross(F[2], F[0]), cross(F[0], F[1])];
  const [a, b, J] = [dot(F.flat(), F.flat()), dot(cof.flat(), cof.flat()), determinant(F)];
  const most = sqrt(max(mul(three, a), constant(1e-24)));
  const floor = mul(least, mul(most, square(most)));
  const guess = mul(select(J, zero, constant(rootThird), one), most);
  let s = sqrt(add(a, mul(two, sqrt(max(add(b, mul(two, mul(J, guess))), mul(most, floor))))));
  const pairs = (sum: Expr): Expr => mul(constant(0.5), sub(square(sum), a));
  const gap = (sum: Expr): Expr => max(sub(mul(sum, pairs(sum)), J), floor);
  for (let k = 0; k < steps; k++) {
    // s - 2 g g' / (2 g'^2 - g g''), with g / 4 and g' / 4
    const g = sub(sub(square(pairs(s)), b), mul(two, mul(J, s)));
    const slope = mul(two, gap(s));
    const bend = sub(mul(three, square(s)), a);
    const below = sub(mul(two, square(slope)), mul(g, bend));
    s = sub(s, mul(mul(two, mul(g, slope)), reciprocal(below)));
  }
  return { cof, a, s, t: pairs(s), gap: gap(s) };
}

export const corotated: Material = {
  name: 'corotated',
  energy(F, mu, la) {
    const { a, s } = stretches(F);
    const shear = add(sub(a, mul(two, s)), three);
    return add(mul(mu, shear), mul(constant(0.5), mul(la, square(sub(s, three)))));
  },
  stress(F, mu, la) {
    const { cof, a, s, t, gap } = stretches(F);
    // P = F (2 mu - k (t + a) + k F'F) - k s cof F with k = (2 mu - la (s - 3)) / (s t - J)
    const twice = mul(two, mu);
    const k = mul(sub(twice, mul(la, sub(s, three))), reciprocal(gap));
    const own = sub(twice, mul(k, add(t, a)));
    const C = multiply(transpose(F), F);
    const M = C.map((row, i) => row.map((c, j) => (i === j ? add(mul(k, c), own) : mul(k, c)))) as unknown as Mat3;
    const others = mul(k, s);
    return multiply(F, M).map((row, i) => sub3(row, scale3(others, cof[i]))) as unknown as Mat3;
  },
};
