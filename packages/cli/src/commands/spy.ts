import { hasMatrix } from '@pliant/engine';
import { buildScene, type Simulation, type Spy, spyOf, spySvg } from '@pliant/io';
import type { Command } from 'commander';
import { Failure } from '../base/failure.ts';
import { positive } from '../base/options.ts';
import type { Output } from '../base/output.ts';
import { writeWhole } from '../files/output-file.ts';
import { checkOutputs } from '../files/outputs.ts';
import { allowOutside, type OpenedScene, openScene } from '../files/scene.ts';
import { startProgress, timeOf } from '../run/progress.ts';
import { quantity } from '../run/quantity.ts';
import { ticking } from '../run/ticker.ts';
import { spySummary } from './spy-summary.ts';

interface SpyOptions {
  readonly out?: string;
  readonly at?: number;
  readonly force?: boolean;
  readonly allowOutside?: boolean;
  readonly quiet?: boolean;
}

export function addSpy(program: Command, output: Output): void {
  program
    .command('spy')
    .description(
      'Show the matrix that bodies and their constraints are solved with, in several elimination orders:\n' +
        'half bandwidths, entries of the factor, operations. With --out, draw it before and after ordering.',
    )
    .argument('<scene>', 'a scene file, or the id of an example')
    .option('--out <file.svg>', 'write a picture instead of a table')
    .option('--at <s>', 'simulated time of the step to show, s (default: the first step)', positive)
    .option(...allowOutside)
    .option('--force', 'replace the file if it exists')
    .option('--quiet', 'print no progress and no notices')
    .addHelpText(
      'after',
      `
For scenes with bodies under "backward-euler" or "quasi-static", whose constraints use the method "displacement".

Examples:
  pliant spy micado-2008/bridge
  pliant spy micado-2008/bridge --out bridge.svg
  pliant spy micado-2008/spider-net --at 1.5 --out net.svg`,
    )
    .action((scene: string, options: SpyOptions) => spy(scene, options, output));
}

async function spy(given: string, options: SpyOptions, output: Output): Promise<void> {
  const scene = await openScene(given, options);
  const { out, quiet = false, force = false } = options;
  if (out !== undefined) checkOutputs(scene.files, [{ name: '--out', path: out, ending: '.svg' }], force);
  const simulation = ticking(
    `loading ${scene.label}`,
    output,
    () => buildScene(scene.def, scene.label, {}, scene.assets),
    quiet,
  );
  const found = matrixAt(simulation, scene, options.at, output, quiet);
  if (out === undefined) return output.out(spySummary(scene.label, found));
  const svg = spySvg(found);
  writeWhole(out, new TextEncoder().encode(svg));
  if (!quiet) output.error(`wrote ${out} (${Math.ceil(svg.length / 1000)} kB)`);
}

function matrixAt(
  simulation: Simulation,
  { label }: OpenedScene,
  at: number | undefined,
  output: Output,
  quiet: boolean,
): Spy {
  const { world } = simulation;
  if (!hasMatrix(world))
    throw new Failure(
      `${label}: no body is solved together with its constraints, so there is no matrix. Give bodies the integrator "backward-euler" or "quasi-static", and constraints the method "displacement".`,
    );
  const steps = at === undefined ? 1 : Math.max(1, Math.ceil(at / world.h - 1e-6));
  const progress = startProgress({ output, total: steps, words: timeOf(world, steps * world.h), quiet });
  try {
    for (let done = 1; done <= steps; done++) {
      simulation.step();
      progress.update(done);
    }
  } finally {
    progress.stop();
  }
  const found = spyOf(simulation);
  if (!found)
    throw new Failure(
      `${label}: at t = ${quantity(world.time, 's')} no body is solved together with constraints any more. Choose an earlier time with --at.`,
    );
  return found;
}
