/** Threads for the steps of the open scene: one for each core, where the page may share memory; how many there are changes no bit. */
import { ThreadPool } from '@pliant/engine';

/** More cores than this are not asked for: the parts of a step become too small to gain from them. */
const most = 8;

function startPool(): ThreadPool | undefined {
  const count = Math.min(navigator.hardwareConcurrency, most);
  if (!globalThis.crossOriginIsolated || !(count > 1)) return undefined;
  return new ThreadPool({
    count,
    now: () => performance.now(),
    start: () => new Worker(new URL('./thread.ts', import.meta.url), { type: 'module' }),
  });
}
/** Workers start when a scene has enough to share. They serve all scenes, one after another. */
export const threads: ThreadPool | undefined = startPool();
