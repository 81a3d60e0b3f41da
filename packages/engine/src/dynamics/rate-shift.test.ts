/**
 * Methods that act on the rate of positions, shown on one made for the purpose: the augmented Lagrangian method as printed.
 *
 *   xdot = v - u,   u = W (lambda + k g) dg/dx,   vdot = W (F - c dg/dx (dg/dx . v)),   lambdadot = kappa g     [PB88, eq. 61-63]
 */
import { describe, expect, test } from 'vitest';
import { flowed, measuredOrder } from '../../../../tests/support/linear-system.ts';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { nail } from '../constraints/kinds/constraints.ts';
import { forcesThemselves, type Method, runEach } from '../constraints/method.ts';
import { allIntegrators } from '../integrators/index.ts';
import { addTo, gather, kernel, toRow } from '../kernel/compile/kernel.ts';
import { directional } from '../kernel/formula/derive.ts';
import { add, constant, type Expr, mul, neg } from '../kernel/formula/expr.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';

const [k, c, kappa] = [8, 6, 40];
const times = (factor: number, e: Expr): Expr => mul(constant(factor), e);

/** g = C of a nail: target - point, so dg/dx = -1. */
const printed: Method = {
  kind: 'printed',
  order: 1,
  needs: 'points',
  shiftsRates: true,
  exclusive: () => false,
  refuses: () => undefined,
  state: (boundRelation) => ({
    order: 1,
    start: [0, 0, 0],
    rate: () => boundRelation.at('q').C.map((g) => times(kappa, g)),
  }),
  rule: (boundRelation) => {
    const motion = boundRelation.motion('q');
    const force = boundRelation.at('q').C.map((g) => times(c, directional(g, motion)));
    return {
      kernel: kernel([addTo('f', 0, force), ...[...force, ...force.map(neg)].map((f, row) => toRow(row, f))]),
      forces: forcesThemselves(boundRelation),
    };
  },
  work: (shapes) => {
    const shift = shapes.map((shape) => {
      const { C } = shape.boundRelation.at('q');
      const lambda = C.map((_, axis) => gather('q', shape.boundRelation.methodSlot, axis));
      const u = C.map((g, axis) => mul(gather('w', 0, 0), add(lambda[axis], times(k, g))));
      const { batch } = shape.memberBatch(kernel([addTo('rateShift', 0, u)]), [...Array(shape.members.length).keys()]);
      return { shape, batch };
    });
    return {
      onForce: runEach(shapes),
      onRate: () => {
        for (const { shape, batch } of shift) if (!shape.idle) batch.run();
      },
    };
  },
};

const [x0, v0, mass] = [0.4, 0.3, 2];
function held(integrator: string, steps: number): World {
  const world = createWorld({ step: 1 / steps, gravity: [-9.81, 0, 0], integrator });
  const bob = world.add(particles([x0, 0, 0], { id: 'bob', mass, velocities: [v0, 0, 0] }));
  world.constrain(nail(node(bob, 0), worldPoint(0, 0, 0)), { id: 'nail', method: printed });
  return world;
}
/** x' = v + W (lambda - k x), v' = g - W c v, lambda' = -kappa x; the last number is 1 */
const matrix = [
  [-k / mass, 1, 1 / mass, 0],
  [0, -c / mass, 0, -9.81],
  [-kappa, 0, 0, 0],
  [0, 0, 0, 0],
];

// rk45 has one too; it divides steps, and does not take a method that corrects their ends, as this one does
const rated = Object.values(allIntegrators).filter(({ positionRate, adaptive }) => positionRate && !adaptive);
test('those that have a rate of positions', () => {
  expect(rated.map(({ kind }) => kind)).toEqual(['explicit-euler', 'euler-cromer', 'midpoint', 'rk2', 'rk4']);
});

describe.each(rated.map(({ kind, order }) => ({ kind, order })))('$kind', ({ kind, order }) => {
  test('follows xdot = v - u as exactly as its order says', () => {
    const [x, v, lambda] = flowed(matrix, 1, [x0, v0, 0, 1]);
    const error = (steps: number): number => {
      const world = held(kind, steps);
      world.step(steps);
      const off = [world.positions('bob')[0] - x, world.velocities('bob')[0] - v, world.stateOf('nail')[0][0] - lambda];
      return off.reduce((sum, each) => sum + Math.abs(each), 0);
    };
    const measured = measuredOrder(error, order === 1 ? 400 : order === 2 ? 100 : 40);
    expect(Math.abs(measured - order)).toBeLessThan(0.1);
  });
  test('comes to rest at its goal under its weight, where v is what balances it', () => {
    const world = held(kind, 200);
    world.step(200 * 20);
    expect(Math.abs(world.positions('bob')[0])).toBeLessThan(1e-10);
    expect(Math.abs(world.velocities('bob')[0] + (9.81 * mass) / c)).toBeLessThan(1e-10);
  });
  test('released it moves at v alone; another beside it is not touched', () => {
    const world = held(kind, 100);
    const free = world.add(particles([0, 1, 0], { id: 'free', mass: 3 }));
    world.step(10);
    const alone = createWorld({ step: 1 / 100, gravity: [-9.81, 0, 0], integrator: kind });
    alone.add(particles([0, 1, 0], { id: 'free', mass: 3 }));
    alone.step(10);
    expect(world.positions(free.id)).toEqual(alone.positions('free'));
    world.release('nail');
    const [x, v] = [world.positions('bob')[0], world.velocities('bob')[0]];
    world.step();
    const fall = world.positions('bob')[0] - x - v / 100;
    expect(Math.abs(fall)).toBeLessThan(9.81e-4 + 1e-15);
  });
});

test.each(
  Object.values(allIntegrators)
    .filter(({ positionRate, solved }) => !positionRate && !solved)
    .map(({ kind }) => kind),
)('refused under %s, which has no rate of positions', (integrator) => {
  expect(() => {
    const world = createWorld({ step: 1e-3, integrator });
    const bob = world.add(particles([1, 0, 0], { id: 'bob', mass: 1, drag: 1 }));
    world.constrain(nail(node(bob, 0), worldPoint(0, 0, 0)), { id: 'nail', method: printed });
  }).toThrow(
    `constraint "nail" (nail): method — "printed" acts on the rate of positions, and ${integrator} has none (body "bob"). Use "rk4", "midpoint", "rk2", "euler-cromer" or "explicit-euler".`,
  );
});
test('and when a body comes to follow one', () => {
  const world = held('rk4', 100);
  world.step(3);
  expect(() => world.setIntegrator('verlet', 'bob')).toThrow('acts on the rate of positions, and verlet has none');
  world.setIntegrator('midpoint', 'bob'); // nothing is lost by it
  world.step(3);
});
