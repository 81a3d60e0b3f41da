/** Quaternions stay of length 1 under every integrator, so that a body keeps its shape. */
import { expect, test } from 'vitest';
import { createWorld } from '../../world/create.ts';
import { rigid } from './rigid.ts';

test.each(['verlet', 'euler-cromer', 'velocity-verlet', 'beeman', 'midpoint', 'rk2', 'rk4'])('%s', (integrator) => {
  const world = createWorld({ step: 0.01, integrator, gravity: [0, 0, 0] });
  world.add(rigid({ id: 'b', shape: { kind: 'box', size: [1, 0.6, 0.3] }, mass: 3, spin: [2, -1, 3] }));
  const corner = (): number => {
    const x = world.positions('b');
    return Math.hypot(x[3] - x[0], x[4] - x[1], x[5] - x[2]);
  };
  const before = corner();
  world.step(300);
  expect(Math.abs(Math.hypot(...world.coordinates('b').slice(3)) - 1)).toBeLessThan(1e-15);
  expect(Math.abs(corner() / before - 1)).toBeLessThan(1e-14);
});
