/** Motors with a bounded torque or force, and limits: closed forms, conservation laws, snapshots. */
import { describe, expect, test } from 'vitest';
import { flatBox, joint, none, type Triple, turnedBy } from '../../../../../../tests/support/joints.ts';
import { someOf } from '../../../../../../tests/support/sample.ts';
import type { Rigid } from '../../../bodies/rigid/rigid.ts';
import { lagrange } from '../../../methods/lagrange/lagrange.ts';
import {
  angularMomentum,
  force,
  kineticEnergy,
  linearMomentum,
  potentialEnergy,
  residual,
} from '../../../record/probes.ts';
import { torque } from '../../../record/torque.ts';
import { createWorld } from '../../../world/create.ts';
import type { World } from '../../../world/world.ts';
import type { ConstraintSpec } from '../../constraint.ts';
import { constraintKinds } from '../registry.ts';

const degree = Math.PI / 180;
const spinOf = (world: World, id: string): number => world.coordinateVelocities(id)[5];

describe.each(someOf(['euler-cromer', 'verlet', 'velocity-verlet', 'beeman', 'rk2', 'rk4'], 2, 1))(
  'a motor turns an arm about its end, %s',
  (integrator) => {
    const [tau, speed, l] = [0.8, 300, 0.3];
    const inertia = (1.5 * (0.4 * 0.4 + 0.1 * 0.1)) / 12 + 1.5 * l * l;
    const made = (): World => {
      const world = createWorld({ step: 2e-3, gravity: none, method: lagrange, integrator });
      const arm = world.add(flatBox('arm', { position: [l, 0, 0] }));
      joint(world, 'hinge', { a: arm, at: none, axis: [0, 0, 1], speedDegrees: speed, torque: tau });
      return world;
    };
    test('at first with tau / I, then at its speed, with no torque', () => {
      const world = made();
      const reached = (speed * degree * inertia) / tau;
      let worst = 0;
      while (world.time < reached - 0.01) {
        world.step();
        const t = world.time;
        const spin = spinOf(world, 'arm');
        worst = Math.max(worst, Math.abs(spin / ((tau * t) / inertia) - 1));
        // the reading takes forces at the beginning of a step, places at its end
        const turned = spin * world.h;
        expect(Math.abs(Math.hypot(...torque(world, 'hinge/motor')) / tau - 1)).toBeLessThan(1e-9 + turned * turned);
      }
      expect(worst).toBeLessThan((speed * degree * world.h) ** 2);
      world.step(100);
      expect(Math.abs(spinOf(world, 'arm') / (speed * degree) - 1)).toBeLessThan(1e-9);
      expect(Math.hypot(...torque(world, 'hinge/motor'))).toBeLessThan(1e-6 * tau);
      expect(residual(world).max).toBeLessThan(1e-13);
    });
  },
);

describe.each(someOf(['euler-cromer', 'verlet', 'rk4'], 1, 2))(
  'a motor lifts a weight on a slider, %s',
  (integrator) => {
    const g = 9.81;
    test.each([
      [30, 0.4],
      [20, 0.4],
      [14, -0.3],
    ])(
      '%d N, to %d m/s: F/m - g, then its speed with the weight alone; where it is too weak it gives way',
      (most, speed) => {
        const world = createWorld({ step: 1e-3, method: lagrange, integrator });
        const load = world.add(flatBox('load', { position: [0, 1, 0] }));
        joint(world, 'slider', { a: load, at: [0, 1, 0], axis: [0, 1, 0], speed, force: most });
        const a = (Math.sign(speed) * most) / 1.5 - g;
        world.step(10);
        const rate = speed > 0 ? a : -Math.min(most / 1.5 + g, Infinity);
        if (Math.abs(rate) * 0.01 < Math.abs(speed))
          expect(Math.abs(world.coordinateVelocities('load')[1] / (rate * 0.01) - 1)).toBeLessThan(1e-9);
        world.step(490);
        const held = most > 1.5 * g || speed < 0;
        const v = world.coordinateVelocities('load')[1];
        const needs = 1.5 * g;
        if (held && most > needs) {
          expect(Math.abs(v / speed - 1)).toBeLessThan(1e-9);
          expect(Math.abs(force(world, 'slider/motor')[1] / needs - 1)).toBeLessThan(1e-9);
        } else {
          // it falls faster than it should: the motor brakes with all it has
          expect(v).toBeLessThan(speed);
          expect(Math.abs(force(world, 'slider/motor')[1] / most - 1)).toBeLessThan(1e-9);
        }
      },
    );
  },
);

