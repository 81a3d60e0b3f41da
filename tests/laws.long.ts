// The laws of laws.test.ts on 5,000 scenes, 500 a test.
import { expect, test } from 'vitest';
import { brokenLaws, seeds } from './laws/over-seeds.ts';

test.each(Array.from({ length: 10 }, (_, k) => [1 + 500 * k, 500 + 500 * k]))('seeds %i to %i', (first, last) => {
  const { broken, told, refused } = brokenLaws(seeds(first, last));
  expect(broken).toEqual([]);
  for (const { scenes } of told.values()) expect(scenes).toBeGreaterThan(20);
  expect(refused).toBeLessThan(125);
});
