/** How far bodies sink into each other is told where there is contact, and nowhere else. */
import { createWorld, equation, node, particles, penalty, plane, rigid } from '@pliant/engine';
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
  expect(ballAt(2, true)).toEqual({ max: 0, worst: '', contact: true });
  expect(ballAt(0.1, true)?.max).toBeLessThan(1e-15);
  expect(ballAt(2, false)).toBeUndefined();
});

test('a two-sided constraint without a promise is no contact', () => {
  const world = createWorld({ step: 1 / 500 });
  const points = world.add(particles([0.5, 0, 0], { id: 'p', mass: 1 }));
  world.constrain(equation('a.x = 0', { a: node(points, 0) }), { id: 'near', method: penalty({ stiffness: 2 }) });
  expect(measureResiduals(world, 1, new Map()).soft).toEqual({ max: 0.5, worst: 'near', contact: false });
});
