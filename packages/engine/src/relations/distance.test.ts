import { expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { distance } from '../constraints.ts';
import { addParticles, createWorld } from '../create.ts';
import { reaction } from '../methods/reaction.ts';
import { kineticEnergy, residual } from '../record/probes.ts';

const method = reaction();

test('a bob on a rod swings with the period 2 pi sqrt(L/g) (1 + th^2/16) and pulls with its weight', () => {
  const world = createWorld({ step: 1e-3 });
  const [length, angle] = [1, 0.05];
  const bob = addParticles(world, [length * Math.sin(angle), -length * Math.cos(angle), 0], { mass: 2 });
  world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), length), { id: 'rod', method });
  // the time of ten swings, from crossings of x = 0, interpolated
  const crossings: number[] = [];
  let before = world.positions(bob.id)[0];
  while (crossings.length < 21) {
    world.step();
    const x = world.positions(bob.id)[0];
    if (x * before < 0) crossings.push(world.time - (world.h * x) / (x - before));
    before = x;
  }
  const period = (crossings[20] - crossings[0]) / 10;
  const theory = 2 * Math.PI * Math.sqrt(length / 9.81) * (1 + angle ** 2 / 16);
  expect(Math.abs(period / theory - 1)).toBeLessThan(1e-4);
  const [[, onBob]] = world.forces('rod');
  expect(Math.abs(onBob[1] / (2 * 9.81) - 1)).toBeLessThan(2 * angle ** 2);
});

test('two points on a rod: momentum stays, the length is reached and kept', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const dots = addParticles(world, [0, 0, 0, 1.2, 0, 0], { mass: [1, 3], velocities: [0, 1, 0, 0, -1 / 3, 0] });
  world.constrain(distance(node(dots, 0), node(dots, 1), 1), { id: 'rod', method });
  world.step(2000);
  // the reaction brings the row to rest with omega = 0.2/h; what stays is the lag of the orbit, h^2 v^2/R and less
  expect(residual(world).max).toBeLessThan(1e-4);
  const [a, b] = world.forces('rod')[0];
  for (let axis = 0; axis < 3; axis++) expect(a[axis] + b[axis]).toBe(0);
  const v = world.velocities(dots.id);
  for (let axis = 0; axis < 3; axis++) expect(Math.abs(v[axis] + 3 * v[3 + axis])).toBeLessThan(1e-12);
  expect(kineticEnergy(world)).toBeGreaterThan(0.1);
});

test('what cannot be is refused in words', () => {
  const world = createWorld({ step: 1e-3 });
  const dots = addParticles(world, [0, 0, 0, 1, 0, 0], { mass: 1 });
  const rod = (length: number) => distance(node(dots, 0), node(dots, 1), length);
  expect(() => world.constrain(rod(0), { id: 'rod', method })).toThrow('length — 0; give a positive number');
  expect(() => world.constrain(rod(1), { id: 'rod' })).toThrow('needs rows that are linear in the points');
});
