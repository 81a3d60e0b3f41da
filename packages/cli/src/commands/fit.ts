/** `pliant fit`: superquadrics of a scene follow points that were measured. */
import { extname } from 'node:path';
import {
  buildScene,
  FitRecording,
  type FittedFrame,
  fitMotion,
  fittedScene,
  glb,
  MotionError,
  type MotionFit,
  motionEndings,
  objWriter,
  parametersHeader,
  parametersRow,
  readMotion,
  residualsHeader,
  residualsRows,
} from '@pliant/io';
import type { Command } from 'commander';
import { Failure, Interrupted, UsageError } from '../base/failure.ts';
import { wholeNumber } from '../base/options.ts';
import type { Output } from '../base/output.ts';
import { packageVersion } from '../base/version.ts';
import { readWhole } from '../files/input-file.ts';
import { checkOutputs } from '../files/outputs.ts';
import { allowOutside, openScene } from '../files/scene.ts';
import { numbered, write } from '../results/job.ts';
import { exitCodes, Interrupt } from '../run/interrupt.ts';
import { startProgress } from '../run/progress.ts';
import { count, quantity } from '../run/quantity.ts';

interface FitOptions {
  readonly data: string;
  readonly parameters?: string;
  readonly residuals?: string;
  readonly export?: string;
  readonly scene?: string;
  readonly frame?: number;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly allowOutside?: boolean;
}

export function addFit(program: Command, output: Output): void {
  program
    .command('fit')
    .description(
      'Fit the superquadrics of a scene to points that were measured, frame by frame, while their joints hold. The block "fit" of\n' +
        'the scene says which point is what.',
    )
    .argument('<scene>', 'a scene file, or the name of an example')
    .requiredOption('--data <file>', `the points: ${motionEndings.join(', ')}`)
    .option('--parameters <file.csv>', 'write the coordinates of each frame, with their standard deviations')
    .option('--residuals <file.csv>', 'write how far each point is from its surface, and its weight')
    .option('--export <file>', 'write the fitted bodies over time: .glb, or .obj for each frame')
    .option('--scene <file.json>', 'write the scene of one frame: bodies as they were found, and the data as points')
    .option('--frame <n>', 'which frame that is, counted from 0 (the last)', wholeNumber)
    .option(...allowOutside)
    .option('--force', 'replace files that exist')
    .option('--json', 'print one JSON object')
    .option('--quiet', 'print no progress')
    .addHelpText(
      'after',
      `
Examples:
  pliant fit metaxas-1993/arms --data arms.csv --parameters fitted.csv --export arms.glb
  pliant fit metaxas-1993/vase --data vase.csv --residuals residuals.csv`,
    )
    .action((given: string, options: FitOptions) => fit(given, options, output));
}

async function fit(given: string, options: FitOptions, output: Output): Promise<void> {
  const ending = options.export === undefined ? '.glb' : extname(options.export).toLowerCase();
  if (ending !== '.glb' && ending !== '.obj')
    throw new UsageError(`--export ${options.export}: "${ending}" is not a known format. Use .glb or .obj.`);
  const scene = await openScene(given, { ...(options.allowOutside ? { allowOutside: true } : {}) });
  const endings = { parameters: '.csv', residuals: '.csv', export: undefined, scene: '.json' };
  const outputs = (['parameters', 'residuals', 'export', 'scene'] as const).flatMap((name) => {
    const path = options[name];
    return path === undefined ? [] : [{ name: `--${name}`, path, ending: endings[name] }];
  });
  checkOutputs([...scene.files, { name: '--data', path: options.data }], outputs, options.force ?? false);
  const simulation = buildScene(scene.def, scene.label, {}, scene.assets);
  const motion = await dataOf(options.data);
  const fitted = about(options.data, () => fitMotion(simulation, motion));
  const { frame: shown = motion.times.length - 1 } = options;
  if (shown >= motion.times.length)
    throw new UsageError(`--frame ${shown}: the data have ${count(motion.times.length, 'frame')}, counted from 0.`);
  const found = await allFrames(fitted, options, scene.label, output);
  const text = (lines: readonly string[]): string => lines.join('');
  if (options.parameters !== undefined)
    write(options.parameters, text([parametersHeader(fitted), ...found.frames.map(parametersRow)]));
  if (options.residuals !== undefined)
    write(options.residuals, text([residualsHeader, ...found.frames.map((frame) => residualsRows(fitted, frame))]));
  if (options.scene !== undefined)
    write(options.scene, `${JSON.stringify(fittedScene(fitted, found.frames[shown]), null, 2)}\n`);
  if (options.export !== undefined && found.recording) {
    const { recording } = found;
    if (ending === '.glb') write(options.export, await glb(recording));
    else {
      const body = objWriter(recording);
      for (let f = 0; f < recording.frameCount; f++) write(numbered(options.export, f), body(recording.frame(f)));
    }
  }
  const result = summaryOf(fitted, found.frames, found.seconds);
  output.out(options.json ? JSON.stringify(result) : inWords(scene.label, result));
  if (outputs.length && !options.quiet) output.error(`wrote ${outputs.map(({ path }) => path).join(', ')}`);
}

