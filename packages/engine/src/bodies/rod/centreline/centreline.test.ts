import { describe, expect, test } from 'vitest';
import { valueAt } from '../../../../../../tests/support/evaluate.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { input } from '../../../kernel/formula/expr.ts';
import { basisAt, basisOf, spansOf } from './centreline.ts';
import { centrelines } from './index.ts';
import { resampled } from './resampled.ts';
import { combined, restPoints } from './rest-shape.ts';

const all = Object.values(centrelines);
const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
const far = (a: readonly number[], b: readonly number[]): number => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

describe.each(all)('$name', (centreline) => {
  const points = Float64Array.from(new Random(1).list(3 * 7, -1, 1));
  const x = centreline.controlPoints(points);
  const spans = spansOf(centreline, x.length / 3);

  test('sum b = 1, sum b\' = sum b" = 0, to 1e-15 of their sizes [notes, check 1]', () => {
    for (let u = 0; u <= spans; u += 1 / 16) {
      const { b, slope, bend } = basisAt(centreline, spans, u);
      expect(Math.abs(sum(b) - 1)).toBeLessThan(1e-15);
      expect(Math.abs(sum(slope))).toBeLessThan(1e-15);
      expect(Math.abs(sum(bend))).toBeLessThan(4e-15);
    }
  });
  test("b' and b'' are derivatives of b; as formulas b is the same", () => {
    const [t, h] = [0.3, 1e-5];
    const [before, at, after] = [t - h, t, t + h].map((one) => basisAt(centreline, spans, 2 + one));
    expect(
      far(
        at.slope,
        after.b.map((b, i) => (b - before.b[i]) / (2 * h)),
      ),
    ).toBeLessThan(1e-9);
    expect(
      far(
        at.bend,
        after.slope.map((b, i) => (b - before.slope[i]) / (2 * h)),
      ),
    ).toBeLessThan(1e-9);
    const symbol = input('t');
    expect(far(valueAt(basisOf(centreline, symbol), [symbol], [t]), at.b)).toBeLessThan(1e-15);
  });
  test('the curve goes through the points it was made for (seed 1)', () => {
    expect(spans).toBe(6);
    for (let k = 0; k <= spans; k++) {
      const { first, b } = basisAt(centreline, spans, k);
      expect(far(combined(x, first, b), [...points.subarray(3 * k, 3 * k + 3)])).toBeLessThan(1e-15);
    }
  });
  test('weights of the quadrature are those of a whole span', () => {
    expect(Math.abs(sum(centreline.quadrature.weights) - 1)).toBeLessThan(1e-15);
    const even = restPoints(centreline, centreline.controlPoints(Float64Array.of(0, 0, 0, 2, 0, 0, 4, 0, 0)), 0.5);
    for (const { speed, spread } of even.flat()) {
      expect(speed).toBeCloseTo(1, 14);
      expect(spread).toBeCloseTo(0, 14);
    }
  });
});

test('cubic: x, x\' and x" go on from span to span, and x" is zero at the ends (seed 2)', () => {
  const centreline = centrelines.cubic;
  const x = centreline.controlPoints(Float64Array.from(new Random(2).list(3 * 6, -1, 1)));
  const bendOf = (u: number): number[] => {
    const { first, bend } = basisAt(centreline, 5, u);
    return combined(x, first, bend);
  };
  for (const end of [0, 5]) expect(far(bendOf(end), [0, 0, 0])).toBeLessThan(1e-14);
  for (let k = 1; k < 5; k++) expect(far(bendOf(k), bendOf(k - 1e-9))).toBeLessThan(1e-7);
});

test('cubic: the quadrature is exact up to t^7', () => {
  const { t, weights } = centrelines.cubic.quadrature;
  for (let n = 0; n < 8; n++) expect(sum(t.map((at, g) => weights[g] * at ** n))).toBeCloseTo(1 / (n + 1), 15);
});

test('points at equal distances along the curve through others, ends as they were', () => {
  // a half circle, given at very uneven places
  const given = Array.from({ length: 41 }, (_, k) => Math.PI * (k / 40) ** 1.6);
  const points = Float64Array.from(given.flatMap((a) => [Math.cos(a), Math.sin(a), 0]));
  const even = resampled(points, 13);
  expect([...even.subarray(0, 3), ...even.subarray(-3)]).toEqual([...points.subarray(0, 3), ...points.subarray(-3)]);
  // x'' = 0 at the ends of the curve is not a circle's: it wavers by 1e-4 in its last piece
  for (let k = 0; k < 13; k++) {
    const angle = (Math.PI * k) / 12;
    expect(Math.abs(even[3 * k] - Math.cos(angle))).toBeLessThan(1e-4);
    expect(Math.abs(even[3 * k + 1] - Math.sin(angle))).toBeLessThan(1e-4);
  }
  const line = resampled(Float64Array.of(0, 0, 0, 0.1, 0.2, 0.2, 1, 2, 2), 4);
  for (let k = 0; k < 4; k++)
    expect(far([...line.subarray(3 * k, 3 * k + 3)], [k / 3, (2 * k) / 3, (2 * k) / 3])).toBeLessThan(1e-14);
});