describe('limits', () => {
  test.each([
    ['euler-cromer', 1e-9],
    ['verlet', 1e-9],
    ['rk4', 1e-4], // forces of several stages
  ])('a pendulum is stopped at its limit, to 1e-12 rad; energy does not rise there (%s)', (integrator, exact) => {
    const world = createWorld({ step: 2e-3, method: lagrange, integrator });
    const arm = world.add(flatBox('arm', { position: [0.3, 0, 0] }));
    joint(world, 'hinge', { a: arm, at: none, axis: [0, 0, 1], betweenDegrees: [-60, 20] });
    const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
    let [before, rise] = [energy(), 0];
    for (let k = 0; k < 400; k++) {
      world.step();
      const now = energy();
      if (Math.abs(turnedBy(world, 'arm') + 60 * degree) < 1e-9) rise = Math.max(rise, now - before);
      before = now;
      expect(turnedBy(world, 'arm')).toBeGreaterThan(-60 * degree - 1e-12);
    }
    expect(Math.abs(turnedBy(world, 'arm') + 60 * degree)).toBeLessThan(1e-12);
    expect(rise).toBeLessThan(1e-12);
    // it rests there, and the limit carries the moment of its weight
    const moment = 1.5 * 9.81 * 0.3 * Math.cos(60 * degree);
    expect(Math.abs(torque(world, 'hinge/least')[2] / moment - 1)).toBeLessThan(exact);
  });
  test.each(['euler-cromer', 'verlet'])(
    'a motor that pushes against a limit stalls with its whole torque (%s)',
    (integrator) => {
      const world = createWorld({ step: 2e-3, gravity: none, method: lagrange, integrator });
      const arm = world.add(flatBox('arm', { position: [0.3, 0, 0] }));
      const motor = { speedDegrees: 200, torque: 0.7, betweenDegrees: [-10, 40] };
      joint(world, 'hinge', { a: arm, at: none, axis: [0, 0, 1], ...motor });
      world.step(600);
      expect(Math.abs(turnedBy(world, 'arm') - 40 * degree)).toBeLessThan(1e-12);
      expect(Math.abs(torque(world, 'hinge/motor')[2] / 0.7 - 1)).toBeLessThan(1e-9);
      expect(Math.abs(torque(world, 'hinge/most')[2] / -0.7 - 1)).toBeLessThan(1e-9);
    },
  );
});

test('a speed that follows a path is followed, as far as the torque allows', () => {
  const world = createWorld({ step: 1e-3, gravity: none, method: lagrange, integrator: 'euler-cromer' });
  const arm = world.add(flatBox('arm'));
  const speedDegrees = { kind: 'linear', times: [0, 0.2, 0.4, 0.41], values: [0, 90, 90, -900] };
  joint(world, 'hinge', { a: arm, at: none, axis: [0, 0, 1], speedDegrees, torque: 0.5 });
  const inertia = (1.5 * (0.4 * 0.4 + 0.1 * 0.1)) / 12;
  world.step(100);
  expect(Math.abs(spinOf(world, 'arm') / (45 * degree) - 1)).toBeLessThan(1e-9);
  expect(Math.abs(torque(world, 'hinge/motor')[2] / ((inertia * 90 * degree) / 0.2) - 1)).toBeLessThan(1e-6);
  world.step(200);
  expect(Math.abs(spinOf(world, 'arm') / (90 * degree) - 1)).toBeLessThan(1e-12);
  world.step(120);
  // from 0.4 s on it would have to brake faster than it can
  expect(Math.abs((spinOf(world, 'arm') - 90 * degree) / ((-0.5 * 0.02) / inertia) - 1)).toBeLessThan(0.06);
});

test('two free bodies driven against each other keep their momenta', () => {
  const world = createWorld({ step: 2e-3, gravity: none, method: lagrange, integrator: 'euler-cromer' });
  const a = world.add(flatBox('a', { position: [0.25, 0, 0], spin: [1, -2, 0.5] }));
  const b = world.add(flatBox('b', { position: [-0.25, 0, 0], mass: 0.7 }));
  joint(world, 'hinge', { a, b, at: none, axis: [0.2, 0, 1], speedDegrees: 700, torque: 0.6 });
  world.step();
  const [p, L] = [linearMomentum(world), angularMomentum(world)];
  world.step(500);
  expect(Math.max(...linearMomentum(world).map((x, k) => Math.abs(x - p[k])))).toBeLessThan(1e-12);
  expect(Math.max(...angularMomentum(world).map((x, k) => Math.abs(x - L[k])))).toBeLessThan(1e-11);
  const [u, v] = ['a', 'b'].map((id) => world.coordinateVelocities(id).slice(3, 6));
  expect(Math.hypot(...[0, 1, 2].map((k) => u[k] - v[k])) / (700 * degree)).toBeGreaterThan(0.999);
});

