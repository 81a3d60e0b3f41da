/** What is held at both ends and has no slack: it cannot sag, and says so. */
import { expect, test } from 'vitest';
import { bar, joint } from '../../../../../tests/support/joints.ts';
import {
  createWorld,
  distance,
  lagrange,
  nail,
  node,
  onPath,
  particles,
  type Rigid,
  type World,
  worldPoint,
} from '../../index.ts';

const [count, length] = [6, 0.3];
/** Planks side by side along x; the last joint is made by `end`. */
function bridge(end: (world: World, last: Rigid, at: [number, number, number]) => void): World {
  const world = createWorld({ step: 2e-3, method: lagrange, integrator: 'verlet' });
  const planks = Array.from({ length: count }, (_, k) =>
    world.add(bar(`plank ${k}`, [0.28, 0.03, 0.3], { position: [length * (k + 0.5), 1, 0] })),
  );
  joint(world, 'ball-joint', { a: planks[0], at: [0, 1, 0] }, 'left');
  for (let k = 1; k < count; k++)
    joint(world, 'ball-joint', { a: planks[k - 1], b: planks[k], at: [length * k, 1, 0] }, `joint ${k}`);
  end(world, planks[count - 1], [length * count, 1, 0]);
  return world;
}

test('a straight bridge of planks between two fixed ends: it has no slack, and is refused with that', () => {
  const world = bridge((on, a, at) => joint(on, 'ball-joint', { a, at }, 'right'));
  expect(() => world.step()).toThrow(
    /"left" \(ball-joint\).*"right" \(ball-joint\).*stretched to the full.*slack.*"slider"/,
  );
});
test('without gravity it stays where it is', () => {
  const world = bridge((on, a, at) => joint(on, 'ball-joint', { a, at }, 'right'));
  world.gravity = [0, 0, 0];
  world.step(20);
  expect(world.coordinates('plank 2')[1]).toBe(1);
});
test('with an end that slides it sags', () => {
  const world = bridge((on, a, at) => joint(on, 'slider', { a, at, axis: [1, 0, 0] }, 'right'));
  world.step(50);
  expect(world.coordinates('plank 2')[1]).toBeLessThan(0.999);
});
test('ends that are led apart contradict each other: slack is not what they lack', () => {
  const world = createWorld({ step: 2e-3, gravity: [0, 0, 0], method: lagrange });
  const ends = world.add(particles([0, 0, 0, 1, 0, 0], { mass: 1 }));
  world.constrain(distance(node(ends, 0), node(ends, 1), 1), { id: 'rod' });
  world.constrain(nail(node(ends, 0), worldPoint(0, 0, 0)), { id: 'left' });
  const points = [
    [1, 0, 0],
    [1.1, 0, 0],
  ] as never;
  world.constrain(nail(node(ends, 1), onPath({ kind: 'linear', times: [0, 1], points })), { id: 'right' });
  const message = (): string => {
    try {
      world.step(5);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  expect(message()).toMatch(/^(?!.*stretched).*"rod" \(distance\).*"left" \(nail\).*contradict/);
});
