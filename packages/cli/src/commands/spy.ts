import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasMatrix } from '@pliant/engine';
import { buildScene, type Simulation, type Spy, spyOf, spySvg } from '@pliant/io';
import type { Command } from 'commander';
import { attempt, Failure, UsageError } from '../base/failure.ts';
import { positive } from '../base/options.ts';
import type { Output } from '../base/output.ts';
import { allowOutside, type OpenedScene, openScene } from '../base/scene.ts';
import { startProgress } from '../run/progress.ts';
import { quantity } from '../run/quantity.ts';
import { spySummary } from './spy-summary.ts';

interface SpyOptions {
  readonly out?: string;
  readonly at?: number;
  readonly allowOutside?: boolean;
  readonly quiet?: boolean;
}

export function addSpy(program: Command, output: Output): void {
  program
    .command('spy')
    .description(
      'Look at the matrix that bodies and their constraints are solved with, in several orders of elimination:\n' +
        'half bands, entries of its factor, work. With --out as a picture, as numbered and as ordered.',
    )
    .argument('<scene>', 'a scene file, or the id of an example')
    .option('--out <file.svg>', 'write a picture instead')
    .option('--at <s>', 'run so far first, in simulated time (default: the first step)', positive)
    .option(...allowOutside)
    .option('--quiet', 'no progress, no remarks')
    .addHelpText(
      'after',
      `
For scenes with bodies under "backward-euler" or "quasi-static", whose constraints are held by "displacement".

Examples:
  pliant spy micado-2008/bridge
  pliant spy micado-2008/bridge --out bridge.svg
  pliant spy micado-2008/spider-net --at 1.5 --out net.svg`,
    )
    .action((scene: string, options: SpyOptions) => spy(scene, options, output));
}

async function spy(given: string, options: SpyOptions, output: Output): Promise<void> {
  const scene = await openScene(given, options);
  const { out, quiet = false } = options;
  if (out !== undefined && resolve(out) === resolve(scene.path))
    throw new UsageError(`--out ${out} is the scene already; give another file.`);
  const simulation = buildScene(scene.def, scene.label, {}, scene.assets);
  const found = matrixAt(simulation, scene, options.at, output, quiet);
  if (out === undefined) return output.out(spySummary(scene.label, found));
  const svg = spySvg(found);
  attempt(`${out} cannot be written`, () => writeFileSync(out, svg));
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
      `${label}: no body is solved together with its constraints, so there is no matrix to look at; give bodies the integrator "backward-euler" or "quasi-static", and constraints the method "displacement".`,
    );
  const steps = at === undefined ? 1 : Math.max(1, Math.ceil(at / world.h - 1e-6));
  const words = (): string => `t = ${world.time.toPrecision(4)} s of ${quantity(steps * world.h, 's')}`;
  const progress = startProgress({ output, total: steps, words, quiet });
  try {
    for (let done = 1; done <= steps; done++) {
      simulation.step();
      progress.update(done);
    }
  } finally {
    progress.stop();
  }
  const found = spyOf(simulation);
  if (!found) throw new Failure(`${label}: at t = ${quantity(world.time, 's')} nothing is solved any more.`);
  return found;
}
