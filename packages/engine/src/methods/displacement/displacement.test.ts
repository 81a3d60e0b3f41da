/** Implicit bodies with hard constraints in their solve. */
import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { plane } from '../../bodies/plane.ts';
import { tetFem } from '../../bodies/tet/tet-fem.ts';
import { tetSprings } from '../../bodies/tet/tet-springs.ts';
import { above, distance, join, nail } from '../../constraints/kinds/constraints.ts';
import { box } from '../../meshes/box.ts';
import { chain } from '../../meshes/chain.ts';
import { kineticEnergy, linearMomentum, residual } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import { displacement, displacementMethod } from './displacement.ts';

const paper = displacementMethod({ paper: true });

/** A pendulum: a bob of 2 kg on a rod of 1 m. */
function pendulum(angle: number, step: number, method = displacement) {
  const world = createWorld({ step, integrator: 'backward-euler', method });
  const bob = world.add(particles([Math.sin(angle), -Math.cos(angle), 0], { id: 'bob', mass: 2 }));
  world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), 1), { id: 'rod' });
  return world;
}

describe('a point on a rod', () => {
  test('falls freely without one', () => {
    const world = createWorld({ step: 1e-3, integrator: 'backward-euler' });
    world.add(particles([0, 0, 0], { id: 'bob', mass: 2, velocities: [1, 0, 0] }));
    world.step(500);
    const [x, y] = world.positions('bob');
    expect(Math.abs(x - 0.5)).toBeLessThan(1e-12);
    // g t^2/2 (1 + h/t): of order 1
    expect(Math.abs(y + ((9.81 * 0.25) / 2) * (1 + 1e-3 / 0.5))).toBeLessThan(1e-12);
  });
  test('keeps its length to 1e-9 m, and carries the weight at rest', () => {
    const world = pendulum(1, 5e-3);
    for (let n = 0; n < 400; n++) {
      world.step();
      expect(residual(world).max).toBeLessThan(1e-9);
    }
    const rest = pendulum(0, 5e-3);
    rest.step(3);
    expect(Math.abs(rest.forces('rod')[0][1][1] / (2 * 9.81) - 1)).toBeLessThan(1e-9);
  });
  test('as printed, the error is of second order in the step', () => {
    const worst = (step: number): number => {
      const world = pendulum(1.5, step, paper);
      let most = 0;
      for (let n = 0; n < 1 / step; n++) {
        world.step();
        most = Math.max(most, residual(world).max);
      }
      return most;
    };
    const [coarse, fine] = [worst(2e-3), worst(1e-3)];
    expect(coarse).toBeLessThan(1e-3);
    expect(Math.abs(Math.log2(coarse / fine) - 2)).toBeLessThan(0.3);
  });
});

test('a soft block of finite elements hangs from nails: they carry its weight, and it stretches as at rest', () => {
  const hang = (integrator: string, steps: number) => {
    const world = createWorld({ step: 0.02, integrator, method: displacement });
    const block = world.add(
      tetFem(box({ size: [0.4, 0.8, 0.4], cells: [2, 4, 2] }), {
        id: 'block',
        young: 1e5,
        poisson: 0.3,
        density: 1000,
        drag: 8,
      }),
    );
    const { positions } = block.mesh as { positions: Float64Array };
    const top = Array.from({ length: block.nodeCount }, (_, n) => n).filter((n) => positions[3 * n + 1] > 0.39);
    const places = top.map((n) => worldPoint(positions[3 * n], positions[3 * n + 1], positions[3 * n + 2]));
    world.constrain(
      nail(
        top.map((n) => node(block, n)),
        places,
      ),
      { id: 'nails' },
    );
    world.step(steps);
    const weight = 0.4 * 0.8 * 0.4 * 1000 * 9.81;
    const carried = world.forces('nails').reduce((sum, [force]) => sum + force[1], 0);
    return {
      carried: carried / weight,
      lowest: Math.min(...world.positions('block').filter((_, i) => i % 3 === 1)),
      world,
    };
  };
  const moving = hang('backward-euler', 300);
  const resting = hang('quasi-static', 2);
  expect(Math.abs(moving.carried - 1)).toBeLessThan(1e-6);
  expect(Math.abs(resting.carried - 1)).toBeLessThan(1e-6);
  expect(Math.abs(moving.lowest - resting.lowest)).toBeLessThan(1e-6);
  // rho g L^2 / 2E = 31.4 mm, and more where the sides draw in
  expect(-0.4 - resting.lowest).toBeGreaterThan(0.025);
  expect(-0.4 - resting.lowest).toBeLessThan(0.04);
});

test('a rope of springs holds a solid, both in one solve; momentum is kept where nothing else holds', () => {
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'backward-euler', method: displacement });
  const rope = world.add(
    tetSprings(chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 11 }), {
      id: 'rope',
      form: 'spring',
      stretch: 500,
      mass: 0.05,
      velocities: Array.from({ length: 33 }, (_, i) => (i % 3 === 1 ? 0.02 * i : 0)),
    }),
  );
  const block = world.add(
    tetFem(box({ size: [0.2, 0.2, 0.2], cells: [1, 1, 1], centre: [1.1, 0.1, 0.1] }), {
      id: 'block',
      young: 1e4,
      poisson: 0.3,
      density: 200,
    }),
  );
  world.constrain(join(node(rope, 10), node(block, 0)), { id: 'knot' });
  const before = linearMomentum(world);
  for (let n = 0; n < 200; n++) {
    world.step();
    expect(residual(world).max).toBeLessThan(1e-9);
  }
  linearMomentum(world).forEach((p, axis) => {
    expect(Math.abs(p - before[axis])).toBeLessThan(1e-11);
  });
  expect(kineticEnergy(world)).toBeGreaterThan(1e-3);
});

test('a block lands on a floor, and is carried', () => {
  const floor = plane({ normal: [0, 1, 0], offset: -0.5 });
  const world = createWorld({ step: 0.005, integrator: 'backward-euler', method: displacement });
  const block = world.add(
    tetFem(box({ size: [0.3, 0.3, 0.3], cells: [2, 2, 2] }), { id: 'block', young: 5e4, poisson: 0.3, density: 500 }),
  );
  world.constrain(
    above(
      Array.from({ length: block.nodeCount }, (_, n) => node(block, n)),
      floor,
    ),
    { id: 'ground' },
  );
  for (let n = 0; n < 400; n++) {
    world.step();
    expect(Math.min(...world.positions('block').filter((_, i) => i % 3 === 1))).toBeGreaterThan(-0.5 - 1e-9);
  }
  const carried = world.forces('ground').reduce((sum, [force]) => sum + force[1], 0);
  expect(Math.abs(carried / (0.027 * 500 * 9.81) - 1)).toBeLessThan(1e-3);
});

test('invalid input is refused with a message', () => {
  const world = createWorld({ step: 0.01 });
  const dots = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'dots', mass: 1 }));
  expect(() => world.constrain(distance(node(dots, 0), node(dots, 1), 1), { id: 'rod', method: displacement })).toThrow(
    'body "dots" is under verlet. Use "local" or "lagrange" or "reaction", or give it "backward-euler" or "quasi-static".',
  );
  const other = createWorld({ step: 0.01, integrator: 'backward-euler' });
  const two = other.add(particles([0, 0, 0, 1, 0, 0], { id: 'two', mass: 1 }));
  expect(() => other.constrain(distance(node(two, 0), node(two, 1), 1), { id: 'rod' })).toThrow('Use "displacement".');
});
