/** A share of fuzz.long.ts; a few seconds. */
import { expect, test } from 'vitest';
import { brokenTimes, outcomeOf } from '../../../../tests/support/mesh-fuzz.ts';
import { samples } from '../../../../tests/support/mesh-samples.ts';

test.each(await samples())('$label, broken 100 times, seed 21: a mesh or a MeshError', async (sample) => {
  expect((await outcomeOf(sample, sample.bytes)).refused).toBe(false);
  expect(await brokenTimes(sample, 100, 21)).toBeGreaterThan(5);
});
