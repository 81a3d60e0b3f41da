import { expect, test } from 'vitest';
import { derivative, steps } from '../../../../tests/support/derivative.ts';
import { evaluate } from '../../../../tests/support/evaluate.ts';
import { Random } from '../../../../tests/support/random.ts';
import { row } from '../kernel/derive.ts';
import { input } from '../kernel/expr.ts';
import { type Vec3, vectors } from '../kernel/vector.ts';
import { relations } from './index.ts';

const seed = 7;
const cases = relations.map((relation) => ({ relation, name: `${relation.kind} of ${relation.points.length}` }));

/** How far a derivative may be from the difference: its own error estimate, and rounding of numbers of size 10. */
const roundoff = 1e-9;

test.each(cases)(`$name: gradient and second directional term match differences (seed ${seed})`, ({ relation }) => {
  const random = new Random(seed);
  const symbols = (name: string, count: number) => Array.from({ length: count }, (_, i) => input(`${name} ${i}`));
  const x = symbols('x', 3 * relation.points.length);
  const v = symbols('v', x.length);
  const parameters = symbols('parameter', Object.keys(relation.parameters).length);
  for (let sample = 0; sample < 40; sample++) {
    const [place, speed] = [random.list(x.length, -2, 2), random.list(x.length, -2, 2)];
    const numbers = random.list(parameters.length, 0.3, 1.5);
    const h = steps(0.1);
    /** y along x + t direction, at the steps and at 0 */
    const along = (y: Parameters<typeof evaluate>[0], direction: readonly number[]): Float64Array[] => {
      const points = [...h, 0];
      const fill = (value: number): Float64Array => new Float64Array(points.length).fill(value);
      const inputs = new Map([
        ...x.map((e, i) => [e, Float64Array.from(points, (t) => place[i] + t * direction[i])] as const),
        ...v.map((e, i) => [e, fill(speed[i])] as const),
        ...parameters.map((e, i) => [e, fill(numbers[i])] as const),
      ]);
      return evaluate(y, inputs, points.length);
    };
    for (const C of relation.rows(vectors(x) as Vec3[], parameters)) {
      const { J, Cdot, curvature } = row(C, x, v);
      const close = (got: number, samples: Float64Array): void => {
        const { value, error } = derivative(samples, 0.1);
        expect(Math.abs(got - value)).toBeLessThanOrEqual(error + roundoff);
      };
      const [c, rate, second, ...gradient] = along([C, Cdot, curvature, ...J], speed);
      close(rate[h.length], c);
      close(second[h.length], rate);
      const slope = gradient.reduce((sum, g, i) => sum + g[h.length] * speed[i], 0);
      expect(Math.abs(slope - rate[h.length])).toBeLessThan(roundoff);
      x.forEach((_, i) => {
        const direction = x.map((_, k) => (k === i ? 1 : 0));
        close(gradient[i][h.length], along([C], direction)[0]);
      });
    }
  }
});
