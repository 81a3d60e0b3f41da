/** Constraints that are led to their goals.                                              [GBT06, sec. 4.5; errata, E11] */
import { describe, expect, test } from 'vitest';
import { apart, eightEps, worstOver } from '../../../../../tests/support/exact.ts';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { tetSprings } from '../../bodies/tet/tet-springs.ts';
import { distance, join, nail, onSurface } from '../../constraints/kinds/constraints.ts';
import { integrators } from '../../integrators/index.ts';
import { box } from '../../meshes/box.ts';
import { grid } from '../../meshes/grid.ts';
import { linearMomentum, residual } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';

const schemes = Object.keys(integrators);

/** Two equal masses, 1 m apart, joined. */
const pair = (ramp: { steps?: number; by?: 'goal' | 'force' }, integrator = 'verlet', step = 1e-3): World => {
  const world = createWorld({ step, gravity: [0, 0, 0], integrator });
  const p = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'p', mass: 2 }));
  world.constrain(join(node(p, 0), node(p, 1)), { id: 'join', ramp });
  return world;
};
const gap = (world: World): number => world.positions('p')[3] - world.positions('p')[0];
const gaps = (world: World, steps: number): number[] =>
  Array.from({ length: steps }, () => {
    world.step();
    return gap(world);
  });

describe('T9', () => {
  test.each([
    { n: 10, least: -0.1978 },
    { n: 20, least: -0.2773 },
    { n: 50, least: -0.3668 },
  ])('a force that grows over $n steps, as printed, overshoots to $least', ({ n, least }) => {
    const all = gaps(pair({ steps: n, by: 'force' }), n);
    expect(Math.abs(Math.min(...all) - least)).toBeLessThan(1e-4);
    expect(Math.abs(all[n - 1])).toBeLessThanOrEqual(eightEps);
  });
  test.each(schemes)('a goal that comes nearer is never passed (%s)', (integrator) => {
    for (const n of [1, 10, 50]) {
      const { lookahead } = integrators[integrator];
      const world = pair({ steps: n }, integrator);
      const all = gaps(world, n + lookahead - 1);
      expect(Math.min(...all)).toBeGreaterThan(-1e-12);
      expect(Math.abs(all[n + lookahead - 2])).toBeLessThanOrEqual(eightEps);
      // at most 1.5/n of it in a step: 3t^2 - 2t^3 is steepest in the middle
      const moves = [1, ...all].slice(lookahead - 1).map((g, i, list) => (i ? list[i - 1] - g : 0));
      expect(Math.max(...moves)).toBeLessThan(1.5 / n + 1e-12);
      // 3t^2 - 2t^3 on the way
      for (let j = 1; j <= n; j++) {
        const t = j / n;
        expect(Math.abs(all[j + lookahead - 2] - (1 - t * t * (3 - 2 * t)))).toBeLessThan(1e-14);
      }
      expect(apart(linearMomentum(world), [0, 0, 0])).toBeLessThan(1e-12);
    }
  });
});

describe('how many steps, if not given', () => {
  const steps = (gapWidth: number, h: number): number => {
    const world = createWorld({ step: h, gravity: [0, 0, 0] });
    const cube = (id: string, x: number) =>
      world.add(
        tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1], centre: [x, 0, 0] }), {
          id,
          density: 1,
          stretch: 10,
          bulk: 10,
        }),
      );
    const [a, b] = [cube('a', 0), cube('b', 1 + gapWidth)];
    // nodes 1 and 0: the nearest corners
    world.constrain(join(node(a, 1), node(b, 0)), { id: 'join', ramp: {} });
    for (let n = 1; ; n++) {
      world.step();
      const [p, q] = [world.positions('a').slice(3, 6), world.positions('b').slice(0, 3)];
      if (apart(p, q) <= 8 * eightEps) return n;
    }
  };
  test('at least 0.05 s; at most a fiftieth of an edge a step', () => {
    expect(steps(1e-3, 1e-3)).toBe(50);
    expect(steps(1e-3, 5e-3)).toBe(10);
    // a cube of five tets has 12 edges of 1 and 6 of sqrt 2: the mean is 1.138; 1.5 x 2 / (0.02 x 1.138) = 131.8
    expect(steps(2, 1e-3)).toBe(132);
  });
});

