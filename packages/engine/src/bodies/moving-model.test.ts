/** A polygonal model on a path: it is where the path says, and pushes what is in its way. [PB88, sec. 4.3] */
import { expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { outside } from '../constraints/kinds/outside.ts';
import { startOverlap } from '../constraints/kinds/start-overlap.ts';
import { reaction } from '../methods/reaction/reaction.ts';
import type { PathDef } from '../paths/path.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';
import { model } from './model.ts';
import { particles } from './particles.ts';

/** A box of 1 m about the origin, its triangles outward. */
const cube = {
  positions: Float64Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1) - 0.5),
  triangles: Int32Array.from(
    [
      [0, 2, 3, 0, 3, 1],
      [4, 5, 7, 4, 7, 6],
      [0, 1, 5, 0, 5, 4],
      [2, 6, 7, 2, 7, 3],
      [0, 4, 6, 0, 6, 2],
      [1, 3, 7, 1, 7, 5],
    ].flat(),
  ),
};
const sideways: PathDef = {
  kind: 'smoothstep',
  times: [0, 1],
  points: [
    [0, 0, 0],
    [2, 0, 0],
  ],
};
function pushed(integrator: string): World {
  const world = createWorld({ step: 1e-3, integrator, gravity: [0, 0, 0] });
  const wall = world.add(model(cube, { id: 'wall', motion: sideways }));
  const p = world.add(particles([1, 0.1, 0.2, 1, 2, 0], { id: 'p', mass: [2, 1] }));
  world.constrain(outside([node(p, 0), node(p, 1)], wall), { id: 'off', method: reaction({ omega: 100 }) });
  return world;
}

test.each(['euler-cromer', 'verlet', 'rk4', 'rk45'])(
  '%s: it takes a point along, and leaves it where it stops',
  (integrator) => {
    const world = pushed(integrator);
    for (let n = 0; n < 1000; n++) {
      world.step();
      const t = world.time;
      const x = 2 * t * t * (3 - 2 * t);
      expect(Math.abs(world.positions('wall')[0] - (x - 0.5))).toBeLessThan(1e-12);
      // it sinks in by v/(e omega) where it is met, at 2.4 m/s at most
      expect(world.positions('p')[0]).toBeGreaterThan(x + 0.5 - 0.012);
    }
    world.step(500);
    expect(world.positions('p')[0]).toBeGreaterThan(2.5 - 1e-6);
    expect([...world.positions('p').subarray(3)]).toEqual([1, 2, 0]); // it passed by
    expect(world.positions('wall')[0]).toBeCloseTo(1.5, 12);
  },
);

test('a restored world goes on with the same bits: where it is follows from the time', () => {
  const world = pushed('euler-cromer');
  world.step(300);
  const before = world.snapshot();
  world.step(400);
  const hash = world.hash();
  world.restore(before);
  world.step(400);
  expect(world.hash()).toBe(hash);
  const other = pushed('euler-cromer');
  other.step(700);
  expect(other.hash()).toBe(hash);
});

test('the overlap at the start is told, of models and of planes', () => {
  const wall = model(cube, { id: 'wall' });
  const p = particles([0.4, 0, 0, 2, 0, 0, 0.45, 0.1, 0], { id: 'p', mass: 1 });
  const spec = outside([node(p, 0), node(p, 1), node(p, 2)], wall);
  const found = startOverlap(spec, () => [0.4, 0, 0, 2, 0, 0, 0.45, 0.1, 0]);
  expect(found?.members).toBe(2);
  expect(found?.depth).toBeCloseTo(0.1, 12);
  expect(startOverlap(spec, () => [2, 0, 0, 2, 0, 0, 2, 0.1, 0])).toBeUndefined();
});
