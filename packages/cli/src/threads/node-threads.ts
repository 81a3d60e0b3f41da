/** Threads for the steps of a run. Workers start when a scene has enough to share; how many there are changes no bit. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ThreadPool } from '@pliant/engine';

/** So many at most if nobody asks for more: a step has little to share among more. */
const mostByItself = 8;

/** count: as asked for; else one for each core, up to a limit */
export function threadsFor(count: number = Math.min(availableParallelism(), mostByItself)): ThreadPool | undefined {
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
