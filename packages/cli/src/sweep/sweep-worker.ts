/** A thread of a pool: makes runs of one sweep, whose scene it is given once. */
import { type Job, type RunResult, runJob, type SweepBundle } from '@pliant/io';
import { workerData } from 'piscina';
import '../files/kernels.ts';

export default function run(job: Job): RunResult {
  return runJob(workerData as SweepBundle, job);
}
