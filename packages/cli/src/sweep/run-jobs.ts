/** Where the runs of a sweep are made: in threads of this machine, or by workers behind a queue. */
import type { Job, RunResult, SweepBundle } from '@pliant/io';

export interface JobRunner {
  /** Runs all of them, in any order, unless `stopped` says so; each result is told once. */
  run(jobs: readonly Job[], told: (result: RunResult) => void, stopped: () => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}
/** What runs share, and what identifies it. */
export interface Shared {
  readonly id: string;
  readonly bundle: SweepBundle;
}
/** A run that broke in a way that is no result of its numbers. */
export const broken = (run: number, bundle: SweepBundle, message: string): RunResult => ({
  run,
  status: 'failed',
  steps: 0,
  time: 0,
  hash: '',
  values: bundle.readings.map(() => null),
  message,
});
