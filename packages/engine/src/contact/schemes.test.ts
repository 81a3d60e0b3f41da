/** Contact under every explicit integrator: rest, friction, impacts, energy, momentum; what does not fit is refused. */
import { describe, expect, test } from 'vitest';
import {
  angularMomentum,
  box,
  createWorld,
  kineticEnergy,
  linearMomentum,
  nail,
  node,
  plane,
  rigid,
  tetSprings,
  totalMass,
  transformed,
  type World,
  worldPoint,
} from '../index.ts';

const g = 9.81;
const all = ['euler-cromer', 'verlet', 'velocity-verlet', 'beeman', 'midpoint', 'rk2', 'rk4'];
/** q and v are those of the same time. */
const equalTimes = all.slice(1);
const staged = ['midpoint', 'rk2', 'rk4'];

describe.each(all)('%s', (integrator) => {
  const slope = (angle: number, friction: number | [number, number], h = 0.01): World => {
    const gravity: [number, number, number] = [g * Math.sin(angle), -g * Math.cos(angle), 0];
    const world = createWorld({ step: h, integrator, gravity, contact: { friction } });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    return world;
  };
  const block = rigid({ id: 'block', shape: { kind: 'box', size: [0.4, 0.2, 0.3] }, mass: 2, position: [0, 0.1, 0] });

  test.each([0.5, 0.2, 0.9])('a block on an incline holds below arctan mu and slides above: mu %d', (mu) => {
    const degree = Math.PI / 180;
    const still = slope(Math.atan(mu) - 0.01 * degree, mu);
    still.add(block);
    still.step(100);
    expect(Math.abs(still.coordinates('block')[0])).toBeLessThan(1e-12);
    const [{ force, sticks }] = still.contacts('floor');
    expect(sticks).toBe(true);
    expect(Math.abs(Math.abs(force[1]) / (2 * g * Math.cos(Math.atan(mu) - 0.01 * degree)) - 1)).toBeLessThan(1e-9);
    const angle = Math.atan(mu) + 0.2;
    const sliding = slope(angle, mu);
    sliding.add(block);
    sliding.step(100);
    const a = g * (Math.sin(angle) - mu * Math.cos(angle));
    expect(Math.abs(sliding.coordinateVelocities('block')[0] / a - 1)).toBeLessThan(1e-11);
    // Euler-Cromer is of order 1
    const x = integrator === 'euler-cromer' ? 0.5 * a * 1.01 : 0.5 * a;
    expect(Math.abs(sliding.coordinates('block')[0] / x - 1)).toBeLessThan(1e-11);
    expect(sliding.contactReport().residual).toBeLessThan(1e-10);
  });
  test('friction at rest holds more than friction in motion', () => {
    const [held, moving] = [slope(Math.atan(0.45), [0.5, 0.3]), slope(Math.atan(0.45), [0.5, 0.3])];
    held.add(block);
    moving.add(
      rigid({
        id: 'block',
        shape: { kind: 'box', size: [0.4, 0.2, 0.3] },
        mass: 2,
        position: [0, 0.1, 0],
        velocity: [0.1, 0, 0],
      }),
    );
    held.step(50);
    moving.step(50);
    expect(Math.abs(held.coordinates('block')[0])).toBeLessThan(1e-12);
    const angle = Math.atan(0.45);
    const v = 0.1 + 0.5 * g * (Math.sin(angle) - 0.3 * Math.cos(angle));
    expect(Math.abs(moving.coordinateVelocities('block')[0] / v - 1)).toBeLessThan(1e-10);
  });
  // of a small sphere friction changes the spin, in rad/s, by more than forces change the velocity, in m/s, and is no impact for that
  test.each([0.1, 0.003])('a sphere of radius %d rolls: 5/7 g sin', (radius) => {
    const world = slope(0.3, 0.5);
    world.add(rigid({ id: 'ball', shape: { kind: 'sphere', radius }, mass: 3, position: [0, radius, 0] }));
    world.step(100);
    const v = world.coordinateVelocities('ball');
    expect(Math.abs(v[0] / ((5 / 7) * g * Math.sin(0.3)) - 1)).toBeLessThan(1e-11);
    expect(Math.abs(v[0] + radius * v[5])).toBeLessThan(1e-11);
  });
  test.each([0, 0.5, 1])('equal balls with e = %d: (1 -+ e)/2', (restitution) => {
    const world = createWorld({ step: 2e-3, integrator, gravity: [0, 0, 0], contact: { restitution } });
    const shape = { kind: 'sphere', radius: 0.1 } as const;
    world.add(rigid({ id: 'a', shape, mass: 1, velocity: [1, 0, 0] }));
    world.add(rigid({ id: 'b', shape, mass: 1, position: [0.25, 0, 0] }));
    world.step(60);
    expect(Math.abs(world.coordinateVelocities('a')[0] - (1 - restitution) / 2)).toBeLessThan(1e-10);
    expect(Math.abs(world.coordinateVelocities('b')[0] - (1 + restitution) / 2)).toBeLessThan(1e-10);
  });
  test('a box thrown at a wall, a floor and a ceiling: impulses do no work', () => {
    for (const restitution of [0, 0.4, 1]) {
      const world = createWorld({
        step: 2e-3,
        integrator,
        gravity: [0, -g, 0],
        contact: { friction: 0.6, restitution },
      });
      world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
      world.add(plane({ id: 'ceiling', normal: [0, -1, 0], offset: -0.8 }));
      world.add(plane({ id: 'wall', normal: [-1, 0, 0], offset: -1 }));
      const spin: [number, number, number] = [1, -2, 6];
      const shape = { kind: 'box', size: [0.2, 0.2, 0.2] } as const; // a free rotor with other moments shows its own error
      world.add(rigid({ id: 'box', shape, mass: 1, position: [0, 0.3, 0], velocity: [3, 5, 0.4], spin }));
      const energy = (): number => kineticEnergy(world) + g * world.coordinates('box')[1];
      const start = energy();
      let most = -Infinity;
      for (let k = 0, before = start; k < 250; k++) {
        world.step();
        const { converged, addedEnergy, error } = world.contactReport();
        expect(converged).toBe(true);
        expect(error).toBeLessThan(1e-9);
        expect(addedEnergy).toBeLessThan(1e-12 * start);
        if (equalTimes.includes(integrator)) most = Math.max(most, energy() - before);
        before = energy();
      }
      // a velocity that lags shows m (g h)^2 / 8 at rest; p alone lifts a box that turns by r (omega h)^2
      expect(most).toBeLessThan((g * 2e-3) ** 2 / 8 + 2 * g * 0.17 * (8 * 2e-3) ** 2);
    }
  });
  test('without gravity, momentum and angular momentum stay', () => {
    const world = createWorld({
      step: 2e-3,
      integrator,
      gravity: [0, 0, 0],
      contact: { friction: 0.6, restitution: 0.4 },
    });
    const add = (id: string, size: [number, number, number], mass: number, x: number, v: number): void => {
      const velocity: [number, number, number] = [v, 0.1, 0];
      world.add(
        rigid({ id, shape: { kind: 'box', size }, mass, position: [x, 0.3 * x, 0.02], velocity, spin: [3 * x, 1, 2] }),
      );
    };
    add('a', [0.2, 0.2, 0.2], 1, 0, 2);
    add('b', [0.2, 0.2, 0.2], 2, 0.3, 0);
    add('c', [0.1, 0.1, 0.1], 0.5, 0.5, -1);
    const before = [...linearMomentum(world), ...angularMomentum(world)];
    let touched = 0;
    for (let k = 0; k < 100; k++) {
      world.step();
      touched += world.contacts().length;
      expect(world.contactReport().converged).toBe(true);
    }
    expect(touched).toBeGreaterThan(1);
    [...linearMomentum(world), ...angularMomentum(world)].forEach((x, k) => {
      expect(Math.abs(x - before[k])).toBeLessThan(1e-11);
    });
  });
});

