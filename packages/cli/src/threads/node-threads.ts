/** Threads for the steps of a run. Workers start when a scene has enough to share; how many there are changes no bit. */
import { Worker } from 'node:worker_threads';
import { ThreadPool } from '@pliant/engine';

/** count: one if not given. On a machine that is busy with other things more threads take longer, not shorter (docs/guide/threads.md). */
export function threadsFor(count = 1): ThreadPool | undefined {
  if (count === 1) return undefined;
  return new ThreadPool({
    count,
    now: () => performance.now(),
    start: () => {
      const worker = new Worker(new URL('./thread.js', import.meta.url), { execArgv: [] });
      worker.unref();
      return worker;
    },
  });
}
