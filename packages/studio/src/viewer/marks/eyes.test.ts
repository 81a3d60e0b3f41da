import { expect, test } from 'vitest';
import { detailFor, details } from './eyes.ts';

/** px by which a chord of a ring, or of what it is made of, misses the circle */
const missed = (radius: number, corners: number): number => radius * (1 - Math.cos(Math.PI / corners));

test('a ring is a circle to less than half a pixel, with no more corners than that takes', () => {
  for (const pixels of [4, 6.5, 12, 25, 26, 50, 65]) {
    const { around, across } = details[detailFor(pixels)];
    expect(missed(pixels, around)).toBeLessThan(0.5);
    // its shading is smooth: only the outline shows corners
    expect(missed(0.24 * pixels, across)).toBeLessThan(1);
  }
  expect(detailFor(4)).toBe(0);
  expect(detailFor(1e4)).toBe(details.length - 1);
});
