/** Ropes and rods held by multipliers, at rest: what statics says of them. [notes, check 2-4] */
import { describe, expect, test } from 'vitest';
import { catenary } from '../../../../../tests/support/catenary.ts';
import { node } from '../../anchors/node.ts';
import { splinePoint, splineTangent, splineTwist } from '../../anchors/spline-point.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { join, nail, onPlane } from '../../constraints/kinds/constraints.ts';
import { ballMesh, displacementMethod, tetFem } from '../../index.ts';
import { lagrange } from '../../methods/lagrange/lagrange.ts';
import { local } from '../../methods/local/local.ts';
import { position, residual, totalMass } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { particles } from '../particles.ts';
import { type Spline, spline } from './spline.ts';

const g = 9.81;
const models = [{ model: 'cubic' }, { model: 'mass-spring' }];
function worldOf(body: Spline, gravity: readonly [number, number, number] = [0, -g, 0]): World {
  const world = createWorld({ step: 1, gravity, integrator: 'euler-cromer', method: lagrange });
  world.add(body);
  world.h = 0.8 * world.stableStep();
  return world;
}
const rest = (world: World, seconds: number): void => world.step(Math.ceil(seconds / world.h));
const forceAt = (world: World, id: string): number[] => world.forces(id)[0][0];

test.each(models)('$model: a bar that hangs is longer by rhoA g L^2 / 2EA, to 1e-8', ({ model }) => {
  const bar = spline({ model, points: [0, 2, 0, 0, 1, 0], count: 4, EA: 100, EI: 0.01, rhoA: 0.5, drag: 40 });
  const world = worldOf(bar);
  world.constrain(nail(splinePoint(bar, 0), worldPoint(0, 2, 0)), { id: 'top' });
  rest(world, 2);
  // the same for straight springs with half the weight at the ends
  expect(Math.abs(1 - position(world, splinePoint(bar, 3))[1] - 0.024525)).toBeLessThan(1e-8);
  expect(Math.abs(forceAt(world, 'top')[1] - 0.5 * g)).toBeLessThan(1e-6);
});

describe('a short soft cord with a bob, under verlet', () => {
  const section = { EA: 50, EI: 1e-4, rhoA: 0.05, drag: 8 };
  const points = [0, 0, 0, 0, -0.1, 0, 0, -0.2, 0, 0, -0.3, 0];
  const hung = (model: 'cubic' | 'mass-spring', method: typeof lagrange | typeof local) => {
    const world = createWorld({ step: 5e-4, integrator: 'verlet', method });
    const cord = world.add(spline({ id: 'cord', model, points, ...section }));
    const bob = world.add(particles([0, -0.3, 0], { id: 'bob', mass: 0.1, drag: 8 }));
    world.constrain(nail(splinePoint(cord, 0), worldPoint(0, 0, 0)), { id: 'top' });
    world.constrain(join(node(bob, 0), splinePoint(cord, cord.spans)), { id: 'knot' });
    return world;
  };
  test.each([
    ['lagrange', 'cubic', lagrange],
    ['lagrange', 'mass-spring', lagrange],
    ['local', 'mass-spring', local],
  ] as const)('%s, %s: it is longer by (m + rhoA L/2) g L/EA, and hangs on all of its weight', (_, model, method) => {
    const world = hung(model, method);
    world.step(8000);
    const longer = ((0.1 + 0.5 * 0.05 * 0.3) * g * 0.3) / 50;
    expect(Math.abs(-world.positions('bob')[1] - 0.3 - longer)).toBeLessThan(1e-6);
    expect(Math.abs(forceAt(world, 'top')[1] - (0.1 + 0.05 * 0.3) * g)).toBeLessThan(1e-4);
    expect(residual(world).max).toBeLessThan(1e-15);
  });
  test('local holds no spline, and verlet moves none that is cut: refused with the reason', () => {
    expect(() => hung('cubic', local).step()).toThrow('"local" needs point coordinates');
    const world = createWorld({ integrator: 'verlet', method: lagrange });
    world.add(spline({ id: 'cord', points, cuts: [1], ...section }));
    expect(() => world.step()).toThrow('"verlet" cannot move a rod that is cut: the mass of its coordinates changes');
  });
});

describe('a rope that carries a solid', () => {
  /** A soft ball at the lower end of a rope, each under its integrator. */
  const hanging = (ofRope: string, ofBall: string, method: ReturnType<typeof displacementMethod>) => {
    const world = createWorld({ step: 5e-3, integrator: ofRope, method });
    const mesh = ballMesh({ radius: 0.1, cells: 2 });
    const ball = world.add(
      tetFem(mesh, { id: 'ball', density: 500, young: 1e5, poisson: 0.3, drag: 3, integrator: ofBall }),
    );
    const [x, y, z] = world.positions('ball');
    const points = [x, y + 1, z, x, y, z];
    const rope = world.add(
      spline({ id: 'rope', points, count: 5, EA: 500, EI: 0.01, rhoA: 0.1, drag: 3, integrator: ofRope }),
    );
    world.constrain(nail(splinePoint(rope, 0), worldPoint(x, y + 1, z)), { id: 'top' });
    world.constrain(join(splinePoint(rope, rope.spans), node(ball, 0)), { id: 'knot' });
    return world;
  };
  test('under backward-euler they are one system: it bears the weight of both, rows are met to rounding', () => {
    const world = hanging('backward-euler', 'backward-euler', displacementMethod());
    world.step(800);
    expect(residual(world).max).toBeLessThan(1e-14);
    const weight = totalMass(world) * g;
    expect(Math.abs(forceAt(world, 'top')[1] / weight - 1)).toBeLessThan(1e-3);
  });
  test.each([
    [
      'backward-euler',
      'implicit-euler',
      '"displacement" solves for bodies as a whole; body "ball" is under implicit-euler',
    ],
    ['backward-euler', 'verlet', '"displacement" solves for bodies as a whole; body "ball" is under verlet'],
    [
      'implicit-euler',
      'implicit-euler',
      '"displacement" solves for bodies as a whole; body "rope" is under implicit-euler',
    ],
  ])('rope under %s, ball under %s: refused with the reason', (ofRope, ofBall, why) => {
    expect(() => hanging(ofRope, ofBall, displacementMethod()).step()).toThrow(why);
  });
});

