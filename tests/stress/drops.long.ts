/** 5,000 random drops. 100,000 take an hour: npm run stress -- --drops 100000 --seed S */
import { expect, test } from 'vitest';
import { makeDrop, run } from './drops.ts';

test('5,000 drops of seed 88', () => {
  for (let n = 0; n < 5000; n++) {
    const drop = makeDrop(88, n);
    expect(run(drop).fault, `npm run stress -- --seed 88 --from ${n} --drops 1: ${drop.words}`).toBeUndefined();
  }
});
