/** Contact of bodies that limits, other one-sided constraints and motors act on: statics, impacts, laws. */
import { describe, expect, test } from 'vitest';
import { bar, joint, none, type Triple, turnedBy } from '../../../../tests/support/joints.ts';
import { someOf } from '../../../../tests/support/sample.ts';
import {
  above,
  angularMomentum,
  box,
  createWorld,
  kineticEnergy,
  lagrange,
  linearMomentum,
  node,
  plane,
  potentialEnergy,
  rigid,
  tetSprings,
  torque,
  type World,
} from '../index.ts';
import { force } from '../record/probes.ts';

const g = 9.81;
const degree = Math.PI / 180;
const floor = () => plane({ id: 'floor', normal: [0, 1, 0] });
const run = (world: World, steps: number): void => {
  for (let k = 0; k < steps; k++) {
    world.step();
    expect(world.contactReport().converged).toBe(true);
  }
};
const pushOf = (world: World, name: string): readonly number[] =>
  world.contacts().find((c) => c.name === name)?.force ?? none;

test.each(someOf(['euler-cromer', 'verlet', 'velocity-verlet'], 1, 1))(
  'a shelf on a hinge, level at its limit, carries a box: the limit takes both moments (%s)',
  (integrator) => {
    const world = createWorld({ step: 2e-3, method: lagrange, integrator, contact: { friction: 0.4 } });
    const shelf = world.add(bar('shelf', [1, 0.1, 0.4], { position: [0.5, 0, 0] }));
    world.add(bar('load', [0.2, 0.2, 0.2], { mass: 3, position: [0.7, 0.15, 0] }));
    joint(world, 'hinge', { a: shelf, at: none, axis: [0, 0, 1], betweenDegrees: [0, 60] });
    run(world, 40);
    expect(Math.abs(turnedBy(world, 'shelf'))).toBeLessThan(1e-12);
    const moment = 2 * g * 0.5 + 3 * g * 0.7;
    expect(Math.abs(torque(world, 'hinge/least')[2] / moment - 1)).toBeLessThan(1e-9);
    expect(Math.abs(pushOf(world, 'shelf/load')[1] / (-3 * g) - 1)).toBeLessThan(1e-9);
  },
);

test.each([0, 0.5, 1])(
  'a ball thrown at a door that stands at its limit bounces as from a wall, e %d',
  (restitution) => {
    const contact = { friction: 0, restitution };
    const world = createWorld({ step: 1e-3, gravity: none, method: lagrange, integrator: 'euler-cromer', contact });
    const door = world.add(bar('door', [0.9, 0.04, 2], { mass: 8, position: [0.45, 0, 0] }));
    joint(world, 'hinge', { a: door, at: none, axis: [0, 0, 1], betweenDegrees: [0, 90] });
    const shape = { kind: 'sphere', radius: 0.1 } as const;
    world.add(rigid({ id: 'ball', shape, mass: 0.5, position: [0.6, 0.15, 0], velocity: [0, -3, 0] }));
    run(world, 60);
    expect(Math.abs(turnedBy(world, 'door'))).toBeLessThan(1e-12);
    expect(Math.abs(world.coordinateVelocities('ball')[1] - 3 * restitution)).toBeLessThan(1e-9);
  },
);

