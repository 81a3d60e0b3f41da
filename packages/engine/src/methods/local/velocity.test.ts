/** Velocities as goals: by forces, or by impulses after the step.                                   [GBT06 notes, sec. 4.5] */
import { describe, expect, test } from 'vitest';
import { apart, eightEps, worstOver } from '../../../../../tests/support/exact.ts';
import { barycentric } from '../../anchors/barycentric.ts';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { tetSprings } from '../../bodies/tet/tet-springs.ts';
import { join, nail, velocity } from '../../constraints/kinds/constraints.ts';
import { integrators } from '../../integrators/index.ts';
import { box } from '../../meshes/box.ts';
import { force } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';

/** What rounding leaves of |v| ~ 1 at h = 1e-3. */
const exact = 2e-13;
const goal = [0.8, -0.3, 0.5] as const;

/**
 * A force meets u, and u is not all of it: under Runge-Kutta a point moves by h v + h^2/2 (a1 - a2), a1 and a2 being the
 * accelerations that its places and its velocities are made of; under Beeman by h^2/18 f or so more, as u lacks the third
 * of f^{t+h}, and the force is a ninth short.
 */
const strays: Record<string, number> = { midpoint: 1e-6, rk2: 1e-6, rk4: 1e-6, beeman: 1e-4 };

const cubeOf = (world: World) =>
  world.add(
    tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
      id: 'cube',
      density: 5,
      stretch: 2e3,
      bulk: 1e3,
      damping: 5,
    }),
  );

describe.each(Object.keys(integrators))('%s', (integrator) => {
  test('by force: the velocity is met at every step, and the node moves by h v', () => {
    const world = createWorld({ step: 1e-3, integrator });
    const cube = cubeOf(world);
    world.constrain(velocity(node(cube, 0), goal), { id: 'v' });
    world.step(3); // explicit Euler moves at the velocity before; Runge-Kutta at the mean of both
    let most = 0;
    for (let n = 0; n < 100; n++) {
      const before = world.positions('cube').slice(0, 3);
      world.step();
      expect(apart(world.velocities('cube').subarray(0, 3), goal)).toBeLessThanOrEqual(exact);
      const moved = world.positions('cube').subarray(0, 3);
      for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(moved[k] - before[k] - 1e-3 * goal[k]));
    }
    expect(most).toBeLessThan(strays[integrator] ?? 1e-15);
  });

  test('by force: a lone point is carried, and its weight is what it takes', () => {
    const world = createWorld({ step: 1e-3, integrator });
    const dot = world.add(particles([0, 0, 0], { id: 'dot', mass: 2 }));
    world.constrain(velocity(node(dot, 0), goal), { id: 'v' });
    world.step(60);
    if (integrator !== 'beeman') expect(apart(force(world, 'v'), [0, 2 * 9.81, 0])).toBeLessThan(1e-8);
    const start = world.positions('dot').slice();
    world.step(1000);
    const way = world.positions('dot').map((x, k) => x - start[k]);
    expect(apart(way, goal)).toBeLessThan(integrator === 'beeman' ? 1e-3 : 1e-12);
  });

  test('by impulse: the velocity is met at every step', () => {
    const world = createWorld({ step: 1e-3, integrator });
    const cube = cubeOf(world);
    world.constrain(velocity(barycentric(cube, [0, 1, 2]), goal, 'impulse'), { id: 'v' });
    world.step(2);
    for (let n = 0; n < 50; n++) {
      world.step();
      const column = world.program.velocities(world.program.find('cube'));
      const stored = world.state.column('v').slice(0, 9);
      const mean = (v: ArrayLike<number>): number[] => [0, 1, 2].map((k) => (v[k] + v[3 + k] + v[6 + k]) / 3);
      expect(apart(mean(stored), goal)).toBeLessThanOrEqual(exact);
      // a velocity that lags is made up from the last two, both on the goal
      expect(apart(mean(column), goal)).toBeLessThanOrEqual(4 * exact);
    }
  });

  test('by impulse: a node may be nailed too; it stays, and its velocity is what was asked for', () => {
    const world = createWorld({ step: 1e-3, integrator });
    const cube = cubeOf(world);
    world.constrain(nail(node(cube, 0), worldPoint(-0.5, -0.5, -0.5)), { id: 'nail' });
    world.constrain(velocity(node(cube, 0), [0, 0, 0], 'impulse'), { id: 'v' });
    for (let n = 0; n < 50; n++) {
      world.step();
      if (n < integrators[integrator].lookahead) continue;
      expect(apart(world.positions('cube').subarray(0, 3), [-0.5, -0.5, -0.5])).toBeLessThanOrEqual(eightEps);
      expect(apart(world.state.column('v').subarray(0, 3), [0, 0, 0])).toBeLessThanOrEqual(exact);
    }
  });
});

