import { expect, test } from 'vitest';
import { derivative, steps } from '../../../../tests/support/derivative.ts';
import { evaluateAsIs, ready } from '../../../../tests/support/evaluate.ts';
import { Random } from '../../../../tests/support/random.ts';
import { row } from '../kernel/formula/derive.ts';
import { type Expr, input, reachable, substitute } from '../kernel/formula/expr.ts';
import { type Vec3, vectors } from '../kernel/formula/vector.ts';
import { relations } from './index.ts';

const seed = 7;
const samples = 40;
const cases = relations.map((relation) => ({ relation, name: `${relation.kind} of ${relation.points.length}` }));

/** How far a gradient may be from the difference, and a second directional term, relative to its size or 1 [HCY spec]. */
const tolerance = { gradient: 1e-9, second: 1e-5 };
/** States are taken where differences can tell: where no row is steeper than this, or more curved. */
const sensible = { slope: 4, curvature: 60 };
const largest = 0.02;
const h = steps(largest);
const at = h.length; // where the sample without a step is

test.each(cases)(`$name: gradient and second directional term match differences (seed ${seed})`, ({ relation }) => {
  const random = new Random(seed);
  const symbols = (name: string, count: number): Expr[] =>
    Array.from({ length: count }, (_, i) => input(`${name} ${i}`));
  const points = symbols('x', 3 * relation.points.length);
  const parameters = symbols('parameter', Object.keys(relation.parameters).length);
  // parameters move as well, as driven ones do
  const x = [...points, ...parameters];
  const v = symbols('v', x.length);
  const rows = relation.rows(vectors(points) as Vec3[], parameters).map((C) => row(C, x, v));
  const formulas = rows.flatMap(({ C, Cdot, curvature, J }) => [C, Cdot, curvature, ...J]);
  // what is held stays as it is at the state itself, while differences go around it
  const held = reachable(formulas).filter((e) => e.op === 'detach');
  const frozen = symbols('held', held.length);
  const free = ready(substitute(formulas, new Map(held.map((e, i) => [e, frozen[i]]))));
  const frame = ready(held);
  const worst = { gradient: 0, rate: 0, second: 0 };

  let sampled = 0;
  while (sampled < samples) {
    const place = [...random.list(points.length, -2, 2), ...random.list(parameters.length, 0.3, 1.5)];
    const speed = random.list(x.length, -2, 2);
    const here = new Map<Expr, readonly number[]>(x.map((e, i) => [e, [place[i]]]));
    const frames = evaluateAsIs(frame, here, 1).map(([value]) => value);
    /** all formulas along x + t direction, at the steps and at 0 */
    const along = (direction: readonly number[]): Float64Array[] => {
      const ts = [...h, 0];
      const fill = (value: number): Float64Array => new Float64Array(ts.length).fill(value);
      const inputs = new Map([
        ...x.map((e, i) => [e, Float64Array.from(ts, (t) => place[i] + t * direction[i])] as const),
        ...v.map((e, i) => [e, fill(speed[i])] as const),
        ...frozen.map((e, i) => [e, fill(frames[i])] as const),
      ]);
      return evaluateAsIs(free, inputs, ts.length);
    };
    const width = 3 + x.length;
    const onTheWay = along(speed);
    const sizes = rows.map((_, r) => ({
      slope: Math.hypot(...onTheWay.slice(r * width + 3, (r + 1) * width).map((g) => g[at])),
      curvature: Math.abs(onTheWay[r * width + 2][at]),
    }));
    if (!sizes.every((s) => s.slope < sensible.slope && s.curvature < sensible.curvature)) continue;
    sampled++;
    const alongEach = x.map((_, i) => along(x.map((_, k) => (k === i ? 1 : 0))));
    rows.forEach((_, r) => {
      const [c, rate, second, ...gradient] = onTheWay.slice(r * width, (r + 1) * width);
      const slope = gradient.reduce((sum, g, i) => sum + g[at] * speed[i], 0);
      worst.gradient = Math.max(worst.gradient, Math.abs(slope - rate[at]));
      worst.rate = Math.max(worst.rate, Math.abs(rate[at] - derivative(c, largest).value));
      const difference = Math.abs(second[at] - derivative(rate, largest).value);
      worst.second = Math.max(worst.second, difference / Math.max(1, Math.abs(second[at])));
      gradient.forEach((g, i) => {
        const { value } = derivative(alongEach[i][r * width], largest);
        worst.gradient = Math.max(worst.gradient, Math.abs(g[at] - value));
      });
    });
  }
  expect(worst.gradient).toBeLessThan(tolerance.gradient);
  expect(worst.rate).toBeLessThan(10 * tolerance.gradient); // a gradient times |v|, which is 5 or so
  expect(worst.second).toBeLessThan(tolerance.second);
});