test.each(['beeman', 'rk4'])(
  '%s: a soft cube lands and stays, the floor carries its weight, and a run continues from a snapshot',
  (integrator) => {
    const world = createWorld({ step: 1e-3, integrator, gravity: [0, -g, 0], contact: { friction: 0.5 } });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const cube = transformed(box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] }), { translate: [0, 0.105, 0] });
    world.add(tetSprings(cube, { id: 'cube', density: 500, stretch: 2e5, damping: 200, drag: 20 }));
    world.step(200);
    const snapshot = world.snapshot();
    world.step(100);
    const hash = world.hash();
    world.restore(snapshot);
    world.step(100);
    expect(world.hash()).toBe(hash);
    world.step(1200);
    const [{ force }] = world.contacts('floor');
    expect(Math.abs(Math.abs(force[1]) / (totalMass(world) * g) - 1)).toBeLessThan(2e-4);
  },
);

test('what touches nothing moves as without contact, to the bit', () => {
  for (const integrator of all) {
    const run = (contact: boolean): string => {
      const world = createWorld({ step: 5e-3, integrator, gravity: [0, -g, 0], ...(contact ? { contact: true } : {}) });
      world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -9 }));
      const shape = { kind: 'box', size: [0.1, 0.2, 0.3] } as const;
      world.add(rigid({ id: 'box', shape, mass: 1, spin: [1, 5, 2], velocity: [1, 2, 3] }));
      world.add(rigid({ id: 'near', shape, mass: 1, position: [0.1, 0.2, 0.31], velocity: [1, 2, 3] }));
      world.step(100);
      return [...world.coordinates('box'), ...world.coordinateVelocities('box')].join();
    };
    expect(run(true), integrator).toBe(run(false));
  }
});
test('all schemes agree as the step is halved: a box slides, tips at an edge and comes to rest', () => {
  const end = (integrator: string, h: number): number => {
    const world = createWorld({ step: h, integrator, gravity: [0, -g, 0], contact: { friction: 0.4 } });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const shape = { kind: 'box', size: [0.3, 0.1, 0.2] } as const;
    world.add(rigid({ id: 'box', shape, mass: 1, position: [0, 0.05, 0], velocity: [1.5, 0, 0.2], spin: [0, 3, 0] }));
    world.step(Math.round(0.4 / h));
    return world.coordinates('box')[0];
  };
  const exact = end('rk4', 2.5e-4);
  for (const integrator of ['beeman', ...staged]) {
    const [coarse, fine] = [4e-3, 2e-3].map((h) => Math.abs(end(integrator, h) - exact));
    expect(fine, integrator).toBeLessThan(2e-4);
    expect(fine, integrator).toBeLessThan(0.75 * coarse + 1e-6);
  }
});
test('bodies of different schemes touch: momentum stays, and a stack of them rests', () => {
  const world = createWorld({ step: 2e-3, gravity: [0, 0, 0], contact: { friction: 0.5, restitution: 0.5 } });
  const shape = { kind: 'box', size: [0.2, 0.2, 0.2] } as const;
  all.forEach((integrator, k) => {
    world.add(
      rigid({
        id: integrator,
        shape,
        mass: 1 + k,
        position: [0.25 * k, 0.03 * k, 0],
        velocity: [2 - 0.7 * k, 0, 0.1],
        spin: [0, 1, k],
        integrator,
      }),
    );
  });
  const before = [...linearMomentum(world), ...angularMomentum(world)];
  world.step(200);
  expect(world.contactReport().converged).toBe(true);
  [...linearMomentum(world), ...angularMomentum(world)].forEach((x, k) => {
    expect(Math.abs(x - before[k])).toBeLessThan(1e-10);
  });
  const stack = createWorld({ step: 5e-3, gravity: [0, -g, 0], contact: true });
  stack.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  ['rk4', 'verlet', 'beeman', 'rk2'].forEach((integrator, k) => {
    stack.add(rigid({ id: integrator, shape, mass: 1, position: [0, 0.1 + 0.2 * k, 0], integrator }));
  });
  stack.step(100);
  const [{ force }] = stack.contacts('floor');
  expect(Math.abs(Math.abs(force[1]) / (4 * g) - 1)).toBeLessThan(1e-9);
  ['rk4', 'verlet', 'beeman', 'rk2'].forEach((id, k) => {
    expect(Math.abs(stack.coordinates(id)[1] - (0.1 + 0.2 * k))).toBeLessThan(1e-11);
  });
});

