import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DivergenceError } from '@pliant/engine';
import { buildScene, continueFrom, type Simulation, sceneDefaults } from '@pliant/io';
import { type Command, Option } from 'commander';
import { Failure, reason, UsageError } from '../base/failure.ts';
import { integrator, method, positive, wholeNumber } from '../base/options.ts';
import type { Output } from '../base/output.ts';
import { allowOutside, type OpenedScene, openScene } from '../base/scene.ts';
import { startReport } from '../results/report-page.ts';
import { quantity } from '../run/quantity.ts';
import { report } from '../run/report.ts';
import { isBegun, resumeRun } from '../run/resume-run.ts';
import { defaultRate, RunFiles } from '../run/run-files.ts';
import { simulate } from '../run/simulate.ts';
import { summary } from '../run/summary.ts';
import { Watch } from '../run/watch.ts';

interface RunOptions {
  readonly seconds?: number;
  readonly steps?: number;
  readonly method?: string;
  readonly integrator?: string;
  readonly step?: number;
  readonly record?: string;
  readonly rate?: number;
  readonly probes?: string;
  readonly report?: string;
  readonly saveState?: string;
  readonly fromState?: string;
  readonly allowOutside?: boolean;
  readonly resume?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function addRun(program: Command, output: Output): void {
  program
    .command('run')
    .description('Run a scene without a screen and tell what it came to.')
    .argument('<scene>', 'a scene file, or the id of an example')
    .addOption(new Option('--seconds <s>', 'how long, in simulated time').argParser(positive).conflicts('steps'))
    .addOption(new Option('--steps <n>', 'how long, in steps').argParser(wholeNumber))
    .option('--method <name>', "instead of the scene's default method", method)
    .option('--integrator <name>', "instead of the scene's default integrator", integrator)
    .option('--step <h>', "instead of the scene's step, s", positive)
    .option('--record <file>', 'write frames as the run goes; `pliant verify` proves them')
    .option('--rate <fps>', `frames per second of --record (${defaultRate}), rows of --probes (every step)`, positive)
    .option('--probes <file.csv>', "write the scene's probes over time")
    .option('--report <file.html>', 'write a page that shows the run: player, plots, constraints, how to do it again')
    .option('--save-state <file>', 'write the state at the end')
    .option('--from-state <file>', 'go on from a saved state')
    .option(...allowOutside)
    .option('--json', 'print one JSON object: counts, hash, residuals, forces, energies, probes')
    .option('--resume', 'go on with the run in the --record file if it was cut, else start one')
    .option('--quiet', 'no progress and no summary')
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

async function run(given: string, options: RunOptions, output: Output): Promise<void> {
  if (options.rate !== undefined && options.record === undefined && options.probes === undefined) {
    throw new UsageError('--rate is about --record and --probes, and neither is given.');
  }
  if (options.resume) checkResume(options);
  const scene = await openScene(given, options);
  checkOutputs(scene, options);
  const overrides = {
    ...(options.step === undefined ? {} : { step: options.step }),
    ...(options.integrator === undefined ? {} : { integrator: options.integrator }),
    ...(options.method === undefined ? {} : { method: options.method }),
  };
  const simulation = buildScene(scene.def, scene.label, overrides, scene.assets);
  const state = options.fromState === undefined ? undefined : await readState(options.fromState);
  if (state) attemptRestore(simulation, state, options.fromState as string);
  if (options.probes !== undefined && !simulation.probes.length) {
    throw new Failure(`${scene.label} has no probes to write to ${options.probes}; add some to the scene.`);
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
    watch.look();
    files.afterStep();
    page?.afterStep();
  };
  let ms: number;
  try {
    ms = simulate(simulation, { steps, afterStep, output, quiet });
    files.end();
  } catch (error) {
    files.breakOff();
    const kept = files.contents();
    if (kept.length && !options.quiet) output.error(`pliant: kept ${kept.join(', ')}`);
    throw error instanceof DivergenceError ? new Failure(`${scene.label}: ${error.message}`) : error;
  }

  const told = report(scene.label, simulation, watch, steps ? ms / steps : 0);
  const command = ['pliant', 'run', quoted(given), ...repeated(options)].join(' ');
  page?.write({ told, steps, command, sceneText: scene.text });
  if (options.json) output.out(JSON.stringify(told));
  if (options.quiet) return;
  const { saveState } = options;
  const written = [
    ...files.contents(),
    ...(page ? [options.report as string] : []),
    ...(saveState === undefined ? [] : [`${saveState} (the state)`]),
  ];
  if (!options.json) output.out(summary(told, steps, simulation.probes));
  if (written.length) output.error(`wrote ${written.join(', ')}`);
}

/** How many steps reach the time asked for; a time is met to a millionth of a step. */
function stepsToMake({ world }: Simulation, scene: OpenedScene, options: RunOptions): number {
  if (options.steps !== undefined) return options.steps;
  const whole = (seconds: number): number => Math.ceil(seconds / world.h - 1e-6);
  if (options.seconds !== undefined) return whole(options.seconds);
  const duration = scene.def.duration ?? sceneDefaults.duration;
  const left = whole(duration - world.time);
  if (left <= 0) {
    throw new UsageError(
      `the state is at t = ${quantity(world.time, 's')} and ${scene.label} lasts ${quantity(duration, 's')}; say how far with --seconds or --steps.`,
    );
  }
  return left;
}

/** Options that make the run what it is. */
function repeated(options: RunOptions): string[] {
  const { seconds, steps, method: kind, integrator: scheme, step, fromState } = options;
  const all = { seconds, steps, method: kind, integrator: scheme, step, 'from-state': fromState };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, quoted(`${value}`)]));
}
const quoted = (word: string): string => (/^[\w./:=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function checkResume({ record, probes, report: page }: RunOptions): void {
  if (record === undefined) throw new UsageError('--resume goes on with a recording; give it with --record.');
  const [name, path] = probes !== undefined ? ['--probes', probes] : ['--report', page];
  if (path === undefined) return;
  throw new UsageError(
    `${name} cannot be resumed. Leave it out; \`pliant export ${record} ${path}\` writes it afterwards.`,
  );
}

/** Nothing that is written may be what is read, or be written twice. */
function checkOutputs(scene: OpenedScene, options: RunOptions): void {
  const outputs = [
    ['--record', options.record],
    ['--probes', options.probes],
    ['--report', options.report],
    ['--save-state', options.saveState],
  ] as const;
  const taken = new Map([[resolve(scene.path), 'the scene']]);
  for (const name of scene.assets.keys()) taken.set(resolve(dirname(scene.path), name), 'a mesh of the scene');
  if (options.fromState !== undefined && options.saveState !== options.fromState) {
    taken.set(resolve(options.fromState), '--from-state');
  }
  for (const [name, path] of outputs) {
    if (path === undefined) continue;
    const other = taken.get(resolve(path));
    if (other) throw new UsageError(`${name} ${path} is ${other} already; give another file.`);
    taken.set(resolve(path), name);
  }
}

async function readState(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
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
