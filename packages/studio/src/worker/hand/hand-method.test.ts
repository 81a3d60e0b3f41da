import { box, createWorld, plane, tetFem, type World } from '@pliant/engine';
import { expect, test } from 'vitest';
import { Hand } from './hand.ts';
import { methodFor } from './hand-method.ts';

function cube(contact: boolean): World {
  const world = createWorld({ step: 0.001, contact });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const mesh = box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2], centre: [0, 0.1, 0] });
  world.add(tetFem(mesh, { id: 'cube', density: 200, young: 2e4, poisson: 0.4, viscosity: 10 }));
  world.step(10);
  return world;
}

test('without contact a node is nailed, with contact it is pulled by a spring', () => {
  for (const contact of [false, true]) {
    const world = cube(contact);
    expect(methodFor(world, world.body('cube')).kind).toBe(contact ? 'penalty' : 'local');
  }
});

test('a node that a hand presses into the floor stays on it, every step solved', () => {
  const world = cube(true);
  const [x, y, z] = world.positions('cube');
  const hand = Hand.grab(world, world.body('cube'), 0, [x, y, z], 0.2);
  hand.move([x, y - 0.15, z]);
  for (let k = 0; k < 150; k++) {
    hand.aim();
    world.step(1);
    expect(world.contactReport().converged, `step ${k}`).toBe(true);
  }
  expect(world.positions('cube')[1]).toBeGreaterThan(-1e-9);
  expect(hand.info(0).force[1]).toBeLessThan(-10);
  hand.drop();
  expect(world.constraints).toHaveLength(0);
});
