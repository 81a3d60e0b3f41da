/** The arms over all their frames, under every fault and for several seeds. */
import { expect, test } from 'vitest';
import { trackArms } from '../../../../tests/support/arms.ts';

test.each([
  ['2 mm of noise', {}, 0.006],
  ['20 % of the points missing', { missing: 0.2 }, 0.01],
  ['5 % outliers', { outliers: 0.05 }, 0.01],
  ['both', { missing: 0.2, outliers: 0.05 }, 0.01],
])('%s: centres of 120 frames, seeds 20 to 24', (_, faults, bound) => {
  for (let seed = 20; seed < 25; seed++)
    for (const named of [true, false]) {
      const { centre, gap } = trackArms({ seed, perPart: 150, noise: 0.002, ...faults }, { named });
      expect(centre).toBeLessThan(bound);
      expect(gap).toBeLessThan(1e-10);
    }
});

test('sizes within 2 % at 1 % of noise, all frames, seeds 20 to 24', () => {
  for (let seed = 20; seed < 25; seed++)
    expect(trackArms({ seed, perPart: 150, noise: 0.00045 }).size).toBeLessThan(0.02);
});
