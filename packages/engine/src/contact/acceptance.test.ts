/** Truths of contact, friction and rolling.                                                    [contact notes, sec. 6, 2 to 7] */
import { describe, expect, test } from 'vitest';
import { createWorld, plane, rigid, type World } from '../index.ts';
import type { ContactOptions } from './options.ts';

const g = 9.81;
type Triple = [number, number, number];
/** Gravity of a floor that is tilted by an angle: downhill is x. */
const slope = (angle: number): Triple => [g * Math.sin(angle), -g * Math.cos(angle), 0];
const onFloor = (gravity: Triple, step: number, contact: ContactOptions, integrator = 'euler-cromer'): World => {
  const world = createWorld({ step, gravity, contact, integrator });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  return world;
};
const x = (world: World, id: string): Float64Array => world.coordinates(id);
const v = (world: World, id: string): Float64Array => world.coordinateVelocities(id);
const forceOn = (world: World, name: string): readonly number[] =>
  world.contacts().find((c) => c.name === name)?.force ?? [0, 0, 0];

describe.each([
  { mu: 0.5, size: [0.2, 0.1, 0.2] as Triple, step: 0.01 },
  { mu: 0.3, size: [0.3, 0.2, 0.1] as Triple, step: 0.005 },
  { mu: 0.8, size: [1, 0.4, 1] as Triple, step: 0.02 },
])('incline, mu $mu', ({ mu, size, step }) => {
  const run = (angle: number, time = 1): World => {
    const world = onFloor(slope(angle), step, { friction: mu });
    world.add(rigid({ id: 'block', shape: { kind: 'box', size }, mass: 2, position: [0, size[1] / 2, 0] }));
    world.step(Math.round(time / step));
    return world;
  };
  const limit = Math.atan(mu);
  test('0.01 degrees below the angle of friction it stays, above it slides as it should', () => {
    const degree = Math.PI / 180;
    expect(Math.abs(x(run(limit - 0.01 * degree), 'block')[0])).toBeLessThan(1e-12);
    const angle = limit + 0.01 * degree;
    const a = g * (Math.sin(angle) - mu * Math.cos(angle));
    // Euler-Cromer: the sum of k h^2
    expect(Math.abs(x(run(angle), 'block')[0] / (0.5 * a * (1 + step)) - 1)).toBeLessThan(1e-6);
  });
  test('at 0.7 rad or more its speed is g (sin - mu cos) t', () => {
    const angle = Math.max(0.7, limit + 0.2);
    const world = run(angle);
    expect(Math.abs(v(world, 'block')[0] / (g * (Math.sin(angle) - mu * Math.cos(angle))) - 1)).toBeLessThan(1e-11);
    const [pair] = world.contacts('block');
    expect(pair.name).toBe('block/floor');
    expect(pair.points.every((p) => !p.sticks && Math.abs(p.gap) < 1e-13)).toBe(true);
    expect(Math.abs(pair.force[0] / pair.force[1] + mu)).toBeLessThan(1e-9);
    expect(world.contactReport().residual).toBeLessThan(1e-10);
  });
});

test.each([
  [0.1, 0.3],
  [0.2, 0.5],
  [0.1, 0.15],
])('a box of %d x %d, mu 2, stands up to atan(width / height) and tips beyond', (width, height) => {
  for (const [off, tips] of [
    [-0.01, false],
    [0.01, true],
  ] as const) {
    const world = onFloor(slope(Math.atan(width / height) + (off * Math.PI) / 180), 5e-3, { friction: 2 });
    world.add(
      rigid({ id: 'box', shape: { kind: 'box', size: [width, height, width] }, mass: 1, position: [0, height / 2, 0] }),
    );
    let lowest = 0;
    for (let k = 0; k < 300; k++) {
      world.step();
      for (const { points } of world.contacts()) for (const { gap } of points) lowest = Math.min(lowest, gap);
    }
    const tilt = 2 * Math.abs(x(world, 'box')[6]);
    if (tips) expect(tilt).toBeGreaterThan(1e-3);
    else expect(tilt).toBeLessThan(1e-9);
    expect(lowest).toBeGreaterThan(-1e-13);
  }
});

