/** Places that constraints hold together do not touch: ropes on what hangs on them, seams. */
import { describe, expect, test } from 'vitest';
import {
  ballMesh,
  box,
  chain,
  createWorld,
  grid,
  join,
  joins,
  linearMomentum,
  node,
  particles,
  plane,
  rigid,
  rigidPointAt,
  type TetSpringsOptions,
  tetFem,
  tetSprings,
  transformed,
  type World,
} from '../index.ts';
import type { ContactOptions } from './options.ts';

const start = (contact: ContactOptions | true = true): World =>
  createWorld({ step: 5e-4, integrator: 'verlet', gravity: [0, -9.81, 0], contact });
const rope = () =>
  tetSprings(chain({ from: [0, 1, 0], to: [0.6, 1, 0], nodes: 16 }), {
    id: 'rope',
    form: 'spring',
    mass: 0.01,
    stretch: 4000,
    damping: 0.5,
    fixed: [0],
  });
const jelly = { young: 3e4, poisson: 0.35, density: 500, viscosity: 10 } as const;
const softBall = (gap: number) =>
  tetFem(transformed(ballMesh({ radius: 0.1, cells: 2 }), { translate: [0.7 + gap, 1, 0] }), { id: 'ball', ...jelly });
const nearest = (world: World, id: string, to: readonly number[]): number => {
  const x = world.positions(id);
  const far = (k: number): number => Math.hypot(...to.map((t, axis) => x[3 * k + axis] - t));
  return [...Array(x.length / 3).keys()].reduce((best, k) => (far(k) < far(best) ? k : best));
};
/** A soft ball on a rope, its place tied to the last node. */
function hanging(gap: number, isReversed = false): World {
  const world = start();
  const bodies = [rope(), softBall(gap)];
  for (const body of isReversed ? bodies.reverse() : bodies) world.add(body);
  const at = nearest(world, 'ball', [0.6, 1, 0]);
  world.constrain(join(node(world.body('rope'), 15), node(world.body('ball'), at)), { id: 'tie' });
  return world;
}
/** Steps that all have to be solved, and cost little. */
function runs(world: World, steps: number): void {
  for (let k = 0; k < steps; k++) {
    world.step();
    const { converged, newtonSteps, halvings } = world.contactReport();
    expect({ converged, halvings, isCheap: newtonSteps < 500 }).toEqual({
      converged: true,
      halvings: 0,
      isCheap: true,
    });
  }
}

describe('a ball on a rope', () => {
  test.each([0, 1e-9, 5e-4, 5e-3])('soft, %d m from the rope at the start', (gap) => runs(hanging(gap), 200));
  test('rigid, held at a place of its surface', () => {
    const world = start();
    const ball = rigid({ id: 'ball', shape: { kind: 'sphere', radius: 0.1 }, mass: 2, position: [0.7, 1, 0] });
    world.add(rope());
    world.add(ball);
    world.constrain(join(node(world.body('rope'), 15), rigidPointAt(ball, [0.6, 1, 0])), {
      id: 'tie',
      method: 'lagrange',
    });
    expect(world.overlaps()).toEqual([]);
    runs(world, 200);
  });
  test('a particle that hangs on a sphere', () => {
    const world = start();
    const ball = rigid({ id: 'ball', shape: { kind: 'sphere', radius: 0.1 }, mass: 2, position: [0, 1, 0] });
    world.add(ball);
    world.add(particles([0.1, 1, 0], { id: 'bead', mass: 0.1 }));
    world.constrain(join(node(world.body('bead'), 0), rigidPointAt(ball, [0.1, 1, 0])), { method: 'lagrange' });
    expect(world.overlaps()).toEqual([]);
    runs(world, 100);
    expect(world.contacts()).toEqual([]);
  });
  test('joined to a soft body, a rigid one that is deep in it is still refused', () => {
    const world = start();
    const crate = rigid({
      id: 'crate',
      shape: { kind: 'box', size: [0.05, 0.05, 0.05] },
      mass: 2,
      position: [0.7, 1, 0],
    });
    world.add(softBall(0));
    world.add(crate);
    const at = nearest(world, 'ball', [0.6, 1, 0]);
    world.constrain(join(node(world.body('ball'), at), rigidPointAt(crate, [0.6, 1, 0])), { method: 'lagrange' });
    expect(() => world.step()).toThrow(/overlap/);
  });
  test('bodies in another order move alike', () => {
    const [one, other] = [hanging(5e-4), hanging(5e-4, true)];
    one.step(200);
    other.step(200);
    const [x, y] = [one.positions('ball'), other.positions('ball')];
    // they are added up in another order
    for (let k = 0; k < x.length; k++) expect(Math.abs(x[k] - y[k])).toBeLessThan(1e-11);
  });
  test('a restored run is the same run, also where the tie is released', () => {
    const world = hanging(0);
    world.step(50);
    const kept = world.snapshot();
    const end = (): string => {
      world.step(20);
      world.release('tie');
      world.step(20);
      return world.hash();
    };
    const first = end();
    world.restore(kept);
    expect(end()).toBe(first);
  });
});

