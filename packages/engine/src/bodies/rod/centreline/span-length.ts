/**
 * Stretch without locking: one strain for each span, its length, and a linear one in the spans at the ends.
 *
 *   l = sum_g w_g |x'(t_g)|,   mu = sum_g w_g (2 t_g - 1) |x'(t_g)|
 *   E = (EA / 2 s0) ((l - s0)^2 + 3 (mu - mu0)^2)        mu only in the first and the last span
 *
 *   N_g = (EA/s0) (l - s0 + 3 (2 t_g - 1) (mu - mu0))    the tension at t_g; dE/dx'(t_g) = w_g N_g t,  t = x'/|x'|
 *   T = (EA/s0) (a a^T + 3 c c^T) + sum_g w_g max(N_g, 0)/|x'| (I - t t^T),   a = dl, c = dmu;  without the max the second derivative
 *
 * A rod of N spans has N + 3 unknowns along itself. N lengths and two moments are as many strains as those have without a
 * translation: no motion is free of stress, and none is held that bending needs. Three strains in every span lock: the
 * elastica of 7 points is 2.3 % too stiff at EA L^2/EI = 1e6, 23 % at 1e8; so it is 0.014 %. Tried and worse: two points in a span,
 * lengths alone (two motions without stress), midpoints with two points in the end spans (uniform stretch is 21 % wrong).
 *
 * A length does not see a fold inside a span, where |x'| passes through zero. Only there, where |x'| < s0/2, each point resists by
 * itself: E += (EA / 2 s0) sum_g w_g (s0/2 - |x'|)^2. Without it a cable that is crumpled has no step that Newton's method finds.
 *
 * In a step that is solved, from q to p, damping acts on what has changed since q, and on turning with the tension at q:
 *
 *   N_g += beta (tension of l(p) - l(q), mu(p) - mu(q))/h,      and  beta max(N_g, 0)/|x'| (I - t t^T) (x'(p) - x'(q))/h, all but x'(p) at q
 *
 * That is the gradient of a potential of p: Newton's matrix is symmetric and exact, and a rod that turns by a finite angle in a step is not
 * braked by its stretch. With rates a . (p - q)/h the matrix lacks terms of the order of EA beta/h, and ropes need twice the iterations.
 *
 * mu0 is that of the shape as given: 0 if its parameter runs evenly. Below 1e-6 s0 a tangent has no reliable direction: there |y| is
 * replaced by (|y|^2/L + L)/2, L = 1e-6 s0, as in lengths.ts. Parameters: EA/s0, s0, mu0.
 */
import {
  add,
  constant,
  type Expr,
  half,
  max,
  mul,
  neg,
  one,
  reciprocal,
  select,
  sqrt,
  square,
  sub,
  zero,
} from '../../../kernel/formula/expr.ts';
import { dot } from '../../../kernel/formula/vector.ts';
import type { ElementKind } from '../../body.ts';
import type { StretchPoint } from './rest-shape.ts';
import { type Matrix, minus, plus, type RodStep, rodKind, sum, times, type Vector } from './rod-kind.ts';

const total = (list: readonly Expr[]): Expr => list.reduce(add);
const three = constant(3);
/** s (I - part t t^T) */
const across = (t: Vector, s: Expr, part: Expr): Expr[][] =>
  t.map((ti, i) => t.map((tk, m) => mul(s, i === m ? sub(one, mul(part, mul(ti, tk))) : neg(mul(part, mul(ti, tk))))));

