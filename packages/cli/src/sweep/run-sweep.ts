/** Runs what is left of a sweep, keeps its journal, and writes its results. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeSweep, parseSweep, type ResultTable, resultsCsv, resultsParquet, type Sweep } from '@pliant/io';
import { attempt, Failure, reason } from '../base/failure.ts';
import type { Output } from '../base/output.ts';
import { packageVersion } from '../base/version.ts';
import { readWhole } from '../files/input-file.ts';
import { writeWhole } from '../files/output-file.ts';
import { checkOutputs, type Named } from '../files/outputs.ts';
import { type OpenedScene, openScene } from '../files/scene.ts';
import { Interrupt, type Signal } from '../run/interrupt.ts';
import { startProgress } from '../run/progress.ts';
import { JournalFile } from './journal-file.ts';
import type { JobRunner, Shared } from './run-jobs.ts';
import { sweepPage } from './sweep-page.ts';

export interface Asked {
  readonly allowOutside?: boolean;
}

export async function textOf(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readWhole(path));
  } catch (error) {
    throw new Failure(`${path}: ${error instanceof TypeError ? 'it is not UTF-8 text' : reason(error)}.`);
  }
}
/** The scene that a file names: beside it, or an example. */
export function sceneBeside(file: string, named: string, asked: Asked): Promise<OpenedScene> {
  const beside = join(dirname(file), named);
  return openScene(existsSync(beside) ? beside : named, asked);
}

/** A sweep, and the files that it was read from. */
export async function openSweep(file: string, asked: Asked): Promise<{ sweep: Sweep; inputs: Named[] }> {
  const def = parseSweep(await textOf(file), file);
  const scene = await sceneBeside(file, def.scene, asked);
  const sweep = makeSweep(def, scene, scene.label, file, packageVersion());
  return { sweep, inputs: [{ name: 'the sweep', path: file }, ...scene.files] };
}

export interface SweepFiles {
  readonly folder: string;
  /** what was read: never replaced */
  readonly inputs: readonly Named[];
  readonly force: boolean;
}
export interface SweepOutcome {
  readonly table: ResultTable;
  /** runs that were known before */
  readonly before: number;
  readonly signal?: Signal;
  readonly files: readonly string[];
}

export async function runSweep(
  sweep: Sweep,
  { folder, inputs, force }: SweepFiles,
  open: (shared: Shared) => Promise<JobRunner> | JobRunner,
  { output, quiet, command }: { output: Output; quiet: boolean; command: string },
): Promise<SweepOutcome> {
  const runs = join(folder, 'runs.jsonl');
  // where there is a journal, the results beside it are those of the same sweep; the journal says if it is of another one
  const continued = existsSync(runs);
  const outputs = [runs, ...resultFiles.map((name) => join(folder, name))];
  checkOutputs(
    inputs,
    outputs.map((path) => ({ name: 'of --out, the file', path, continued })),
    force,
  );
  attempt(`${folder} cannot be made`, () => mkdirSync(folder, { recursive: true }));
  const journal = new JournalFile(runs, sweep, force);
  const before = journal.results.size;
  const interrupt = new Interrupt();
  try {
    const left = sweep.jobs.filter(({ run }) => !journal.results.has(run));
    const total = sweep.jobs.length;
    const progress = startProgress({ output, total, words: (done) => `${done} of ${total} runs`, quiet });
    progress.update(before);
    if (left.length) {
      const runner = await open(sweep);
      try {
        await runner.run(
          left,
          (result) => {
            journal.add(result);
            progress.update(journal.results.size);
          },
          () => interrupt.came(),
        );
      } finally {
        progress.stop();
        await runner.close();
      }
    }
  } finally {
    interrupt.stop();
    journal.close();
  }
  const table = tableOf(sweep, journal);
  const files = await writeResults(sweep, table, folder, command);
  return { table, before, files, ...(interrupt.signal ? { signal: interrupt.signal } : {}) };
}

/** In the order of the runs, in whatever order they ended. */
function tableOf({ def, jobs, results }: Sweep, journal: JournalFile): ResultTable {
  const rows = jobs.flatMap((job) => {
    const result = journal.results.get(job.run);
    return result ? [{ job, result }] : [];
  });
  return { parameters: def.parameters.map(({ name }) => name), results, rows };
}
const resultFiles = ['results.csv', 'results.parquet', 'index.html'] as const;
async function writeResults(sweep: Sweep, table: ResultTable, folder: string, command: string): Promise<string[]> {
  const facts = { scene: sweep.def.scene, sweep: sweep.id, 'written by': `pliant ${packageVersion()}` };
  const contents: Record<(typeof resultFiles)[number], Uint8Array> = {
    'results.csv': new TextEncoder().encode(resultsCsv(table)),
    'results.parquet': await resultsParquet(table, facts),
    'index.html': new TextEncoder().encode(sweepPage(sweep, table, command)),
  };
  return resultFiles.map((name) => {
    const path = join(folder, name);
    writeWhole(path, contents[name]);
    return path;
  });
}