describe('refusals of schemes of several stages', () => {
  test('a body that a joint holds while it is pushed', () => {
    const world = createWorld({ step: 2e-3, integrator: 'rk4', method: 'lagrange', contact: true });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const shape = { kind: 'box', size: [0.2, 0.2, 0.2] } as const;
    const body = world.add(rigid({ id: 'cube', shape, mass: 1, position: [0, 0.1, 0] }));
    const [x, y, z] = world.positions('cube').slice(3, 6);
    world.constrain(nail(node(body, 1), worldPoint(x, y, z)), { id: 'pin' });
    expect(() => world.step(5)).toThrow(/constraint "pin" holds it.*body "cube" moves under "rk4"/);
  });
  test('a solid whose step is a solve', () => {
    const world = createWorld({ step: 2e-3, integrator: 'backward-euler', contact: true });
    const cube = box({ size: [0.2, 0.2, 0.2], cells: [1, 1, 1] });
    world.add(tetSprings(cube, { id: 'cube', density: 500, stretch: 1e4 }));
    const shape = { kind: 'sphere', radius: 0.1 } as const;
    world.add(rigid({ id: 'ball', shape, mass: 1, position: [0, 1, 0], integrator: 'rk4' }));
    expect(() => world.step()).toThrow(/body "ball" moves under "rk4" and touches "cube".*Give it "verlet"/);
  });
});
