import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildScene, chosenFrames, sceneDefaults } from '@pliant/io';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../../base/failure.ts';
import { positive } from '../../base/options.ts';
import type { Output } from '../../base/output.ts';
import { checkOutputs } from '../../files/outputs.ts';
import { openScene } from '../../files/scene.ts';
import { formatOf } from '../../results/formats.ts';
import { type ExportJob, filesOf } from '../../results/job.ts';
import { startProgress } from '../../run/progress.ts';
import { withRecordingAsync } from '../../run/recording-file.ts';
import { defaultRate, RunFiles } from '../../run/run-files.ts';
import { endIfStopped, simulate } from '../../run/simulate.ts';

type Point = readonly [number, number, number];

interface ExportOptions {
  readonly rate?: number;
  readonly size: readonly [number, number];
  readonly theme: 'light' | 'dark';
  readonly forces?: boolean;
  readonly camera?: Point;
  readonly target?: Point;
  readonly force?: boolean;
  readonly quiet?: boolean;
}

export function addExport(program: Command, output: Output): void {
  program
    .command('export')
    .description(
      'Write the results of a recording for other programs. The ending of the file name selects the format:\n' +
        '  .glb          animated, for Blender, three.js, PowerPoint\n' +
        '  .pvd          grids over time for ParaView: velocity, constraint force, residual, stress\n' +
        '  .obj .png     a file for each frame; * in the name stands for its number (quote it)\n' +
        '  .csv .parquet probes of the scene at each frame\n' +
        '  .html         a report: player, plots, constraints, in one file\n' +
        '  .mp4 .webm    a film, at the speed of the simulated time; needs Chromium or Chrome',
    )
    .argument('<recording>', 'a file made by `pliant run --record`, or a scene, which is run first')
    .argument('<file>', 'what to write')
    .option('--rate <fps>', 'at most this many frames per second of simulated time', positive)
    .addOption(
      new Option('--size <WxH>', 'pixels of pictures and films').argParser(size).default([1280, 720], '1280x720'),
    )
    .addOption(new Option('--theme <name>', 'of pictures and films').choices(['light', 'dark']).default('light'))
    .option('--forces', 'with arrows of the forces of constraints and contacts, in pictures and films')
    .option('--camera <x,y,z>', 'where the camera of pictures and films is, m (default: as the scene says)', place)
    .option('--target <x,y,z>', 'what it looks at, m', place)
    .option('--force', 'replace the file if it exists')
    .option('--quiet', 'print no progress and no notices')
    .addHelpText(
      'after',
      `
Examples:
  pliant export run.plr run.glb
  pliant export run.plr run.pvd
  pliant export run.plr "frames/frame-*.obj"
  pliant export run.plr probes.parquet
  pliant export run.plr run.mp4 --size 1920x1080 --theme dark
  pliant export run.plr run.png --forces --camera 1,0.5,2 --target 0,0.2,0`,
    )
    .action((given: string, out: string, options: ExportOptions) => exportRun(given, out, options, output));
}

async function exportRun(given: string, out: string, options: ExportOptions, output: Output): Promise<void> {
  const format = formatOf(out);
  checkLooks(out, options);
  checkOutputs([{ name: 'the input', path: given }], [{ name: 'the output', path: out }], options.force ?? false);
  if (given.endsWith('.plr')) return exportRecording(given, out, options, output, format);
  const folder = mkdtempSync(join(tmpdir(), 'pliant-export-'));
  try {
    const path = join(folder, 'run.plr');
    await record(given, path, out, options, output);
    await exportRecording(path, out, options, output, format);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a scene for its own duration into a recording. */
async function record(
  given: string,
  path: string,
  out: string,
  { rate, force = false, quiet = false }: ExportOptions,
  output: Output,
): Promise<void> {
  const scene = await openScene(given);
  checkOutputs(scene.files, [{ name: 'the output', path: out }], force);
  const simulation = buildScene(scene.def, scene.label, {}, scene.assets);
  const steps = Math.ceil((scene.def.duration ?? sceneDefaults.duration) / simulation.world.h - 1e-6);
  const files = new RunFiles(simulation, scene, {
    record: path,
    rate: rate ?? defaultRate,
    overrides: {},
    state: undefined,
    lastStep: steps,
  });
  const made = await simulate(simulation, { steps, afterStep: () => files.afterStep(), output, quiet });
  files.end();
  endIfStopped(simulation, made, steps);
}

function exportRecording(
  path: string,
  out: string,
  { rate, size, theme, forces = false, camera, target, force = false, quiet = false }: ExportOptions,
  output: Output,
  format: ReturnType<typeof formatOf>,
): Promise<void> {
  return withRecordingAsync(path, async (recording) => {
    const choice = rate === undefined ? {} : { rate };
    const frames = chosenFrames(recording, choice);
    const total = frames.length;
    const outputs = filesOf(out, frames).map((file) => ({ name: 'the output', path: file }));
    checkOutputs([{ name: 'what is read', path }], outputs, force);
    const words = (done: number): string => `frame ${done} of ${total}`;
    const progress = startProgress({ output, total, words, quiet });
    const looks = { theme, forces, ...(camera && { camera }), ...(target && { target }) };
    const job: ExportJob = { recording, path, out, choice, progress, size, looks };
    let written: string;
    try {
      written = await format(job);
    } finally {
      progress.stop();
    }
    if (quiet) return;
    if (recording.cut) output.error(`pliant: ${path} was cut: ${recording.cut}. The complete frames were exported.`);
    output.error(`wrote ${written}`);
  });
}

/** What the other formats would ignore. */
function checkLooks(out: string, { forces, camera, target }: ExportOptions): void {
  const [name] = Object.entries({ forces, camera, target }).find(([, value]) => value !== undefined) ?? [];
  if (name && !/\.(png|mp4|webm)$/i.test(out))
    throw new UsageError(`${out}: --${name} is for pictures and films. Leave it out, or write .png, .mp4 or .webm.`);
  if (camera && target && camera.every((x, k) => x === target[k]))
    throw new UsageError('--camera and --target are the same place. Move one of them.');
}

function place(text: string): Point {
  const numbers = text.split(',').map((word) => (word.trim() === '' ? Number.NaN : Number(word)));
  if (numbers.length !== 3 || !numbers.every(Number.isFinite))
    throw new InvalidArgumentError('Give x, y and z in metres, as 1,0.5,2.');
  return [numbers[0], numbers[1], numbers[2]];
}
function size(text: string): readonly [number, number] {
  const found = /^(\d+)x(\d+)$/.exec(text);
  const [width, height] = [Number(found?.[1]), Number(found?.[2])];
  const fits = (n: number): boolean => n >= 16 && n <= 7680 && n % 2 === 0;
  if (!fits(width) || !fits(height)) throw new InvalidArgumentError('Give even numbers from 16 to 7680, as 1280x720.');
  return [width, height];
}
