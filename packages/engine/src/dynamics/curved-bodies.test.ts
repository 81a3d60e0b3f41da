/**
 * Coordinate blocks, on a rigid body that no shipped code knows (tests/support/rigid-kind.ts): qdot = T(q) v, a compliance that
 * turns with the body, points as formulas. Compared with Jacobi's elliptic functions, Lagrange's top, and conservation laws.
 */
import { describe, expect, test } from 'vitest';
import { jacobi, lagrangeTop } from '../../../../tests/support/rigid-closed-forms.ts';
import { bodyAnchor, rigidKind } from '../../../../tests/support/rigid-kind.ts';
import { node } from '../anchors/node.ts';
import { splinePoint } from '../anchors/spline-point.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { spline } from '../bodies/rod/spline.ts';
import { distance, equation, join, nail } from '../constraints/kinds/constraints.ts';
import { displacement } from '../methods/displacement/displacement.ts';
import { lagrange } from '../methods/lagrange/lagrange.ts';
import {
  angularMomentum,
  centreOfMass,
  force,
  kineticEnergy,
  linearMomentum,
  potentialEnergy,
  residual,
  totalMass,
} from '../record/probes.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';

const none: [number, number, number] = [0, 0, 0];
const far = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((x, i) => x - b[i]));
/** omega in the axes of the body */
function bodyOmega(world: World): number[] {
  const [w, x, y, z] = world.coordinates('body').slice(3);
  const [a, b, c] = world.coordinateVelocities('body').slice(3);
  const R = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  return R.map((row) => row[0] * a + row[1] * b + row[2] * c);
}

describe('a torque-free asymmetric body tumbles as Jacobi says', () => {
  const I = [1, 2, 3] as const;
  const omega = [0.8, 0, 1.1] as const;
  const tumbled = (integrator: string, h: number): { off: number; L: number } => {
    const world = createWorld({ step: h, integrator, gravity: none });
    world.add(rigidKind({ id: 'body', mass: 2, I: [...I], omega: [...omega] }));
    world.step(Math.round(8 / h));
    return {
      off: far(bodyOmega(world), jacobi(I, omega, world.time)),
      L: far(angularMomentum(world), [I[0] * omega[0], 0, I[2] * omega[2]]),
    };
  };
  // order 2 with the error constant of the splitting: 2.1e-4 at h = 0.02
  test.each(['euler-cromer', 'verlet', 'velocity-verlet', 'beeman'])(
    '%s: of order 2, and L is kept to rounding',
    (name) => {
      const [coarse, fine] = [tumbled(name, 0.04), tumbled(name, 0.02)];
      expect(fine.off).toBeLessThan(5e-4);
      expect(coarse.off / fine.off).toBeGreaterThan(3.8);
      expect(coarse.off / fine.off).toBeLessThan(4.2);
      expect(fine.L).toBeLessThan(1e-12);
    },
  );
  test.each([
    ['midpoint', 2],
    ['rk2', 2],
    ['rk4', 4],
  ] as const)('%s: of order %i', (name, order) => {
    const [coarse, fine] = [tumbled(name, 0.02), tumbled(name, 0.01)];
    expect(Math.abs(Math.log2(coarse.off / fine.off) - order)).toBeLessThan(0.25);
  });
});

test("Lagrange's top: held at its tip by lagrange it precesses and nods as the quadrature says", () => {
  const top = { I1: 1, I3: 0.4, mgl: 2, spin: 12, theta: 0.5 };
  const [mass, l] = [top.mgl / 9.81, 1];
  const I: [number, number, number] = [top.I1 - mass * l * l, top.I3, top.I1 - mass * l * l]; // about the centre; y is the axis
  const errors = [0.01, 0.005].map((h) => {
    const world = createWorld({ step: h, integrator: 'verlet', method: lagrange });
    const [c, s] = [Math.cos(top.theta / 2), Math.sin(top.theta / 2)];
    const axis = [Math.sin(top.theta), Math.cos(top.theta), 0];
    const body = world.add(
      rigidKind({
        id: 'body',
        mass,
        I,
        at: [axis[0], axis[1], 0],
        turned: [c, 0, 0, -s], // y is turned towards x
        omega: [top.spin * axis[0], top.spin * axis[1], 0],
      }),
    );
    world.constrain(nail(bodyAnchor(body, [0, -l, 0]), worldPoint(0, 0, 0)), { id: 'tip' });
    const expected = lagrangeTop(top, 5);
    world.step(Math.round(5 / h));
    expect(residual(world).max).toBeLessThan(1e-13);
    const [x, y, z] = world.positions('body');
    return far(
      [x, y, z],
      [
        Math.sin(expected.theta) * Math.cos(expected.phi),
        Math.cos(expected.theta),
        -Math.sin(expected.theta) * Math.sin(expected.phi),
      ],
    );
  });
  expect(errors[1]).toBeLessThan(5e-4);
  expect(errors[0] / errors[1]).toBeGreaterThan(3.4);
});

