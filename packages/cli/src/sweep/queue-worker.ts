/**
 * A worker: makes runs of every sweep that waits on a Redis server, in threads, until it is stopped.
 *
 * Runs are made in threads, so that this process can tell the server in time that it is alive. A worker that has been silent
 * for a lease is taken for dead, and what it was at goes to another one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Job, RunResult } from '@pliant/io';
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { packageVersion } from '../base/version.ts';
import { bundleKey, connect, loadedBundle, queueName, sweepsKey } from './redis.ts';
import { ThreadPool } from './thread-pool.ts';

/** How often new and ended sweeps are looked for. */
const pollMs = 250;
/** A run whose worker died so often is given up: it may be what they died of. */
const mostDeaths = 20;

export interface WorkerSettings {
  readonly url: string;
  readonly threads: number;
  /** s */
  readonly lease: number;
  /** ends when no sweep has waited for so long, s */
  readonly idle?: number;
  stopped(): Promise<boolean>;
  say(words: string): void;
}
interface Served {
  readonly connection: Redis;
  readonly worker: Worker<Job, RunResult>;
  readonly pool: ThreadPool;
}

/** Serves until it is stopped; how many runs it finished. */
export async function serveQueue(settings: WorkerSettings): Promise<number> {
  const { url, idle, stopped, say } = settings;
  const redis = await connect(url);
  const served = new Map<string, Served>();
  const refused = new Set<string>();
  let finished = 0;
  let busy = Date.now();
  try {
    while (!(await stopped())) {
      const waiting = await redis.smembers(sweepsKey);
      for (const id of waiting) {
        if (served.has(id) || refused.has(id)) continue;
        const made = await serve(id, redis, settings, () => finished++);
        if (typeof made === 'string') {
          refused.add(id);
          say(made);
        } else if (made) served.set(id, made);
      }
      for (const [id, one] of served) {
        if (waiting.includes(id)) continue;
        served.delete(id);
        await end(one, true);
        say(`sweep ${id} is over.`);
      }
      if (served.size) busy = Date.now();
      if (idle !== undefined && Date.now() - busy > 1000 * idle) break;
      await pause(pollMs);
    }
  } finally {
    for (const one of served.values()) await end(one, false);
    redis.disconnect();
  }
  return finished;
}

async function serve(
  id: string,
  redis: Redis,
  { threads, lease, say }: WorkerSettings,
  count: () => void,
): Promise<Served | string | undefined> {
  const text = await redis.get(bundleKey(id));
  if (text === null) return undefined; // it has just ended
  const { bundle, version } = loadedBundle(text);
  if (version !== packageVersion())
    return `sweep ${id} was started by Pliant ${version}; this is ${packageVersion()}, which may give other bits. Install the same version.`;
  const pool = new ThreadPool(bundle, threads);
  const connection = redis.duplicate();
  connection.on('error', () => {}); // it is tried again
  const worker = new Worker<Job, RunResult>(queueName(id), (job) => pool.one(job.data), {
    connection,
    concurrency: threads,
    lockDuration: 1000 * lease,
    stalledInterval: 500 * lease,
    maxStalledCount: mostDeaths,
  });
  worker.on('error', () => {}); // the connection is tried again
  worker.on('completed', count);
  say(`working on sweep ${id} (${bundle.file}).`);
  return { connection, worker, pool };
}
/** at once: nothing is left to do; else what is at hand is finished first */
async function end({ connection, worker, pool }: Served, atOnce: boolean): Promise<void> {
  await worker.close(atOnce);
  connection.disconnect();
  await pool.close();
}
