import { describe, expect, test } from 'vitest';
import { derivative, steps } from '../../../../../tests/support/derivative.ts';
import { evaluateAsIs, valueAt } from '../../../../../tests/support/evaluate.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { smoothFormula } from '../../../../../tests/support/random-formula.ts';
import { along, dampedForce, directional, gradient, hessian, row } from './derive.ts';
import {
  abs,
  acos,
  add,
  atan2,
  constant,
  cos,
  detach,
  div,
  type Expr,
  exp,
  input,
  log,
  max,
  min,
  mul,
  pow,
  raw,
  select,
  sin,
  sqrt,
  square,
  sub,
  tan,
} from './expr.ts';

const minutes = 60_000; // of test time, in ms

/** How far a derivative may lie from the difference: so many times the difference's own guess of its error ... */
const guesses = 50;
/** ... plus the rounding of the function itself, relative to it and the largest derivative around. */
const rounding = 1e-10;
/** A guess above this, relative, shows nothing; of how many at least the guess must be better. */
const telling = 1e-6;
const tellingShare = 0.97;

const x = ['x0', 'x1', 'x2', 'x3'].map(input);
const v = ['v0', 'v1', 'v2', 'v3'].map(input);
const largest = 0.05;
const ladder = steps(largest);

/** Points around `at`: first itself, then for each direction the steps of the ladder along it. */
function pointsAround(at: readonly number[], directions: readonly (readonly number[])[], speed: readonly number[]) {
  const points = [at, ...directions.flatMap((d) => ladder.map((h) => at.map((value, k) => value + h * d[k])))];
  const inputs = new Map<Expr, number[]>();
  x.forEach((e, k) => {
    inputs.set(
      e,
      points.map((p) => p[k]),
    );
  });
  v.forEach((e, k) => {
    inputs.set(
      e,
      points.map(() => speed[k]),
    );
  });
  return { inputs, count: points.length };
}
/** The samples of a function along direction d. */
const samples = (values: Float64Array, d: number): Float64Array =>
  values.subarray(1 + d * ladder.length, 1 + (d + 1) * ladder.length);

/** The values at the first point, which is the one in question. */
const at0 = (values: readonly Float64Array[]): number[] => values.map((list) => list[0]);

const axes = x.map((_, i) => x.map((_, k) => (i === k ? 1 : 0)));

class Comparison {
  compared = 0;
  telling = 0;
  /** A derivative against the samples of what it is the derivative of. */
  check(what: string, actual: number, of: Float64Array, scale: number): void {
    const { value, error } = derivative(of, largest);
    const bound = guesses * error + rounding * scale;
    if (!(Math.abs(actual - value) <= bound)) {
      throw new Error(`${what}: ${actual}, by differences ${value}, allowed ${bound}`);
    }
    this.compared++;
    if (error <= telling * scale) this.telling++;
  }
  expectSense(): void {
    expect(this.telling / this.compared).toBeGreaterThan(tellingShare);
  }
}
const largestOf = (values: readonly number[]): number =>
  values.reduce((m, value) => Math.max(m, Math.abs(value)), 1e-3);

