/** Stacks, piles and arches.                                                                  [contact notes, sec. 6, 6 to 8] */
import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { createWorld, kineticEnergy, plane, potentialEnergy, rigid, type World } from '../index.ts';

const g = 9.81;
const floor = () => plane({ id: 'floor', normal: [0, 1, 0] });
const crate = (id: string, y: number, turn = 0, size = 0.2) =>
  rigid({
    id,
    shape: { kind: 'box', size: [size, size, size] },
    mass: 1,
    position: [0, y, 0],
    rotate: [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)],
  });
const places = (world: World): number[] =>
  world.bodies.filter((b) => b.kind === 'rigid').flatMap((b) => [...world.coordinates(b.id)]);
const largest = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, k) => Math.abs(x - b[k])));

test.each([
  [10, 0.01, 60],
  [3, 0.02, 60],
  [5, 0.005, 60],
])('a stack of %d, h %d: no creep, each corner carries a quarter', (count, step, steps) => {
  const world = createWorld({ step, contact: { friction: 0.5 }, integrator: 'euler-cromer' });
  world.add(floor());
  for (let k = 0; k < count; k++) world.add(crate(`${k}`, 0.1 + 0.2 * k));
  const before = places(world);
  for (let k = 0; k < steps; k++) {
    world.step();
    expect(world.contactReport().residual).toBeLessThan(1e-10);
  }
  expect(largest(places(world), before)).toBeLessThan(1e-12);
  const pair = world.contacts('floor')[0];
  expect(pair.points.length).toBe(4);
  expect(Math.abs(pair.force[1] / (count * g) - 1)).toBeLessThan(1e-11);
  for (const { force } of pair.points) expect(Math.abs((4 * force[1]) / pair.force[1] - 1)).toBeLessThan(1e-9);
});

test.each([
  [4, 0.02, 1e-3, 0.5],
  [3, 0.1, 2e-3, 0.3],
  [5, -0.05, 5e-4, 0.8],
])('%d boxes, each turned by %d more, dropped by %d m, mu %d: they come to rest and stay', (count, turn, drop, mu) => {
  const world = createWorld({ step: 5e-3, contact: { friction: mu }, integrator: 'euler-cromer' });
  world.add(floor());
  for (let k = 0; k < count; k++) world.add(crate(`${k}`, 0.1 + (0.2 + drop) * k, turn * k));
  const start = kineticEnergy(world) + potentialEnergy(world);
  let [energy, rise] = [start, -1];
  for (let k = 0; k < 200; k++) {
    world.step();
    expect(world.contactReport().converged).toBe(true);
    const now = kineticEnergy(world) + potentialEnergy(world);
    rise = Math.max(rise, (now - energy) / start);
    energy = now;
  }
  expect(rise).toBeLessThan(1e-12);
  const before = places(world);
  world.step(100);
  expect(largest(places(world), before)).toBeLessThan(1e-13);
});

test.each([
  [0.6, 0.4, 5, 600],
  [0.3, 0.8, 6, 300],
  [0.9, 0.1, 7, 300],
])(
  '16 spinning spheres, e %d, mu %d, seed %d: energy falls in every step, nothing sinks in',
  (restitution, friction, seed, steps) => {
    const random = new Random(seed);
    const world = createWorld({ step: 2e-3, contact: { friction, restitution }, integrator: 'euler-cromer' });
    world.add(floor());
    for (let k = 0; k < 16; k++)
      world.add(
        rigid({
          id: `${k}`,
          shape: { kind: 'sphere', radius: 0.05 },
          mass: random.between(0.5, 2),
          position: [
            0.06 * (k % 2) + random.between(-0.01, 0.01),
            0.06 + 0.12 * k,
            0.06 * ((k >> 1) % 2) + random.between(-0.01, 0.01),
          ],
          spin: [random.between(-15, 15), random.between(-15, 15), random.between(-15, 15)],
        }),
      );
    const start = kineticEnergy(world) + potentialEnergy(world);
    let energy = start;
    let [rise, lowest] = [-1, 0];
    for (let k = 0; k < steps; k++) {
      world.step();
      expect(world.contactReport()).toMatchObject({ converged: true });
      expect(world.contactReport().residual).toBeLessThan(1.01e-10);
      const now = kineticEnergy(world) + potentialEnergy(world);
      rise = Math.max(rise, (now - energy) / start);
      energy = now;
      for (const { points } of world.contacts()) for (const { gap } of points) lowest = Math.min(lowest, gap);
    }
    expect(rise).toBeLessThan(1e-12);
    expect(lowest).toBeGreaterThan(-1e-13);
  },
);