/** at: where the length is measured; slopes: what x' is made of there, of the differences of control points */
export function spanLength(
  name: string,
  nodes: number,
  at: readonly StretchPoint[],
  slopes: readonly (readonly number[])[],
  atEnd: boolean,
): ElementKind {
  const points = at.map(({ weight, side }, g) => ({
    w: constant(weight),
    side: constant(side),
    a: slopes[g].map(constant),
  }));
  const through = (a: readonly Expr[], list: readonly Vector[]): Vector => sum(list.map((x, j) => times(a[j], x)));
  /** Of each point x', 1/|x'|, |x'|; the strains. */
  const strains = (d: readonly Vector[], [k, s0, mu0]: readonly Expr[]) => {
    const least = add(mul(constant(1e-12), square(s0)), constant(1e-60));
    const at = points.map(({ a, w, side }) => {
      const y = through(a, d);
      const squared = dot(y, y);
      const length = sqrt(max(squared, least));
      const inverse = reciprocal(length);
      const speed = mul(half, add(mul(squared, inverse), length));
      const short = max(sub(mul(half, s0), speed), zero);
      return {
        a,
        w,
        side,
        y,
        inverse,
        speed,
        short,
        folded: select(zero, short, one, zero),
        longer: select(least, squared, one, zero),
      };
    });
    const l = sub(total(at.map(({ w, speed }) => mul(w, speed))), s0);
    const mu = atEnd ? sub(total(at.map(({ w, side, speed }) => mul(mul(w, side), speed))), mu0) : zero;
    const tension = (side: Expr, whole: Expr, part: Expr): Expr =>
      mul(k, atEnd ? add(whole, mul(three, mul(side, part))) : whole);
    return {
      at: at.map((point) => ({ ...point, N: sub(tension(point.side, l, mu), mul(k, point.short)) })),
      l,
      mu,
      k,
      tension,
    };
  };
  type At = ReturnType<typeof strains>['at'];
  const rates = (at: At, rate: readonly Vector[]) => {
    const moving = at.map((point) => {
      const z = through(point.a, rate);
      return { ...point, z, along: mul(dot(point.y, z), point.inverse) };
    });
    return {
      moving,
      lRate: total(moving.map(({ w, along }) => mul(w, along))),
      muRate: total(moving.map(({ w, side, along }) => mul(mul(w, side), along))),
    };
  };
  /** What has to be added to a matrix for damping: a part of stretch, its tensions, and at every point what resists turning. */
  interface Damped {
    readonly part: Expr;
    readonly tension: (point: number) => Expr;
    readonly turning: (point: number) => Expr[][];
  }
  const none = [0, 1, 2].map(() => [zero, zero, zero]);
  const undamped: Damped = { part: zero, tension: () => zero, turning: () => none };
  /** d2E/dd2; or, never indefinite, without what compression takes from it. */
  const matrix = (
    d: readonly Vector[],
    p: readonly Expr[],
    exact: boolean,
    { part, tension, turning }: Damped = undamped,
  ): ((j: number, l: number) => Matrix) => {
    const { at, k: elastic } = strains(d, p);
    const k = mul(elastic, add(one, part));
    const parts = at.map(({ a, w, side, y, inverse, N: still, folded, longer }, g) => {
      const t = times(inverse, y);
      const N = add(still, tension(g));
      const own = across(t, mul(w, mul(exact ? N : max(N, zero), inverse)), exact ? longer : one);
      const [fold, brake] = [mul(w, mul(k, folded)), turning(g)];
      return {
        a,
        weighed: times(w, t),
        side,
        across: own.map((line, i) => line.map((entry, m) => add(add(entry, mul(fold, mul(t[i], t[m]))), brake[i][m]))),
      };
    });
    // dl and dmu by d_j
    const lengths = d.map((_, j) => sum(parts.map(({ a, weighed }) => times(a[j], weighed))));
    const moments = d.map((_, j) => sum(parts.map(({ a, weighed, side }) => times(mul(a[j], side), weighed))));
    return (j, l) =>
      [0, 1, 2].map((i) =>
        [0, 1, 2].map((m) => {
          const bent = total(parts.map(({ a, across }) => mul(mul(a[j], a[l]), across[i][m])));
          const along = mul(lengths[j][i], lengths[l][m]);
          const uneven = mul(three, mul(moments[j][i], moments[l][m]));
          return add(mul(k, atEnd ? add(along, uneven) : along), bent);
        }),
      );
  };
  /** The damping of a step from `before` to d. */
  const dampedStep = ({ d, before, perStep, beta, p }: RodStep): Damped => {
    const [now, old] = [strains(d, p), strains(before, p)];
    const part = mul(beta, perStep);
    const [longer, uneven] = [sub(now.l, old.l), sub(now.mu, old.mu)];
    return {
      part,
      tension(g) {
        const { side, folded, short } = now.at[g];
        const unfolded = mul(now.k, mul(folded, sub(old.at[g].short, short)));
        return mul(part, add(now.tension(side, longer, uneven), unfolded));
      },
      turning(g) {
        const { w, y, inverse, N } = old.at[g];
        return across(times(inverse, y), mul(mul(part, w), mul(max(N, zero), inverse)), one);
      },
    };
  };
  return rodKind({
    name,
    nodes,
    width: 3,
    parameters: ['k', 's0', 'mu0'],
    energy(d, p) {
      const { at, l, mu, k } = strains(d, p);
      const folds = total(at.map(({ w, short }) => mul(w, square(short))));
      return mul(mul(half, k), add(add(square(l), mul(three, square(mu))), folds));
    },
    tensions(d, rate, beta, p) {
      const { at, tension, k } = strains(d, p);
      const { moving, lRate, muRate } = rates(at, rate);
      const stresses = moving.map(({ a, w, side, y, inverse, z, along, N, folded }) => {
        const t = times(inverse, y);
        const turning = times(mul(max(N, zero), inverse), minus(z, times(along, t)));
        const lengthening = add(tension(side, lRate, muRate), mul(k, mul(folded, along)));
        const damped = plus(times(lengthening, t), turning);
        return { a, s: times(w, plus(times(N, t), times(beta, damped))) };
      });
      return d.map((_, j) => sum(stresses.map(({ a, s }) => times(a[j], s))));
    },
    tangent: (d, p) => matrix(d, p, false),
    exactTangent: (d, p) => matrix(d, p, true),
    step: {
      tensions(its) {
        const { d, before, p } = its;
        const { tension, turning } = dampedStep(its);
        const stresses = strains(d, p).at.map(({ a, w, y, inverse, N }, g) => {
          const moved = minus(y, through(a, before));
          const braked = turning(g).map((line) => dot(line, moved));
          return { a, s: plus(times(mul(mul(w, add(N, tension(g))), inverse), y), braked) };
        });
        return d.map((_, j) => sum(stresses.map(({ a, s }) => times(a[j], s))));
      },
      tangent: (its, exact) => matrix(its.d, its.p, exact, dampedStep(its)),
    },
  });
}
