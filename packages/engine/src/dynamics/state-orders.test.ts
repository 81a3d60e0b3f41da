/** State of elements, bodies and methods under every integrator: it is as exact as the integrator says. */
import { describe, expect, test } from 'vitest';
import { integral } from '../../../../tests/support/integral-method.ts';
import { flowed, measuredOrder } from '../../../../tests/support/linear-system.ts';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import type { ElementKind, StateKind } from '../bodies/body.ts';
import { particles } from '../bodies/particles.ts';
import { nail } from '../constraints/kinds/constraints.ts';
import { allIntegrators, integrators } from '../integrators/index.ts';
import { add, constant, type Expr, half, mul, neg, square, sub } from '../kernel/formula/expr.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';

const [k, tau, slip, start] = [20, 0.4, 0.3, 0.2];
const holds = (x: Expr, y: Expr, z: Expr, rest: Expr, stiffness: Expr): Expr =>
  mul(half, mul(stiffness, add(square(sub(x, rest)), add(square(y), square(z)))));
const pulls = (q: readonly Expr[], rest: Expr, stiffness: Expr): Expr[] =>
  [sub(q[0], rest), q[1], q[2]].map((e) => neg(mul(stiffness, e)));

/** A spring to a point on the x axis that creeps after it: y' = (x - y)/tau + slip v. */
const creep: ElementKind = {
  name: 'creep',
  blocks: [3],
  parameters: ['stiffness', 'rate', 'slip', 'start'],
  state: {
    size: 1,
    order: 1,
    start: ([, , , from]) => [from],
    rate: ([[x]], [[v]], [, rate, share], [y]) => [add(mul(rate, sub(x, y)), mul(share, v))],
  },
  energy: ([[x, y, z]], [stiffness], [rest]) => holds(x, y, z, rest, stiffness),
  forces: ([q], _, [stiffness], [rest]) => [pulls(q, rest, stiffness)],
};
/** A spring to a point that swings after it: y'' = 9 (x - y). */
const swing: ElementKind = {
  ...creep,
  name: 'swing',
  state: {
    size: 1,
    order: 2,
    start: ([, , , from]) => [from],
    rate: ([[x]], _v, _p, [y]) => [mul(constant(9), sub(x, y))],
  },
};
/** One number for the whole body, y' = (1 - y)/tau, and springs that read it. */
const activation: StateKind = {
  name: 'activation',
  blocks: [],
  parameters: ['rate', 'start'],
  state: {
    size: 1,
    order: 1,
    start: ([, from]) => [from],
    rate: (_q, _v, [rate], [y]) => [mul(rate, sub(constant(1), y))],
  },
};
const { state: _own, ...stateless } = creep;
const muscle: ElementKind = { ...stateless, name: 'muscle', bodyState: 1 };

const [x0, v0] = [1, 0.5];
function worldOf(kind: ElementKind, integrator: string, steps: number, whole?: StateKind): World {
  const world = createWorld({ step: 1 / steps, gravity: [0, 0, 0], integrator });
  const parameters = Float64Array.of(k, 1 / tau, slip, start);
  world.add({
    ...particles([x0, 0, 0], { id: 'it', mass: 1, velocities: [v0, 0, 0] }),
    elements: [{ kind, count: 1, blocks: Int32Array.of(0), parameters }],
    ...(whole
      ? {
          state: { kind: whole, count: 1, blocks: new Int32Array(0), parameters: Float64Array.of(1 / tau, start) },
        }
      : {}),
  });
  world.step(steps);
  return world;
}
const error = (world: World, exact: readonly number[]): number =>
  Math.abs(world.positions('it')[0] - exact[0]) + Math.abs(world.stateOf('it')[0][0] - exact[1]);

const moving = Object.values(allIntegrators).filter(({ solved, flow }) => solved !== 'static' && !flow);
// of rk45, whose substeps follow a tolerance, rk45.test.ts measures the order
const named = moving.filter(({ adaptive }) => !adaptive).map(({ kind, order }) => ({ kind, order }));
const enough = (order: number): number => (order === 1 ? 400 : order === 2 ? 100 : 40);

