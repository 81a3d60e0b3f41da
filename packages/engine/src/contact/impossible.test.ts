import { expect, test } from 'vitest';
import { box, createWorld, nail, node, onPath, plane, tetFem, worldPoint } from '../index.ts';

test('a nail that leads a node into the floor cannot be met: the step gives up early, and says that it is not solved', () => {
  const world = createWorld({ step: 0.001, contact: true });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const mesh = box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2], centre: [0, 0.1, 0] });
  const cube = world.add(tetFem(mesh, { id: 'cube', density: 200, young: 2e4, poisson: 0.4, viscosity: 10 }));
  world.step(10);
  const [x, y, z] = world.positions('cube');
  world.constrain(nail(node(cube, 0), worldPoint(x, y, z)), { id: 'hand' });
  const { time } = world;
  const down = {
    kind: 'linear' as const,
    times: [time, time + 0.2],
    points: [
      [x, y, z],
      [x, y - 0.15, z],
    ] as never,
  };
  world.aim('hand', onPath(down), 0);
  world.step();
  const { converged, halvings, newtonSteps } = world.contactReport();
  expect(converged).toBe(false);
  // 255 halvings and 1.4 million steps of Newton's method, 15 s, before
  expect(halvings).toBeLessThan(20);
  expect(newtonSteps).toBeLessThan(1e5);
});
