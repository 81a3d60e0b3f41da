/** Frames of rods that are cut: forces against energies, matrices against forces, twist over a cut against frames that are transported. */
import { describe, expect, test } from 'vitest';
import { derivative, steps } from '../../../../../../tests/support/derivative.ts';
import { eigenvalues } from '../../../../../../tests/support/eigenvalues.ts';
import { elementFormulas } from '../../../../../../tests/support/element-formulas.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { transported } from '../frames/first-frames.ts';
import { spline } from '../spline.ts';

const largest = (list: readonly number[]): number => Math.max(...list.map(Math.abs));
const moved = (x: readonly number[], i: number, by: readonly number[]): number[][] =>
  by.map((h) => x.map((value, k) => (k === i ? value + h : value)));
const points = [0, 0, 0, 1, 0.4, 0, 2, 0, 0.6, 3.3, 0.3, 0, 4, 0.2, 0.5, 4.8, 0, 0.2];
const base = { points, cuts: [2, 4], EA: 300, rhoA: 0.2, damping: 0.3 };
const strip = spline({ ...base, cuts: [3], EI1: 4, EI2: 7, GJ: 3, rest: 0.6 });
const round = spline({ ...base, EI: 4, GJ: 3 });

/** The first element of a kind of a rod: its formulas, and where it is at first. */
function elementOf(rod: typeof strip, name: string) {
  const group = rod.elements.find(({ kind }) => kind.name === name);
  if (!group) throw new Error(rod.elements.map(({ kind }) => kind.name).join(', '));
  const { kind } = group;
  const [q, v] = [new Float64Array(rod.coordinates), new Float64Array(rod.coordinates)];
  rod.start(q, v);
  const widths = kind.blocks.map((block) => (typeof block === 'number' ? block : 0));
  const x = widths.flatMap((width, b) => [...q.subarray(group.blocks[b], group.blocks[b] + width)]);
  return { of: elementFormulas(kind, [...group.parameters.subarray(0, kind.parameters.length)]), x };
}

describe.each([
  { rod: strip, name: 'cut rod, frames of first span' },
  { rod: round, name: 'cut rod, frames of single span, twist' },
  { rod: round, name: 'cut rod, twist over a cut' },
])('$name', ({ rod, name }) => {
  const { of, x: start } = elementOf(rod, name);
  const random = new Random(5);
  const x = start.map((place, i) => place + random.between(-0.1, 0.1) * (i < start.length - 2 ? 1 : 0.5));
  test('forces = -dE to 1e-8, tangent = -df to 1e-7 (seed 5)', () => {
    const [f, K] = [of.forces([x]).map(([value]) => value), of.tangent(x)];
    const h = 0.005;
    x.forEach((_, i) => {
      const slope = derivative(of.energy(moved(x, i, steps(h))), h).value;
      expect(Math.abs(f[i] + slope)).toBeLessThan(1e-8 * largest(f));
      if (K.length === 0) return;
      const sampled = of.forces(moved(x, i, steps(h)));
      for (let k = 0; k < x.length; k++)
        expect(Math.abs(K[k][i] + derivative(sampled[k], h).value)).toBeLessThan(1e-7 * largest(K.flat()));
    });
    const values = eigenvalues(of.stiffness(x));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(-1e-10 * largest(values));
  });
  test('when frames move on, the energy stays', () => {
    const [before, after] = [of.energy([x])[0], of.energy([x], of.next(x))[0]];
    expect(before).toBeGreaterThan(1e-3);
    expect(Math.abs(after / before - 1)).toBeLessThan(1e-11);
  });
});

test('twist over a cut: alpha is the angle between the frame that passes the cut and the frame after it (seed 7)', () => {
  const { of, x: start } = elementOf(round, 'cut rod, twist over a cut');
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, c, k) => sum + c * b[k], 0);
  const cross = (a: readonly number[], b: readonly number[]): number[] =>
    [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
  const random = new Random(7);
  let state = of.state;
  const tangents = (): [number[], number[]] => [state.slice(0, 3), state.slice(3, 6)];
  let [a, b] = tangents();
  let before = transported(
    cross(a, [0, 0, 1]).map((c) => c / Math.hypot(...cross(a, [0, 0, 1]))),
    a,
    a,
  );
  let after = transported(before, a, b);
  let alpha = 0;
  for (let n = 0; n < 12; n++) {
    state = of.next(
      start.map((c) => c + random.between(-0.25, 0.25)),
      state,
    );
    const [nextA, nextB] = tangents();
    [before, after] = [transported(before, a, nextA), transported(after, b, nextB)];
    [a, b] = [nextA, nextB];
    const passed = transported(before, a, b);
    const angle = Math.atan2(dot(cross(after, passed), b), dot(after, passed));
    expect(Math.abs(Math.sin((state[6] - angle) / 2))).toBeLessThan(1e-12);
    alpha = Math.max(alpha, Math.abs(angle));
  }
  expect(alpha).toBeGreaterThan(0.1);
});

test('what is fixed to the material cannot pass a cut and is refused, with the reason', () => {
  expect(() => spline({ ...base, EI: 4, GJ: 3, rest: 'as-given' })).toThrow('cannot pass a cut');
  expect(() => spline({ ...base, EI: 4, rest: 0.6 })).toThrow('in its frames only');
  expect(() => spline({ ...base, EI1: 4, EI2: 5 })).toThrow('turns about its axis');
  const back = { points: [0, -1, 0, 0, 0, 0, 0.01, -1, 0], cuts: [1], EA: 1, EI: 1, GJ: 1, rhoA: 1 };
  expect(() => spline(back)).toThrow('turns back on itself at cut 0');
});
