/** Stacks stand for a minute.                                                                   [contact notes, sec. 6, 6] */
import { expect, test } from 'vitest';
import { createWorld, plane, rigid } from '../index.ts';

test.each([
  [10, 0.01],
  [5, 0.02],
  [3, 0.005],
])(
  'a stack of %d, h %d, 60 s: creep below 1e-10 m, the floor carries its weight, corners carry equal parts',
  (count, step) => {
    const world = createWorld({ step, contact: { friction: 0.5 }, integrator: 'euler-cromer' });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const shape = { kind: 'box', size: [0.2, 0.2, 0.2] } as const;
    for (let k = 0; k < count; k++) world.add(rigid({ id: `${k}`, shape, mass: 1, position: [0, 0.1 + 0.2 * k, 0] }));
    const before = world.bodies.map(({ id }) => [...world.coordinates(id)]);
    for (let k = 0; k < Math.round(60 / step); k++) {
      world.step();
      expect(world.contactReport()).toMatchObject({ converged: true });
    }
    world.bodies.forEach(({ id }, b) => {
      world.coordinates(id).forEach((x, k) => {
        expect(Math.abs(x - before[b][k])).toBeLessThan(1e-10);
      });
    });
    const [{ force, points }] = world.contacts('floor');
    expect(Math.abs(Math.abs(force[1]) / (9.81 * count) - 1)).toBeLessThan(1e-12);
    for (const point of points) expect(Math.abs((4 * point.force[1]) / force[1] - 1)).toBeLessThan(1e-9);
  },
  300_000,
);