describe.each([
  [0.3, 0.5, 0.1],
  [0.1, 0.2, 0.4],
  [0.5, 0.9, 0.02],
])('rolling down %d rad, mu %d, radius %d', (angle, mu, radius) => {
  test('a sphere at 5/7, a cylinder at 2/3 of g sin', () => {
    for (const [shape, part] of [
      [{ kind: 'sphere', radius }, 5 / 7],
      [{ kind: 'cylinder', radius, length: 0.2 }, 2 / 3],
    ] as const) {
      const world = onFloor(slope(angle), 0.01, { friction: mu });
      // the axis of the cylinder lies across the slope
      const rotate = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
      world.add(rigid({ id: 'wheel', shape, mass: 1, position: [0, radius, 0], rotate }));
      world.step(100);
      expect(Math.abs(v(world, 'wheel')[0] / (part * g * Math.sin(angle)) - 1)).toBeLessThan(1e-11);
      expect(Math.abs(v(world, 'wheel')[0] + radius * v(world, 'wheel')[5])).toBeLessThan(1e-11);
    }
  });
});
test.each([
  [1.3, 0.2, 0.1],
  [0.8, 0.1, 0.3],
  [1, 0.4, 0.05],
])(
  'a sphere on a slope of %d rad slips, mu %d, radius %d: g (sin - mu cos), spin 5/2 mu g cos / r',
  (angle, mu, radius) => {
    const world = onFloor(slope(angle), 0.01, { friction: mu });
    world.add(rigid({ id: 'ball', shape: { kind: 'sphere', radius }, mass: 1, position: [0, radius, 0] }));
    world.step(100);
    expect(Math.abs(v(world, 'ball')[0] / (g * (Math.sin(angle) - mu * Math.cos(angle))) - 1)).toBeLessThan(1e-12);
    expect(Math.abs(v(world, 'ball')[5] / ((-2.5 * mu * g * Math.cos(angle)) / radius) - 1)).toBeLessThan(1e-12);
  },
);
test.each(['verlet', 'velocity-verlet'])(
  'a block slides down under %s at g (sin - mu cos), and stays below the angle of friction',
  (integrator) => {
    for (const [angle, moves] of [
      [0.6, true],
      [Math.atan(0.5) - 1e-4, false],
    ] as const) {
      const world = onFloor(slope(angle), 0.005, { friction: 0.5 }, integrator);
      world.add(rigid({ id: 'block', shape: { kind: 'box', size: [0.3, 0.1, 0.2] }, mass: 2, position: [0, 0.05, 0] }));
      world.step(100);
      const a = moves ? g * (Math.sin(angle) - 0.5 * Math.cos(angle)) : 0;
      expect(Math.abs(x(world, 'block')[0] - 0.5 * a * world.time ** 2)).toBeLessThan(moves ? 1e-10 : 1e-12);
      const [pair] = world.contacts('block');
      expect(Math.abs(pair.force[1] / (2 * g * Math.cos(angle)) - 1)).toBeLessThan(1e-9);
    }
  },
);
test.each([
  [0.2, 3, 0.01],
  [0.2, 3, 0.001],
  [0.1, 1, 0.005],
  [0.4, 5, 0.002],
])('a bowling ball, mu %d, v %d, h %d: it slides for 2v/(7 mu g), then rolls at 5/7 v', (mu, speed, step) => {
  const world = onFloor([0, -g, 0], step, { friction: mu });
  world.add(
    rigid({
      id: 'ball',
      shape: { kind: 'sphere', radius: 0.1 },
      mass: 6,
      position: [0, 0.1, 0],
      velocity: [speed, 0, 0],
    }),
  );
  const when = (2 * speed) / (7 * mu * g);
  let rolls = Number.NaN;
  while (world.time < 1.3 * when) {
    world.step();
    if (Number.isNaN(rolls) && Math.abs(v(world, 'ball')[0] + 0.1 * v(world, 'ball')[5]) < 1e-9) rolls = world.time;
  }
  expect(Math.abs(rolls - when)).toBeLessThan(step);
  expect(Math.abs(v(world, 'ball')[0] / ((5 / 7) * speed) - 1)).toBeLessThan(1e-12);
});

