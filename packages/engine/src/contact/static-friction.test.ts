/**
 * Friction at rest and in motion: what rests holds up to mu_s times its load, what slips is held by mu_k times its load, and what has come
 * to rest holds by mu_s again.
 */
import { describe, expect, test } from 'vitest';
import { createWorld, grid, plane, rigid, tetSprings, totalMass, type World } from '../index.ts';

const g = 9.81;
type Triple = readonly [number, number, number];
const sets = [
  { mu: [0.4, 0.3] as const, size: [0.2, 0.1, 0.2] as Triple, mass: 1, step: 1e-3 },
  { mu: [0.7, 0.2] as const, size: [0.3, 0.25, 0.1] as Triple, mass: 5, step: 5e-3 },
  { mu: [0.25, 0.24] as const, size: [0.1, 0.3, 0.4] as Triple, mass: 0.2, step: 2e-3 },
];
/** Pulled through its centre, where its weight leaves unequal loads at the corners. */
function pulled({ mu, size, mass, step }: (typeof sets)[number]): { world: World; pull: (part: number) => void } {
  const world = createWorld({ step, contact: { friction: mu }, integrator: 'euler-cromer' });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  world.add(rigid({ id: 'block', shape: { kind: 'box', size }, mass, position: [0, size[1] / 2, 0] }));
  let isPulled = false;
  return {
    world,
    pull: (part) => {
      if (isPulled) world.stopLoad('pull');
      isPulled = true;
      world.apply({ id: 'pull', body: 'block', node: 0, force: [part * mass * g, 0, 0] });
    },
  };
}
const x = (world: World): number => world.coordinates('block')[0];
const v = (world: World): number => world.coordinateVelocities('block')[0];

describe.each(sets)('a block of $size m, mu $mu', (set) => {
  test('holds a pull of 0.99999 mu_s m g that comes slowly, and lets go at 1.00001', () => {
    const { world, pull } = pulled(set);
    const [most, least] = set.mu;
    for (let k = 1; k <= 50; k++) {
      pull((most * (1 - 1e-5) * k) / 50);
      world.step(4);
    }
    expect(Math.abs(x(world))).toBeLessThan(1e-12);
    expect(world.contacts('block')[0].points.every((p) => p.sticks)).toBe(true);
    pull(most * (1 + 1e-5));
    world.step(3);
    const before = v(world);
    expect(world.contacts('block')[0].sticks).toBe(false);
    world.step(50);
    const a = (v(world) - before) / (50 * set.step);
    expect(Math.abs(a / ((most * (1 + 1e-5) - least) * g) - 1)).toBeLessThan(1e-9);
  });
  test('what slides comes to rest and holds by mu_s again', () => {
    const { world, pull } = pulled(set);
    const [most, least] = set.mu;
    pull(1.1 * most);
    world.step(20);
    expect(world.contacts('block')[0].sticks).toBe(false);
    pull(0.5 * least);
    // it slows down at (mu_k - pull) g
    const steps = Math.ceil(v(world) / (0.5 * least * g * set.step)) + 2;
    world.step(steps);
    expect(Math.abs(v(world))).toBeLessThan(1e-10);
    const at = x(world);
    pull(0.5 * (most + least)); // more than friction in motion would hold
    world.step(40);
    expect(Math.abs(x(world) - at)).toBeLessThan(1e-11);
  });
});

test.each([
  { mu: [0.5, 0.3] as const, step: 1e-3 },
  { mu: [0.3, 0.1] as const, step: 2e-3 },
  { mu: [0.9, 0.7] as const, step: 5e-4 },
])('a sheet of springs on a slope, mu $mu: every node holds up to mu_s of its load', ({ mu, step }) => {
  const run = (part: number): { moved: number; speed: number; steps: number } => {
    const angle = Math.atan(part * mu[0]);
    const gravity: Triple = [g * Math.sin(angle), -g * Math.cos(angle), 0];
    const world = createWorld({ step, gravity, contact: { friction: mu }, integrator: 'euler-cromer' });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const flat = grid({ size: [0.4, 0.4], cells: [3, 3] });
    const sheet = world.add(tetSprings(flat, { id: 'sheet', mass: 0.1, form: 'spring', stretch: 200, damping: 0.2 }));
    expect(sheet.nodeCount).toBe(16);
    expect(totalMass(world)).toBeCloseTo(1.6);
    const start = world.positions('sheet').slice();
    const steps = 60;
    world.step(steps);
    const moved = world.positions('sheet').map((y, k) => Math.abs(y - start[k]));
    return { moved: Math.max(...moved), speed: world.velocities('sheet')[0], steps };
  };
  expect(run(0.99999).moved).toBeLessThan(1e-12);
  const slides = run(1.00001);
  const angle = Math.atan(1.00001 * mu[0]);
  const a = g * (Math.sin(angle) - mu[1] * Math.cos(angle));
  // the first step is still held by mu_s
  expect(Math.abs(slides.speed / (a * step * slides.steps) - 1)).toBeLessThan(2 / slides.steps);
});