/** Linear and angular momentum with the velocities that are stored. */
function storedMomenta(world: World): number[] {
  const sum = [0, 0, 0, 0, 0, 0];
  for (const { body, start, size } of world.program.placed) {
    const [q, v] = ['q', 'v'].map((column) => world.state.column(column).subarray(start, start + size));
    const M = new Float64Array(size);
    body.applyM?.(q, v, M);
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      sum[k] += M[k];
      sum[3 + k] += q[i] * M[j] - q[j] * M[i] + M[3 + k];
    }
  }
  return sum;
}

describe('two free bodies on a ball joint', () => {
  const jointed = (integrator: string, h: number): World => {
    const world = createWorld({ step: h, integrator, gravity: none, method: lagrange });
    const a = world.add(
      rigidKind({
        id: 'a',
        mass: 2,
        I: [0.3, 0.5, 0.6],
        at: [-0.5, 0, 0],
        omega: [0.4, 1.5, 0.2],
        velocity: [0.1, 0, -0.4],
      }),
    );
    const b = world.add(
      rigidKind({
        id: 'b',
        mass: 1,
        I: [0.2, 0.1, 0.25],
        at: [0.4, 0, 0],
        omega: [-1, 0.3, 0.8],
        velocity: [-0.2, 0, 0.8],
      }),
    );
    world.constrain(join(bodyAnchor(a, [0.5, 0, 0]), bodyAnchor(b, [-0.4, 0, 0])), { id: 'joint' });
    return world;
  };
  // Verlet's momenta are kept as it stores them, with velocities of half a step ago; at equal times they swing by h^2
  test.each([
    ['euler-cromer', 1e-12],
    ['verlet', 1e-12],
    ['velocity-verlet', 1e-4],
  ] as const)(
    '%s: momenta to %d over 10,000 steps, the joint to rounding, energy without drift',
    (integrator, swing) => {
      const world = jointed(integrator, 0.005);
      world.step(10);
      const momenta = (): number[] =>
        integrator === 'verlet' ? storedMomenta(world) : [...linearMomentum(world), ...angularMomentum(world)];
      const before = momenta();
      const energies: number[] = [];
      for (let k = 0; k < 100; k++) {
        world.step(100);
        energies.push(kineticEnergy(world));
        expect(residual(world).max).toBeLessThan(2e-14);
      }
      expect(far(momenta(), before)).toBeLessThan(swing);
      // no drift: the mean of the last half is that of the first, to less than what it swings by
      const mean = (list: readonly number[]): number => list.reduce((s, e) => s + e, 0) / list.length;
      const [first, second] = [mean(energies.slice(0, 50)), mean(energies.slice(50))];
      expect(Math.abs(second / first - 1)).toBeLessThan(2e-3);
    },
  );
  test('velocity Verlet and rk4 go the same way as h becomes small: at h/2 a quarter of the difference is left', () => {
    const reference = jointed('rk4', 0.001);
    reference.step(1000);
    const [coarse, fine] = [0.004, 0.002].map((h) => {
      const world = jointed('velocity-verlet', h);
      world.step(Math.round(1 / h));
      return far([...world.positions('a')], [...reference.positions('a')]);
    });
    expect(fine).toBeLessThan(2e-5);
    expect(coarse / fine).toBeGreaterThan(3.3);
  });
});

test('hung up by a rod and by an equation: the forces carry its weight', () => {
  const world = createWorld({ step: 0.002, integrator: 'verlet', method: lagrange });
  const body = world.add(rigidKind({ id: 'body', mass: 3, I: [0.1, 0.1, 0.1], at: [0, -1, 0], drag: 6 }));
  const dot = world.add(particles([0, 0, 0], { id: 'dot', mass: 0.5, drag: 6 }));
  world.constrain(nail(node(dot, 0), worldPoint(0, 0, 0)), { id: 'nail' });
  world.constrain(distance(node(dot, 0), bodyAnchor(body, [0, 0.2, 0]), 0.8), { id: 'rod' });
  world.constrain(equation('a.x + a.z = 0', { a: bodyAnchor(body, [0.3, 0, 0]) }), { id: 'plane' });
  world.step(6000);
  expect(totalMass(world)).toBeCloseTo(3.5, 12);
  expect(force(world, 'nail')[1]).toBeCloseTo(3.5 * 9.81, 5);
  expect(residual(world).max).toBeLessThan(1e-12);
  const [x, y, z] = centreOfMass(world);
  const E = -9.81 * 3.5 * y;
  expect(Math.abs(x) + Math.abs(z)).toBeLessThan(1);
  expect(potentialEnergy(world)).toBeCloseTo(-E, 9);
});

