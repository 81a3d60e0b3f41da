/** Pools of threads for tests: workers on the sources, and every job shared, so that no clock decides what is tested. */
import { Worker } from 'node:worker_threads';
import { ThreadPool } from '../../packages/engine/src/kernel/threads/pool.ts';

export function testPool(count: number, always = true): ThreadPool {
  return new ThreadPool({
    count,
    start: () => {
      const worker = new Worker(new URL('./thread-boot.mjs', import.meta.url), { execArgv: [] });
      worker.unref();
      return worker;
    },
    now: () => performance.now(),
    always,
  });
}

/** Workers start while the event loop turns. */
export async function untilReady(pool: ThreadPool): Promise<void> {
  for (let i = 0; i < 2000 && pool.ready < pool.count; i++) await new Promise((done) => setTimeout(done, 10));
  if (pool.ready < pool.count) throw new Error(`${pool.ready} of ${pool.count} threads have started`);
}
