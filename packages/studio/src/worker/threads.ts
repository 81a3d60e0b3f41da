/**
 * The threads of the simulation, one for each core but one, which draws. They start when a scene has enough to share. A page that is not
 * isolated from other origins has no SharedArrayBuffer, and one thread.
 */
import { ThreadPool } from '@pliant/engine';

const most = 8;
let pool: ThreadPool | undefined;

/** The same for all scenes. */
export function threads(): ThreadPool {
  pool ??= new ThreadPool({
    count: Math.max(1, Math.min(most, (navigator.hardwareConcurrency ?? 1) - 1)),
    now: () => performance.now(),
    start: () => new Worker(new URL('./thread.ts', import.meta.url), { type: 'module', name: 'pliant-thread' }),
  });
  return pool;
}
