/** Unknowns of constraints, shown on a method and an anchor made for the purpose. */
import { expect, test } from 'vitest';
import { integral as integralWith } from '../../../../tests/support/integral-method.ts';
import type { Anchor, AnchorShape } from '../anchors/anchor.ts';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { joins, nail } from '../constraints/kinds/constraints.ts';
import { forcesThemselves, type Method } from '../constraints/method.ts';
import { addTo, type Kernel, kernel, toRow } from '../kernel/compile/kernel.ts';
import { add, constant, type Expr, mul, neg, one, sub } from '../kernel/formula/expr.ts';
import { add3, scale3, sub3, type Vec3 } from '../kernel/formula/vector.ts';
import { residual } from '../record/probes.ts';
import { addParticles, createWorld } from '../world/create.ts';

const integral = integralWith({ rate: 3000, stiffness: 400, damping: 40 });
/** The same between two points: equal and opposite. */
const between: Method = {
  ...integral,
  kind: 'between',
  rule: (boundRelation) => {
    const { kernel: made, forces } = integral.rule(boundRelation, []) as { kernel: Kernel; forces: number[][] };
    const [pull] = made.sinks.filter((s) => s.to === 'add');
    return { kernel: kernel([...made.sinks, addTo('f', 1, pull.values.map(neg))]), forces };
  },
};

test('a multiplier of its own: the nail reaches its goal, and carries the weight', () => {
  const world = createWorld({ step: 1e-3 });
  const bob = addParticles(world, [0.1, 0, 0], { id: 'bob', mass: 2 });
  world.constrain(nail(node(bob, 0), worldPoint(0, 0, 0)), { id: 'nail', method: integral });
  world.step(4000);
  expect(residual(world).max).toBeLessThan(1e-6);
  expect(Math.abs(world.forces('nail')[0][0][1] - 2 * 9.81)).toBeLessThan(1e-4);
});

test('unknowns are kept, put back, and move along when others come and go', () => {
  const world = createWorld({ step: 1e-3 });
  const bob = addParticles(world, [0.1, 0, 0], { id: 'bob', mass: 2 });
  world.constrain(nail(node(bob, 0), worldPoint(0, 0, 0)), { id: 'nail', method: integral });
  world.step(100);
  const half = world.snapshot();
  const straight = (): string => {
    world.step(100);
    return world.hash();
  };
  const hash = straight();
  world.restore(half);
  // a detour: another body and another such nail come and go, which moves every unknown
  const other = addParticles(world, [5, 0, 0, 6, 0, 0], { id: 'other', mass: 1 });
  world.constrain(nail(node(other, 0), worldPoint(5, 0, 0)), { id: 'second', method: integral });
  world.step(50);
  world.removeConstraint('second');
  world.removeBody('other');
  world.restore(half);
  expect(straight()).toBe(hash);
  // and without a restore: the first nail does not notice
  world.restore(half);
  const extra = addParticles(world, [5, 0, 0], { id: 'other', mass: 1 });
  world.constrain(nail(node(extra, 0), worldPoint(5, 0, 0)), { id: 'second', method: integral });
  world.removeConstraint('second');
  world.removeBody('other');
  expect(straight()).toBe(hash);
});

test('released, a multiplier rests; taken up again, it starts anew', () => {
  const world = createWorld({ step: 1e-3 });
  const bob = addParticles(world, [0.1, 0, 0], { id: 'bob', mass: 2 });
  world.constrain(nail(node(bob, 0), worldPoint(0, 0, 0)), { id: 'nail', method: integral });
  world.step(50);
  const [kept] = world.stateOf('nail').map((y) => [...y]);
  expect(kept[0]).toBeLessThan(-1);
  world.release('nail');
  world.step(10);
  expect([...world.stateOf('nail')[0]]).toEqual(kept);
  world.activate('nail');
  expect([...world.stateOf('nail')[0]]).toEqual([0, 0, 0]);
});

test('between bodies under different integrators it follows that of lowest order', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const [a, b] = ['rk4', 'verlet'].map((integrator, n) =>
    addParticles(world, [0.2 * n, 0, 0], { id: integrator, mass: 1, integrator }),
  );
  world.constrain(joins([[node(a, 0), node(b, 0)]]), { id: 'tie', method: between });
  const [region] = world.program.stateBlocks.withOrder(1);
  expect(region.scheme.correction).toBeDefined(); // Heun's, as under Verlet
  world.step(6000);
  expect(Math.abs(world.positions('rk4')[0] - world.positions('verlet')[0])).toBeLessThan(1e-6);
});

