/** Joints of rigid bodies: closed forms of mechanisms, conservation laws, limits. */
import { describe, expect, test } from 'vitest';
import { flatBox, joint, none } from '../../../../../../tests/support/joints.ts';
import { type Rigid, rigid } from '../../../bodies/rigid/rigid.ts';
import { lagrange } from '../../../methods/lagrange/lagrange.ts';
import { angularMomentum, linearMomentum, residual } from '../../../record/probes.ts';
import { torque } from '../../../record/torque.ts';
import { createWorld } from '../../../world/create.ts';

describe('two free bodies keep their momenta, and the joint holds', () => {
  test.each([
    ['ball-joint', {}],
    ['hinge', { axis: [1, 2, -1] }],
    ['hinge', { axis: [0, 0, 1], betweenDegrees: [-20, 20] }],
    ['slider', { axis: [1, 1, 0] }],
    ['slider', { axis: [1, 0, 0], between: [-0.05, 0.05] }],
    ['weld', {}],
  ])('%s %o', (kind, more) => {
    // whose velocities are stored at the time of q; under Verlet the reading of L has an error of order 2, which does not grow
    const world = createWorld({ step: 0.002, gravity: none, method: lagrange, integrator: 'euler-cromer' });
    const a = world.add(flatBox('a', { position: [0.25, 0, 0], velocity: [0.3, 0.1, -0.2], spin: [1, -2, 3] }));
    const b = world.add(flatBox('b', { position: [-0.25, 0, 0], mass: 0.7, spin: [-0.5, 1, 0.4] }));
    joint(world, kind, { a, b, at: none, ...more });
    world.step(); // velocities that the joint cannot have are made to fit
    const [p, L] = [linearMomentum(world), angularMomentum(world)];
    world.step(2000);
    expect(Math.max(...linearMomentum(world).map((x, k) => Math.abs(x - p[k])))).toBeLessThan(1e-12);
    expect(Math.max(...angularMomentum(world).map((x, k) => Math.abs(x - L[k])))).toBeLessThan(1e-11);
    expect(residual(world).max).toBeLessThan(1e-13);
  });
});

test('a driven crank moves a piston as x = r cos phi + sqrt(l^2 - r^2 sin^2 phi)', () => {
  const [r, l, turns] = [0.3, 0.9, 4];
  const world = createWorld({ step: 0.002, method: lagrange });
  const bar = (length: number) => ({ kind: 'capsule', radius: 0.02, length }) as const;
  const flat = (z: number): [number, number, number, number] => [0, 0, -Math.sin(z / 2), Math.cos(z / 2)];
  const crank = world.add(
    rigid({ id: 'crank', shape: bar(r), mass: 1, position: [r / 2, 0, 0], rotate: flat(Math.PI / 2) }),
  );
  const rod = world.add(
    rigid({ id: 'rod', shape: bar(l), mass: 2, position: [r + l / 2, 0, 0], rotate: flat(Math.PI / 2) }),
  );
  const piston = world.add(flatBox('piston', { position: [r + l, 0, 0] }));
  const z = [0, 0, 1];
  const path = { kind: 'linear', times: [0, 2], values: [0, 360 * turns] };
  joint(world, 'hinge', { a: crank, at: none, axis: z, angleDegrees: path }, 'motor');
  joint(world, 'hinge', { a: rod, b: crank, at: [r, 0, 0], axis: z }, 'big end');
  joint(world, 'ball-joint', { a: piston, b: rod, at: [r + l, 0, 0] }, 'small end');
  joint(world, 'slider', { a: piston, at: [r + l, 0, 0], axis: [1, 0, 0] }, 'cylinder');
  let worst = 0;
  for (let n = 0; n < 900; n++) {
    world.step();
    const phi = Math.PI * turns * world.time;
    const x = r * Math.cos(phi) + Math.sqrt(l * l - (r * Math.sin(phi)) ** 2);
    worst = Math.max(worst, Math.abs(world.positions('piston')[0] - x));
  }
  expect(worst).toBeLessThan(1e-12);
});

test('a motor feels the weight of what it turns: torque m g l cos phi about a level axis', () => {
  const [m, l] = [2, 0.4];
  const world = createWorld({ step: 0.001, method: lagrange });
  const arm = world.add(flatBox('arm', { mass: m, position: [l, 0, 0] }));
  const angleDegrees = { kind: 'linear', times: [0, 1], values: [0, 90] };
  joint(world, 'hinge', { a: arm, at: none, axis: [0, 0, 1], angleDegrees });
  for (const steps of [200, 300, 400]) {
    world.step(steps);
    const phi = (Math.PI / 2) * world.time;
    // the reported torque is that of the step behind, half of it earlier
    const between = (Math.PI / 2) * (world.time - 0.001);
    const turning = Math.hypot(...torque(world, 'hinge/angle'));
    expect(turning).toBeLessThan(m * 9.81 * l * Math.cos(between) * (1 + 1e-9));
    expect(turning).toBeGreaterThan(m * 9.81 * l * Math.cos(phi) * (1 - 1e-9));
  }
});

