/**
 * Energies of vector lengths: |x'| against s0 (stretching), |x_ss| against a curvature (bending of a rod that is curved at rest).
 *
 *   y_g = sum_j a_gj d_j,   E = 1/2 sum_g k_g (|y_g| - r_g)^2
 *   dE/dy = k (1 - r/|y|) y,   T = k (c I + (1 - c) n n^T),   n = y/|y|,   c = max(1 - r/|y|, 0)
 *
 * c < 0 means buckling and an indefinite matrix; without the max, T is the second derivative. Below 1e-6 r a vector has no
 * reliable direction: there |y| is replaced by (|y|^2/L + L)/2, L = 1e-6 r, and the force goes to zero.
 *
 * Parameters: for each g its a, unless these are the same for all elements, then k and r.
 */
import {
  add,
  constant,
  type Expr,
  half,
  max,
  mul,
  one,
  reciprocal,
  sqrt,
  square,
  sub,
  zero,
} from '../../../kernel/formula/expr.ts';
import { dot } from '../../../kernel/formula/vector.ts';
import type { ElementKind } from '../../body.ts';
import { plus, rodKind, sum, times, type Vector } from './rod-kind.ts';

export function lengths(
  name: string,
  nodes: number,
  points: number,
  same?: readonly (readonly number[])[],
): ElementKind {
  const own = same ? 0 : nodes - 1;
  const strains = (d: readonly Vector[], rate: readonly Vector[], p: readonly Expr[]) =>
    Array.from({ length: points }, (_, g) => {
      const [k, r] = p.slice((own + 2) * g + own);
      const a = same ? same[g].map(constant) : p.slice((own + 2) * g, (own + 2) * g + own);
      const through = (list: readonly Vector[]): Vector => sum(list.map((x, j) => times(a[j], x)));
      const y = through(d);
      const squared = max(dot(y, y), add(mul(constant(1e-12), square(r)), constant(1e-60)));
      const length = sqrt(squared);
      const e = sub(one, mul(r, reciprocal(length)));
      return { a, k, r, y, squared, length, e, c: max(e, zero), rate: through(rate) };
    });
  const turned = (c: Expr, squared: Expr): Expr => mul(sub(one, c), reciprocal(squared)); // (1 - c) / |y|^2
  return rodKind({
    name,
    nodes,
    width: 3,
    parameters: Array.from({ length: points }, (_, g) =>
      [...Array.from({ length: own }, (_, j) => `a${j}`), 'k', 'r'].map((one) => `${one} ${g}`),
    ).flat(),
    energy: (d, p) =>
      strains(d, d, p)
        .map(({ k, r, y, squared, length, e }) =>
          mul(mul(half, k), add(square(sub(length, r)), mul(sub(dot(y, y), squared), e))),
        )
        .reduce(add),
    tensions(d, rate, beta, p) {
      const stresses = strains(d, rate, p).map(({ a, k, y, squared, e, c, rate: z }) => {
        const damped = plus(times(c, z), times(mul(turned(c, squared), dot(y, z)), y));
        return { a, s: times(k, plus(times(e, y), times(beta, damped))) };
      });
      return d.map((_, j) => sum(stresses.map(({ a, s }) => times(a[j], s))));
    },
    tangent(d, p) {
      const parts = strains(d, d, p).map(({ a, k, y, squared, c }) => {
        const along = mul(k, turned(c, squared));
        return { a, S: y.map((yi, i) => y.map((yk, l) => add(mul(along, mul(yi, yk)), i === l ? mul(k, c) : zero))) };
      });
      return (j, l) =>
        [0, 1, 2].map((i) => [0, 1, 2].map((m) => parts.map(({ a, S }) => mul(mul(a[j], a[l]), S[i][m])).reduce(add)));
    },
  });
}
