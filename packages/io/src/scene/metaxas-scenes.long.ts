/** Balloons on strings, for longer: [Met93 notes, check 12]. */
import { expect, test } from 'vitest';
import { swing } from '../../../../tests/support/balloons.ts';

test('balloons collide inelastically; the left one swings less far with three than with two [check 12]', () => {
  const [two, three] = ['balloons-2', 'balloons-3'].map((name) => swing(name, 3));
  const input = 1.16; // J, what the left one is lifted by [Met93 notes, 7.1]
  for (const { gained, rise, gap } of [two, three]) {
    expect(gained).toBeLessThan(1e-9);
    expect(rise).toBeLessThan(0.02 * input);
    expect(gap).toBeLessThan(1e-12);
  }
  expect(two.swings.get('left')).toBeCloseTo(0.379, 1);
  expect(three.swings.get('left')).toBeCloseTo(0.24, 1);
  expect(three.swings.get('left') as number).toBeLessThan(two.swings.get('left') as number);
});