const sphereAt = (id: string, at: Triple, velocity: Triple = [0, 0, 0], mass = 1) =>
  rigid({ id, shape: { kind: 'sphere', radius: 0.1 }, mass, position: at, velocity });
describe('impact', () => {
  test.each([
    [0, 1, 1],
    [0.5, 1, 1],
    [1, 1, 1],
    [0.3, 1, 3],
    [0.8, 2, 0.5],
  ])('two balls, e %d, masses %d and %d: by momentum and e, (1 -+ e)/2 if equal', (e, m1, m2) => {
    const world = createWorld({
      step: 0.01,
      gravity: [0, 0, 0],
      contact: { friction: 0, restitution: e },
      integrator: 'euler-cromer',
    });
    world.add(sphereAt('a', [0, 0, 0], [1, 0, 0], m1));
    world.add(sphereAt('b', [0.205, 0, 0], [0, 0, 0], m2));
    world.step(5);
    expect(Math.abs(v(world, 'a')[0] - (m1 - e * m2) / (m1 + m2))).toBeLessThan(1e-10);
    expect(Math.abs(v(world, 'b')[0] - ((1 + e) * m1) / (m1 + m2))).toBeLessThan(1e-10);
  });
  test.each([1, 2, 3])("Newton's cradle: %d of five balls", (count) => {
    const world = createWorld({
      step: 0.01,
      gravity: [0, 0, 0],
      contact: { friction: 0, restitution: 1 },
      integrator: 'euler-cromer',
    });
    for (let k = 0; k < 5; k++)
      world.add(k < count ? sphereAt(`${k}`, [0.2 * k - 0.05, 0, 0], [1, 0, 0]) : sphereAt(`${k}`, [0.2 * k, 0, 0]));
    world.step(20);
    for (let k = 0; k < 5; k++) expect(Math.abs(v(world, `${k}`)[0] - (k >= 5 - count ? 1 : 0))).toBeLessThan(1e-10);
  });
  test.each(['euler-cromer', 'velocity-verlet'])('e = 1 keeps its height over 4000 steps (%s)', (integrator) => {
    const world = onFloor([0, -g, 0], 0.01, { friction: 0, restitution: 1 }, integrator);
    world.add(sphereAt('ball', [0, 1.1, 0]));
    let [top, lowest] = [0, 1];
    for (let k = 0; k < 4000; k++) {
      world.step();
      lowest = Math.min(lowest, x(world, 'ball')[1]);
      if (k >= 3000) top = Math.max(top, x(world, 'ball')[1]);
    }
    expect(lowest).toBeGreaterThan(0.1 - 1e-13);
    expect(top - 0.1).toBeGreaterThan(0.99);
    expect(top - 0.1).toBeLessThan(1.002);
  });
  test.each([
    [0.5, 1, 1800],
    [0.3, 0.5, 900],
    [0.4, 0.8, 1600],
  ])('e = %d from %d m: tops e^2, e^4 of that, then rest with its weight', (e, height, steps) => {
    const world = onFloor([0, -g, 0], 1e-3, { friction: 0.3, restitution: e }, 'verlet');
    world.add(sphereAt('ball', [0, height + 0.1, 0]));
    const tops: number[] = [];
    let [before, rising] = [height + 0.1, true];
    for (let k = 0; k < steps; k++) {
      world.step();
      const y = x(world, 'ball')[1];
      if (y < before && rising) tops.push(before - 0.1);
      rising = y > before || (y === before && rising); // a top may be between two steps
      before = y;
    }
    // it bounces up to h v early, at a height y: the top is y + e^2 (1 - y)
    const early = (1 - e * e) * 1e-3 * Math.sqrt(2 * g * height);
    expect(Math.abs(tops[1] - e * e * height)).toBeLessThan(early);
    expect(Math.abs(tops[2] - e ** 4 * height)).toBeLessThan((e * e + e) * early);
    expect(Math.abs(forceOn(world, 'ball/floor')[1] / g - 1)).toBeLessThan(1e-9);
  });
});
