/** Rigid bodies against closed forms: free flight, Jacobi's tumbling, a physical pendulum, Lagrange's top. */
import { describe, expect, test } from 'vitest';
import { jacobi, lagrangeTop } from '../../../../../tests/support/rigid-closed-forms.ts';
import { rigidPointAt } from '../../anchors/rigid-point.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { nail } from '../../constraints/kinds/constraints.ts';
import { lagrange } from '../../methods/lagrange/lagrange.ts';
import { angularMomentum, kineticEnergy, potentialEnergy, residual } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import { matrixOfRotation } from '../blocks/rotation.ts';
import { rigid } from './rigid.ts';
import { solidShape } from './shapes.ts';

const far = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(...Array.from(a).map((x, i) => x - b[i]));

test('its nodes are its centre of mass and its surface, wherever it is and however it is turned', () => {
  const { surface } = solidShape({ kind: 'box', size: [0.2, 0.3, 0.7] });
  // a surface whose axes are not principal: turned by 0.4 rad about x in its own coordinates
  const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
  const positions = surface.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const [y, z] = [positions[i + 1], positions[i + 2]];
    positions[i] += 3;
    positions[i + 1] = c * y - s * z;
    positions[i + 2] = s * y + c * z;
  }
  const body = rigid({
    id: 'b',
    shape: { kind: 'surface', surface: { ...surface, positions } },
    density: 100,
    position: [1, 2, 3],
    rotate: [0.1, -0.4, 0.2, 0.7],
  });
  const world = createWorld();
  world.add(body);
  expect(far(world.positions('b'), body.mesh.positions)).toBeLessThan(1e-14);
  expect(body.totalMass).toBeCloseTo(100 * 0.2 * 0.3 * 0.7, 13);
  const m = body.totalMass / 12;
  const expected = [m * (0.09 + 0.49), m * (0.04 + 0.49), m * (0.04 + 0.09)];
  expect(far([...body.moments].sort(), expected.sort())).toBeLessThan(1e-14);
});

test('boxes of one size share their points in principal axes, wherever they are; others have their own', () => {
  const parametersOf = (x: number, height: number): Float64Array | undefined =>
    rigid({ shape: { kind: 'box', size: [1, height, 3] }, mass: x, position: [x, 0, 0] }).points?.parameters;
  expect(parametersOf(2, 2)).toBe(parametersOf(1, 2));
  expect(parametersOf(1, 2.5)).not.toEqual(parametersOf(1, 2));
});

test('an asymmetric box tumbles as Jacobi says, at order 2, with L to rounding', () => {
  const size: [number, number, number] = [1, 0.6, 0.3];
  const omega = [0.9, 0, 3] as const;
  const run = (h: number): number => {
    const world = createWorld({ step: h, gravity: [0, 0, 0] });
    const body = world.add(rigid({ id: 'b', shape: { kind: 'box', size }, mass: 3, spin: [...omega] }));
    const L = angularMomentum(world);
    world.step(Math.round(3 / h));
    expect(far(angularMomentum(world), L)).toBeLessThan(1e-13);
    const R = new Float64Array(9);
    matrixOfRotation(Float64Array.from(world.coordinates('b').slice(3)), 0, R);
    const w = world.coordinateVelocities('b').slice(3);
    const own = [0, 1, 2].map((k) => R[k] * w[0] + R[3 + k] * w[1] + R[6 + k] * w[2]);
    return far(own, jacobi(body.moments as [number, number, number], omega, world.time));
  };
  const [coarse, fine] = [run(0.01), run(0.005)];
  expect(fine).toBeLessThan(2e-3);
  expect(coarse / fine).toBeGreaterThan(3.7);
  expect(coarse / fine).toBeLessThan(4.3);
});

