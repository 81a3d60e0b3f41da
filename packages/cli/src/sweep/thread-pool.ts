/** Runs in threads of this process, as many at a time as there are threads. */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Job, RunResult, SweepBundle } from '@pliant/io';
import { Piscina } from 'piscina';
import { Failure } from '../base/failure.ts';
import { broken, type JobRunner } from './run-jobs.ts';

/** How often it is asked whether to stop. */
const pollMs = 50;

/** Beside this file, whether the compiler or the bundler made it. */
function threadFile(): string {
  const path = fileURLToPath(new URL('./sweep-worker.js', import.meta.url));
  if (existsSync(path)) return path;
  throw new Failure('the command is not built. In a clone, run `npm run build`.');
}

export class ThreadPool implements JobRunner {
  readonly #pool: Piscina;
  readonly #bundle: SweepBundle;
  readonly #threads: number;

  constructor(bundle: SweepBundle, threads: number) {
    this.#bundle = bundle;
    this.#threads = threads;
    this.#pool = new Piscina({
      filename: threadFile(),
      workerData: bundle,
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
    });
  }
  /** One run. A thread that dies, for lack of memory for one, is a failed run. */
  async one(job: Job): Promise<RunResult> {
    try {
      return (await this.#pool.run(job)) as RunResult;
    } catch (error) {
      const { name, message } = error as Error;
      return broken(job.run, this.#bundle, `internal error: ${name === 'Error' ? '' : `${name}: `}${message}`);
    }
  }
  async run(jobs: readonly Job[], told: (result: RunResult) => void, stopped: () => Promise<boolean>): Promise<void> {
    let [next, ended] = [0, false];
    const lane = async (): Promise<void> => {
      while (next < jobs.length && !ended) {
        const result = await this.one(jobs[next++]);
        if (!ended) told(result);
      }
    };
    const watch = async (): Promise<void> => {
      while (!ended && !(await stopped())) await pause(pollMs);
    };
    // whoever stops it does not wait for runs at hand: they are made again
    await Promise.race([Promise.all(Array.from({ length: this.#threads }, lane)), watch()]);
    ended = true;
  }
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
