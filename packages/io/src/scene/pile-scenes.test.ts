/** Piles of examples/contact: nothing sinks, every step is solved, no contact adds energy. The soft pile for a part of its time here, whole in `npm run test:long`. */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { sample } from '../../../../tests/support/sample.ts';
import { buildScene } from './build.ts';
import { parseScene } from './file/parse.ts';
import type { Simulation } from './simulation.ts';

vi.setConfig({ testTimeout: sample(30_000, 1_800_000) });

/** Steps until a time. Each is solved, and leaves nothing too close. */
function run(name: string, time = Infinity): Simulation {
  const file = new URL(`../../../../examples/contact/${name}.json`, import.meta.url);
  const simulation = buildScene(parseScene(readFileSync(file, 'utf8'), name), name);
  const { world, def } = simulation;
  for (let k = 0; world.time < Math.min(time, def.duration ?? 1) - 1e-9; k++) {
    simulation.step();
    const report = world.contactReport();
    expect(report).toMatchObject({ converged: true, shortened: 1 });
    expect(report.residual).toBeLessThan(1e-10);
    expect(report.addedEnergy).toBeLessThan(1e-12);
    if (k % 25 === 0) expect(world.overlaps()).toEqual([]);
  }
  return simulation;
}

test('pile: boxes come to rest on the floor, balls and capsules roll on it, and it carries them all', () => {
  const { world, def } = run('pile');
  const heights = { sphere: 0.08, capsule: 0.05 };
  for (const { id } of world.bodies) {
    if (id === 'floor') continue;
    const [shape] = id.split(' ');
    const [vx, vy, vz] = world.coordinateVelocities(id);
    if (shape === 'box') expect(Math.hypot(vx, vy, vz)).toBeLessThan(1e-12);
    else {
      // rolling: they touch at one height, and move along the floor alone
      expect(Math.abs(world.coordinates(id)[1] - heights[shape as keyof typeof heights])).toBeLessThan(1e-6);
      expect(Math.abs(vy)).toBeLessThan(1e-9);
    }
  }
  let carried = 0;
  for (const { force } of world.contacts('floor')) carried += Math.abs(force[1]);
  let weight = 0;
  for (const body of def.bodies) if ('mass' in body && typeof body.mass === 'number') weight += 9.81 * body.mass;
  expect(weight).toBeGreaterThan(0);
  expect(Math.abs(carried / weight - 1)).toBeLessThan(1e-9);
});

test('soft pile: thirty soft and rigid shapes fall on each other, and none sinks', () => {
  const { world } = run('soft-pile', sample(0.15, Infinity));
  expect(world.bodies.length).toBe(31);
});
