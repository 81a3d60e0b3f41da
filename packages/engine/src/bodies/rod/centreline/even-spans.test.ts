import { expect, test } from 'vitest';
import { cubic } from './cubic.ts';
import { withEvenSpans } from './even-spans.ts';
import { resampled } from './resampled.ts';
import { spanMeasure } from './rest-shape.ts';

/** A bend of 40 spans, so far from the origin. */
function bend(away: number): Float64Array {
  const points = Array.from({ length: 30 }, (_, i) => [away + Math.cos(i / 5), Math.sin(i / 5), 0.1 * Math.sin(i)]);
  return cubic.controlPoints(resampled(Float64Array.from(points.flat()), 41));
}
const lengthsOf = (x: Float64Array): number[] =>
  Array.from({ length: 40 }, (_, span) => spanMeasure(cubic, x, span).length);
const spread = (lengths: readonly number[]): number => (Math.max(...lengths) - Math.min(...lengths)) / lengths[0];

test('spans are equally long near the origin', () => {
  expect(spread(lengthsOf(bend(0)))).toBeGreaterThan(1e-5);
  expect(spread(lengthsOf(withEvenSpans(cubic, bend(0))))).toBeLessThan(1e-12);
});

test.each([1e3, 1e5])('and %f m away, to the rounding of places', (away) => {
  const lengths = lengthsOf(withEvenSpans(cubic, bend(away)));
  expect(spread(lengths) * lengths[0]).toBeLessThan(40 * 16 * Number.EPSILON * away);
});

test('where a coordinate is no number the curve is as it was', () => {
  const given = bend(0);
  given[30] = Number.NaN;
  expect(withEvenSpans(cubic, given)).toBe(given);
});
