/** Threads for the steps of a run. Workers start when a scene has enough to share; how many there are changes no bit. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ThreadPool } from '@pliant/engine';

/** More cores than this are not asked for: the parts of a step become too small to gain from them. */
const mostAutomatic = 8;

/** count: one for each core if not given. Jobs that gain nothing stay on one thread (docs/guide/threads.md). */
export function threadsFor(count = Math.min(availableParallelism(), mostAutomatic)): ThreadPool | undefined {
  if (count === 1) return undefined;
  return new ThreadPool({
    count,
    now: () => performance.now(),
    start: () => {
      const worker = new Worker(new URL('./thread.js', import.meta.url), { execArgv: [] });
      worker.unref();
      worker.on('error', () => undefined); // one that cannot start takes no part
      return worker;
    },
  });
}
