import { DivergenceError } from '@pliant/engine';
import { buildScene, continueFrom, type Simulation, sceneDefaults } from '@pliant/io';
import { type Command, Option } from 'commander';
import { Failure, reason, UsageError } from '../base/failure.ts';
import { integrator, method, positive, threadCount, wholeNumber } from '../base/options.ts';
import type { Output } from '../base/output.ts';
import { readWhole } from '../files/input-file.ts';
import { checkOutputs, type Named } from '../files/outputs.ts';
import { allowOutside, type OpenedScene, openScene } from '../files/scene.ts';
import { startReport } from '../results/report-page.ts';
import { quantity } from '../run/quantity.ts';
import { report } from '../run/report.ts';
import { isBegun, resumeRun } from '../run/resume-run.ts';
import { defaultRate, RunFiles } from '../run/run-files.ts';
import { endIfStopped, type Simulated, simulate } from '../run/simulate.ts';
import { stepCount } from '../run/step-count.ts';
import { summary } from '../run/summary.ts';
import { ticking } from '../run/ticker.ts';
import { Watch } from '../run/watch.ts';
import { threadsFor } from '../threads/node-threads.ts';
import { warn } from './validate.ts';

interface RunOptions {
  readonly seconds?: number;
  readonly steps?: number;
  readonly method?: string;
  readonly integrator?: string;
  readonly step?: number;
  readonly threads?: number;
  readonly record?: string;
  readonly rate?: number;
  readonly probes?: string;
  readonly report?: string;
  readonly saveState?: string;
  readonly fromState?: string;
  readonly allowOutside?: boolean;
  readonly resume?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function addRun(program: Command, output: Output): void {
  program
    .command('run')
    .description(
      'Run a scene without a screen and print a summary. Ctrl-C ends the run early; the summary and the files are complete.',
    )
    .argument('<scene>', 'a scene file, or the id of an example')
    .addOption(new Option('--seconds <s>', 'how long, in simulated time').argParser(positive).conflicts('steps'))
    .addOption(new Option('--steps <n>', 'how long, in steps').argParser(wholeNumber))
    .option('--method <name>', "instead of the scene's default method", method)
    .option('--integrator <name>', "instead of the scene's default integrator", integrator)
    .option('--step <h>', "instead of the scene's step, s", positive)
    .option(
      '--threads <n>',
      'share the work among n threads (one for each core, at most 8); the hash stays the same',
      threadCount,
    )
    .option('--record <file>', 'write frames as the run goes; `pliant verify` checks them')
    .option('--rate <fps>', `frames per second of --record (${defaultRate}), rows of --probes (every step)`, positive)
    .option('--probes <file.csv>', "write the scene's probes over time; - is standard output")
    .option(
      '--report <file.html>',
      'write a report of the run as a page: player, plots, constraints, the command to repeat it',
    )
    .option('--save-state <file>', 'write the state at the end')
    .option('--from-state <file>', 'continue from a saved state')
    .option(...allowOutside)
    .option('--resume', 'continue the run in the --record file if it was cut, else start one')
    .option('--force', 'replace files that exist')
    .option('--json', 'print one JSON object: counts, hash, residuals, forces, energies, probes')
    .option('--quiet', 'print no progress and no summary')
    .addHelpText(
      'after',
      `
Without --seconds and --steps a scene runs for its own duration (${sceneDefaults.duration} s if it names none).

Examples:
  pliant run hello
  pliant run hello --steps 1000 --json
  pliant run bridge.json --seconds 4 --record bridge.plr --probes bridge.csv
  pliant run hello --steps 500 --save-state half
  pliant run hello --from-state half --steps 500`,
    )
    .action((scene: string, options: RunOptions) => run(scene, options, output));
}

export async function run(given: string, options: RunOptions, output: Output): Promise<void> {
  checkOptions(options);
  if (options.resume) checkResume(options);
  const scene = await openScene(given, options);
  checkFiles(scene, options);
  const overrides = {
    ...(options.step === undefined ? {} : { step: options.step }),
    ...(options.integrator === undefined ? {} : { integrator: options.integrator }),
    ...(options.method === undefined ? {} : { method: options.method }),
  };
  const simulation = ticking(
    `loading ${scene.label}`,
    output,
    () => buildScene(scene.def, scene.label, overrides, scene.assets, threadsFor(options.threads)),
    options.quiet,
  );
  if (!options.quiet) warn(simulation, scene.label, output);
  const state = options.fromState === undefined ? undefined : await readState(options.fromState);
  if (state) attemptRestore(simulation, state, options.fromState as string);
  if (options.probes !== undefined && !simulation.probes.length) {
    throw new Failure(`${scene.label} has no probes to write to ${options.probes}. Add probes to the scene.`);
  }
  const steps = stepsToMake(simulation, scene, options);

  const lastStep = simulation.world.state.steps + steps;
  if (options.resume) {
    const asked = { scene, overrides, rate: options.rate ?? defaultRate, lastStep, state };
    if (isBegun(options.record as string)) return resumeRun(options.record as string, options, output, asked);
  }
  const page = options.report === undefined ? undefined : await startReport(options.report, simulation);
  const watch = new Watch(simulation);
  const files = new RunFiles(simulation, scene, { ...options, overrides, state, lastStep });
  const quiet = options.quiet ?? false;
  const afterStep = (): void => {
    watch.observe();
    files.afterStep();
    page?.afterStep();
  };
  let made: Simulated;
  try {
    made = await simulate(simulation, { steps, afterStep, output, quiet });
    files.end();
  } catch (error) {
    files.closeAfterFailure();
    const kept = files.contents();
    if (kept.length && !options.quiet) output.error(`pliant: kept ${kept.join(', ')}`);
    throw error instanceof DivergenceError ? new Failure(`${scene.label}: ${error.message}`) : error;
  }

  const told = report(scene.label, simulation, watch, made.steps ? made.ms / made.steps : 0);
  const command = ['pliant', 'run', quoted(given), ...repeated(options)].join(' ');
  page?.write({ told, steps: made.steps, command, sceneText: scene.text });
  if (options.json) output.out(JSON.stringify(told));
  if (!quiet) {
    const { saveState } = options;
    const written = [
      ...files.contents(),
      ...(page ? [options.report as string] : []),
      ...(saveState === undefined ? [] : [`${saveState} (the state)`]),
    ];
    // no summary if the probes are written to standard output
    const write = options.probes === '-' ? output.error : output.out;
    if (!options.json) write(summary(told, made.steps, simulation.probes));
    if (written.length) output.error(`wrote ${written.join(', ')}`);
  }
  endIfStopped(simulation, made, steps);
}

/** The number of steps to the given time. */
function stepsToMake({ world }: Simulation, scene: OpenedScene, options: RunOptions): number {
  if (options.steps !== undefined) return options.steps;
  const whole = (seconds: number): number => stepCount(seconds, world.h, '--seconds');
  if (options.seconds !== undefined) return whole(options.seconds);
  const duration = scene.def.duration ?? sceneDefaults.duration;
  const left = whole(duration - world.time);
  if (left <= 0) {
    throw new UsageError(
      `the state is at t = ${quantity(world.time, 's')} and ${scene.label} ends at ${quantity(duration, 's')}. Add --seconds or --steps.`,
    );
  }
  return left;
}

/** Options that determine the result of the run. */
function repeated(options: RunOptions): string[] {
  const { seconds, steps, method: kind, integrator: scheme, step, fromState } = options;
  const all = { seconds, steps, method: kind, integrator: scheme, step, 'from-state': fromState };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, quoted(`${value}`)]));
}
const quoted = (word: string): string => (/^[\w./:=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function checkResume({ record, probes, report: page }: RunOptions): void {
  if (record === undefined) throw new UsageError('--resume continues a recording. Name it with --record.');
  const [name, path] = probes !== undefined ? ['--probes', probes] : ['--report', page];
  if (path === undefined) return;
  throw new UsageError(
    `${name} cannot be resumed. Leave it out; \`pliant export ${record} ${path}\` writes it afterwards.`,
  );
}

function checkOptions({ rate, record, probes, json }: RunOptions): void {
  if (rate !== undefined && record === undefined && probes === undefined) {
    throw new UsageError(
      '--rate sets how often --record and --probes write, and neither is given. Add one, or leave --rate out.',
    );
  }
  if (probes === '-' && json) throw new UsageError('--probes - and --json both write to standard output. Choose one.');
}
function checkFiles(scene: OpenedScene, options: RunOptions): void {
  const { record, probes, report: page, saveState, fromState, resume = false, force = false } = options;
  const named = (name: string, path: string | undefined): Named[] => (path === undefined ? [] : [{ name, path }]);
  const outputs = [
    ...named('--record', record).map((one) => ({ ...one, continued: resume })),
    ...named('--probes', probes === '-' ? undefined : probes).map((one) => ({ ...one, ending: '.csv' })),
    ...named('--report', page).map((one) => ({ ...one, ending: '.html' })),
    ...named('--save-state', saveState),
  ];
  checkOutputs([...scene.files, ...named('--from-state', fromState)], outputs, force);
}

async function readState(path: string): Promise<Uint8Array> {
  try {
    return await readWhole(path);
  } catch (error) {
    throw new Failure(`${path}: ${reason(error)}.`);
  }
}
function attemptRestore(simulation: Simulation, state: Uint8Array, path: string): void {
  try {
    continueFrom(simulation, state);
  } catch (error) {
    throw new Failure(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}
