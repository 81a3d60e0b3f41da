/** Solids under backward Euler in contact.                                                  [contact notes, sec. 3, acceptance 11] */
import { describe, expect, test } from 'vitest';
import { someOf } from '../../../../tests/support/sample.ts';
import { box, createWorld, plane, tetSprings, totalMass, transformed, type World } from '../index.ts';

const g = 9.81;
const side = 0.2;

/** A soft cube on the floor, pulled sideways by a part of its weight. */
function pulled(pull: number, h: number, cells: number): { world: World; weight: number; masses: Float64Array } {
  // the pull is a part of gravity: it acts on all of the cube
  const world = createWorld({
    step: h,
    gravity: [pull * g, -g, 0],
    integrator: 'backward-euler',
    contact: { friction: 0.4 },
  });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const mesh = transformed(box({ size: [side, side, side], cells: [cells, cells, cells] }), {
    translate: [0, side / 2, 0],
  });
  const cube = world.add(tetSprings(mesh, { id: 'cube', density: 500, stretch: 2e5, bulk: 2e5, damping: 4000 }));
  const w = new Float64Array(3 * cube.nodeCount);
  cube.inverseMass.diagonal(w);
  const masses = Float64Array.from({ length: cube.nodeCount }, (_, node) => 1 / w[3 * node]);
  return { world, weight: totalMass(world) * g, masses };
}
/** The mean velocity along the pull, m/s: every node of a cube made of tets has its own mass. */
function speed(world: World, masses: Float64Array): number {
  const v = world.velocities('cube');
  let [sum, total] = [0, 0];
  masses.forEach((m, node) => {
    sum += m * v[3 * node];
    total += m;
  });
  return sum / total;
}

describe.each([
  { h: 2e-2, cells: 1 },
  { h: 1e-2, cells: 2 },
])('a soft cube of $cells cells a side, friction 0.4, h = $h s', ({ h, cells }) => {
  test.each(someOf([0.401, 0.45], 1, 1))('pulled by %d of its weight it slides at (pull - mu) g', (pull) => {
    const { world, weight, masses } = pulled(pull, h, cells);
    for (let k = 0; k < 1.2 / h; k++) world.step();
    const before = speed(world, masses);
    const steps = 20;
    for (let k = 0; k < steps; k++) world.step();
    const [{ force }] = world.contacts();
    expect(Math.abs((speed(world, masses) - before) / (steps * h) - (pull - 0.4) * g)).toBeLessThan(1e-7);
    expect(Math.abs(Math.abs(force[0]) / weight - 0.4)).toBeLessThan(1e-9);
    expect(Math.abs(force[1] / weight - 1)).toBeLessThan(1e-9);
  });
});
test('a soft cube, friction 0.4, pulled by 0.399 of its weight stops', () => {
  const h = 0.02;
  const { world, weight, masses } = pulled(0, h, 1);
  // pulled a little less at first: a jolt lets it slide, and friction takes 0.01 m/s^2 from it in the end
  const ramp = Math.round(1 / h);
  for (let k = 0; k < 3 * ramp; k++) {
    world.gravity = [g * Math.min(0.399, 0.36 + (0.04 * k) / ramp), -g, 0];
    world.step();
  }
  expect(world.contactReport().converged).toBe(true);
  const [{ force }] = world.contacts();
  expect(Math.abs(speed(world, masses))).toBeLessThan(1e-7);
  expect(Math.abs(force[1] / weight - 1)).toBeLessThan(1e-6);
});