/** An arm with a motor on a free frame, in 0.4 s of which it reaches its speed. */
function thrown(
  given: { boost?: Triple; turned?: boolean; swapped?: boolean; step?: number; steps?: number } = {},
): World {
  const { boost = none, turned = false, swapped = false, step = 2e-3 } = given;
  const R = ([x, y, z]: readonly number[]): Triple => (turned ? [-y, x, z] : [x, y, z]);
  const rotate: [number, number, number, number] = turned ? [0, 0, Math.SQRT1_2, Math.SQRT1_2] : [0, 0, 0, 1];
  const world = createWorld({ step, gravity: none, method: lagrange });
  const made = (id: string, x: number, spin: readonly number[]): Rigid =>
    flatBox(id, { position: R([x, 0, 0]), rotate, spin: R(spin), velocity: R(boost) });
  const both = [made('a', 0.25, [0.4, 0, 1]), made('b', -0.25, [0.4, 0, 1])];
  for (const one of swapped ? [...both].reverse() : both) world.add(one);
  const [a, b] = both;
  joint(world, 'hinge', {
    a,
    b,
    at: none,
    axis: R([1, 2, 0.5]),
    speedDegrees: 150,
    torque: 0.2,
    betweenDegrees: [-5, 45],
  });
  world.step(given.steps ?? Math.round(0.4 / step));
  return world;
}
test('a boost, a turn, and another order of the bodies leave a motor and its limits as they were', () => {
  const boost: Triple = [5, -3, 2];
  const read = (given: Parameters<typeof thrown>[0]): number[] => {
    const world = thrown(given);
    const p = [...world.positions('a').slice(0, 6)].map((x, k) => x - (given?.boost ?? none)[k % 3] * world.time);
    return given?.turned ? [p[1], -p[0], p[2], p[4], -p[3], p[5]] : p;
  };
  const plain = read({});
  for (const [other, bound] of [
    [read({ boost }), 1e-12],
    [read({ turned: true }), 1e-12],
    [read({ swapped: true }), 1e-12],
  ] as const)
    for (const k of plain.keys()) expect(Math.abs(other[k] - plain[k])).toBeLessThan(bound);
});
test('a snapshot continues to the same bits; half the step is nearer', () => {
  const world = thrown({ steps: 60 });
  const snapshot = world.snapshot();
  world.step(100);
  const end = world.hash();
  world.restore(snapshot);
  world.step(100);
  expect(world.hash()).toBe(end);
  const [h, half, quarter] = [2e-3, 1e-3, 5e-4].map((step) => [...thrown({ step }).positions('a').slice(0, 6)]);
  const off = (x: number[], y: number[]): number => Math.hypot(...x.map((one, k) => one - y[k]));
  expect(off(half, quarter)).toBeLessThan(0.6 * off(h, half));
});

describe('refused', () => {
  const refusing = (kind: string, given: Record<string, unknown>) => () => constraintKinds().get(kind)?.check?.(given);
  test('half a motor, or one beside a prescribed motion', () => {
    expect(refusing('hinge', { speedDegrees: 90 })).toThrow('a motor needs "torque" beside it');
    expect(refusing('slider', { force: 9 })).toThrow('a motor needs "speed" beside it');
    expect(refusing('hinge', { speedDegrees: 90, torque: 1, angleDegrees: 10 })).toThrow(
      '"angleDegrees" prescribes its motion',
    );
  });
  test.each(['penalty', 'augmented', 'local', 'reaction'])('"%s", which has no bounded multipliers', (method) => {
    const world = createWorld({ method: lagrange });
    const arm = world.add(flatBox('arm'));
    const place = (body: string) => world.coordinates(body);
    const given = { a: arm, at: none, axis: [0, 0, 1], speedDegrees: 9, torque: 1 };
    const made = constraintKinds()
      .get('hinge')
      ?.make(given as never, { start: place, now: place, begins: true }) as ConstraintSpec[];
    const motor = made.find((spec) => spec.part === 'motor') as ConstraintSpec;
    expect(() => world.constrain(motor, { method })).toThrow(/Use "lagrange"/);
  });
});
