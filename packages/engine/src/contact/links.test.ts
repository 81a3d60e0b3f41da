/** Contact of bodies that constraints hold: statics, impacts, laws. */
import { describe, expect, test } from 'vitest';
import { bar, joint, type Triple } from '../../../../tests/support/joints.ts';
import {
  box,
  createWorld,
  force,
  kineticEnergy,
  lagrange,
  lagrangeMethod,
  local,
  nail,
  node,
  plane,
  potentialEnergy,
  residual,
  rigid,
  tetSprings,
  type World,
  worldPoint,
} from '../index.ts';

const g = 9.81;
const floor = () => plane({ id: 'floor', normal: [0, 1, 0] });
const onFloor = (world: World): number => world.contacts('floor')[0]?.force[1] ?? 0;

test.each(['euler-cromer', 'verlet', 'velocity-verlet', 'beeman'])(
  'a leaning bar on a ball joint, its lower edge on the floor, %s: joint and floor carry it by the lever',
  (integrator) => {
    const world = createWorld({ step: 2e-3, method: lagrange, integrator, contact: { friction: 0 } });
    world.add(floor());
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
    const height = s + 0.05 * c; // of the joint: the lower edge is at (c - 0.05 s, 0)
    const leaning = {
      position: [0.5 * c, height - 0.5 * s, 0] as Triple,
      rotate: [0, 0, -Math.sin(0.2), Math.cos(0.2)] as const,
    };
    const one = world.add(bar('bar', [1, 0.1, 0.2], leaning));
    joint(world, 'ball-joint', { a: one, at: [0, height, 0] }, 'pin');
    world.step(20);
    const carried = (2 * g * 0.5 * c) / (c - 0.05 * s);
    expect(Math.abs(onFloor(world) / carried - 1)).toBeLessThan(1e-9);
    expect(Math.abs((onFloor(world) + force(world, 'pin')[1]) / (2 * g) - 1)).toBeLessThan(1e-9);
    expect(residual(world).max).toBeLessThan(1e-13);
    expect(world.contactReport().converged).toBe(true);
  },
);

test.each([
  [0, 1e-3],
  [0.4, 1e-3],
  [0.4, 1e-4],
  [1, 1e-3],
  [1, 1e-4],
])('a ball hits a hinged door, e %d, h %d: momentum about the hinge, and the law of impact', (e, step) => {
  const contact = { friction: 0, restitution: e };
  const world = createWorld({ step, gravity: [0, 0, 0], method: lagrange, integrator: 'euler-cromer', contact });
  const [mass, width, speed, m, at] = [8, 0.9, 3, 0.5, 0.7];
  const door = world.add(bar('door', [width, 2, 0.04], { mass, position: [width / 2, 0, 0] }));
  joint(world, 'hinge', { a: door, at: [0, 0, 0], axis: [0, 1, 0] });
  const shape = { kind: 'sphere', radius: 0.1 } as const;
  world.add(rigid({ id: 'ball', shape, mass: m, position: [at, 0, 0.15], velocity: [0, 0, -speed] }));
  let struck = 0;
  for (let k = 0; k < 500 && !struck; k++) {
    world.step();
    struck = world.contacts().length;
    expect(world.contactReport().converged).toBe(true);
  }
  expect(struck).toBe(1);
  if (e === 0) world.step(); // the first step closes the gap
  const inertia = (mass * (width * width + 0.04 * 0.04)) / 12 + mass * (width / 2) ** 2;
  const after = ((1 + e) * m * speed * at) / (inertia + m * at * at); // turning of the door
  const omega = world.coordinateVelocities('door')[4];
  const ball = world.coordinateVelocities('ball')[2];
  // about y: points at x move along -z. Gaps are true where the door is after the step, turned by omega h
  expect(Math.abs(omega / after - 1)).toBeLessThan(after * step);
  expect(Math.abs(ball - (-speed + (inertia * after) / (m * at)))).toBeLessThan(speed * after * step);
  world.step(50);
  expect(residual(world).max).toBeLessThan(1e-13);
});

describe.each([
  ['lagrange', lagrange],
  ['local', local],
] as const)('a soft cube with a nailed corner on the floor, %s', (_, method) => {
  test('nails and floor carry it together, and the nails hold', () => {
    const world = createWorld({ step: 1e-3, contact: { friction: 0.3 } });
    world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -0.5 }));
    const cube = world.add(
      tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
        id: 'cube',
        density: 100,
        stretch: 1e5,
        bulk: 1e5,
        damping: 500,
        drag: 8,
      }),
    );
    const at = (k: number) =>
      worldPoint(...([0, 1, 2].map((a) => cube.mesh?.positions[3 * k + a]) as [number, number, number]));
    const low = [...Array(cube.nodeCount).keys()].filter((k) => cube.mesh?.positions[3 * k + 1] === -0.5);
    world.constrain(nail(node(cube, low[0]), at(low[0])), { id: 'low', method });
    world.constrain(nail(node(cube, cube.nodeCount - 1), at(cube.nodeCount - 1)), { id: 'high', method });
    let worst = 0;
    for (let k = 0; k < 250; k++) {
      world.step(10);
      worst = Math.max(worst, residual(world).max);
      expect(world.contactReport().converged).toBe(true);
    }
    expect(worst).toBeLessThan(1e-13);
    const total = onFloor(world) + force(world, 'low')[1] + force(world, 'high')[1];
    expect(Math.abs(total / (100 * g) - 1)).toBeLessThan(1e-3);
  });
});