test('limits hold a swinging door to rounding, and it comes back from them', () => {
  const world = createWorld({ step: 0.002, gravity: none, method: lagrange });
  const door = world.add(
    rigid({
      id: 'door',
      shape: { kind: 'box', size: [1, 2, 0.05] },
      density: 600,
      position: [0.5, 1, 0],
      velocity: [0, 0, -0.5],
      spin: [0, 1, 0],
    }),
  );
  joint(world, 'hinge', { a: door, at: [0, 1, 0], axis: [0, 1, 0], betweenDegrees: [-10, 30] });
  let greatest = 0;
  for (let n = 0; n < 1500; n++) {
    world.step();
    const [x, , z] = world.positions('door');
    greatest = Math.max(greatest, Math.atan2(-z, x));
  }
  const limit = (30 * Math.PI) / 180;
  expect(greatest).toBeLessThan(limit + 1e-12);
  expect(greatest).toBeGreaterThan(limit - 1e-12); // it got there
});

test('two welded halves move as the whole does, at order 2', () => {
  const whole = (h: number): number[] => {
    const world = createWorld({ step: h, gravity: none });
    world.add(rigid({ id: 'w', shape: { kind: 'box', size: [0.8, 0.1, 0.2] }, mass: 3, spin: [1, 2, 0.5] }));
    world.step(Math.round(1 / h));
    return [...world.positions('w').slice(3, 6)];
  };
  const halves = (h: number): number[] => {
    const world = createWorld({ step: h, gravity: none, method: lagrange });
    const spin = [1, 2, 0.5] as const;
    // omega x r
    const at = (x: number): [number, number, number] => [0, spin[2] * x, -spin[1] * x];
    const [a, b] = [-0.2, 0.2].map((x, k) =>
      world.add(flatBox(`h${k}`, { mass: 1.5, position: [x, 0, 0], velocity: at(x), spin: [...spin] })),
    );
    joint(world, 'weld', { a, b, at: none });
    world.step(Math.round(1 / h));
    return [...world.positions('h0').slice(3, 6)]; // the same corner
  };
  const off = (h: number): number => Math.hypot(...whole(h).map((x, k) => x - halves(h)[k]));
  const [coarse, fine] = [off(0.01), off(0.005)];
  expect(fine).toBeLessThan(2e-4);
  expect(coarse / fine).toBeGreaterThan(3);
});

test('what is no joint is refused', () => {
  const world = createWorld({ method: lagrange });
  const a = world.add(flatBox('a'));
  expect(() => joint(world, 'ball-joint', { a, b: a, at: none })).toThrow('a joint holds two different bodies');
  expect(() => joint(world, 'hinge', { a, at: none, axis: none })).toThrow('has no direction');
  expect(() => joint(world, 'hinge', { a, at: none, axis: [0, 1, 0], betweenDegrees: [10, 20] })).toThrow(
    '[10, 20] does not hold 0, the start',
  );
  expect(() => joint(world, 'hinge', { a, at: none, axis: [0, 1, 0], betweenDegrees: [-180, 180] })).toThrow(
    'a full turn or more is no limit',
  );
});

test('a boost, a turn and another order of the bodies leave a hinged pair as it was', () => {
  const run = (boost: readonly number[], turned: boolean, swapped: boolean): number[] => {
    const R = ([x, y, z]: readonly number[]): [number, number, number] => (turned ? [-y, x, z] : [x, y, z]);
    const rotate: [number, number, number, number] = turned ? [0, 0, Math.SQRT1_2, Math.SQRT1_2] : [0, 0, 0, 1];
    const world = createWorld({ step: 0.002, gravity: none, method: lagrange });
    const made = (id: string, x: number, spin: readonly number[]): Rigid =>
      flatBox(id, { position: R([x, 0, 0]), rotate, spin: R(spin), velocity: R(boost) });
    const both = [made('a', 0.25, [1, 0, 2]), made('b', -0.25, [0, 0, -1])];
    const [a, b] = both;
    for (const one of swapped ? [b, a] : both) world.add(one);
    joint(world, 'hinge', { a, b, at: none, axis: R([1, 2, 0.5]) });
    world.step(500);
    const shift = R(boost.map((v) => v * world.time));
    const p = [...world.positions('a').slice(0, 6)].map((x, k) => x - shift[k % 3]);
    return turned ? [p[1], -p[0], p[2], p[4], -p[3], p[5]] : p;
  };
  const plain = run(none, false, false);
  for (const [other, bound] of [
    [run([5, -3, 2], false, false), 1e-13],
    [run(none, true, false), 1e-12],
    [run(none, false, true), 1e-13],
  ] as const)
    for (const k of plain.keys()) expect(Math.abs(other[k] - plain[k])).toBeLessThan(bound);
});
