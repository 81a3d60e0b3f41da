/** Copies run as one archetype, against the same bodies each by itself: the same motion but for the order of sums. */
import { describe, expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import type { Body } from '../bodies/body.ts';
import { copyOf } from '../bodies/copy.ts';
import { type TetSpringsOptions, tetSprings } from '../bodies/tet/tet-springs.ts';
import { nail } from '../constraints/kinds/constraints.ts';
import { integrators } from '../integrators/index.ts';
import { box } from '../meshes/box.ts';
import { mesh } from '../meshes/mesh.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';
import { findRuns } from './archetypes.ts';

const material = { density: 1000, stretch: 2e5, bulk: 1e5, damping: 200 };
const cube = (options: Partial<TetSpringsOptions> = {}): Body =>
  tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), { ...material, ...options });
/** Four edges in a row, without a tet. */
const chain = tetSprings(
  mesh({ positions: [0, 0, 0, 1, 0, 0, 2, 0.1, 0, 3, 0, 0.2, 4, 0, 0], tets: [], edges: [0, 1, 1, 2, 2, 3, 3, 4] }),
  { mass: [1, 2, 1, 3, 1], form: 'spring', stretch: 4000, damping: 3 },
);

type Path = 'archetype' | 'indexed';
/** Copies hung up by a node and set turning. Bodies are one archetype as long as their elements are one and the same list. */
function copies(path: Path, body: Body, count = 5, integrator = 'verlet'): World {
  const world = createWorld({ step: 1e-3, integrator });
  for (let i = 0; i < count; i++) {
    const copy = copyOf(body, { id: `copy-${i}`, translate: [2 * i, 0, 0] });
    const start: Body['start'] = (q, v) => {
      copy.start(q, v);
      v.set([0.5, 0.1 * i, -0.3], 3);
    };
    const { elements } = body;
    const added = world.add({ ...copy, start, elements: path === 'archetype' ? elements : [...elements] });
    const [x, y, z] = (copy.mesh as NonNullable<Body['mesh']>).positions;
    world.constrain(nail(node(added, 0), worldPoint(x, y, z)), { id: `nail-${i}` });
  }
  return world;
}
const runs = (world: World): number[] => {
  world.step();
  return findRuns(world.program.placed).map((run) => run.length);
};
function apart(a: World, b: World): number {
  let most = 0;
  for (const { id } of a.bodies) {
    const there = b.positions(id);
    a.positions(id).forEach((x, i) => {
      most = Math.max(most, Math.abs(x - there[i]));
    });
  }
  return most;
}
/** Of 200 steps, over 10 m: sums in another order, in the last bits of each step. */
const rounding = 1e-13;
const steps = 200;
function sameMotion(body: Body, edit: (world: World) => void = () => {}, count = 5, integrator = 'verlet'): World {
  const [fused, indexed] = [copies('archetype', body, count, integrator), copies('indexed', body, count, integrator)];
  expect(runs(fused)).toEqual([count - (count % 2)]);
  expect(runs(indexed)).toEqual([]);
  for (const world of [fused, indexed]) {
    edit(world);
    world.step(steps);
  }
  expect(apart(fused, indexed)).toBeLessThan(rounding);
  return fused;
}

describe('copies move as each by itself', () => {
  const single = Object.values(integrators).filter((i) => i.stages.length === 1 && !i.implicit);
  test.each(single.map((i) => i.kind))('cubes, %s', (integrator) => {
    const world = sameMotion(cube(), undefined, 5, integrator);
    expect(Math.abs(world.positions('copy-4')[0] - 7.5)).toBeLessThan(1e-9); // nailed
    expect(world.positions('copy-4')[3]).not.toBeCloseTo(8.5, 3); // and it has moved
  });
  test('a chain, with masses that differ', () => {
    sameMotion(chain, undefined, 6);
  });
  test('with fixed nodes', () => {
    const world = sameMotion(cube({ fixed: [1, 2] }));
    expect([...world.positions('copy-0').subarray(6, 9)]).toEqual([-0.5, 0.5, -0.5]);
  });
  test('with drag', () => {
    sameMotion(cube({ drag: 3 }));
  });
  test('with a load on one of them', () => {
    const pulled = sameMotion(cube(), (world) => {
      world.apply({ id: 'pull', body: 'copy-2', node: 7, force: [0, 3000, 500] });
    });
    const free = copies('archetype', cube());
    free.step(1 + steps);
    expect(apart(pulled, free)).toBeGreaterThan(0.01);
  });
  test('under gravity along other axes, changed on the way', () => {
    sameMotion(cube(), (world) => {
      world.gravity = [3, 0, -4];
      world.step(20);
      world.gravity = [0, 0, 0];
      world.step(20);
      world.gravity = [1, 2, 3];
    });
  });
  test('boxes of 27 nodes', () => {
    sameMotion(tetSprings(box({ size: [1, 1, 1], cells: [2, 2, 2], tetsPerCell: 6 }), material), undefined, 8);
  });
});

test('one that is replaced by another material leaves the run, and the rest goes on', () => {
  const stiff = cube({ stretch: 4e5 });
  const edit = (world: World): void => {
    world.step(50);
    world.replace(copyOf(stiff, { id: 'copy-2', translate: [4, 0, 0] }));
    world.step(steps);
  };
  const [fused, indexed] = [copies('archetype', cube(), 7), copies('indexed', cube(), 7)];
  for (const world of [fused, indexed]) edit(world);
  expect(runs(fused)).toEqual([2, 4]); // copy-2 stands between them
  indexed.step();
  expect(apart(fused, indexed)).toBeLessThan(rounding);
});

test('a few copies of a large body are not worth the compiling, many are', () => {
  const body = tetSprings(box({ size: [1, 1, 1], cells: [2, 2, 2] }), material);
  expect(runs(copies('archetype', body, 6))).toEqual([]);
  expect(runs(copies('archetype', body, 8))).toEqual([8]);
});

test('the same world twice has the same hash', () => {
  const hashes = [0, 1].map(() => {
    const world = copies('archetype', cube({ drag: 0.5 }));
    world.step(100);
    return world.hash();
  });
  expect(hashes[0]).toBe(hashes[1]);
});
