/** More islands than a call of the kernel has room for: they take several calls, and have the bits of the plain path. */
import { afterEach, expect, test, vi } from 'vitest';
import { Random } from '../../../../../../tests/support/random.ts';
import { box, createWorld, model, particles, type World } from '../../../index.ts';
import { IslandLists, mostRows } from './island-lists.ts';
import { IslandsAtOnce } from './islands-at-once.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** So many beads that land on a model in the same step, each an island. */
function beadsOnModel(count: number): World {
  const random = new Random(count);
  const side = Math.ceil(Math.sqrt(count));
  const world = createWorld({ step: 1e-3, integrator: 'euler-cromer', contact: { friction: 0.4, thickness: 2e-3 } });
  const { positions, triangles } = box({ size: [0.05 * side + 1, 0.2, 0.05 * side + 1], cells: [4, 1, 4] });
  world.add(model({ positions: positions.map((x, c) => (c % 3 === 1 ? x - 0.1 : x)), triangles }, { id: 'model' }));
  const places = Array.from({ length: count }, (_, k) => [
    0.05 * ((k % side) - side / 2),
    0.0021,
    0.05 * (Math.floor(k / side) - side / 2),
  ]).flat();
  const velocities = places.map((_, c) => (c % 3 === 1 ? -1 : random.between(-0.5, 0.5)));
  world.add(particles(places, { id: 'beads', mass: 0.01, velocities }));
  return world;
}
/** Hashes after each step, with and without the kernel. */
function compare(scene: () => World, steps: number): void {
  const run = (world: World): string[] =>
    Array.from({ length: steps }, () => {
      world.step();
      return world.hash();
    });
  const hashes = run(scene());
  vi.spyOn(IslandsAtOnce.prototype, 'solve').mockReturnValue(false);
  expect(run(scene())).toEqual(hashes);
}

test.each([2 * mostRows, 2 * mostRows + 1])('%d beads on a model, which is the seed: calls are full', (count) => {
  vi.spyOn(IslandLists, 'isFor').mockReturnValue(true);
  const { solve } = IslandLists.prototype;
  const rows: number[] = [];
  vi.spyOn(IslandLists.prototype, 'solve').mockImplementation(function (this: IslandLists, islands) {
    rows.push(this.lists.firstRow[islands]);
    solve.call(this, islands);
  });
  compare(() => beadsOnModel(count), 3);
  expect(Math.max(...rows)).toBe(mostRows);
});
