/** A share of the random drops of `npm run stress`; a minute of them is in drops.long.ts. */
import { expect, test } from 'vitest';
import { sample } from '../support/sample.ts';
import { makeDrop, run } from './drops.ts';

const drops = sample(30, 300);
test(`${drops} drops of seed 16: no NaN, nothing through the plane, energy within its bound`, () => {
  for (let n = 0; n < drops; n++) {
    const drop = makeDrop(16, n);
    expect(run(drop).fault, `npm run stress -- --seed 16 --from ${n} --drops 1: ${drop.words}`).toBeUndefined();
  }
});

test('a drop runs again with the same bits', () => {
  expect(run(makeDrop(16, 7)).hash).toBe(run(makeDrop(16, 7)).hash);
});

test('what goes wrong is told: a step over the bound', () => {
  const drop = makeDrop(16, 3);
  expect(run({ ...drop, step: 8 * drop.step, omega: drop.omega / 8 }).fault).toMatch(/diverged|NaN|energy|through/);
});