describe('derivatives of random smooth formulas agree with differences', () => {
  test.each([21, 22, 23])(
    '400 rows: gradient, directional and second directional derivative, seed %i',
    (seed) => {
      const random = new Random(seed);
      const comparison = new Comparison();
      for (let i = 0; i < 400; i++) {
        const { y } = smoothFormula(random, x, 3 + random.below(28));
        const at = random.list(4, -1, 1);
        const speed = random.list(4, -1, 1);
        const { inputs, count } = pointsAround(at, [...axes, speed], speed);
        const { C, J, Cdot, curvature } = row(y, x, v);
        const [values, rates] = evaluateAsIs([C, Cdot], inputs, count);
        const [turnHere, ...slopesHere] = at0(evaluateAsIs([curvature, ...J], inputs, 1));
        const scale = largestOf([values[0], ...slopesHere]);
        slopesHere.forEach((slope, k) => {
          comparison.check(`formula ${i}, slope ${k}`, slope, samples(values, k), scale);
        });
        comparison.check(`formula ${i}, rate`, rates[0], samples(values, 4), scale);
        comparison.check(`formula ${i}, curvature`, turnHere, samples(rates, 4), largestOf([turnHere, scale]));
      }
      comparison.expectSense();
    },
    minutes,
  );

  test.each([24, 25])(
    '300 Hessians, and v H v is the second directional derivative, seed %i',
    (seed) => {
      const random = new Random(seed);
      const comparison = new Comparison();
      for (let i = 0; i < 300; i++) {
        const { y } = smoothFormula(random, x, 3 + random.below(15));
        const at = random.list(4, -1, 1);
        const speed = random.list(4, -1, 1);
        const { inputs, count } = pointsAround(at, axes, speed);
        const { J, curvature } = row(y, x, v);
        const slopes = evaluateAsIs(J, inputs, count);
        const [turn, ...entries] = at0(evaluateAsIs([curvature, ...hessian(y, x)], inputs, 1));
        const scale = largestOf([...entries, ...at0(slopes)]);
        const H = (a: number, b: number): number => entries[a >= b ? (a * (a + 1)) / 2 + b : (b * (b + 1)) / 2 + a];
        let sum = 0;
        for (let a = 0; a < 4; a++) {
          for (let b = 0; b < 4; b++) {
            comparison.check(`formula ${i}, entry ${a} ${b}`, H(a, b), samples(slopes[a], b), scale);
            sum += speed[a] * H(a, b) * speed[b];
          }
        }
        expect(Math.abs(turn - sum), `formula ${i}`).toBeLessThan(rounding * scale);
      }
      comparison.expectSense();
    },
    minutes,
  );

  test(
    '400 formulas with abs, min, max and select, on whatever side they are, seed 26',
    () => {
      const random = new Random(26);
      const comparison = new Comparison();
      let near = 0;
      for (let i = 0; i < 400; i++) {
        const { y, deciding } = smoothFormula(random, x, 3 + random.below(20), true);
        const at = random.list(4, -1, 1);
        const { inputs, count } = pointsAround(at, axes, [0, 0, 0, 0]);
        const [values, ...sides] = evaluateAsIs([y, ...deciding], inputs, count);
        // a kink within the steps would be seen by the difference, not by the derivative
        if (sides.some((side) => side.some((s) => s > 0 !== side[0] > 0))) {
          near++;
          continue;
        }
        const slopes = at0(evaluateAsIs(gradient(y, x), inputs, 1));
        const scale = largestOf([values[0], ...slopes]);
        slopes.forEach((slope, k) => {
          comparison.check(`formula ${i}, slope ${k}`, slope, samples(values, k), scale);
        });
      }
      expect(near).toBeLessThan(200);
      comparison.expectSense();
    },
    minutes,
  );
});

describe('kinks', () => {
  const [a, b] = x;
  const slope = (y: Expr, at: readonly number[], k = 0): number => valueAt(gradient(y, x), x, at)[k];

  test('abs: -1, 1; at the kink the slope of the right side', () => {
    expect([-2, -1e-300, 0, -0, 1e-300, 2].map((at) => slope(abs(a), [at, 0, 0, 0]))).toEqual([-1, -1, 1, 1, 1, 1]);
  });
  test('min and max: the slope goes to the one that is taken, and to one only', () => {
    for (const [p, q] of [
      [1, 2],
      [2, 1],
      [1, 1],
    ]) {
      const at = [p, q, 0, 0];
      const least = [slope(min(a, b), at), slope(min(a, b), at, 1)];
      const most = [slope(max(a, b), at), slope(max(a, b), at, 1)];
      expect(least).toEqual(q < p ? [0, 1] : [1, 0]);
      expect(most).toEqual(p < q ? [0, 1] : [1, 0]);
    }
  });
  test('select: the slope of the branch taken, none through the comparison', () => {
    const y = select(a, b, mul(constant(3), a), mul(constant(5), b));
    expect([slope(y, [1, 2, 0, 0]), slope(y, [1, 2, 0, 0], 1)]).toEqual([3, 0]);
    expect([slope(y, [2, 1, 0, 0]), slope(y, [2, 1, 0, 0], 1)]).toEqual([0, 5]);
  });
  test('the root of something held above zero has slope 0 below, and no NaN', () => {
    const y = sqrt(max(square(a), constant(1e-24)));
    expect(slope(y, [0, 0, 0, 0])).toBe(0);
    expect(slope(y, [1e-13, 0, 0, 0])).toBe(0);
    expect(slope(y, [-3, 0, 0, 0])).toBeCloseTo(-1, 15);
  });
  test('nearest is flat; what has no derivative says so', () => {
    expect(slope(mul(a, raw('nearest', a)), [2.75, 0, 0, 0])).toBe(3);
    for (const op of ['exponent', 'mantissa', 'high', 'pow2'] as const) {
      expect(() => gradient(raw(op, a), [a])).toThrow(`no derivative of ${op}`);
      expect(gradient(raw(op, b), [a])[0]).toBe(constant(0));
    }
  });
});

