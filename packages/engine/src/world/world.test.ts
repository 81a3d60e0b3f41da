/** Worlds of odd and of large sizes, bodies that are replaced. */
import { describe, expect, test } from 'vitest';
import { barycentric } from '../anchors/barycentric.ts';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { plane } from '../bodies/plane.ts';
import { tetSprings } from '../bodies/tet/tet-springs.ts';
import { join, joins, nail } from '../constraints/kinds/constraints.ts';
import { box } from '../meshes/box.ts';
import { centreOfMass, kineticEnergy, residual } from '../record/probes.ts';
import { createWorld } from './create.ts';
import type { World } from './world.ts';

describe('worlds of odd sizes', () => {
  test('nothing at all', () => {
    const world = createWorld({ step: 0.1 });
    const empty = world.hash();
    world.step(3);
    expect(world.time).toBeCloseTo(0.3, 15);
    expect(world.hash()).not.toBe(empty);
    world.gravity = [0, 0, 0];
    world.h = 0.2;
    world.step();
    expect(residual(world)).toEqual({ max: 0, rms: 0, sum: 0, worst: undefined });
    expect(kineticEnergy(world)).toBe(0);
    const kept = world.snapshot();
    world.add(particles([0, 0, 0], { mass: 1 }));
    world.step();
    world.restore(kept);
    expect(world.bodies).toEqual([]);
  });
  test('a plane only, and particles without any', () => {
    const world = createWorld({ step: 0.1 });
    world.add(plane({ normal: [0, 1, 0] }));
    world.add(particles([], { mass: 1 }));
    world.step(3);
    expect(world.positions('plane').length).toBe(0);
    world.removeBody('plane');
    world.step();
    expect(world.bodies.map((b) => b.id)).toEqual(['particles']);
  });
  test('a body that is fixed all over stays, under load and with others tied to it', () => {
    const world = createWorld({ step: 1e-3 });
    const wall = world.add(
      tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
        id: 'wall',
        density: 1,
        stretch: 100,
        fixed: [0, 1, 2, 3, 4, 5, 6, 7],
      }),
    );
    const start = [...world.positions('wall')];
    const p = world.add(particles([2, 0, 0], { id: 'p', mass: 1 }));
    world.constrain(join(node(p, 0), barycentric(wall, [1, 3, 5])), { id: 'hook' });
    world.apply({ id: 'l', body: 'wall', node: 0, force: [100, 0, 0] });
    world.step(10);
    expect([...world.positions('wall')]).toEqual(start);
    expect(residual(world).max).toBeLessThan(1e-15);
    expect(world.forces('hook')[0][1][1]).toBeCloseTo(-9.81, 9); // the wall carries it
  });
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17])(
    '%i particles, nailed, joined and loose, each do as alone',
    (n) => {
      // one of n in a world of n steps like the only one in a world of one
      const world = createWorld({ step: 1e-3 });
      const place = (i: number): number[] => [i, 0.1 * i * i, -i];
      const p = world.add(
        particles(Array.from({ length: n }, (_, i) => place(i)).flat(), {
          id: 'p',
          mass: Array.from({ length: n }, (_, i) => 1 + i),
          drag: 0.3,
        }),
      );
      const nailed = Array.from({ length: n }, (_, i) => i).filter((i) => i % 3 === 1);
      if (nailed.length)
        world.constrain(
          nail(
            nailed.map((i) => node(p, i)),
            nailed.map((i) => worldPoint(i, 1, 0)),
          ),
          { id: 'n' },
        );
      world.step(20);
      for (let i = 0; i < n; i++) {
        const alone = createWorld({ step: 1e-3 });
        const one = alone.add(particles(place(i), { id: 'p', mass: 1 + i, drag: 0.3 }));
        if (i % 3 === 1) alone.constrain(nail(node(one, 0), worldPoint(i, 1, 0)), { id: 'n' });
        alone.step(20);
        expect([...world.positions('p').subarray(3 * i, 3 * i + 3)]).toEqual([...alone.positions('p')]);
      }
    },
  );
});

test('the force is reported at each point as it was given, whatever the order inside', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const p = world.add(particles([0, 0, 0, 1, 0, 0, 2, 0, 0, 4, 0, 0], { id: 'p', mass: [5, 1, 9, 2], fixed: [] }));
  world.constrain(joins([[node(p, 0), node(p, 1), node(p, 2)]]), { id: 'j' });
  world.step();
  const g = (0 * 5 + 1 * 1 + 2 * 9) / 15;
  world.forces('j')[0].forEach((f, n) => {
    expect(f[0]).toBeCloseTo(([5, 1, 9][n] * (g - n)) / 1e-6, 3);
  });
  expect(centreOfMass(world)[0]).toBeCloseTo((1 + 18 + 8) / 17, 14);
});

