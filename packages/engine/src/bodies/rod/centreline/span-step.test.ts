/** Stretch in a step that is solved: its matrix against its forces, symmetric; damping that does not brake what turns; small steps. */
import { describe, expect, test } from 'vitest';
import { derivative, steps } from '../../../../../../tests/support/derivative.ts';
import { eigenvalues } from '../../../../../../tests/support/eigenvalues.ts';
import { evaluate } from '../../../../../../tests/support/evaluate.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { type Expr, input } from '../../../kernel/formula/expr.ts';
import type { ElementKind, SolvedStep } from '../../body.ts';
import { spline } from '../spline.ts';

const points = [0, 0, 0, 1, 0.1, 0, 2, 0, 0.2, 3.3, 0.3, 0, 4, 0.2, 0.1];
const rod = spline({ points, EA: 300, EI: 4, rhoA: 0.2, prestress: 0.9, damping: 0.3 });
const beta = 0.3;
const cases = rod.elements.flatMap(({ kind, parameters }) =>
  kind.step ? [{ name: kind.name, kind, parameters: [...parameters.subarray(0, kind.parameters.length)] }] : [],
);
test('stretch inside and at the ends has a form for steps', () => {
  expect(cases.map(({ name }) => name)).toEqual(['stretch end cubic', 'stretch cubic']);
});

type Numbers = readonly number[];
/** Of one element, a step from q to places, with 1/h. */
function formulas(kind: ElementKind, parameters: Numbers) {
  const block = (name: string): Expr[][] => kind.blocks.map((_, b) => [0, 1, 2].map((i) => input(`${name} ${b} ${i}`)));
  const [q, before, v] = [block('q'), block('before'), block('v')];
  const p = parameters.map((_, i) => input(`p ${i}`));
  const perStep = input('per step');
  const its: SolvedStep = { q, before, perStep, parameters: p, y: [] };
  const at = (roots: readonly Expr[], places: readonly Numbers[], from: Numbers, rate: number): number[][] =>
    evaluate(
      roots,
      new Map<Expr, number[]>([
        ...q.flat().map((e, i) => [e, places.map((x) => x[i])] as const),
        ...before.flat().map((e, i) => [e, places.map(() => from[i])] as const),
        ...v.flat().map((e, i) => [e, places.map((x) => (x[i] - from[i]) * rate)] as const),
        ...p.map((e, i) => [e, places.map(() => parameters[i])] as const),
        [perStep, places.map(() => rate)],
      ]),
      places.length,
    ).map((values) => [...values]);
  const { step } = kind as Required<Pick<ElementKind, 'step'>>;
  const forces = step.forces?.(its).flat() ?? [];
  const [exact, safe] = [true, false].map((which) => step.tangent(its, which));
  const plain = kind.forces(q, v, p, []).flat();
  const matrix = (rows: readonly (readonly Expr[])[]) => (x: Numbers, from: Numbers, rate: number) => {
    const all = at(rows.flat(), [x], from, rate).map(([e]) => e);
    return rows.map((row, i) => all.slice(i * row.length, (i + 1) * row.length));
  };
  return {
    forces: (places: readonly Numbers[], from: Numbers, rate: number) => at(forces, places, from, rate),
    plain: (x: Numbers, from: Numbers, rate: number) => at(plain, [x], from, rate).map(([f]) => f),
    exact: matrix(exact),
    safe: matrix(safe),
  };
}
const largest = (list: Numbers): number => Math.max(...list.map(Math.abs));
const row = (random: Random, apart: number): number[] =>
  [0, 1, 2, 3].flatMap((k) => [apart * k, 0.2 * k * k, 0].map((place) => place + random.between(-0.1, 0.1) * apart));

describe.each(cases)('$name', ({ kind, parameters }) => {
  const its = formulas(kind, parameters);
  const h = 0.01;
  // taut, and compressed; 1/h = 20 and 500
  const shapes = [1.7, 0.8].flatMap((apart) => [20, 500].map((rate) => ({ apart, rate })));

  test.each(shapes)(
    'the matrix is minus the derivative of the forces, $apart apart, 1/h = $rate (seed 5)',
    ({ apart, rate }) => {
      const random = new Random(5);
      const [from, x] = [row(random, apart), row(random, apart)];
      const K = its.exact(x, from, rate);
      const size = largest(K.flat());
      const each = steps(h).length;
      const places = x.flatMap((_, i) => steps(h).map((by) => x.map((value, k) => (k === i ? value + by : value))));
      const lines = its.forces(places, from, rate);
      for (let i = 0; i < x.length; i++)
        for (let j = 0; j < x.length; j++) {
          const { value } = derivative(lines[j].slice(i * each, (i + 1) * each), h);
          expect(Math.abs(K[j][i] + value)).toBeLessThan(1e-8 * size);
          expect(Math.abs(K[j][i] - K[i][j])).toBeLessThan(1e-13 * size);
        }
      const safe = its.safe(x, from, rate);
      expect(Math.min(...eigenvalues(safe))).toBeGreaterThan(-1e-12 * largest(safe.flat()));
    },
  );
  test('turned by a finite angle without tension, nothing is damped; by rates it would be', () => {
    // 0.5 rad about z, at its rest length or shorter: compressed, so that turning meets no tension
    const from = [0, 1, 2, 3].flatMap((k) => [0.8 * k, 0, 0]);
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    const x = [0, 1, 2, 3].flatMap((k) => [0.8 * k * c, 0.8 * k * s, 0]);
    const [slow, fast] = [1, 1e4].map((rate) => its.forces([x], from, rate).map(([f]) => f));
    for (let i = 0; i < x.length; i++) expect(Math.abs(fast[i] - slow[i])).toBeLessThan(1e-9 * largest(slow));
    const braked = its.plain(x, from, 100);
    expect(largest(braked.map((f, i) => f - slow[i]))).toBeGreaterThan(beta * largest(slow));
  });
  test('in small steps it is the damping of rates: half the step, half the difference', () => {
    const random = new Random(8);
    const [from, speed] = [row(random, 1.7), row(random, 1)];
    const apart = (step: number): number => {
      const x = from.map((q, i) => q + step * speed[i]);
      const [a, b] = [its.forces([x], from, 1 / step).map(([f]) => f), its.plain(x, from, 1 / step)];
      return largest(a.map((f, i) => f - b[i]));
    };
    expect(apart(1e-3) / apart(5e-4)).toBeGreaterThan(1.95);
    expect(apart(1e-3) / apart(5e-4)).toBeLessThan(2.05);
  });
});
