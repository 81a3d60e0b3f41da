// A run that records is killed at 50 random moments and resumed.
import { expect, test } from 'vitest';
import { killAndResume } from './support/kill.ts';
import { scratch } from './support/pliant.ts';

const seed = 50;
const kills = 50;

test(`kill -9 at ${kills} random moments (seed ${seed}): every recording opens, verifies and is resumed to the same end`, async () => {
  const { cut, fromCheckpoint } = await killAndResume(scratch(), kills, seed);
  expect(cut).toBeGreaterThan(kills / 5);
  expect(fromCheckpoint).toBeGreaterThan(kills / 10);
});
