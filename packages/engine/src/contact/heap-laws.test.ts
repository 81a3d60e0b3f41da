/** Laws of heaps that are solved to a tolerance: what they may depend on, and soft bodies among rigid ones. */
import { expect, test } from 'vitest';
import { pile } from '../../../../benchmarks/peers/scenes.ts';
import { pileWorld } from '../../../../benchmarks/suites/contact/pile-world.ts';
import { softHeap } from '../../../../tests/support/soft-heap.ts';
import { createWorld, rigid, type World } from '../index.ts';

const tolerance = 1e-3;
const h = 5e-3;
const places = (world: World, ids: readonly string[]): number[] =>
  ids.flatMap((id) => [...world.coordinates(id).subarray(0, 3)]);
const farthest = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);

test('masses of all bodies times 8: the same way, and 8 times the forces', () => {
  const scene = pile(125);
  const [a, b] = [1, 8].map((times) => pileWorld({ ...scene, mass: times * scene.mass }, h, tolerance));
  a.step(60);
  b.step(60);
  expect(a.contactReport().residual).toBeGreaterThan(1e-10); // a heap
  const ids = Array.from({ length: 125 }, (_, n) => `${n}`);
  // principal axes are rounded, and a heap makes ten times as much of that in ten steps: 2e-14 m
  expect(farthest(places(a, ids), places(b, ids))).toBeLessThan(1e-12);
  const [one, other] = [a, b].map((world) => world.contacts().flatMap(({ force }) => [...force]));
  const largest = Math.max(...one.map(Math.abs));
  expect(
    farthest(
      other,
      one.map((x) => 8 * x),
    ),
  ).toBeLessThan(1e-9 * largest);
});

/** Spheres that fly at each other from all sides, without weight; all of them at a further velocity. */
function cloud(boost: readonly [number, number, number]): World {
  const world = createWorld({
    step: 2e-3,
    gravity: [0, 0, 0],
    contact: { friction: 0.4, tolerance },
    integrator: 'euler-cromer',
  });
  for (let n = 0; n < 125; n++) {
    const at = [n % 5, Math.floor(n / 5) % 5, Math.floor(n / 25)].map(
      (k, axis) => 0.206 * (k - 2) + 0.001 * ((7 * n + axis) % 5),
    );
    const velocity = at.map((x, axis) => -3 * x + boost[axis]) as [number, number, number];
    const shape = { kind: 'sphere', radius: 0.1 } as const;
    world.add(rigid({ id: `${n}`, shape, mass: 1, position: at as [number, number, number], velocity }));
  }
  return world;
}
test('a cloud that collapses does so in any frame: at 2 m/s the same way, to the tolerance', () => {
  const ids = Array.from({ length: 125 }, (_, n) => `${n}`);
  const boost = [1.5, -0.5, 1.2] as const;
  const [a, b] = [cloud([0, 0, 0]), cloud(boost)];
  let heaps = 0;
  for (let k = 0; k < 60; k++) {
    a.step();
    b.step();
    if (a.contactReport().residual > 1e-10) heaps++;
  }
  expect(heaps).toBeGreaterThan(3); // the collapse takes six steps
  expect(a.contactReport().converged && b.contactReport().converged).toBe(true);
  const moved = places(b, ids).map((x, k) => x - 60 * 2e-3 * boost[k % 3]);
  // bodies that move farther have more open rows, which sweeps end with at another residual: velocities of up to 1.2 m/s differ by a part of the tolerance
  expect(farthest(places(a, ids), moved)).toBeLessThan(tolerance * 1.2 * 60 * 2e-3);
});

test('bodies in another order: a step from the same state differs by the tolerance', () => {
  const scene = pile(125);
  const order = scene.positions.map((_, n) => (37 * n) % 125);
  const a = pileWorld(scene, h, tolerance);
  const b = pileWorld({ ...scene, positions: order.map((n) => scene.positions[n]) }, h, tolerance);
  // up to where the first heap is solved; then one step
  let steps = 0;
  while (a.contactReport().residual < 1e-10 && steps++ < 100) {
    a.step();
    b.step();
  }
  expect(steps).toBeLessThan(100);
  const own = Array.from({ length: 125 }, (_, n) => `${n}`);
  const same = order.map((_, n) => `${order.indexOf(n)}`);
  // residuals are relative to the largest impulse: what a sphere at 2 m/s is stopped by
  expect(farthest(places(a, own), places(b, same))).toBeLessThan(10 * tolerance * 2 * h);
});

test('soft cubes and spheres in one heap: gaps, momentum and energy are kept, and it goes on to the same bits from a snapshot', () => {
  const world = softHeap();
  world.step(40);
  const kept = world.snapshot();
  let heaps = 0;
  for (let k = 0; k < 60; k++) {
    world.step();
    const report = world.contactReport();
    expect(report).toMatchObject({ converged: true, shortened: 1 });
    expect(report.residual).toBeLessThanOrEqual(tolerance);
    expect(report.addedEnergy).toBeLessThan(1e-12);
    if (report.residual > 1e-10) heaps++;
  }
  expect(heaps).toBeGreaterThan(30);
  for (const { depth } of world.overlaps()) expect(depth).toBeLessThan(1e-4);
  const hash = world.hash();
  world.restore(kept);
  world.step(60);
  expect(world.hash()).toBe(hash);
});
