/** Penalties that double, the damping of v, the least penalty, the wrong sign. [PB88; notes, 4.1, 9, checks A9, A10, A12] */
import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import type { ElementKind } from '../../bodies/body.ts';
import { particles } from '../../bodies/particles.ts';
import { equation } from '../../constraints/kinds/constraints.ts';
import { forcesThemselves, type Method, runEach } from '../../constraints/method.ts';
import { DivergenceError } from '../../dynamics/stability/divergence.ts';
import { gather, kernel } from '../../kernel/compile/kernel.ts';
import { gradient } from '../../kernel/formula/derive.ts';
import { add, constant, type Expr, mul, neg } from '../../kernel/formula/expr.ts';
import { forceSinks } from '../../solve/row-forces.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { penalty } from '../penalty/penalty.ts';
import { augmented } from './augmented.ts';

/** f = (x^2 + 6 x y + 2 y^2)/2: minimal on x = 0 along y, but not across. */
const saddleEnergy = ([[x, y]]: readonly (readonly Expr[])[]): Expr =>
  mul(constant(0.5), add(add(mul(x, x), mul(constant(6), mul(x, y))), mul(constant(2), mul(y, y))));
const saddle: ElementKind = {
  name: 'saddle',
  blocks: [3],
  parameters: ['unused'],
  energy: (q) => saddleEnergy(q),
  forces: (q) => [gradient(saddleEnergy(q), q[0]).map(neg)],
};
function onSaddle(step: number, at: readonly number[]): World {
  const world = createWorld({ step, integrator: 'first-order-flow', gravity: [0, 0, 0] });
  const point = particles(at, { id: 'p', mass: 1, drag: 1 });
  const elements = [{ kind: saddle, count: 1, blocks: Int32Array.of(0), parameters: Float64Array.of(0) }];
  world.add({ ...point, elements });
  return world;
}
const a = (world: World) => ({ a: node(world.body('p'), 0) });

describe('A12: the least penalty that makes A positive, c* = -(n.H n - (n.H T)^2/T.H T) = 3.5', () => {
  // eigenvalues of [[1 + c, 3], [3, 2]]
  test.each([
    [3.4, 0.0311],
    [3.6, -0.03045],
  ])('with c = %d a point goes off, or comes back, at the rate %d', (stiffness, rate) => {
    const world = onSaddle(1e-2, [0.01, -0.02, 0]);
    world.constrain(equation('a.x = 0', a(world)), { id: 'g', method: penalty({ stiffness }) });
    world.step(1000);
    const before = world.positions('p')[1];
    world.step(1000);
    expect(Math.abs(Math.log(world.positions('p')[1] / before) / 10 - rate)).toBeLessThan(2e-4);
  });
  test('automatic: from c = 1 it doubles until it holds; without it the point is lost', () => {
    const run = (automatic: boolean): World => {
      const world = onSaddle(1e-2, [0.01, -0.02, 0]);
      const method = augmented({ stiffness: 1, gain: 0.01, automatic });
      world.constrain(equation('a.x = 0', a(world)), { id: 'g', method });
      world.step(6000);
      return world;
    };
    const held = run(true);
    // nearer than it started, (0.01, -0.02); what is left fades at the rate gain/c
    expect(Math.abs(held.positions('p')[0])).toBeLessThan(5e-3);
    expect(Math.abs(held.positions('p')[1])).toBeLessThan(1e-2);
    const doublings = held.stateOf('g')[0][2];
    expect(doublings).toBeGreaterThan(Math.log2(3.5));
    expect(doublings).toBeLessThan(20);
    expect(() => run(false)).toThrow(DivergenceError);
  });
});

test('automatic, with inertia: a load is held more closely, and omega h stays at 0.4 at most', () => {
  const off = (automatic: boolean): number => {
    const world = createWorld({ step: 1e-3, integrator: 'euler-cromer', gravity: [50, 0, 0] });
    world.add(particles([0, 0, 0], { id: 'p', mass: 1 }));
    const method = augmented({ omega: 10, integral: 0.001, automatic });
    world.constrain(equation('a.x = 0', a(world)), { id: 'g', method });
    world.step(5000);
    if (automatic) expect(10 * 2 ** (world.stateOf('g')[0][2] / 2) * 1e-3).toBeLessThan(0.401);
    return Math.abs(world.positions('p')[0]);
  };
  expect(off(true)).toBeLessThan(0.02 * off(false));
});

describe('A10: damping of v by eps', () => {
  const ran = (eps: number): World => {
    const world = createWorld({ step: 1e-2, integrator: 'rk4', gravity: [1, 0, 0] });
    world.add(particles([0, 0, 0], { id: 'p', mass: 1 }));
    const method = augmented({ form: 'paper', stiffness: 2, damping: 0, gain: 1, eps });
    world.constrain(equation('a.x = 0', a(world)), { id: 'g', method });
    world.step(6000);
    return world;
  };
  test('eps = 1 does what c = 1 does: x -> 0, lam -> 1', () => {
    expect(Math.abs(ran(1).positions('p')[0])).toBeLessThan(1e-9);
    expect(ran(1).stateOf('g')[0][0]).toBeCloseTo(1, 8);
  });
  test('eps = c = 0 leaves x = 1', () => expect(ran(0).positions('p')[0]).toBeCloseTo(1, 6));
});

/** Eq. 16 as printed: lam' = -g. */
const wrongSign: Method = {
  kind: 'wrong sign',
  order: 2,
  needs: 'points',
  exclusive: () => false,
  refuses: () => undefined,
  state: (bound) => ({ order: 1, start: [0], rate: () => bound.at('q').C.map(neg) }),
  work: (shapes) => ({ onForce: runEach(shapes) }),
  rule: (bound) => ({
    kernel: kernel(forceSinks(bound, bound.at('q'), [neg(gather('q', bound.methodSlot, 0))])),
    forces: forcesThemselves(bound),
  }),
};
test('A9: with the sign of eq. 16 it grows at the rate sqrt 3 - 1, and such a gain is refused', () => {
  const world = createWorld({ step: 1e-4, integrator: 'first-order-flow', gravity: [0, 0, 0] });
  world.add(particles([0, 0, 0], { id: 'p', mass: 1, drag: 1 }));
  for (const axis of ['x', 'y'])
    world.constrain(equation(`a.${axis} = 0`, a(world)), { id: axis, method: penalty({ stiffness: 2 }) });
  world.constrain(equation('a.x + a.y = 1', a(world)), { id: 'g', method: wrongSign });
  world.step(100_000);
  const before = world.stateOf('g')[0][0];
  world.step(50_000);
  const rate = Math.log(world.stateOf('g')[0][0] / before) / 5;
  expect(Math.abs(rate - (Math.sqrt(3) - 1))).toBeLessThan(1e-4);
  expect(() => augmented({ gain: -1 })).toThrow('augmented: gain — -1; it must be zero or positive.');
});

test.each([
  [{ eps: 1 }, 'augmented: eps — it damps the v of the paper form. Leave it out, or give the form "paper".'],
  [
    { form: 'paper', automatic: true },
    'augmented: automatic — penalties double in the force form. Leave it out, or leave the form out.',
  ],
] as const)('%j is refused', (options, message) => {
  expect(() => augmented(options)).toThrow(message);
});
