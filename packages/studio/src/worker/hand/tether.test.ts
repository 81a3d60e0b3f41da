import {
  box,
  createWorld,
  displacement,
  nail,
  plane,
  position,
  spline,
  splinePoint,
  tetFem,
  type World,
  worldPoint,
} from '@pliant/engine';
import { expect, test } from 'vitest';
import { extentOf } from '../readings/packing.ts';
import { Followers } from './followers.ts';
import { Grasp } from './grasp.ts';

const size = 0.2;
function cube(): World {
  const world = createWorld({ step: 0.005, integrator: 'backward-euler', method: displacement, contact: true });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const mesh = box({ size: [size, size, size], cells: [2, 2, 2], centre: [0, size / 2, 0] });
  world.add(tetFem(mesh, { id: 'cube', density: 200, young: 2e4, poisson: 0.4, viscosity: 10 }));
  world.step(20);
  return world;
}
/** All but the floor, as the studio tells of them. */
function graspOf(world: World, id: string): { grasp: Grasp; first: number } {
  const followers = new Followers(world.bodies);
  const body = world.body(id);
  const infos = [{ id, kind: body.kind, firstNode: 0, nodeCount: body.nodeCount }] as never;
  expect(extentOf(world, infos)).toBeGreaterThan(0);
  return { grasp: new Grasp(() => world, infos, followers), first: followers.firstOf(id) ?? 0 };
}
const at = (world: World, n: number): [number, number, number] => {
  const [x, y, z] = world.positions('cube').slice(3 * n);
  return [x, y, z];
};
/** Steps with the hand; every one solved, and none that made it let go. */
function pull(world: World, grasp: Grasp, steps: number): void {
  for (let k = 0; k < steps; k++) {
    expect(grasp.run(1, (count) => world.step(count))).toBeUndefined();
    expect(world.contactReport().converged, `step ${k}`).toBe(true);
  }
}

test.each([
  ['a node on the floor', 0],
  ['a node at the top', 26],
])('tether: pressed far below the floor, %s, every step is solved and nothing sinks in', (_, n) => {
  const world = cube();
  const { grasp } = graspOf(world, 'cube');
  const [x, y, z] = at(world, n);
  grasp.take(n, [x, y, z]);
  expect(world.constraints).toHaveLength(0); // nothing is nailed
  grasp.move([x, y - 0.5, z]);
  pull(world, grasp, 80);
  expect(Math.min(...Array.from({ length: 27 }, (_, k) => at(world, k)[1]))).toBeGreaterThan(-1e-9);
  expect(grasp.info()?.force[1]).toBeLessThan(-30);
  grasp.drop();
  world.step(200);
  expect(at(world, n)[1]).toBeCloseTo(y, 3);
});

test('tether: the cube is lifted by a corner, hangs below the pointer by its weight, and falls when it is let go', () => {
  const world = cube();
  const { grasp } = graspOf(world, 'cube');
  const [x, y, z] = at(world, 26);
  grasp.take(26, [x, y, z]);
  grasp.move([x, y + 0.5, z]);
  pull(world, grasp, 400);
  const weight = 200 * size ** 3 * 9.81;
  expect(grasp.info()?.force[1]).toBeGreaterThan(0.9 * weight);
  expect(grasp.info()?.force[1]).toBeLessThan(1.1 * weight);
  expect(at(world, 26)[1]).toBeGreaterThan(y + 0.3);
  grasp.drop();
  world.step(400);
  expect(at(world, 0)[1]).toBeLessThan(0.25);
});

test('tether: to take hold changes nothing', () => {
  const [one, two] = [cube(), cube()];
  const { grasp } = graspOf(one, 'cube');
  grasp.take(13, at(one, 13));
  grasp.drop();
  expect(one.hash()).toBe(two.hash());
  one.step(5);
  two.step(5);
  expect(one.hash()).toBe(two.hash());
});

test('tether: a rope that hangs from a nail follows; its nail is led as it is elsewhere', () => {
  const world = createWorld({ step: 0.005, integrator: 'backward-euler', method: displacement, contact: true });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const points = [0, 1, 0, 0.5, 1, 0, 1, 1, 0];
  const rope = world.add(
    spline({ id: 'rope', points, count: 9, EA: 2e3, EI: 0.02, rhoA: 0.2, diameter: 0.01, drag: 4 }),
  );
  world.constrain(nail(splinePoint(rope, 0), worldPoint(0, 1, 0)), { id: 'nail' });
  world.step(20);
  const { grasp, first } = graspOf(world, 'rope');
  grasp.take(first + 40, [0.8, 0.9, 0]);
  expect(world.constraints).toHaveLength(1);
  grasp.move([0.3, -0.5, 0.3]);
  pull(world, grasp, 60);
  grasp.drop();
  grasp.take(first, [0, 1, 0]);
  expect(grasp.ownConstraint).toBeUndefined();
  grasp.move([0, 1.1, 0]);
  pull(world, grasp, 60);
  grasp.drop();
  expect(position(world, splinePoint(rope, 0))[1]).toBeCloseTo(1.1, 4);
});