test('ten thousand members: each edit costs by the member, not by the square', () => {
  const time = (work: () => void): number => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };
  const cost = (n: number): number => {
    const world = createWorld({ step: 1e-3 });
    const p = world.add(
      particles(
        Float64Array.from({ length: 3 * n }, (_, i) => i),
        { id: 'p', mass: 1 },
      ),
    );
    const all = Array.from({ length: n }, (_, i) => node(p, i));
    world.constrain(
      nail(
        all,
        all.map((_, i) => worldPoint(3 * i, 3 * i + 1, 3 * i + 2)),
      ),
      { id: 'n' },
    );
    world.step();
    return time(() => {
      world.forces('n');
      world.release('n');
      world.step();
      world.activate('n');
      world.aim('n', worldPoint(0, 0, 0), 7);
      world.gravity = [0, 0, 0];
      world.step();
      world.restore(world.snapshot());
      world.removeConstraint('n');
      world.step();
    });
  };
  cost(1000);
  const [few, many] = [1000, 10_000].map((n) => Math.min(cost(n), cost(n))); // the better of two, on a busy machine
  // ten times as many: 10 times the time if linear, 100 if square; the bound lies between
  expect(many / few).toBeLessThan(40);
});

test('ten thousand bodies and joins: adding one costs the same at the end as at the start', () => {
  const world = createWorld({ step: 1e-3 });
  const add = (from: number, to: number): number => {
    const start = performance.now();
    for (let i = from; i < to; i++) {
      const b = world.add(particles([i, 0, 0, i + 1, 0, 0], { id: `b${i}`, mass: 1 }));
      if (i > 0) world.constrain(join(node(world.body(`b${i - 1}`), 1), node(b, 0)), { id: `j${i}` });
    }
    return performance.now() - start;
  };
  add(0, 1000);
  const early = add(1000, 3000);
  add(3000, 8000);
  const late = add(8000, 10_000);
  expect(late / early).toBeLessThan(8);
  world.step(2);
  expect(residual(world).max).toBeLessThan(1e-11);
});

test('restoring over a replaced body brings the forces back', () => {
  const world = createWorld({ step: 1e-3 });
  const dust = world.add(particles([0, 0, 0], { id: 'dust', mass: 1 }));
  world.constrain(nail(node(dust, 0), worldPoint(0, 0, 0)), { id: 'nail' });
  world.step(5);
  const [snapshot, hash, forces] = [world.snapshot(), world.hash(), world.forces('nail')];
  world.replace(particles([0, 0, 0], { id: 'dust', mass: 7 }));
  world.step(5);
  world.restore(snapshot);
  expect(world.forces('nail')).toEqual(forces);
  expect(world.hash()).toBe(hash);
});

describe('bodies replaced between two steps', () => {
  const ball = (id: string, x: number, mass: number, drag = 0) => particles([x, 0, 0], { id, mass, drag });
  function falling(): World {
    const world = createWorld({ step: 1e-3 });
    for (const [id, x] of [
      ['a', 0],
      ['b', 1],
    ] as const)
      world.add(ball(id, x, 1));
    world.step(50);
    return world;
  }
  test('one after another, twice, or all at once: the same bits, and velocities stay', () => {
    const [apart, together] = [falling(), falling()];
    const before = [...apart.velocities('a')];
    apart.replace(ball('a', 0, 5));
    apart.replace(ball('b', 1, 3, 2));
    apart.replace(ball('a', 0, 2, 1));
    together.replace([ball('a', 0, 2, 1), ball('b', 1, 3, 2)]);
    expect([...apart.velocities('a')]).toEqual([...together.velocities('a')]);
    for (const [i, v] of before.entries()) expect(apart.velocities('a')[i]).toBeCloseTo(v, 14);
    for (const world of [apart, together]) world.step(20);
    expect(apart.hash()).toBe(together.hash());
  });
  test('then taken out, or put back to what was', () => {
    const world = falling();
    const [snapshot, hash] = [world.snapshot(), world.hash()];
    world.replace(ball('a', 0, 5));
    world.removeBody('a');
    world.step(5);
    expect(world.bodies.map(({ id }) => id)).toEqual(['b']);
    world.restore(snapshot);
    world.replace(ball('b', 1, 5));
    world.restore(snapshot);
    expect(world.hash()).toBe(hash);
  });
});
