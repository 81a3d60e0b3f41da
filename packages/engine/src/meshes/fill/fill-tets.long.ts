import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { blob, extent, together } from '../../../../../tests/support/surfaces.ts';
import { angleSummary, tetQuality } from '../quality.ts';
import { fillTets, largestFillAngle, leastFillAngle } from './fill-tets.ts';

test('300 blobs and pairs of blobs at 4 to 30 cells across, seed 21: angles in their bounds, none inverted', () => {
  const random = new Random(21);
  for (let k = 0; k < 300; k++) {
    const surface = k % 3 ? blob(random, 4) : together(blob(random, 3), blob(random, 3));
    const fill = fillTets(surface, { size: extent(surface) / random.between(k % 3 ? 4 : 20, 30) });
    const { least, largest } = angleSummary(fill.mesh);
    expect(least).toBeGreaterThan(leastFillAngle);
    expect(largest).toBeLessThan(largestFillAngle);
    expect(tetQuality(fill.mesh).inverted).toBe(0);
  }
});
