/** 20,000 broken files of every format and variant: a mesh or a MeshError, within 2 s and 10 times the file + 64 MB. */
import { expect, test } from 'vitest';
import { mutated, outcomeOf } from '../../../../tests/support/mesh-fuzz.ts';
import { samples } from '../../../../tests/support/mesh-samples.ts';
import { Random } from '../../../../tests/support/random.ts';

const times = 20_000;

test.each(await samples())('$label, broken 20,000 times, seed 1', async (sample) => {
  const random = new Random(1);
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