describe('with everything else', () => {
  test.each(['goal', 'force'] as const)('a rod that is to shrink, by %s', (by) => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const p = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'p', mass: [1, 2] }));
    world.constrain(distance(node(p, 0), node(p, 1), 0.6), { id: 'rod', ramp: { steps: 20, by } });
    const all = gaps(world, 20);
    expect(Math.abs(all[19] - 0.6)).toBeLessThanOrEqual(eightEps);
    if (by === 'goal') expect(Math.min(...all)).toBeGreaterThan(0.6 - 1e-12);
    else expect(all[0]).toBeGreaterThan(0.97); // a twentieth of the first correction, 0.53 m
    expect(worstOver(world, 20)).toBeLessThanOrEqual(1);
  });

  test.each(['goal', 'force'] as const)('joins that share a node, by %s', (by) => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
    const p = world.add(particles([0, 0, 0, 1, 0, 0, 0, 1, 0], { id: 'p', mass: 1 }));
    world.constrain(join(node(p, 0), node(p, 1)), { id: 'a', ramp: { steps: 30, by } });
    world.constrain(join(node(p, 1), node(p, 2)), { id: 'b', ramp: { steps: 30, by } });
    world.step(29);
    expect(residual(world).max).toBeLessThan(by === 'goal' ? eightEps : 0.5);
    world.step();
    expect(apart(world.positions('p').subarray(0, 3), world.positions('p').subarray(3, 6))).toBeLessThanOrEqual(
      eightEps,
    );
    expect(worstOver(world, 30)).toBeLessThanOrEqual(1);
  });

  test('a bead is led to a surface it is to slide on', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
    const sheet = world.add(
      tetSprings(grid({ size: [4, 4], cells: [4, 4] }), {
        id: 'sheet',
        form: 'spring',
        stretch: 100,
        mass: 1,
        fixed: Array.from({ length: 25 }, (_, n) => n),
      }),
    );
    const bead = world.add(particles([0.3, 1, 0.2], { id: 'bead', mass: 1, velocities: [1, 0, 0] }));
    world.constrain(onSurface(node(bead, 0), sheet, 'slide'), { id: 'on', ramp: { steps: 40 } });
    let height = 1;
    for (let n = 0; n < 40; n++) {
      world.step();
      const [, y] = world.positions('bead');
      expect(y).toBeGreaterThan(-1e-12);
      expect(y).toBeLessThanOrEqual(height);
      height = y;
    }
    expect(Math.abs(height)).toBeLessThanOrEqual(eightEps);
    expect(Math.abs(world.positions('bead')[0] - 0.34)).toBeLessThan(1e-12); // along the sheet it moves on
  });

  test('released and activated, it begins anew; put back, it goes on', () => {
    const world = pair({ steps: 40 });
    world.step(10);
    const kept = world.snapshot();
    world.step(30);
    const there = world.hash();
    world.restore(kept);
    world.step(30);
    expect(world.hash()).toBe(there);

    world.restore(kept);
    world.release('join');
    world.step(20);
    const left = gap(world);
    world.activate('join');
    const all = gaps(world, 40);
    expect(all[0]).toBeGreaterThan(left - (3 / 1600) * Math.abs(left) - 1e-12);
    expect(Math.abs(all[39])).toBeLessThanOrEqual(eightEps);
  });

  test('joins that say the same in the end may differ on the way; what does not agree in the end is named then', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
    const p = world.add(particles([0, 0, 0, 1, 0, 0, 0, 1, 0], { id: 'p', mass: 1 }));
    world.constrain(join(node(p, 0), node(p, 1)), { id: 'a', ramp: { steps: 30 } });
    world.constrain(join(node(p, 1), node(p, 2)), { id: 'b', ramp: { steps: 10 } });
    world.constrain(join(node(p, 2), node(p, 0)), { id: 'c', ramp: { steps: 20 } });
    world.step(30);
    expect(worstOver(world, 10)).toBeLessThanOrEqual(1);
    world.constrain(nail(node(p, 0), worldPoint(0, 0, 0)), { id: 'here' });
    world.constrain(nail(node(p, 2), worldPoint(0, 1, 0)), { id: 'there', ramp: { steps: 10 } });
    world.step(9);
    expect(() => world.step()).toThrow('contradict each other: 1.00 m remain');
  });

  test('nails, from where their points are', () => {
    const world = createWorld({ step: 1e-3 });
    const p = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'p', mass: 1 }));
    world.constrain(nail([node(p, 0), node(p, 1)], [worldPoint(0, 1, 0), worldPoint(3, 0, 0)]), {
      id: 'nails',
      ramp: { steps: 10 },
    });
    world.step(5);
    // half of the way is behind: s(1/2) = 1/2
    expect(apart(world.positions('p'), [0, 0.5, 0, 2, 0, 0])).toBeLessThan(1e-14);
    world.step(5);
    expect(apart(world.positions('p'), [0, 1, 0, 3, 0, 0])).toBeLessThanOrEqual(3 * eightEps);
  });
});
