import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import type { Command } from 'commander';
import { Failure, Interrupted } from '../base/failure.ts';
import { oneOrMore } from '../base/options.ts';
import type { Output } from '../base/output.ts';
import { allowOutside } from '../files/scene.ts';
import { exitCodes } from '../run/interrupt.ts';
import { count } from '../run/quantity.ts';
import { checkedAddress, shownAddress } from '../sweep/redis.ts';
import type { JobRunner, Shared } from '../sweep/run-jobs.ts';
import { openSweep, runSweep, type SweepOutcome } from '../sweep/run-sweep.ts';

interface SweepOptions {
  readonly out?: string;
  readonly workers?: number;
  readonly queue?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly allowOutside?: boolean;
}

export function addSweep(program: Command, output: Output): void {
  program
    .command('sweep')
    .description(
      'Run a scene over grids, lists or random samples of its parameters, and write a table and a page of plots.\n' +
        'Ctrl-C or a crash loses no finished run: the same command continues with the others.',
    )
    .argument('<sweep.json>', 'the file of the sweep: see docs/guide/sweeps.md')
    .option('--out <folder>', 'folder for the results (default: the name of the file and "-results")')
    .option('--workers <n>', 'number of threads (default: one for each core)', oneOrMore)
    .option('--queue <redis://...>', 'let workers behind a Redis server make the runs: see `pliant worker`')
    .option(...allowOutside)
    .option('--force', 'start again; results in the folder are discarded')
    .option('--json', 'print one JSON object')
    .option('--quiet', 'print no progress and no summary')
    .addHelpText(
      'after',
      '\nExamples:\n  pliant sweep stiffness.json\n  pliant sweep stiffness.json --out results --workers 4\n  pliant sweep stiffness.json --queue redis://localhost:6379',
    )
    .action((file: string, options: SweepOptions) => sweep(file, options, output));
}

/** Where runs are made, as options ask for it. */
export async function runnerFor(
  { workers = availableParallelism(), queue }: Pick<SweepOptions, 'workers' | 'queue'>,
  shared: Shared,
): Promise<JobRunner> {
  if (queue === undefined) return new (await import('../sweep/thread-pool.ts')).ThreadPool(shared.bundle, workers);
  return (await import('../sweep/queued-runs.ts')).QueuedRuns.open(queue, shared);
}

async function sweep(file: string, options: SweepOptions, output: Output): Promise<void> {
  if (options.queue !== undefined) checkedAddress(options.queue);
  const { sweep: made, inputs } = await openSweep(file, options);
  const folder = options.out ?? join(dirname(file), `${basename(file, extname(file))}-results`);
  const quiet = options.quiet ?? false;
  if (options.queue !== undefined && !quiet)
    output.error(`waiting for workers: pliant worker --queue ${shownAddress(options.queue)}`);
  const outcome = await runSweep(
    made,
    { folder, inputs, force: options.force ?? false },
    (shared) => runnerFor(options, shared),
    { output, quiet, command: `pliant sweep ${file}` },
  );
  tell(made.jobs.length, made.id, outcome, options, output);
}

function tell(total: number, id: string, outcome: SweepOutcome, options: SweepOptions, output: Output): void {
  const { table, before, files, signal } = outcome;
  const ended = table.rows.length;
  const byStatus = new Map<string, number>();
  for (const { result } of table.rows) byStatus.set(result.status, (byStatus.get(result.status) ?? 0) + 1);
  const counts = Array.from(byStatus, ([status, n]) => `${n} ${status}`).join(', ');
  if (options.json)
    output.out(JSON.stringify({ sweep: id, runs: total, ended, before, ...Object.fromEntries(byStatus), files }));
  else if (!options.quiet) {
    output.out(`${count(ended, 'run')}: ${counts}${before ? ` (${before} of them were there)` : ''}`);
    output.error(`wrote ${files.join(', ')}`);
  }
  if (signal) {
    const words = `stopped after ${ended} of ${count(total, 'run')}. The same command goes on with the others.`;
    throw new Interrupted(words, exitCodes[signal]);
  }
  const broken = table.rows.filter(({ result }) => result.message.startsWith('internal error'));
  if (broken.length)
    throw new Failure(`${count(broken.length, 'run')} broke: run ${broken[0].job.run}: ${broken[0].result.message}`);
}
