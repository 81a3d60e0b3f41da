/** 20,000 broken files of every format and variant: a mesh or a MeshError, within 2 s and 10 times the file + 64 MB. */
import { expect, test } from 'vitest';
import { brokenTimes } from '../../../../tests/support/mesh-fuzz.ts';
import { samples } from '../../../../tests/support/mesh-samples.ts';

test.each(await samples())('$label, broken 20,000 times, seed 1', async (sample) => {
  expect(await brokenTimes(sample, 20_000, 1)).toBeGreaterThan(1000);
});
