// The same bits on any number of threads, more than there are cores included. Every job is shared here, whatever the clock says.
import { afterAll, expect, test, vi } from 'vitest';
import { particles, type ThreadPool } from '../packages/engine/src/index.ts';
import { compiledModules } from '../packages/engine/src/kernel/compile/compile.ts';
import { everyNth } from './support/sample.ts';
import { placedScenes, type ThreadScene, threadScenes } from './support/thread-scenes.ts';
import { testPool, untilReady } from './support/threads.ts';

const pools = [2, 3, 4, 8].map((count) => testPool(count));
afterAll(() => {
  for (const pool of pools) pool.close();
});
const [before, after] = [12, 40];

/** Steps, the first of them while workers start. */
async function hashOf(
  { build, steps = after }: ThreadScene,
  pool?: ThreadPool,
): Promise<{ hash: string; shared: number }> {
  const world = build(pool);
  world.step(before);
  if (pool) await untilReady(pool);
  world.step(steps);
  return { hash: world.hash(), shared: world.threads.shared };
}

// every scene on two of the four pools, every pool under half of the scenes; all of them in test:long
test.each(threadScenes)('$name: 1, 2, 3, 4 and 8 threads give the same hash', async (scene) => {
  const alone = await hashOf(scene);
  expect(alone.shared).toBe(0);
  const row = threadScenes.indexOf(scene);
  for (const pool of pools.filter((_, column) => everyNth(2, row, column))) {
    const { hash, shared } = await hashOf(scene, pool);
    expect({ count: pool.count, hash }).toEqual({ count: pool.count, hash: alone.hash });
    expect(shared).toBeGreaterThanOrEqual(scene.jobs);
  }
});

test.each(placedScenes)('$name: code for the place in memory gives the same hash on threads', async ({ build }) => {
  const [settled, edited] = [80, 20];
  const run = async (pool?: ThreadPool): Promise<string> => {
    const world = build(pool);
    world.step(before);
    if (pool) await untilReady(pool);
    const compiled = compiledModules();
    world.step(settled);
    if (pool) expect(compiledModules()).toBeGreaterThan(compiled);
    if (pool) await untilReady(pool); // from here on it is used
    world.step(settled);
    const hash = world.hash();
    world.add(particles([0, 9, 0], { id: 'another', mass: 1 })); // everything is elsewhere
    world.step(edited);
    return `${hash} ${world.hash()}`;
  };
  const alone = await run();
  for (const pool of pools.slice(0, 3)) expect(await run(pool)).toBe(alone);
});

test('workers take chunks', async () => {
  const [pool] = pools;
  const world = threadScenes[0].build(pool);
  const before = pool.handed;
  while (pool.handed === before) {
    world.step(20);
    await new Promise((done) => setTimeout(done, 10)); // ends with the test's time
  }
  expect(world.threads).toMatchObject({ count: 2, ready: 2 });
});

test('constraints and bodies may come and go, and steps be taken back', async () => {
  const edit = async (pool?: ThreadPool): Promise<string> => {
    const world = threadScenes[1].build(pool);
    world.step(before);
    if (pool) await untilReady(pool);
    const start = world.snapshot();
    world.step(10);
    world.release('nail-3');
    world.step(10);
    world.removeConstraint('nail-3');
    world.step(10);
    world.h = 1 / 3000;
    world.step(10);
    const hash = world.hash();
    world.restore(start);
    world.step(30);
    return `${hash} ${world.hash()}`;
  };
  const alone = await edit();
  for (const pool of pools.slice(0, 2)) expect(await edit(pool)).toBe(alone);
});

test('without SharedArrayBuffer there is one thread, and the same hash', () => {
  const [scene] = threadScenes;
  const world = scene.build();
  world.step(20);
  vi.stubGlobal('SharedArrayBuffer', undefined);
  const pool = testPool(4);
  const single = scene.build(pool);
  single.step(20);
  vi.unstubAllGlobals();
  expect([pool.count, single.threads.ready, single.hash()]).toEqual([1, 1, world.hash()]);
});

test('a pool that is closed leaves its worlds to one thread', async () => {
  const [scene] = threadScenes;
  const pool = testPool(2);
  const [one, two] = [scene.build(), scene.build(pool)];
  for (const world of [one, two]) world.step(before);
  await untilReady(pool);
  two.step(10);
  pool.close();
  two.step(10);
  one.step(20);
  expect(two.hash()).toBe(one.hash());
});

test('a count that makes no sense is refused', () => {
  for (const count of [0, 1.5, 65])
    expect(() => testPool(count)).toThrow(`ThreadPool: count is ${count}; it must be a whole number from 1 to 64.`);
});
