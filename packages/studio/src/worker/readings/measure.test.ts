/** How far bodies sink into each other is told where there is contact, and nowhere else. */
import { createWorld, plane, rigid } from '@pliant/engine';
import { expect, test } from 'vitest';
import { measureResiduals } from './measure.ts';

const ballAt = (y: number, contact: boolean) => {
  const world = createWorld({ step: 1 / 500, ...(contact ? { contact: true } : {}) });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  world.add(rigid({ id: 'ball', shape: { kind: 'sphere', radius: 0.1 }, mass: 1, position: [0, y, 0] }));
  world.step(10);
  return measureResiduals(world, 1, new Map()).soft;
};

test('in the air 0, at rest rounding, without contact nothing', () => {
  expect(ballAt(2, true)).toEqual({ max: 0, worst: '' });
  expect(ballAt(0.1, true)?.max).toBeLessThan(1e-15);
  expect(ballAt(2, false)).toBeUndefined();
});