describe.each(named)('$kind, of order $order', ({ kind, order }) => {
  const near = (measured: number): void => expect(Math.abs(measured - order)).toBeLessThan(0.1);
  test('an element that creeps', () => {
    const [x, , y] = flowed(
      [
        [0, 1, 0],
        [-k, 0, k],
        [1 / tau, slip, -1 / tau],
      ],
      1,
      [x0, v0, start],
    );
    near(measuredOrder((steps) => error(worldOf(creep, kind, steps), [x, y]), enough(order)));
  });
  test('an element with an inner swing', () => {
    const [x, , y] = flowed(
      [
        [0, 1, 0, 0],
        [-k, 0, k, 0],
        [0, 0, 0, 1],
        [9, 0, -9, 0],
      ],
      1,
      [x0, v0, start, 0],
    );
    near(measuredOrder((steps) => error(worldOf(swing, kind, steps), [x, y]), enough(order)));
  });
  test('a number of the body that its elements read', () => {
    const [x, , y] = flowed(
      [
        [0, 1, 0, 0],
        [-k, 0, k, 0],
        [0, 0, -1 / tau, 1 / tau],
        [0, 0, 0, 0],
      ],
      1,
      [x0, v0, start, 1],
    );
    near(measuredOrder((steps) => error(worldOf(muscle, kind, steps, activation), [x, y]), enough(order)));
  });
});

describe.each(Object.values(integrators).map(({ kind, order }) => ({ kind, order })))(
  '$kind, of order $order: a multiplier that follows its own equation',
  ({ kind, order }) => {
    const run = (damping: number, steps: number): number => {
      const world = createWorld({ step: 1 / steps, gravity: [0, 0, 0], integrator: kind });
      const bob = world.add(particles([x0, 0, 0], { id: 'it', mass: 2, velocities: [v0, 0, 0] }));
      world.constrain(nail(node(bob, 0), worldPoint(0, 0, 0)), {
        id: 'nail',
        method: integral({ rate: 50, stiffness: 30, damping }),
      });
      world.step(steps);
      const [x, , lambda] = flowed(
        [
          [0, 1, 0],
          [-30 / 2, -damping / 2, 1 / 2],
          [-50, 0, 0],
        ],
        1,
        [x0, v0, 0],
      );
      return Math.abs(world.positions('it')[0] - x) + Math.abs(world.stateOf('nail')[0][0] - lambda) / 50;
    };
    test('without damping', () => {
      const measured = measuredOrder((steps) => run(0, steps), enough(order));
      expect(Math.abs(measured - order)).toBeLessThan(0.1);
    });
    test('with damping; of order 1 where forces see a velocity half a step old', () => {
      const measured = measuredOrder((steps) => run(4, steps), enough(order));
      expect(Math.abs(measured - (integrators[kind].lag ? 1 : order))).toBeLessThan(0.1);
    });
  },
);

test('quasi-static: what is at rest creeps as its load says, exactly where that is straight', () => {
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'quasi-static' });
  const parameters = Float64Array.of(k, 1 / tau, 0, start);
  world.add({
    ...particles([start, 0, 0], { id: 'it', mass: 1 }),
    elements: [{ kind: creep, count: 1, blocks: Int32Array.of(0), parameters }],
  });
  world.apply({ id: 'load', body: 'it', node: 0, force: [3, 0, 0] });
  world.step(100);
  // 0 = F - k (x - y), y' = F/(k tau): the solve sees y of the beginning of the step
  const y = start + (3 / (k * tau)) * 1;
  expect(Math.abs(world.stateOf('it')[0][0] - y)).toBeLessThan(1e-12);
  expect(Math.abs(world.positions('it')[0] - (y - (3 / (k * tau)) * 0.01 + 3 / k))).toBeLessThan(1e-12);
});