describe('a slider with a motor pushes a block along the floor', () => {
  const [mu, M] = [0.3, 4];
  const made = (force: number, speed: number, integrator: string): World => {
    const world = createWorld({
      step: 1e-3,
      method: lagrange,
      integrator,
      contact: { friction: 0, pairs: [{ bodies: ['block', 'floor'], friction: mu }] },
    });
    world.add(floor());
    const pusher = world.add(bar('pusher', [0.1, 0.1, 0.1], { position: [0, 0.2, 0] }));
    world.add(bar('block', [0.4, 0.4, 0.4], { mass: M, position: [0.25, 0.2, 0] }));
    joint(world, 'slider', { a: pusher, at: [0, 0.2, 0], axis: [1, 0, 0], speed, force });
    return world;
  };
  test.each(someOf(['euler-cromer', 'verlet', 'velocity-verlet'], 1, 1))(
    'too weak, it stalls with all its force (%s)',
    (integrator) => {
      const world = made(0.99 * mu * M * g, 0.2, integrator);
      run(world, 60);
      expect(Math.abs(world.coordinates('block')[0] - 0.25)).toBeLessThan(1e-11);
      expect(Math.abs(force(world, 'slider/motor')[0] / (0.99 * mu * M * g) - 1)).toBeLessThan(1e-9);
      expect(Math.abs(pushOf(world, 'pusher/block')[0] / (-0.99 * mu * M * g) - 1)).toBeLessThan(1e-9);
    },
  );
  test.each(someOf(['euler-cromer', 'verlet', 'velocity-verlet'], 1, 1))(
    'strong enough, (F - mu M g) / (m + M), then its speed with mu M g (%s)',
    (integrator) => {
      const F = 2 * mu * M * g;
      const world = made(F, 0.2, integrator);
      const a = (F - mu * M * g) / (2 + M);
      run(world, 50);
      expect(Math.abs(world.coordinateVelocities('block')[0] / (a * world.time) - 1)).toBeLessThan(1e-9);
      run(world, 150);
      expect(Math.abs(world.coordinateVelocities('block')[0] / 0.2 - 1)).toBeLessThan(1e-9);
      expect(Math.abs(force(world, 'slider/motor')[0] / (mu * M * g) - 1)).toBeLessThan(1e-9);
    },
  );
});

test('a crank with a motor stops at a wall: the wall feels tau over the arm', () => {
  const world = createWorld({
    step: 1e-3,
    gravity: none,
    method: lagrange,
    integrator: 'euler-cromer',
    contact: { friction: 0 },
  });
  const arm = world.add(bar('arm', [0.6, 0.02, 0.1], { position: [0.3, 0, 0] }));
  world.add(
    rigid({ id: 'peg', shape: { kind: 'sphere', radius: 0.05 }, mass: 1, fixed: true, position: [0.5, 0.2, 0] }),
  );
  joint(world, 'hinge', { a: arm, at: none, axis: [0, 0, 1], speedDegrees: 200, torque: 1.5 });
  run(world, 350);
  expect(world.contacts().length).toBe(1);
  const [{ force: push, point }] = world.contacts();
  const moment = point[0] * push[1] - point[1] * push[0];
  expect(Math.abs(Math.abs(moment) / 1.5 - 1)).toBeLessThan(1e-9);
  const rests = turnedBy(world, 'arm');
  run(world, 100);
  expect(Math.abs(turnedBy(world, 'arm') - rests)).toBeLessThan(1e-12);
});

test('a slab on a soft cube whose feet are `above` a plane: the rows carry both', () => {
  const world = createWorld({ step: 1e-3, method: lagrange, contact: { friction: 0.3 } });
  const ground = world.add(plane({ id: 'ground', normal: [0, 1, 0], offset: -0.5 }));
  const material = { density: 100, stretch: 1e5, bulk: 1e5, damping: 500, drag: 8 };
  const lower = world.add(tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), { id: 'lower', ...material }));
  const upper = rigid({
    id: 'upper',
    shape: { kind: 'box', size: [0.8, 0.2, 0.8] },
    mass: 20,
    position: [0, 0.602, 0],
  });
  world.add(upper);
  const feet = [...Array(lower.nodeCount).keys()].filter((k) => lower.mesh?.positions[3 * k + 1] === -0.5);
  world.constrain(
    above(
      feet.map((k) => node(lower, k)),
      ground,
    ),
    { id: 'feet' },
  );
  world.step(1500);
  expect(world.contactReport().converged).toBe(true);
  const carried = world.forces('feet').reduce((sum, [f]) => sum + f[1], 0);
  expect(Math.abs(carried / (120 * g) - 1)).toBeLessThan(1e-3);
  expect(Math.abs(pushOf(world, 'lower/upper')[1] / (-20 * g) - 1)).toBeLessThan(1e-3);
});

