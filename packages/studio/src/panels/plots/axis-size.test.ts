import { expect, test } from 'vitest';
import { axisSize } from './axis-size.ts';

const widthOf = (label: string): number => 6 * label.length;

test('a label with a long unit has room, and short ones leave the axis as it is', () => {
  expect(axisSize(['0 N', '50 N'], widthOf)).toBe(62);
  const labels = ['0 kg m²/s', '60 kg m²/s'];
  expect(axisSize(labels, widthOf)).toBeGreaterThan(Math.max(...labels.map(widthOf)));
});
