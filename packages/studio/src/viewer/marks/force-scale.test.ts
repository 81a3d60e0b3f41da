import { expect, test } from 'vitest';
import { ForceScale } from './force-scale.ts';

test('a decade is as long as another, and the legend has the lengths of the arrows', () => {
  const scale = new ForceScale();
  for (const newtons of [3, 800, 0.5]) scale.see(newtons);
  expect(scale.length(100) - scale.length(10)).toBeCloseTo(scale.length(1000) - scale.length(100), 12);
  expect(scale.legend().map(({ newtons }) => newtons)).toEqual([1000, 100, 10]);
  for (const { newtons, pixels } of scale.legend()) expect(pixels).toBe(scale.length(newtons));
  expect(scale.length(0.01)).toBe(0); // too small to be drawn beside them
});
