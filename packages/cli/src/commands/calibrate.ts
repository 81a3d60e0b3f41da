import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Calibration,
  type Fit,
  calibrate as fitted,
  type Job,
  makeCalibration,
  parseCalibration,
  type RunResult,
} from '@pliant/io';
import type { Command } from 'commander';
import { Failure, Interrupted } from '../base/failure.ts';
import { oneOrMore } from '../base/options.ts';
import type { Output } from '../base/output.ts';
import { packageVersion } from '../base/version.ts';
import { writeWhole } from '../files/output-file.ts';
import { checkOutputs } from '../files/outputs.ts';
import { allowOutside } from '../files/scene.ts';
import { exitCodes, Interrupt } from '../run/interrupt.ts';
import { startProgress } from '../run/progress.ts';
import { count, quantity } from '../run/quantity.ts';
import { fitPage } from '../sweep/fit-page.ts';
import { sceneBeside, textOf } from '../sweep/run-sweep.ts';
import { ThreadPool } from '../sweep/thread-pool.ts';

interface CalibrateOptions {
  readonly workers?: number;
  readonly page?: string;
  readonly fittedScene?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly allowOutside?: boolean;
}

export function addCalibrate(program: Command, output: Output): void {
  program
    .command('calibrate')
    .description(
      'Find the moduli, lengths or other numbers of a scene for which its probes follow measured curves, with the interval\n' +
        'that holds each with a probability of 95 %.',
    )
    .argument('<calibration.json>', 'the file of the calibration: see docs/guide/calibrate.md')
    .option('--workers <n>', 'number of threads (default: one for each core)', oneOrMore)
    .option('--page <file.html>', 'write a page with measured and fitted curves')
    .option('--fitted-scene <file.json>', 'write the scene with the numbers that were found')
    .option(...allowOutside)
    .option('--force', 'replace files that exist')
    .option('--json', 'print one JSON object')
    .option('--quiet', 'print no progress')
    .addHelpText(
      'after',
      '\nExamples:\n  pliant calibrate beam-calibration.json --page fit.html --fitted-scene fitted.json',
    )
    .action((file: string, options: CalibrateOptions) => calibrate(file, options, output));
}

async function calibrate(file: string, options: CalibrateOptions, output: Output): Promise<void> {
  const def = parseCalibration(await textOf(file), file);
  const scene = await sceneBeside(file, def.scene, options);
  const measured = join(dirname(file), def.measured.file);
  const calibration = makeCalibration(def, scene, scene.label, await textOf(measured), file, packageVersion());
  const outputs = [
    { name: '--page', path: options.page, ending: '.html' },
    { name: '--fitted-scene', path: options.fittedScene, ending: '.json' },
  ].flatMap(({ path, ...one }) => (path === undefined ? [] : [{ ...one, path }]));
  const inputs = [
    { name: 'the calibration', path: file },
    { name: 'the measured curves', path: measured },
    ...scene.files,
  ];
  checkOutputs(inputs, outputs, options.force ?? false);
  const fit = await search(calibration, options, output);
  const text = (content: string): Uint8Array => new TextEncoder().encode(content);
  if (options.page !== undefined) writeWhole(options.page, text(fitPage(calibration, fit, `pliant calibrate ${file}`)));
  if (options.fittedScene !== undefined) {
    const found = calibration.sceneWith(fit.parameters.map(({ value }) => value));
    writeWhole(options.fittedScene, text(`${JSON.stringify(found, null, 2)}\n`));
  }
  if (options.json) output.out(JSON.stringify(fit));
  else output.out(summary(calibration, fit));
  if (outputs.length && !options.quiet) output.error(`wrote ${outputs.map(({ path }) => path).join(', ')}`);
  if (!fit.converged)
    throw new Failure(
      `the search ended after ${count(fit.iterations, 'iteration')} at a place that is not the best one near it, so the intervals mean nothing. Start elsewhere, narrow "from" and "to", or use the method "simplex".`,
    );
}

/** How many runs a search often takes: what progress is measured by. */
const usualRuns = 100;

async function search(calibration: Calibration, options: CalibrateOptions, output: Output): Promise<Fit> {
  const { workers = availableParallelism(), quiet } = options;
  const pool = new ThreadPool(calibration.bundle, workers);
  const interrupt = new Interrupt();
  const progress = startProgress({
    output,
    total: usualRuns,
    words: (done) => count(done, 'run'),
    quiet: quiet ?? false,
  });
  let runs = 0;
  try {
    return await fitted(calibration, async (jobs: readonly Job[]) => {
      const results = new Map<number, RunResult>();
      await pool.run(
        jobs,
        (result) => {
          if (result.message.startsWith('internal error')) throw new Failure(result.message);
          results.set(result.run, result);
        },
        () => interrupt.came(),
      );
      if (interrupt.signal) throw new Interrupted(`stopped after ${count(runs, 'run')}.`, exitCodes[interrupt.signal]);
      runs += jobs.length;
      progress.update(Math.min(runs, usualRuns));
      return jobs.map(({ run }) => results.get(run) as RunResult);
    });
  } finally {
    progress.stop();
    interrupt.stop();
    await pool.close();
  }
}

const shown = (value: number): string =>
  Number.isFinite(value) ? `${Number(value.toPrecision(6))}` : value > 0 ? 'unbounded' : 'unbounded below';

function summary({ def, curves }: Calibration, fit: Fit): string {
  const { parameters, correlation } = fit;
  const rows = parameters.map(({ name, value, interval: [least, most], atBound }) => {
    const bound = atBound ? ', at a bound of its range' : '';
    return `  ${name.padEnd(Math.max(...parameters.map((one) => one.name.length)))}  ${shown(value)}  (95 %: ${shown(least)} to ${shown(most)}${bound})`;
  });
  const unknown = parameters.filter(({ interval }) => !interval.every(Number.isFinite));
  const close = parameters.flatMap((a, i) =>
    parameters.slice(i + 1).flatMap((b, k) => (Math.abs(correlation[i][i + 1 + k]) > 0.99 ? [[a.name, b.name]] : [])),
  );
  return [
    `${def.name ?? def.scene}: ${count(fit.runs, 'run')}, ${count(fit.iterations, 'iteration')}`,
    ...rows,
    ...fit.curves.map(
      ({ column, rms }, c) => `  left of "${column}": ${quantity(rms, curves[c].unit)} (root mean square)`,
    ),
    ...unknown.map(({ name }) => `  The measurements say nothing of ${name}, or not apart from the others.`),
    ...close.map(([a, b]) => `  ${a} and ${b} can hardly be told apart: their correlation is beyond 0.99.`),
  ].join('\n');
}
