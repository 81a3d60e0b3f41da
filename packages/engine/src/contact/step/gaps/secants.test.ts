/** Corrections that leave a part of each error: with secants they converge in as many passes as there are different parts, and one. */
import { expect, test } from 'vitest';
import { Secants } from './secants.ts';

/** Errors of e = 1 - c lambda, corrected by e: each pass leaves 1 - c of it. */
function passes(c: readonly number[], accelerated: boolean): number {
  const lambda = new Float64Array(c.length);
  const secants = new Secants();
  secants.begin(c.length);
  for (let pass = 0; pass < 200; pass++) {
    const e = lambda.map((x, i) => 1 - c[i] * x);
    if (Math.max(...e.map(Math.abs)) < 1e-13) return pass;
    if (accelerated) secants.mix(e, lambda, c.length);
    for (let i = 0; i < c.length; i++) lambda[i] += e[i];
  }
  return 200;
}
test('one part, and three of them', () => {
  expect(passes([0.9, 0.9], false)).toBe(13);
  expect(passes([0.9, 0.9], true)).toBeLessThanOrEqual(4);
  expect(passes([0.5, 0.7, 0.95], false)).toBeGreaterThan(40);
  expect(passes([0.5, 0.7, 0.95], true)).toBeLessThanOrEqual(6);
});
test('what was mixed can be taken back', () => {
  const secants = new Secants();
  secants.begin(2);
  const lambda = Float64Array.of(0, 0);
  expect(secants.mix(Float64Array.of(1, 1), lambda, 2)).toBe(false);
  lambda.set([1, 1]);
  const e = Float64Array.of(0.1, 0.2);
  expect(secants.mix(e, lambda, 2)).toBe(true);
  expect([...lambda]).not.toEqual([1, 1]);
  secants.undo(e, lambda, 2);
  expect([...lambda, ...e]).toEqual([1, 1, 0.1, 0.2]);
});