describe('seams', () => {
  /** Two cubes, sewn face to face, above the floor. */
  function sewn(contact: ContactOptions | true): World {
    const world = start(contact);
    const mesh = box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] });
    for (const [id, x] of [
      ['a', 0],
      ['b', 0.2],
    ] as const)
      world.add(tetFem(transformed(mesh, { translate: [x, 0.3, 0], rotate: [1, 0, 0, 0] }), { id, ...jelly }));
    const [p, q] = [world.positions('a'), world.positions('b')];
    const members = [];
    for (let k = 0; k < p.length; k += 3)
      for (let m = 0; m < q.length; m += 3)
        if (Math.hypot(p[k] - q[m], p[k + 1] - q[m + 1], p[k + 2] - q[m + 2]) < 1e-9)
          members.push([node(world.body('a'), k / 3), node(world.body('b'), m / 3)]);
    world.constrain(joins(members), { id: 'seam' });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    return world;
  }
  test('of two cubes: they move as if they could not touch each other', () => {
    const [one, other] = [sewn(true), sewn({ pairs: [{ bodies: ['a', 'b'], collides: false }] })];
    expect(one.overlaps()).toEqual([]);
    runs(one, 560);
    other.step(560);
    expect(Math.min(...one.positions('a').filter((_, k) => k % 3 === 1))).toBeGreaterThan(-1e-12);
    expect(linearMomentum(one)[1]).toBeGreaterThan(0); // it has bounced
    expect([...one.positions('a')]).toEqual([...other.positions('a')]);
  });
  test('released, they touch again: the cubes separate by the thickness, without a jump', () => {
    const world = sewn(true);
    world.step(50);
    world.release('seam');
    world.step();
    expect(world.overlaps().length).toBe(1);
    runs(world, 12);
    expect(world.overlaps()).toEqual([]);
  });
  test('of a sheet that is joined to itself', () => {
    const world = start({ thickness: 5e-3 });
    const options: TetSpringsOptions = { id: 'sheet', form: 'spring', mass: 1e-3, stretch: 60, damping: 0.02 };
    const flat = grid({ size: [0.4, 0.2], cells: [12, 6], plane: 'xy' });
    const positions = flat.positions.map((_, k) => {
      // nearly a tube, with a gap of a cell
      const angle = (6 * flat.positions[k - (k % 3)]) / 0.4;
      return k % 3 === 1 ? flat.positions[k] : (0.4 / 6) * (k % 3 ? -Math.cos(angle) : Math.sin(angle));
    });
    world.add(tetSprings({ ...flat, positions }, options));
    const sheet = world.body('sheet');
    world.constrain(joins([...Array(7).keys()].map((k) => [node(sheet, 13 * k), node(sheet, 13 * k + 12)])), {
      id: 'seam',
    });
    runs(world, 200);
  });
});