async function dataOf(path: string) {
  const bytes = await readWhole(path).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`);
  });
  return about(path, () => readMotion(bytes, path));
}
/** Faults of the data name the file. */
function about<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof MotionError ? new Failure(`${path}: ${error.message}`) : error;
  }
}

async function allFrames(fitted: MotionFit, options: FitOptions, label: string, output: Output) {
  const total = fitted.times.length;
  const words = (done: number): string => `frame ${done} of ${total}`;
  const progress = startProgress({ output, total, words, quiet: options.quiet ?? false });
  const interrupt = new Interrupt();
  const frames: FittedFrame[] = [];
  const recording =
    options.export === undefined
      ? undefined
      : new FitRecording(fitted, { writtenBy: `pliant ${packageVersion()}`, file: label });
  let seconds = 0;
  try {
    for (;;) {
      const began = performance.now();
      const frame = fitted.next();
      seconds += (performance.now() - began) / 1000;
      if (!frame) break;
      frames.push(frame);
      recording?.add();
      progress.update(frames.length);
      if (await interrupt.came())
        throw new Interrupted(
          `stopped after ${count(frames.length, 'frame')}; nothing was written.`,
          exitCodes[interrupt.signal ?? 'SIGINT'],
        );
    }
  } finally {
    progress.stop();
    interrupt.stop();
  }
  return { frames, seconds, recording: recording?.end() };
}

interface FitSummary {
  readonly frames: number;
  readonly points: number;
  readonly seconds: number;
  /** m */
  readonly rms: { readonly mean: number; readonly largest: number };
  /** m, of joints, over all frames */
  readonly gap: number;
  /** data of weight 0, of all that are there */
  readonly outliers: number;
  readonly missing: number;
  /** frames that used all their steps */
  readonly unfinished: number;
  /** at the last frame */
  readonly bodies: readonly {
    readonly id: string;
    readonly shape: Readonly<Record<string, readonly [number, number]>>;
  }[];
  /** bodies whose rotation the data do not determine in some frame */
  readonly free: readonly string[];
}

function summaryOf({ bodies, data }: MotionFit, frames: readonly FittedFrame[], seconds: number): FitSummary {
  const all = frames.flatMap(({ weights, parts }) => Array.from(parts, (p, i) => (p < 0 ? -1 : weights[i])));
  const last = frames[frames.length - 1];
  return {
    frames: frames.length,
    points: data.data.length,
    seconds,
    rms: {
      mean: frames.reduce((sum, { rms }) => sum + rms, 0) / frames.length,
      largest: Math.max(...frames.map(({ rms }) => rms)),
    },
    gap: Math.max(...frames.map(({ gap }) => gap)),
    outliers: all.filter((weight) => weight === 0).length,
    missing: all.filter((weight) => weight < 0).length,
    unfinished: frames.filter(({ converged }) => !converged).length,
    bodies: bodies.map(({ id, formula, layout }, p) => {
      const { coordinates, deviations } = last.bodies[p];
      const value = (k: number) => [coordinates[layout.shapeAt + k], deviations[layout.shapeAt + k]] as const;
      return { id, shape: Object.fromEntries(formula.free.map((name, k) => [name, value(k)])) };
    }),
    free: bodies.flatMap(({ id, layout }, p) => {
      const isOpen = ({ bodies: all }: FittedFrame): boolean =>
        all[p].deviations.subarray(layout.turn, layout.turn + 3).includes(Number.POSITIVE_INFINITY);
      return frames.some(isOpen) ? [id] : [];
    }),
  };
}

const digits = (value: number, places: number): string => `${Number(value.toPrecision(places))}`;

function inWords(label: string, result: FitSummary): string {
  const { frames, points, seconds, rms, gap, outliers, missing, unfinished, bodies, free } = result;
  const lines = bodies.flatMap(({ id, shape }) => {
    const values = Object.entries(shape).map(
      ([name, [value, deviation]]) =>
        `${name} ${digits(value, 4)}${Number.isFinite(deviation) ? ` +- ${digits(deviation, 2)}` : ''}`,
    );
    return values.length ? [`  ${id}: ${values.join(', ')}`] : [];
  });
  const isKnown = bodies.some(({ shape }) => Object.values(shape).some(([, deviation]) => Number.isFinite(deviation)));
  const title = isKnown
    ? 'shape of the last frame, with standard deviations:'
    : 'shape of the last frame; there are no more data than unknowns, hence no standard deviations:';
  const notes = [
    unfinished ? `  ${count(unfinished, 'frame')} used all steps. Raise "fit.iterations" for a closer fit.` : '',
    free.length
      ? `  The data leave the rotation of ${free.map((id) => `"${id}"`).join(', ')} open, about an axis of symmetry perhaps.`
      : '',
  ];
  return [
    `${label}: ${count(frames, 'frame')} of ${count(points, 'point')} fitted`,
    `  residual      ${quantity(rms.mean, 'm')} (root mean square), ${quantity(rms.largest, 'm')} in the worst frame`,
    `  joints        ${quantity(gap, 'm')} open at most`,
    `  data          ${count(missing, 'point')} missing, ${count(outliers, 'outlier')} dropped`,
    ...(lines.length ? [`  ${title}`, ...lines] : []),
    ...notes.filter((note) => note !== ''),
    `  computing     ${quantity(seconds, 's')}`,
  ].join('\n');
}