describe('held at a point by lagrange', () => {
  test('a box swings as a physical pendulum: T = 4 sqrt(I / m g l) K(sin(a / 2))', () => {
    // amplitude 1.2 rad; arithmetic-geometric mean for K
    const [m, l, amplitude, h] = [2, 0.5, 1.2, 0.001];
    const world = createWorld({ step: h, method: lagrange });
    const [x, y] = [l * Math.sin(amplitude), -l * Math.cos(amplitude)];
    const half = amplitude / 2;
    const rotate: [number, number, number, number] = [0, 0, Math.sin(half), Math.cos(half)];
    const body = world.add(
      rigid({ id: 'b', shape: { kind: 'box', size: [0.1, 1, 0.2] }, mass: m, position: [x, y, 0], rotate }),
    );
    world.constrain(nail(rigidPointAt(body, [0, 0, 0]), worldPoint(0, 0, 0)), { id: 'pivot' });
    const I = (m * (0.01 + 1)) / 12 + m * l * l;
    let [a, b] = [1, Math.cos(half)];
    for (let n = 0; n < 6; n++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    const period = ((4 * Math.PI) / (2 * a)) * Math.sqrt(I / (m * 9.81 * l));
    const energy = kineticEnergy(world) + potentialEnergy(world);
    let crossings = 0;
    let last = x;
    let time = 0;
    while (crossings < 4) {
      world.step();
      const now = world.positions('b')[0];
      if (Math.sign(now) !== Math.sign(last)) {
        crossings++;
        time = world.time - (h * now) / (now - last);
      }
      last = now;
    }
    expect(Math.abs(time / (1.75 * period) - 1)).toBeLessThan(2e-6); // order 2: 8e-5 at h = 0.01
    expect(residual(world).max).toBeLessThan(1e-14);
    expect(Math.abs(kineticEnergy(world) + potentialEnergy(world) - energy)).toBeLessThan(5e-4);
  });

  test("a cylinder on its tip precesses as Lagrange's top does", () => {
    const shape = { kind: 'cylinder', radius: 0.4, length: 0.1 } as const;
    const [mass, l, spin, theta] = [2, 0.5, 60, 0.4];
    const across = (mass * (3 * 0.16 + 0.01)) / 12;
    const top = { I1: across + mass * l * l, I3: (mass * 0.16) / 2, mgl: mass * 9.81 * l, spin, theta };
    const errors = [0.002, 0.001].map((h) => {
      const world = createWorld({ step: h, method: lagrange });
      const axis = [Math.sin(theta), Math.cos(theta), 0];
      const body = world.add(
        rigid({
          id: 'top',
          shape,
          mass,
          position: [l * axis[0], l * axis[1], 0],
          rotate: [0, 0, -Math.sin(theta / 2), Math.cos(theta / 2)],
          spin: [spin * axis[0], spin * axis[1], 0],
        }),
      );
      world.constrain(nail(rigidPointAt(body, [0, 0, 0]), worldPoint(0, 0, 0)), { id: 'tip' });
      world.step(Math.round(2 / h));
      expect(residual(world).max).toBeLessThan(1e-13);
      const { theta: nod, phi } = lagrangeTop(top, 2);
      const expected = [Math.sin(nod) * Math.cos(phi), Math.cos(nod), -Math.sin(nod) * Math.sin(phi)].map((x) => l * x);
      return far(world.positions('top').slice(0, 3), expected);
    });
    expect(errors[1]).toBeLessThan(1e-3);
    expect(errors[0] / errors[1]).toBeGreaterThan(3.4);
  });
});

test('a fixed body stays, and what is impossible is refused', () => {
  const world = createWorld();
  world.add(rigid({ id: 'wall', shape: { kind: 'sphere', radius: 1 }, mass: 1, fixed: true }));
  world.step(100);
  expect([...world.coordinates('wall')]).toEqual([0, 0, 0, 1, 0, 0, 0]);
  const shape = { kind: 'box', size: [1, 1, 1] } as const;
  expect(() => rigid({ shape: { kind: 'sphere', radius: 0 }, mass: 1 })).toThrow(
    'body "rigid": shape.radius — 0 m; give a positive number.',
  );
  expect(() => rigid({ shape, mass: 0 })).toThrow('mass — 0 kg; it must be positive');
  expect(() => rigid({ shape })).toThrow('density — missing; give a density or a mass.');
  expect(() => rigid({ shape, mass: 1, inertia: [1, 1, 3] })).toThrow('larger than the sum of the other two');
  expect(() => rigid({ shape, mass: 1, rotate: [0, 0, 0, 0] })).toThrow('is no rotation');
});

describe('released between two steps', () => {
  test.each(['verlet', 'euler-cromer', 'velocity-verlet', 'beeman'])(
    '%s: a body that hung at rest falls by g t^2 / 2, without a jump',
    (integrator) => {
      const h = 0.01;
      const world = createWorld({ step: h, method: lagrange, integrator });
      const body = world.add(rigid({ id: 'b', shape: { kind: 'box', size: [0.1, 1, 0.3] }, mass: 2 }));
      world.constrain(nail(rigidPointAt(body, [0, 0.5, 0]), worldPoint(0, 0.5, 0)), { id: 'nail' });
      world.step(50);
      const y = world.positions('b')[1];
      world.release('nail');
      world.step(50);
      const fallen = y - world.positions('b')[1];
      // Euler-Cromer falls g h t / 2 further: its own error
      const own = integrator === 'euler-cromer' ? (9.81 * h * 0.5) / 2 : 0;
      expect(Math.abs(fallen - (9.81 * 0.25) / 2 - own)).toBeLessThan(1e-11);
    },
  );
  test('a box that swings keeps its velocities: the order is 2', () => {
    const run = (h: number): number[] => {
      const world = createWorld({ step: h, method: lagrange });
      const body = world.add(
        rigid({
          id: 'b',
          shape: { kind: 'box', size: [0.4, 0.1, 0.2] },
          mass: 2,
          spin: [1, 2, 3],
          velocity: [0, 0.6, -0.4],
        }),
      );
      world.constrain(nail(rigidPointAt(body, [-0.2, 0, 0]), worldPoint(-0.2, 0, 0)), { id: 'nail' });
      world.step(Math.round(0.4 / h));
      world.release('nail');
      world.step(Math.round(0.4 / h));
      return [...world.positions('b').slice(0, 6)];
    };
    const fine = run(0.0005);
    const errors = [0.008, 0.004].map((h) => far(run(h), fine));
    expect(errors[0] / errors[1]).toBeGreaterThan(3.3);
    expect(errors[1]).toBeLessThan(2e-3);
  });
});

test('explicit-euler, which would move its quaternion as if it were a point, is refused', () => {
  const world = createWorld({ integrator: 'explicit-euler' });
  world.add(rigid({ id: 'b', shape: { kind: 'box', size: [1, 1, 1] }, mass: 2 }));
  expect(() => world.step()).toThrow('which the rotation of kind "rigid" does not allow. Use "euler-cromer".');
});

test('a force acts at the centre of mass, and elsewhere is refused', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  world.add(rigid({ id: 'b', shape: { kind: 'box', size: [1, 1, 1] }, mass: 2 }));
  expect(() => world.apply({ id: 'f', body: 'b', node: 3, force: [1, 0, 0] })).toThrow(
    'Push there, add a torque, or join a particle',
  );
  world.apply({ id: 'f', body: 'b', node: 0, force: [1, 0, 0] });
  world.step(1000);
  expect(world.positions('b')[0]).toBeCloseTo((0.5 * 1 * world.time ** 2) / 2, 9);
});

test('gravity that changes between two steps acts at once: y = g t^2 / 2 from there', () => {
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0] });
  world.add(rigid({ id: 'b', shape: { kind: 'sphere', radius: 0.1 }, mass: 2 }));
  world.step(10);
  world.gravity = [0, -9.81, 0];
  world.step(50);
  expect(Math.abs(world.positions('b')[1] + (9.81 * 0.25) / 2)).toBeLessThan(1e-12);
});