test('a snapshot in the middle, restored, ends with the same bits; another orientation is another hash', () => {
  const world = createWorld({ step: 0.01, integrator: 'verlet', method: lagrange });
  const body = world.add(rigidKind({ id: 'body', mass: 1, I: [1, 2, 3], omega: [1, 2, 0.5] }));
  world.constrain(nail(bodyAnchor(body, [0, 1, 0]), worldPoint(0, 1, 0)));
  world.step(30);
  const snapshot = world.snapshot();
  world.step(70);
  const hash = world.hash();
  world.restore(snapshot);
  expect(world.hash()).not.toBe(hash);
  world.step(70);
  expect(world.hash()).toBe(hash);
});

test.each(['local', 'reaction'])('%s needs points, and says what would do', () => {
  const world = createWorld({ step: 0.01 });
  const body = world.add(rigidKind({ id: 'body', mass: 1, I: [1, 1, 1] }));
  expect(() => world.constrain(nail(bodyAnchor(body, [0, 1, 0]), worldPoint(0, 1, 0)))).toThrow('Use "lagrange"');
});

describe('displacement: in one solve with its constraints', () => {
  const top = { I1: 1, I3: 0.4, mgl: 2, spin: 12, theta: 0.5 };
  const [mass, l] = [top.mgl / 9.81, 1];
  const across = top.I1 - mass * l * l;
  const spun = (h: number): World => {
    const world = createWorld({ step: h, integrator: 'backward-euler', method: displacement });
    const [c, s] = [Math.cos(top.theta / 2), Math.sin(top.theta / 2)];
    const axis = [Math.sin(top.theta), Math.cos(top.theta)];
    const body = world.add(
      rigidKind({
        id: 'body',
        mass,
        I: [across, top.I3, across],
        at: [axis[0], axis[1], 0],
        turned: [c, 0, 0, -s],
        omega: [top.spin * axis[0], top.spin * axis[1], 0],
      }),
    );
    world.constrain(nail(bodyAnchor(body, [0, -l, 0]), worldPoint(0, 0, 0)), { id: 'tip' });
    return world;
  };
  test("Lagrange's top: the tip to 1e-10 m, and the motion of order 1", () => {
    const { theta, phi } = lagrangeTop(top, 2);
    const place = [Math.sin(theta) * Math.cos(phi), Math.cos(theta), -Math.sin(theta) * Math.sin(phi)];
    const [coarse, fine] = [0.002, 0.001].map((h) => {
      const world = spun(h);
      world.step(Math.round(2 / h));
      expect(residual(world).max).toBeLessThan(1e-10);
      return far([...world.positions('body')], place);
    });
    expect(fine).toBeLessThan(5e-3);
    expect(coarse / fine).toBeGreaterThan(1.8);
  });
  test('a free body drifts as under Verlet: L to rounding, and the same bits from a snapshot', () => {
    const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement, gravity: none });
    world.add(rigidKind({ id: 'body', mass: 2, I: [1, 2, 3], omega: [0.8, 0, 1.1] }));
    world.step(100);
    const snapshot = world.snapshot();
    world.step(700);
    const hash = world.hash();
    expect(far(angularMomentum(world), [0.8, 0, 3.3])).toBeLessThan(1e-12);
    expect(far(bodyOmega(world), jacobi([1, 2, 3], [0.8, 0, 1.1], 8))).toBeLessThan(2e-4);
    world.restore(snapshot);
    world.step(700);
    expect(world.hash()).toBe(hash);
  });
  test('on the end of a rope: the nail carries both', () => {
    const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacement });
    const points = Array.from({ length: 7 }, (_, i) => [0, -0.1 * i, 0]).flat();
    const rope = world.add(spline({ id: 'rope', points, EA: 1e4, EI: 0.01, GJ: 0.01, rhoA: 0.2, drag: 3 }));
    const body = world.add(rigidKind({ id: 'body', mass: 3, I: [0.05, 0.05, 0.05], at: [0, -0.8, 0], drag: 3 }));
    world.constrain(nail(splinePoint(rope, 0), worldPoint(0, 0, 0)), { id: 'nail' });
    world.constrain(join(splinePoint(rope, rope.spans), bodyAnchor(body, [0.05, 0.2, 0])), { id: 'knot' });
    world.step(800);
    expect(residual(world).max).toBeLessThan(1e-9);
    expect(force(world, 'nail')[1] / (9.81 * (3 + 0.2 * rope.restLength)) - 1).toBeLessThan(1e-3);
    // it hangs with its centre under the knot
    const [x, y] = world.positions('body');
    expect(Math.hypot(x, world.positions('body')[2])).toBeLessThan(1e-3);
    expect(y).toBeLessThan(-0.79);
  });
});
