// A run that records is killed at random moments and resumed. All 50 moments: kill.long.ts.
import { expect, test } from 'vitest';
import { killAndResume } from './support/kill.ts';
import { scratch } from './support/pliant.ts';

const seed = 20;
const kills = 5;

test(`kill -9 at ${kills} random moments (seed ${seed}): every recording opens, verifies and is resumed to the same end`, async () => {
  const { cut, early } = await killAndResume(scratch(), kills, seed);
  expect(cut + early).toBeGreaterThan(0); // it was killed on the way
}, 300_000);