/** Two bars on a hinge with limits and a motor that folds them onto each other's ball, in free flight. */
function folding({ boost = none, turn = false, swapped = false, step = 1e-3, steps = 400 } = {}): World {
  const R = ([x, y, z]: readonly number[]): Triple => (turn ? [-y, x, z] : [x, y, z]);
  const rotate: [number, number, number, number] = turn ? [0, 0, Math.SQRT1_2, Math.SQRT1_2] : [0, 0, 0, 1];
  const contact = {
    friction: 0.4,
    restitution: 0.3,
    pairs: [{ bodies: ['a', 'b'] as [string, string], collides: false }],
  };
  const world = createWorld({ step, gravity: none, method: lagrange, integrator: 'euler-cromer', contact });
  const made = [
    bar('a', [0.4, 0.05, 0.1], { position: R([0.25, 0, 0]), rotate, velocity: R(boost) }),
    bar('b', [0.4, 0.05, 0.1], { position: R([-0.25, 0, 0]), rotate, velocity: R(boost) }),
    rigid({
      id: 'ball',
      shape: { kind: 'sphere', radius: 0.06 },
      mass: 0.5,
      position: R([0.3, 0.15, 0.01]),
      velocity: R(boost),
    }),
  ];
  for (const one of swapped ? [...made].reverse() : made) world.add(one);
  const [a, b] = made;
  joint(world, 'hinge', { a, b, at: none, axis: [0, 0, 1], speedDegrees: 400, torque: 0.5, betweenDegrees: [-5, 80] });
  world.step(steps);
  return world;
}
describe('laws: a motor and limits of bodies that touch', () => {
  test('momenta stay, and every step is solved', () => {
    const world = folding({ steps: 1 });
    const before = [...linearMomentum(world), ...angularMomentum(world)];
    let touched = 0;
    for (let k = 0; k < 400; k++) {
      world.step();
      touched += world.contacts().length;
      expect(world.contactReport().converged).toBe(true);
    }
    expect(touched).toBeGreaterThan(0);
    [...linearMomentum(world), ...angularMomentum(world)].forEach((x, k) => {
      expect(Math.abs(x - before[k])).toBeLessThan(1e-11);
    });
  });
  test('a boost, a turn and another order change nothing', () => {
    const boost: Triple = [2, -1, 3];
    const read = (given: Parameters<typeof folding>[0]): number[] => {
      const world = folding(given);
      const p = [...world.positions('ball').slice(0, 3), ...world.coordinates('a').slice(0, 3)];
      const q = p.map((x, k) => x - (given?.boost ?? none)[k % 3] * world.time);
      return given?.turn ? [q[1], -q[0], q[2], q[4], -q[3], q[5]] : q;
    };
    const plain = read({});
    for (const other of [read({ boost }), read({ turn: true }), read({ swapped: true })])
      for (const k of plain.keys()) expect(Math.abs(other[k] - plain[k])).toBeLessThan(1e-8);
  });
  test('a snapshot continues to the same bits', () => {
    const world = folding({ steps: 150 });
    const snapshot = world.snapshot();
    world.step(100);
    const end = world.hash();
    world.restore(snapshot);
    world.step(100);
    expect(world.hash()).toBe(end);
  });
});

test('a falling arm on a limit is struck by boxes: energy does not rise', () => {
  const world = createWorld({
    step: 2e-3,
    method: lagrange,
    integrator: 'euler-cromer',
    contact: { friction: 0.5, restitution: 0.2 },
  });
  world.add(floor());
  const arm = world.add(bar('arm', [0.8, 0.06, 0.3], { position: [0.4, 0.6, 0] }));
  joint(world, 'hinge', { a: arm, at: [0, 0.6, 0], axis: [0, 0, 1], betweenDegrees: [-25, 5] });
  for (let k = 0; k < 3; k++)
    world.add(
      bar(`${k}`, [0.12, 0.12, 0.12], { mass: 1, position: [0.5 + 0.05 * k, 0.8 + 0.2 * k, 0], spin: [1, 2, k] }),
    );
  const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
  const start = energy();
  let [before, rise] = [start, 0];
  for (let k = 0; k < 250; k++) {
    world.step();
    expect(world.contactReport().converged).toBe(true);
    const now = energy();
    rise = Math.max(rise, (now - before) / start);
    before = now;
    expect(turnedBy(world, 'arm')).toBeGreaterThan(-25 * degree - 1e-11);
  }
  // a bounce comes up to a step early; the scheme itself errs by order h
  expect(rise).toBeLessThan(2e-3);
});
