import { describe, expect, test } from 'vitest';
import { apart, worstOver } from '../../../../../tests/support/exact.ts';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { distance, parallel, perpendicular } from '../../constraints/kinds/constraints.ts';
import { reaction } from '../../methods/reaction/reaction.ts';
import { angularMomentum, linearMomentum } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';

const velocities = [0, 1, 0, 0.3, -1, 0.5, 0.2, 0, -0.3, 0, 0.6, 0.4];
/** Two free sticks, the second at so many degrees from the first. */
function sticks(angle: number): { world: World; nodes: ReturnType<typeof node>[] } {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
  const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const dots = world.add(
    particles([0, 0, 0, 1, 0, 0, 0, 1, 2, 2 * c, 1 + 2 * s, 2], {
      id: 'sticks',
      mass: [1, 2, 3, 1],
      velocities,
    }),
  );
  return { world, nodes: [0, 1, 2, 3].map((n) => node(dots, n)) };
}
/** The angle between the sticks, degrees. */
function angleOf(world: World): number {
  const x = world.positions('sticks');
  const [u, v] = [0, 6].map((first) => [0, 1, 2].map((axis) => x[first + 3 + axis] - x[first + axis]));
  const dot = u.reduce((sum, value, i) => sum + value * v[i], 0);
  const cosine = dot / (Math.hypot(...u) * Math.hypot(...v));
  return (Math.acos(Math.max(-1, Math.min(1, cosine))) * 180) / Math.PI;
}

describe.each([
  ['parallel', parallel, 0],
  ['parallel', parallel, 180],
  ['perpendicular', perpendicular, 90],
] as const)('%s', (_, constraint, angle) => {
  test(`at ${angle} degrees from the start it is kept to rounding, and momentum is`, () => {
    const { world, nodes } = sticks(angle);
    const [a, b, c, d] = nodes;
    world.constrain(constraint(a, b, c, d, [1, 2]), { id: 'hold' });
    const [p, l] = [linearMomentum(world), angularMomentum(world)];
    expect(worstOver(world, 1000)).toBeLessThanOrEqual(16);
    expect(angleOf(world)).toBeCloseTo(angle, 6);
    expect(apart(linearMomentum(world), p)).toBeLessThan(1e-13);
    expect(apart(angularMomentum(world), l)).toBeLessThan(1e-12);
  });
  test('"reaction" brings sticks there that start 20 degrees off', () => {
    const { world, nodes } = sticks(angle === 180 ? 160 : angle + 20);
    const [a, b, c, d] = nodes;
    world.constrain(constraint(a, b, c, d, [1, 2]), { id: 'hold', method: reaction() });
    world.step(300);
    expect(Math.abs(angleOf(world) - angle)).toBeLessThan(0.02);
  });
});

test('a stick stays parallel to a direction of the world as it swings on two rods', () => {
  const world = createWorld({ step: 1e-3 });
  const dots = world.add(particles([1, 0, 0, 2, 0, 0], { id: 'stick', mass: 1 }));
  const [a, b] = [node(dots, 0), node(dots, 1)];
  world.constrain(distance(a, worldPoint(1, 1, 0), 1), { id: 'left' });
  world.constrain(distance(a, b, 1), { id: 'stick' });
  world.constrain(parallel(a, b, worldPoint(0, 0, 0), worldPoint(1, 0, 0)), { id: 'level' });
  world.constrain(distance(b, worldPoint(2, 1, 0.5), Math.sqrt(1.25)), { id: 'right' });
  world.step(700);
  const x = world.positions('stick');
  expect(x[4] - x[1]).toBeCloseTo(0, 13);
  expect(x[5] - x[2]).toBeCloseTo(0, 13);
  expect(x[3] - x[0]).toBeCloseTo(1, 13);
});

test('no length is no direction: refused', () => {
  const { world, nodes } = sticks(0);
  const [a, b, c, d] = nodes;
  expect(() => world.constrain(parallel(a, b, c, d, [1, 0]), { id: 'hold' })).toThrow('lengthV — 0');
});
