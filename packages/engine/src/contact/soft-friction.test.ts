/** A soft cube that is pulled along the floor: what friction holds, and how it slides.                          [contact notes, sec. 6, 11] */
import { expect, test } from 'vitest';
import { someOf } from '../../../../tests/support/sample.ts';
import { box, createWorld, linearMomentum, plane, tetFem, totalMass, transformed, type World } from '../index.ts';

const g = 9.81;
const sets = [
  { mu: 0.4, young: 3e4, size: 0.2 },
  { mu: 0.25, young: 6e4, size: 0.3 },
  { mu: 0.6, young: 4e4, size: 0.2 },
];
const step = 1e-3;
/** Pulled by a part of its weight, more and more, until its vibrations have faded. */
function pulled({ mu, young, size }: (typeof sets)[number], part: number): World {
  const world = createWorld({ step, contact: { friction: mu }, integrator: 'euler-cromer' });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const cube = transformed(box({ size: [size, size / 2, size], cells: [2, 1, 2] }), { translate: [0, size / 4, 0] });
  const soft = { density: 500, young, poisson: 0.3, viscosity: 300 };
  const { nodeCount } = world.add(tetFem(cube, { id: 'cube', ...soft }));
  const share = (part * g * totalMass(world)) / nodeCount;
  for (let k = 0; k <= 100; k++) {
    for (let node = 0; node < nodeCount; node++) {
      if (k) world.stopLoad(`${node}`);
      world.apply({ id: `${node}`, body: 'cube', node, force: [(share * k) / 100, 0, 0] });
    }
    world.step(8);
  }
  world.step(1500);
  return world;
}
const force = (world: World): readonly number[] => world.contacts('cube')[0].force;

test.each(someOf(sets, 1, 2))('mu $mu: 0.97 of the bound is held, above it slides at (pull - mu) g', (set) => {
  const held = pulled(set, 0.97 * set.mu);
  expect(Math.abs(linearMomentum(held)[0] / totalMass(held))).toBeLessThan(1e-7);
  expect(Math.abs(-force(held)[0] / force(held)[1] - 0.97 * set.mu)).toBeLessThan(1e-6);
  for (const part of [1.0025 * set.mu, 1.125 * set.mu]) {
    const world = pulled(set, part);
    const weight = totalMass(world) * g;
    const before = linearMomentum(world)[0] / totalMass(world);
    for (let k = 0; k < 50; k++) {
      world.step();
      expect(world.contactReport()).toMatchObject({ converged: true });
      expect(world.contactReport().residual).toBeLessThan(1e-10);
    }
    const a = (linearMomentum(world)[0] / totalMass(world) - before) / (50 * step);
    expect(Math.abs(a - (part - set.mu) * g)).toBeLessThan(1e-7);
    expect(Math.abs(-force(world)[0] / weight - set.mu)).toBeLessThan(1e-11);
    expect(Math.abs(force(world)[1] / weight - 1)).toBeLessThan(1e-11);
  }
});