test('the catenary of the notes: span 1, length 1.2, rhoA 0.5', () => {
  const { sag, H } = catenary(1, 1.2, 0.5 * g, 1e9);
  expect(sag).toBeCloseTo(0.292344, 6);
  expect(H).toBeCloseTo(2.3031, 4);
});
test.each([
  { model: 'cubic', count: 15, off: 1e-4 },
  { model: 'cubic-paper', count: 9, off: 1e-4 },
  { model: 'mass-spring', count: 21, off: 1e-3 },
])('$model: a rope between two nails hangs as a catenary, each with half of its weight', ({ model, count, off }) => {
  const points = Array.from({ length: 41 }, (_, k) => [k / 40, 1 - 1.2 * (k / 40) * (1 - k / 40), 0]).flat();
  const rope = spline({ model, points, count, length: 1.2, EA: 50, EI: 1e-6, rhoA: 0.5, drag: 8 });
  const world = worldOf(rope);
  world.constrain(nail(splinePoint(rope, 0), worldPoint(0, 1, 0)), { id: 'left' });
  world.constrain(nail(splinePoint(rope, rope.spans), worldPoint(1, 1, 0)), { id: 'right' });
  rest(world, 6);
  const { sag, H } = catenary(1, 1.2, 0.5 * g, 50);
  expect(Math.abs(1 - position(world, splinePoint(rope, rope.spans / 2))[1] - sag)).toBeLessThan(off);
  for (const [id, side] of [
    ['left', -1],
    ['right', 1],
  ] as const) {
    const [x, y, z] = forceAt(world, id);
    expect(Math.abs(y - (0.5 * g * 1.2) / 2)).toBeLessThan(1e-8);
    expect(Math.abs(side * x - H)).toBeLessThan(2 * off);
    expect(Math.abs(z)).toBeLessThan(1e-12);
  }
});

describe('a cantilever under its weight', () => {
  const [L, EI, q] = [1, 1, 8e-3];
  const held = (model: string, count: number): { world: World; rod: Spline } => {
    const rod = spline({ model, points: [1, 1, 0, 2, 1, 0], count, EA: 300, EI, rhoA: 1, drag: 6 });
    const world = worldOf(rod, [0, -q, 0]);
    world.constrain(nail(splinePoint(rod, 0), worldPoint(1, 1, 0)), { id: 'place' });
    world.constrain(onPlane(splineTangent(rod, 0), worldPoint(0, 0, 0), [0, 1, 0]), { id: 'y' });
    world.constrain(onPlane(splineTangent(rod, 0), worldPoint(0, 0, 0), [0, 0, 1]), { id: 'z' });
    rest(world, 5);
    return { world, rod };
  };
  const drop = (world: World, rod: Spline): number => 1 - position(world, splinePoint(rod, rod.spans))[1];

  test('cubic: it drops by q L^4 / 8EI, its clamp bears q L and q L^2 / 2', () => {
    const { world, rod } = held('cubic', 7);
    expect(Math.abs(drop(world, rod) / ((q * L ** 4) / (8 * EI)) - 1)).toBeLessThan(1e-5);
    expect(Math.abs(forceAt(world, 'place')[1] / (q * L) - 1)).toBeLessThan(1e-6);
    // a force on x'/s0 is a moment: x'/s0 x lambda
    expect(Math.abs(forceAt(world, 'y')[1] / ((q * L * L) / 2) - 1)).toBeLessThan(1e-5);
  });
  test('mass-spring: to first order in the length of a span, as a clamp stiffens the first', () => {
    const errors = [6, 11].map((count) => {
      const { world, rod } = held('mass-spring', count);
      return Math.abs(drop(world, rod) / ((q * L ** 4) / (8 * EI)) - 1);
    });
    expect(errors[1]).toBeLessThan(0.25);
    expect(errors[0] / errors[1]).toBeGreaterThan(1.6);
  });
});

test.each(models)('$model: twisted by phi, angles are linear and the torque is GJ phi / L, to 1e-8', ({ model }) => {
  const rod = spline({
    model,
    points: [1, 0, 0, 3, 0, 0],
    count: 6,
    EA: 100,
    EI: 0.1,
    GJ: 0.5,
    rhoA: 1,
    rhoJ: 0.01,
    drag: 20,
  });
  const world = worldOf(rod, [0, 0, 0]);
  const phi = 0.7;
  world.constrain(nail(splineTwist(rod, 0), worldPoint(0, 0, 0)), { id: 'still' });
  world.constrain(nail(splineTwist(rod, 5), worldPoint(phi, 0, 0)), { id: 'turned', ramp: { steps: 100 } });
  rest(world, 5);
  expect(Math.abs(forceAt(world, 'turned')[0] - (0.5 * phi) / 2)).toBeLessThan(1e-8);
  const { start } = world.program.find(rod.id);
  const angles = world.state.column('q').subarray(start + 3 * rod.nodeCount, start + 4 * rod.nodeCount);
  for (let u = 0; u <= 5; u++) {
    const { first, b } = rod.basis(u);
    const theta = b.reduce((sum, bi, i) => sum + bi * angles[first + i], 0);
    expect(Math.abs(theta - (phi * u) / 5)).toBeLessThan(1e-8);
  }
});
