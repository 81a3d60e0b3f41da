import { describe, expect, test } from 'vitest';
import { barycentric } from '../anchors/barycentric.ts';
import { node } from '../anchors/node.ts';
import { onPath, worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { plane } from '../bodies/plane.ts';
import { tetSprings } from '../bodies/tet/tet-springs.ts';
import { above, join, nail } from '../constraints/kinds/constraints.ts';
import { box } from '../meshes/box.ts';
import { reaction } from '../methods/reaction/reaction.ts';
import { relation } from '../relations/relation.ts';
import { createWorld } from '../world/create.ts';
import {
  angularMomentum,
  centreOfMass,
  force,
  kineticEnergy,
  linearMomentum,
  position,
  potentialEnergy,
  residual,
  totalMass,
  volume,
} from './probes.ts';

describe('of particles, by hand', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, -10, 0] });
  world.add(
    particles([1, 0, 0, 0, 2, 0, 0, 0, 9], {
      id: 'p',
      mass: [2, 3, 100],
      velocities: [0, 1, 0, 0, 0, 2, 0, 0, 0],
      fixed: [2],
    }),
  );
  test('what cannot move has no mass here', () => {
    expect(totalMass(world)).toBeCloseTo(5, 14);
    expect(centreOfMass(world).map((x) => Math.round(1e12 * x) / 1e12)).toEqual([0.4, 1.2, 0]);
  });
  test('momenta and energies', () => {
    expect(linearMomentum(world)).toEqual([0, 2, expect.closeTo(6, 13)]);
    // r x m v: (1,0,0) x (0,2,0) + (0,2,0) x (0,0,6)
    expect(angularMomentum(world).map((x) => Math.round(1e12 * x) / 1e12)).toEqual([12, 0, 2]);
    expect(kineticEnergy(world)).toBeCloseTo(1 + 6, 13);
    expect(potentialEnergy(world)).toBeCloseTo(3 * 10 * 2, 12);
  });
  test('loads count as potential energy', () => {
    world.apply({ id: 'l', body: 'p', node: 0, force: [7, 0, 0] });
    expect(potentialEnergy(world)).toBeCloseTo(60 - 7, 12);
    world.stopLoad('l');
  });
});

test.each(['verlet', 'euler-cromer'])('velocities are those at the time of the positions (%s)', (integrator) => {
  const world = createWorld({ step: 1e-2, integrator });
  world.add(particles([0, 0, 0], { id: 'p', mass: 3, velocities: [0, 5, 0] }));
  for (let n = 0; n < 10; n++) {
    expect(world.velocities('p')[1]).toBeCloseTo(5 - 9.81 * world.time, 13);
    expect(linearMomentum(world)[1]).toBeCloseTo(3 * (5 - 9.81 * world.time), 12);
    world.step();
  }
});

test('energy can be asked for when that grows the memory', () => {
  // enough elements for the arena to be full when the energy's own tables come
  for (const cells of [10, 11, 12]) {
    const world = createWorld({ step: 1e-4, gravity: [0, -10, 0] });
    world.add(
      tetSprings(box({ size: [1, 1, 1], cells: [cells, cells, cells], centre: [0, 3, 0] }), {
        density: 1,
        stretch: 100,
        area: 100,
        bulk: 100,
      }),
    );
    expect(potentialEnergy(world)).toBeCloseTo(30, 9);
    expect(kineticEnergy(world)).toBe(0);
  }
});

describe('residual', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const p = world.add(particles([0, 0, 0, 1, 0, 0, 0, -0.25, 0], { id: 'p', mass: 1 }));
  const floor = world.add(plane({ normal: [0, 1, 0] }));
  world.constrain(nail(node(p, 0), worldPoint(3, 4, 0)), { id: 'nail' });
  world.constrain(above([node(p, 1), node(p, 2)], floor), { id: 'ground', method: reaction() });
  const turn = relation({ kind: 'turn', points: ['a'], unit: 'rad', rows: ({ a }) => [a[0]] });
  world.constrain({ kind: 'turn', relation: turn, parameters: [], members: [[node(p, 1)]] }, { id: 'turn' });
  test('the largest, its constraint and the mean, by unit', () => {
    // rows: 3, 4, 0 of the nail; 0 and 0.25 of the plane, of which only what is below counts
    expect(residual(world)).toEqual({
      max: 4,
      rms: expect.closeTo(Math.sqrt((9 + 16 + 0.0625) / 5), 14),
      sum: 7.25,
      worst: 'nail',
    });
    expect(residual(world, 'rad')).toEqual({ max: 1, rms: 1, sum: 1, worst: 'turn' });
  });
  test('only of what is active', () => {
    world.release('nail');
    expect(residual(world)).toMatchObject({ max: 0.25, worst: 'ground' });
    world.release('ground', 1);
    expect(residual(world)).toMatchObject({ max: 0, worst: undefined });
  });
});

test('positions of anchors', () => {
  const world = createWorld({ step: 0.25, gravity: [0, 0, 0] });
  const p = world.add(particles([0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4], { id: 'p', mass: 1 }));
  expect(position(world, node(p, 1))).toEqual([4, 0, 0]);
  expect(position(world, barycentric(p, [0, 1]))).toEqual([2, 0, 0]);
  expect(position(world, barycentric(p, [1, 2, 3], [1, 1, 2]))).toEqual([1, 1, 2]);
  expect(position(world, barycentric(p, [0, 1, 2, 3], [3, 3, 6, 0]))).toEqual([1, 2, 0]);
  expect(position(world, worldPoint(1, 2, 3))).toEqual([1, 2, 3]);
  const path = onPath({
    kind: 'linear',
    times: [0, 1],
    points: [
      [0, 0, 0],
      [4, 8, 0],
    ],
  });
  expect(position(world, path)).toEqual([0, 0, 0]);
  world.step();
  expect(position(world, path)).toEqual([1, 2, 0]);
});

test('force: the sum over the members, at either end', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, -10, 0] });
  const p = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'p', mass: [1, 2] }));
  world.constrain(nail([node(p, 0), node(p, 1)], [worldPoint(0, 0, 0), worldPoint(1, 0, 0)]), { id: 'n' });
  world.step(5);
  expect(force(world, 'n')[1]).toBeCloseTo(30, 9);
  expect(force(world, 'n', 1)[1]).toBeCloseTo(-30, 9);
  world.release('n');
  expect(force(world, 'n').every((f) => f === 0)).toBe(true);
});

test('volume: of tets only', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  world.add(tetSprings(box({ size: [1, 2, 3], cells: [2, 1, 1] }), { id: 'b', density: 1, bulk: 1 }));
  world.add(particles([0, 0, 0], { id: 'p', mass: 1 }));
  expect(volume(world, 'b')).toBeCloseTo(6, 13);
  expect(() => volume(world, 'p')).toThrow('body "p" has no tets and no cells, so it has no volume.');
});

test('a join with a path moves along it', () => {
  const world = createWorld({ step: 0.01, gravity: [0, 0, 0] });
  const p = world.add(particles([0, 0, 0, 1, 0, 0], { id: 'p', mass: 1 }));
  const path = onPath({
    kind: 'linear',
    times: [0, 1],
    points: [
      [0, 0, 0],
      [1, 0, 0],
    ],
  });
  world.constrain(join(node(p, 0), node(p, 1), path), { id: 'j' });
  world.step(50);
  expect(world.positions('p')[0]).toBeCloseTo(0.5, 14);
  expect(world.positions('p')[3]).toBeCloseTo(0.5, 14);
});