test('every function has the slope of the textbook, to 4 ulp of 1, seed 27', () => {
  const random = new Random(27);
  const few = 4 * 2.220446049250313e-16;
  const [a, b] = x;
  const book: [string, Expr, (p: number, q: number) => [number, number]][] = [
    ['sin', sin(a), (p) => [Math.cos(p), 0]],
    ['cos', cos(a), (p) => [-Math.sin(p), 0]],
    ['tan', tan(a), (p) => [1 / Math.cos(p) ** 2, 0]],
    ['exp', exp(a), (p) => [Math.exp(p), 0]],
    ['log', log(a), (p) => [1 / p, 0]],
    ['sqrt', sqrt(a), (p) => [1 / (2 * Math.sqrt(p)), 0]],
    ['acos', acos(a), (p) => [-1 / Math.sqrt(1 - p * p), 0]],
    ['atan2', atan2(a, b), (p, q) => [q / (p * p + q * q), -p / (p * p + q * q)]],
    ['pow', pow(a, b), (p, q) => [q * p ** (q - 1), p ** q * Math.log(p)]],
    ['div', div(a, b), (p, q) => [1 / q, -p / (q * q)]],
    ['cube', pow(a, constant(3)), (p) => [3 * p * p, 0]],
    ['inverse square', pow(a, constant(-2)), (p) => [-2 / (p * p * p), 0]],
  ];
  for (const [name, y, slopes] of book) {
    for (let i = 0; i < 50; i++) {
      const [p, q] = [random.between(0.1, 0.9), random.between(0.1, 3)];
      const expected = slopes(p, q);
      valueAt(gradient(y, [a, b]), [a, b], [p, q]).forEach((actual, k) => {
        const bound = 3 * few * Math.max(1, Math.abs(expected[k]));
        expect(Math.abs(actual - expected[k]), `${name} at ${p}, ${q}`).toBeLessThanOrEqual(bound);
      });
    }
  }
});

test('seeds multiply; a damped force is -(k C + d Cdot) dC/dx, seed 28', () => {
  const random = new Random(28);
  const few = 1e-14; // some ten roundings
  for (let i = 0; i < 50; i++) {
    const { y } = smoothFormula(random, x, 10);
    const at = [...random.list(4, -1, 1), ...random.list(4, -1, 1)];
    const [k, d, seed] = [random.between(1, 9), random.between(1, 9), random.between(-3, 3)];
    const inputs = new Map([...x, ...v].map((e, n) => [e, [at[n]]]));
    const of = (roots: readonly Expr[]): number[] => at0(evaluateAsIs(roots, inputs, 1));
    const slopes = of(gradient(y, x));
    const [C, Cdot] = of([y, directional(y, along(x, v))]);
    const seeded = of(gradient(y, x, constant(seed)));
    const seconds = of(hessian(y, x));
    const seededSeconds = of(hessian(y, x, constant(seed)));
    const forces = of(dampedForce(y, constant(k), constant(d), x, v));
    const scale = largestOf(slopes);
    slopes.forEach((slope, n) => {
      expect(Math.abs(seeded[n] - seed * slope)).toBeLessThan(few * scale * Math.abs(seed));
      const bound = few * scale * (k * (Math.abs(C) + 1) + d * (Math.abs(Cdot) + scale));
      expect(Math.abs(forces[n] + (k * C + d * Cdot) * slope)).toBeLessThan(bound);
    });
    seconds.forEach((second, n) => {
      expect(Math.abs(seededSeconds[n] - seed * second)).toBeLessThan(few * 10 * largestOf(seconds) * 3);
    });
  }
});

test('what does not depend on x has no derivative at all', () => {
  const [a, b] = x;
  expect(gradient(sin(b), [a])).toEqual([constant(0)]);
  expect(directional(sin(b), along([a], [v[0]]))).toBe(constant(0));
  expect(gradient(sub(add(a, b), b), [b])).toEqual([constant(0)]);
  expect(gradient(a, [a, b])).toEqual([constant(1), constant(0)]);
});

describe('what is held', () => {
  const [a, b] = x;
  const y = mul(detach(mul(a, a)), mul(a, b)); // (a^2) a b, the square held
  test('has its value, and no derivative', () => {
    const [value, byA, byB] = valueAt([y, ...gradient(y, [a, b])], [a, b], [3, 5]);
    expect([value, byA, byB]).toEqual([135, 45, 27]);
    const slope = directional(y, along([a, b], [constant(1), constant(2)]));
    expect(valueAt([slope], [a, b], [3, 5])).toEqual([45 + 2 * 27]);
    expect(gradient(detach(a), [a])).toEqual([constant(0)]);
  });
  test('constants need not be, and once is enough', () => {
    expect(detach(constant(2))).toBe(constant(2));
    expect(detach(detach(a))).toBe(detach(a));
  });
});