describe('one force cannot satisfy both a position and a velocity', () => {
  const words =
    'constraints "place" (nail) and "v" (velocity) share a node, and one force cannot satisfy both a position and a velocity. Release one, or satisfy the velocity by impulses ("by": "impulse").';

  test('of one node: refused at check, at the first step, and in mid-run, where the world stays as it was', () => {
    const world = createWorld({ step: 1e-3 });
    const p = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'p', mass: 1 }));
    world.constrain(nail(node(p, 0), worldPoint(0, 0, 0)), { id: 'place' });
    world.constrain(velocity(node(p, 0), goal), { id: 'v' });
    expect(() => world.check()).toThrow(words);
    expect(() => world.step()).toThrow(words);
    world.release('v');
    world.step(5);
    const before = world.hash();
    expect(() => world.activate('v')).toThrow(words);
    expect(world.hash()).toBe(before);
    expect(() => world.constrain(velocity(node(p, 0), goal), { id: 'w' })).toThrow('one force cannot satisfy');
    expect(world.hash()).toBe(before);
    expect(worstOver(world, 5)).toBeLessThanOrEqual(1);
  });
  test('through others: refused as well', () => {
    const world = createWorld({ step: 1e-3 });
    const p = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'p', mass: 1 }));
    world.constrain(nail(node(p, 0), worldPoint(0, 0, 0)), { id: 'place' });
    world.constrain(join(node(p, 0), node(p, 1)), { id: 'join' });
    world.constrain(velocity(node(p, 1), goal), { id: 'v' });
    expect(() => world.step()).toThrow(words);
  });
  test('two velocities of one node contradict each other', () => {
    const world = createWorld({ step: 1e-3 });
    const p = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'p', mass: 1 }));
    world.constrain(velocity(node(p, 0), [1, 0, 0]), { id: 'slow' });
    world.constrain(velocity(node(p, 0), [3, 0, 0]), { id: 'fast' });
    expect(() => world.step()).toThrow(
      'constraints "slow" (velocity) and "fast" (velocity) contradict each other: 2.00 m/s remain',
    );
  });
});

test('velocities of nodes and of points between them are met together', () => {
  const world = createWorld({ step: 1e-3 });
  const cube = cubeOf(world);
  world.constrain(velocity(node(cube, 0), [1, 0, 0]), { id: 'a' });
  world.constrain(velocity(barycentric(cube, [0, 1]), [0, 1, 0]), { id: 'b' });
  for (let n = 0; n < 50; n++) {
    world.step();
    const v = world.state.column('v');
    expect(apart(v.subarray(0, 3), [1, 0, 0])).toBeLessThanOrEqual(exact);
    // the mean of (1, 0, 0) and (-1, 2, 0)
    expect(apart(v.subarray(3, 6), [-1, 2, 0])).toBeLessThanOrEqual(4 * exact);
  }
});

test('aimed at another velocity it takes that up', () => {
  const world = createWorld({ step: 1e-3 });
  const dot = world.add(particles([0, 0, 0], { id: 'dot', mass: 2 }));
  world.constrain(velocity(node(dot, 0), [1, 0, 0]), { id: 'v' });
  world.step(10);
  world.aim('v', worldPoint(0, 2, 0));
  world.step(10);
  expect(apart(world.velocities('dot'), [0, 2, 0])).toBeLessThanOrEqual(exact);
});
