import { createWorld, plane, potentialEnergy, type Rigid, rigid, type World } from '@pliant/engine';
import { expect, test } from 'vitest';
import { isPulled, Pull } from './pull.ts';

const side = 0.2;
function stack(count: number): World {
  const world = createWorld({ step: 0.005, contact: true });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  for (let k = 0; k < count; k++)
    world.add(
      rigid({
        id: `box ${k}`,
        shape: { kind: 'box', size: [side, side, side] },
        mass: 1,
        position: [0, side * (k + 0.5), 0],
      }),
    );
  world.step(10);
  return world;
}
const at = (world: World, id: string, node: number): [number, number, number] => {
  const x = world.positions(id);
  return [x[3 * node], x[3 * node + 1], x[3 * node + 2]];
};

test('pull: a box is dragged out from under others, every step solved', () => {
  const world = stack(3);
  const id = 'box 1';
  expect(isPulled(world, world.body(id))).toBe(true);
  const [x, y, z] = at(world, id, 0);
  const pull = new Pull(world, world.body(id) as Rigid, 0, [x, y, z]);
  for (let k = 0; k < 100; k++) {
    pull.move([x + 0.004 * k, y, z]);
    pull.aim();
    world.step(1);
    const { converged, halvings } = world.contactReport();
    expect(converged, `step ${k}`).toBe(true);
    expect(halvings, `step ${k}`).toBeLessThan(20);
  }
  expect(at(world, id, 0)[0] - x).toBeGreaterThan(0.3);
  pull.drop();
  expect(() => world.stopLoad('(hand)')).toThrow();
});

test('pull: pushed into the floor, a box stays on it, with the force of the spring', () => {
  const world = stack(1);
  const [x, y, z] = at(world, 'box 0', 0);
  const pull = new Pull(world, world.body('box 0') as Rigid, 0, [x, y, z]);
  pull.move([x, y - 1, z]);
  for (let k = 0; k < 100; k++) {
    pull.aim();
    world.step(1);
  }
  pull.rest();
  expect(potentialEnergy(world)).toBeCloseTo((9.81 * side) / 2, 9); // the weight's alone
  expect(at(world, 'box 0', 0)[1]).toBeCloseTo(side / 2, 9);
  const [floor] = world.contacts('box 0');
  expect(Math.hypot(...floor.force)).toBeCloseTo(9.81 + Math.hypot(...pull.info(0).force), 6);
});

test.each([0.02, 0.005, 0.0005])(
  'pull: a corner goes to the pointer and stays about there while the body swings, h = %s s',
  (h) => {
    const world = createWorld({ step: h, gravity: [0, 0, 0], contact: true });
    world.add(rigid({ id: 'box 0', shape: { kind: 'box', size: [1, 0.1, 0.2] }, mass: 3 }));
    world.step(1);
    const [x, y, z] = at(world, 'box 0', 1);
    const pull = new Pull(world, world.body('box 0') as Rigid, 1, [x + 0.3, y - 0.2, z + 0.1]);
    for (let k = 0; k < 4 / h; k++) {
      pull.aim();
      world.step(1);
    }
    const [a, b, c] = at(world, 'box 0', 1);
    // nothing slows the turning about that corner: it is off by what a swing takes
    expect(Math.hypot(a - x - 0.3, b - y + 0.2, c - z - 0.1)).toBeLessThan(0.06);
  },
);
