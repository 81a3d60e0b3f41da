// Threads in a real browser: the hashes of one thread, whatever the number of workers, and workers do take part.
import { afterAll, expect, test } from 'vitest';
import { ThreadPool } from '../../packages/engine/src/index.ts';
import { threadScenes } from '../support/thread-scenes.ts';

const pools = [2, 4].map(
  (count) =>
    new ThreadPool({
      count,
      start: () => new Worker(new URL('../support/thread-worker.ts', import.meta.url), { type: 'module' }),
      now: () => performance.now(),
      always: true,
    }),
);
afterAll(() => {
  for (const pool of pools) pool.close();
});
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 10));

test('the page may share memory', () => {
  expect(crossOriginIsolated).toBe(true);
});

test.each(threadScenes)('$name: 1, 2 and 4 threads give the same hash', async ({ build, steps = 20 }) => {
  const before = 12;
  const alone = build();
  alone.step(before + steps);
  for (const pool of pools) {
    const world = build(pool);
    world.step(before);
    while (pool.ready < pool.count) await pause(); // ends with the test's time
    world.step(steps);
    expect({ count: pool.count, hash: world.hash() }).toEqual({ count: pool.count, hash: alone.hash() });
  }
});

test('workers take chunks', async () => {
  const [pool] = pools;
  const world = threadScenes[0].build(pool);
  const before = pool.handed;
  while (pool.handed === before) {
    world.step(20);
    await pause();
  }
  expect(pool.handed).toBeGreaterThan(before);
});