test('four bars on hinges fall on the floor: energy falls, hinges hold, a snapshot continues to the same bits', () => {
  const world = createWorld({ step: 2e-3, method: lagrange, integrator: 'euler-cromer', contact: { friction: 0.5 } });
  world.add(floor());
  const bars = [0, 1, 2, 3].map((k) =>
    world.add(bar(`bar ${k}`, [0.3, 0.05, 0.05], { mass: 1, position: [0.35 * k, 0.3, 0] })),
  );
  for (let k = 0; k < 3; k++)
    joint(
      world,
      'hinge',
      { a: bars[k], b: bars[k + 1], at: [0.35 * k + 0.175, 0.3, 0], axis: [0, 0.2, 1] },
      `hinge ${k}`,
    );
  const start = potentialEnergy(world) + kineticEnergy(world);
  let [before, rise, worst, touched] = [start, -1, 0, 0];
  for (let k = 0; k < 300; k++) {
    world.step();
    const now = potentialEnergy(world) + kineticEnergy(world);
    rise = Math.max(rise, (now - before) / start);
    before = now;
    worst = Math.max(worst, residual(world).max);
    touched += world.contacts().length;
    expect(world.contactReport().converged).toBe(true);
  }
  expect(touched).toBeGreaterThan(100);
  expect(worst).toBeLessThan(1e-12);
  // Euler-Cromer of free hinged bodies has an error of its own, of order h
  expect(rise).toBeLessThan(2e-3);
  const snapshot = world.snapshot();
  world.step(50);
  const end = world.hash();
  world.restore(snapshot);
  world.step(50);
  expect(world.hash()).toBe(end);
});

test('a one-sided constraint with slack coordinates of a body that is pushed is refused', () => {
  const method = lagrangeMethod({ inequalities: 'slack' });
  const world = createWorld({ step: 1e-3, method, contact: true });
  world.add(floor());
  const one = world.add(bar('bar', [1, 0.1, 0.2], { position: [0.5, 0.05, 0] }));
  joint(world, 'hinge', { a: one, at: [0, 0.05, 0], axis: [0, 0, 1], betweenDegrees: [-10, 30] });
  expect(() => world.step(5)).toThrow(
    /body "bar" is pushed while constraint "hinge\/.*" holds it.*use "lagrange" without "inequalities"/,
  );
});

test.each([0, 0.5])(
  'a box on a hinge along its lower edge, on the floor, friction %d: hinge and floor hold the same places, and each step is solved',
  (friction) => {
    const world = createWorld({ step: 2e-3, method: lagrange, integrator: 'euler-cromer', contact: { friction } });
    world.add(floor());
    const one = world.add(bar('box', [0.2, 0.2, 0.2], { position: [0, 0.1, 0] }));
    joint(world, 'hinge', { a: one, at: [0.1, 0, 0], axis: [0, 0, 1] });
    for (let k = 0; k < 50; k++) {
      world.step();
      const { converged, halvings } = world.contactReport();
      expect([converged, halvings]).toEqual([true, 0]);
    }
    // about the hinge: corners at the other edge carry half of the weight
    const far = world.contacts('floor')[0].points.filter(({ point }) => point[0] < 0);
    const push = far.reduce((sum, { force: [, y] }) => sum + y, 0);
    expect(Math.abs(push / g - 1)).toBeLessThan(1e-9);
    expect(residual(world).max).toBeLessThan(1e-13);
  },
);

test('a stack of five, the second and the fourth box on a ball joint: each step is solved as a whole', () => {
  const world = createWorld({ step: 2e-3, method: lagrange, integrator: 'verlet', contact: true });
  world.add(floor());
  for (let k = 0; k < 5; k++) {
    const position: Triple = [0.03 * (k % 2), 0.1 + 0.2 * k, 0.009 * k];
    const one = world.add(bar(`box ${k}`, [0.2, 0.2, 0.2], { position }));
    if (k === 1) joint(world, 'ball-joint', { a: one, at: [0.1, 0.25, 0.1] }, 'low');
    if (k === 3) joint(world, 'ball-joint', { a: one, at: [-0.1, 0.65, 0.1] }, 'high');
  }
  let [halvings, worst] = [0, 0];
  for (let k = 0; k < 20; k++) {
    world.step();
    expect(world.contactReport().converged).toBe(true);
    halvings += world.contactReport().halvings;
    worst = Math.max(worst, residual(world).max);
  }
  expect(halvings).toBe(0);
  expect(worst).toBeLessThan(1e-13);
  const carried = onFloor(world) + force(world, 'low')[1] + force(world, 'high')[1];
  expect(Math.abs(carried / (10 * g) - 1)).toBeLessThan(1e-9);
});