test('a method may keep numbers of order 0, and of order 2 with a rate of their own', () => {
  const world = createWorld({ step: 1e-3, integrator: 'rk4', gravity: [0, 0, 0] });
  const bob = addParticles(world, [0.1, 0, 0], { id: 'bob', mass: 2 });
  const nailed = (id: string, state: Method['state']): void => {
    const method: Method = { ...integral, kind: id, ...(state ? { state } : {}) };
    world.constrain(nail(node(bob, 0), worldPoint(0, 0, 0)), { id, method });
  };
  nailed('counts', () => ({ order: 0, start: [0, 0, 0], update: (y) => y.map((n) => add(n, one)) }));
  nailed('falls', () => ({ order: 2, start: [1, 2, 3], w: 0.5, rate: (y, yRate) => [one, neg(y[1]), neg(yRate[2])] }));
  world.step(1000);
  expect([...world.stateOf('counts')[0]]).toEqual([1000, 1000, 1000]);
  // y'' = 1/2, y'' = -y/2, y'' = -y'/2 from rest
  const [a, b, c] = world.stateOf('falls')[0];
  expect(Math.abs(a - 1.25)).toBeLessThan(1e-12);
  expect(Math.abs(b - 2 * Math.cos(Math.sqrt(0.5)))).toBeLessThan(1e-12);
  expect(c).toBe(3);
  const hash = world.hash();
  world.stateOf('counts')[0][2]++;
  expect(world.hash()).not.toBe(hash);
});

test('state that is no longer finite is told, whose it is, and when', () => {
  const world = createWorld({ step: 1e-3 });
  const bob = addParticles(world, [0.1, 0, 0], { id: 'bob', mass: 2 });
  const wild: Method = {
    ...integral,
    state: () => ({ order: 1, start: [1, 1, 1], rate: (y) => y.map((e) => mul(constant(1e200), mul(e, e))) }),
    rule: (bound) => ({
      kernel: kernel(bound.at('q').C.flatMap((c, r) => [toRow(r, c), toRow(3 + r, c)])),
      forces: forcesThemselves(bound),
    }),
  };
  world.constrain(nail(node(bob, 0), worldPoint(0, 0, 0)), { id: 'nail', method: wild });
  expect(() => world.step(10)).toThrow(
    'diverged at t = 0.001 s: the state of constraint "nail" is no longer finite. Its rate has no value there, or grew without bound; take a shorter step.',
  );
});

/** A bead's place on the line from a to b: x = a + u (b - a), u an unknown of the anchor. */
const sliding: AnchorShape = {
  name: 'sliding',
  blocks: [3, 3, 1],
  parameters: 0,
  point: ([a, b, [u]]) => add3(scale3(sub(one, u as Expr), a as Vec3), scale3(u as Expr, b as Vec3)),
};
test('an unknown of an anchor moves with its own mass, under the forces it is given', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
  const ends = addParticles(world, [0, 0, 0, 2, 0, 0], { id: 'ends', mass: 1, fixed: [0, 1] });
  const bead = addParticles(world, [0.5, 0, 0], { id: 'bead', mass: 1, velocities: [1, 0, 0] });
  const slider: Anchor = {
    shape: sliding,
    body: ends.id,
    blocks: [0, 3],
    parameters: [],
    own: [{ start: [0.25], w: 0.5 }],
  };
  // held to the bead by a stiff, damped spring at its point: it slides along, u' = v / 2
  const tie: Method = {
    ...integral,
    kind: 'tie',
    rule: (boundRelation) => {
      const { points, L } = boundRelation.at('q');
      const [gap] = [sub3(points[1], points[0])];
      const force = scale3(constant(5000), gap);
      const onSlider = L[0].map((block) => block.map((dx) => dx.map((d, i) => mul(d, force[i])).reduce(add)));
      const made = kernel([
        ...onSlider.map((values, b) => addTo('f', b, values)),
        addTo('f', 3, force.map(neg)),
        ...force.map((f, axis) => toRow(axis, f)),
        ...force.map((f, axis) => toRow(3 + axis, neg(f))),
      ]);
      return { kernel: made, forces: forcesThemselves(boundRelation) };
    },
  };
  const { state: _none, ...withoutMultiplier } = tie;
  world.constrain(joins([[slider, node(bead, 0)]]), { id: 'tie', method: withoutMultiplier });
  world.step(800);
  const u = world.state.column('q')[world.program.stateBlocks.start];
  // momentum along the rail: slider 1/w in u, that is 2 kg over a length of 2 m: 1/2 kg; 1 kg bead at 1 m/s
  expect(Math.abs(2 * u - world.positions('bead')[0])).toBeLessThan(0.02);
  expect(2 * u).toBeGreaterThan(0.9);
  expect(world.positions('bead').slice(1)).toEqual(Float64Array.of(0, 0));
});
