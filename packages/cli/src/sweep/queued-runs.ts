/**
 * Runs by way of a queue: puts a job for each on a Redis server, and collects results as workers (`pliant worker`) finish them.
 *
 * A job has the number of its run as its id, so a sweep that is started again adds nothing that is there already. A result lies
 * on the server until it is told here, and is removed only then: whichever process dies, nothing that was finished is lost
 * or made again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Job, RunResult } from '@pliant/io';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { bundleKey, connect, queueName, storedBundle, sweepsKey } from './redis.ts';
import { broken, type JobRunner, type Shared } from './run-jobs.ts';

const pollMs = 100;
/** Jobs that are added, and results that are fetched, at a time. */
const portion = 500;

export class QueuedRuns implements JobRunner {
  readonly #redis: Redis;
  readonly #queue: Queue<Job, RunResult>;
  readonly #shared: Shared;

  private constructor(redis: Redis, shared: Shared) {
    this.#redis = redis;
    this.#shared = shared;
    this.#queue = new Queue(queueName(shared.id), { connection: redis });
    this.#queue.on('error', () => {}); // the connection is tried again
  }
  static async open(url: string, shared: Shared): Promise<QueuedRuns> {
    const redis = await connect(url);
    await redis.set(bundleKey(shared.id), storedBundle(shared.bundle));
    return new QueuedRuns(redis, shared);
  }
  async run(jobs: readonly Job[], told: (result: RunResult) => void, stopped: () => Promise<boolean>): Promise<void> {
    const open = new Map(jobs.map((job) => [job.run, job]));
    const one = (result: RunResult): void => {
      if (open.delete(result.run)) told(result);
    };
    for (let from = 0; from < jobs.length; from += portion) {
      const options = (run: number) => ({
        jobId: `run-${run}`,
        attempts: 1,
        removeOnComplete: false,
        removeOnFail: false,
      });
      await this.#queue.addBulk(
        jobs.slice(from, from + portion).map((job) => ({ name: 'run', data: job, opts: options(job.run) })),
      );
    }
    await this.#redis.sadd(sweepsKey, this.#shared.id);
    while (open.size && !(await stopped())) {
      const done = await this.#queue.getJobs(['completed', 'failed'], 0, portion - 1);
      for (const job of done) {
        // failed: not by its numbers, but because worker after worker died of it
        one(
          job.returnvalue ?? broken(job.data.run, this.#shared.bundle, `no worker finished it: ${job.failedReason}.`),
        );
        await job.remove();
      }
      if (!done.length) await pause(pollMs);
    }
    if (!open.size) await this.#cleanUp();
  }
  async #cleanUp(): Promise<void> {
    await this.#redis.srem(sweepsKey, this.#shared.id);
    await this.#queue.obliterate({ force: true });
    await this.#redis.del(bundleKey(this.#shared.id));
  }
  async close(): Promise<void> {
    await this.#queue.close();
    this.#redis.disconnect();
  }
}
