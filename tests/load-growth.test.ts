/**
 * Loading a scene of four times the size takes at most four times the operations, times what a logarithm adds: n log n. Operations are
 * counted, not timed; times of large scenes are in docs/reliability.md.
 */
import { buildScene, parseScene, SceneError } from '@pliant/io';
import { expect, test } from 'vitest';
import { growingScenes } from './support/growing-scenes.ts';
import { operationsOf } from './support/operations.ts';

const sizes = { small: 150, large: 600 };
/** a rope is much by itself */
const fewer = { small: 25, large: 100 };
/** n log n from the small to the large, and a tenth for what is sorted twice */
const mostOf = ({ small, large }: typeof sizes): number =>
  ((large * Math.log(large)) / (small * Math.log(small))) * 1.1;
/** Rods at one node make a full matrix, under any exact method. Its size is limited instead: packages/io/src/scene/load-cost.test.ts. */
const scenes = growingScenes.filter(([name]) => !name.startsWith('rods at one node'));

function load(name: string, scene: object): void {
  try {
    buildScene(parseScene(JSON.stringify({ pliant: 1, name, step: 1e-3, ...scene }), name), name);
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
  }
}

test.each(scenes)('%s', async (name, _, make) => {
  const { small, large } = name === 'copies of a rope' ? fewer : sizes;
  load(name, make(small)); // what is compiled or read once is there
  // the least of three: the test runner's own work between two looks at the counters is counted, too
  let growth = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 3 && !(growth < mostOf({ small, large })); look++) {
    const less = await operationsOf(() => load(name, make(small)));
    const more = await operationsOf(() => load(name, make(large)));
    expect(less).toBeGreaterThan(small);
    growth = Math.min(growth, more / less);
  }
  expect(growth).toBeLessThan(mostOf({ small, large }));
});

test('a sum over all pairs, and a search of a list within a loop, are seen', async () => {
  const pairs = (n: number) => () => {
    let sum = 0;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += i ^ j;
    return sum;
  };
  const searches = (n: number) => () => {
    const list = Array.from({ length: n }, (_, i) => i);
    for (let i = 0; i < n; i++) list.includes(i);
  };
  for (const make of [pairs, searches])
    expect((await operationsOf(make(sizes.large))) / (await operationsOf(make(sizes.small)))).toBeGreaterThan(
      mostOf(sizes),
    );
});
