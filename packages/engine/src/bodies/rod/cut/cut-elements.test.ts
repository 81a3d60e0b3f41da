/** Elements of rods that are cut: forces against energies, matrices against forces. */
import { describe, expect, test } from 'vitest';
import { derivative, steps } from '../../../../../../tests/support/derivative.ts';
import { eigenvalues } from '../../../../../../tests/support/eigenvalues.ts';
import { elementFormulas } from '../../../../../../tests/support/element-formulas.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { cutSpan, cutTwist, type Site } from './cut-elements.ts';
import { hinge, hingeOf } from './hinge.ts';

const largest = (list: readonly number[]): number => Math.max(...list.map(Math.abs));
const moved = (x: readonly number[], i: number, by: readonly number[]): number[][] =>
  by.map((h) => x.map((value, k) => (k === i ? value + h : value)));

// the last span is the mirror image of the first, and an inner one has fewer terms
const sites: readonly Site[] = ['first', 'single'];
const spans = { inner: 3, first: 2, last: 2, single: 1 };
const cases = sites.flatMap((site) => [
  { name: `${site} span`, kind: cutSpan(site), parameters: [300, 4, 0.2, spans[site], 0.3], width: 3 },
  { name: `twist of ${site} span`, kind: cutTwist(site), parameters: [3, spans[site], 0.3], width: 1 },
]);
describe.each(cases)('$name', ({ kind, parameters, width }) => {
  const of = elementFormulas(kind, parameters);
  /** Nodes in a row, so far apart, shaken; spans of 1 m at rest. */
  const shape = (seed: number, apart: number): number[] => {
    const random = new Random(seed);
    const nodes = [0, 1, 2, 3].flatMap((k) =>
      [apart * k, 0.2 * apart * k * k, 0].slice(0, width).map((place) => place + random.between(-0.1, 0.1) * apart),
    );
    return [...nodes, 0.5, 0.5 + parameters[width === 3 ? 3 : 1]];
  };
  const apart = width === 3 ? [1.4, 0.2] : [1];
  test('forces = -dE to 1e-8, tangent = -df to 1e-7, taut, pressed together and folded (seed 3)', () => {
    for (const distance of apart) {
      const x = shape(3, distance);
      const [f, K] = [of.forces([x]).map(([value]) => value), of.tangent(x)];
      const h = 0.01 * distance;
      for (let i = 0; i < x.length; i++) {
        expect(Math.abs(f[i] + derivative(of.energy(moved(x, i, steps(h))), h).value)).toBeLessThan(1e-8 * largest(f));
        const sampled = of.forces(moved(x, i, steps(h)));
        for (let k = 0; k < x.length; k++)
          expect(Math.abs(K[k][i] + derivative(sampled[k], h).value)).toBeLessThan(1e-7 * largest(K.flat()));
      }
    }
  });
  test('the matrix that damping goes by is never indefinite, and what only flows is not damped (seed 4)', () => {
    for (const distance of apart) {
      const values = eigenvalues(of.stiffness(shape(4, distance)));
      expect(Math.min(...values)).toBeGreaterThanOrEqual(-1e-10 * largest(values));
    }
    // a straight rod that lengthens with its material: nodes of a uniform spline at S, ends of pieces at their places
    const N = parameters[width === 3 ? 3 : 1];
    const first = kind.name.includes('first') || kind.name.includes('single');
    const last = kind.name.includes('last') || kind.name.includes('single');
    const place = (k: number): number => (first && k === 0 ? 0 : last && k === 3 ? 1 : k - 1);
    const line = (scale: number): number[] => [
      ...[0, 1, 2, 3].flatMap((k) => [scale * place(k), 0, 0].slice(0, width)),
      0,
      scale * N,
    ];
    const [x, v] = [line(1), line(1)];
    const [still, flowing] = [of.forces([x]), of.forces([x], v)];
    expect(largest(flowing.map(([f], i) => f - still[i][0]))).toBeLessThan(
      1e-10 * (1 + largest(of.stiffness(x).flat())),
    );
  });
});

describe('moment over a cut', () => {
  const of = elementFormulas(hinge, hingeOf(3, 0.4));
  const bent = (kink: number): number[] => [
    ...[-2, -1, 0].flatMap((x) => [x, 0.1 * x * x, 0.05 * x]),
    ...[1, 2].flatMap((x) => [x, 0.1 * x * x + kink * x, 0.05 * x]),
  ];
  test.each([0.3, 1e-3])('kink %d: forces = -dE to 1e-8, the matrix is never indefinite', (kink) => {
    const x = bent(kink);
    const f = of.forces([x]).map(([value]) => value);
    const h = 0.02 * kink;
    x.forEach((_, i) => {
      const slope = derivative(of.energy(moved(x, i, steps(h))), h).value;
      expect(Math.abs(f[i] + slope)).toBeLessThan(1e-8 * largest(f));
    });
    const values = eigenvalues(of.stiffness(x));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(-1e-10 * largest(values));
  });
  test('a small kink has a stiffness of 700 EI/s, a large one the moment 2 EI/s', () => {
    const turned = (angle: number): number[] => [
      ...[-2, -1, 0].flatMap((x) => [x, 0, 0]),
      ...[1, 2].flatMap((x) => [x * Math.cos(angle), x * Math.sin(angle), 0]),
    ];
    const energy = (angle: number): number => of.energy([turned(angle)])[0];
    expect(energy(1e-5) / (0.5 * 700 * (3 / 0.4) * 1e-10)).toBeCloseTo(1, 4);
    // E = M d, d = 2 sin(angle/2)
    expect((energy(1) - energy(0.5)) / ((2 * 3) / 0.4 / 1)).toBeCloseTo(2 * (Math.sin(0.5) - Math.sin(0.25)), 4);
  });
});
