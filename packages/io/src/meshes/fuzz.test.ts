/** A share of fuzz.long.ts; a few seconds. */
import { expect, test } from 'vitest';
import { mutated, outcomeOf } from '../../../../tests/support/mesh-fuzz.ts';
import { samples } from '../../../../tests/support/mesh-samples.ts';
import { Random } from '../../../../tests/support/random.ts';

const times = 150;

test.each(await samples())('$label, broken 150 times, seed 21: a mesh or a MeshError', async (sample) => {
  expect((await outcomeOf(sample, sample.bytes)).refused).toBe(false);
  const random = new Random(21);
  let refused = 0;
  for (let n = 0; n < times; n++) {
    const bytes = mutated(sample.bytes, random);
    try {
      if ((await outcomeOf(sample, bytes)).refused) refused++;
    } catch (error) {
      throw new Error(`mutation ${n}: ${(error as Error).stack}`);
    }
  }
  expect(refused).toBeGreaterThan(times / 20);
});
