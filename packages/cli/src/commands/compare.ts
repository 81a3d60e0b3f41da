import { allIntegrators } from '@pliant/engine';
import { methodNames, sceneDefaults } from '@pliant/io';
import type { Command } from 'commander';
import { Interrupted } from '../base/failure.ts';
import { integrators, methods, positive } from '../base/options.ts';
import type { Output } from '../base/output.ts';
import { checkOutputs } from '../files/outputs.ts';
import { allowOutside, openScene } from '../files/scene.ts';
import { comparePage } from '../results/compare-page.ts';
import { compareTable } from '../results/compare-table.ts';
import { write } from '../results/job.ts';
import { type Choice, compareRuns } from '../run/compare-runs.ts';
import { exitCodes } from '../run/interrupt.ts';
import { count } from '../run/quantity.ts';

interface CompareOptions {
  readonly methods?: readonly string[];
  readonly integrators?: readonly string[];
  readonly until?: number;
  readonly json?: boolean;
  readonly out?: string;
  readonly force?: boolean;
  readonly quiet?: boolean;
  readonly allowOutside?: boolean;
}

export function addCompare(program: Command, output: Output): void {
  program
    .command('compare')
    .description(
      'Run a scene as it is, then with each method and integrator instead of its defaults, and print one table:\n' +
        'residuals, energy, the force of the first constraint, cost, hash; and why the others do not accept the scene.',
    )
    .argument('<scene>', 'a scene file, or the id of an example')
    .option('--methods <a,b>', 'only these methods', methods)
    .option('--integrators <a,b>', 'only these integrators', integrators)
    .option('--until <s>', "simulated time of each run, s (default: the scene's duration)", positive)
    .option(...allowOutside)
    .option('--out <page.html>', 'also write bar plots of all runs, as one page')
    .option('--force', 'replace the page if it exists')
    .option('--json', 'print one JSON object')
    .option('--quiet', 'print no progress')
    .addHelpText(
      'after',
      '\nExamples:\n  pliant compare chain --until 0.5\n  pliant compare hello --methods local,lagrange --integrators verlet,rk4 --until 1\n  pliant compare chain --until 0.5 --out chain.html',
    )
    .action((scene: string, options: CompareOptions) => compare(scene, options, output));
}

async function compare(given: string, options: CompareOptions, output: Output): Promise<void> {
  const scene = await openScene(given, options);
  const { out, force = false } = options;
  if (out !== undefined) checkOutputs(scene.files, [{ name: '--out', path: out, ending: '.html' }], force);
  const until = options.until ?? scene.def.duration ?? sceneDefaults.duration;
  const choices = choicesOf(options);
  const found = await compareRuns(scene, { choices, until, output, quiet: options.quiet ?? false });
  const { runs, declined, signal } = found;
  if (out !== undefined) write(out, comparePage(scene.label, until, found));
  if (options.json) output.out(JSON.stringify({ scene: scene.label, until, runs, declined }));
  else output.out(compareTable(scene.label, until, found));
  if (signal) throw new Interrupted(`stopped after ${count(runs.length, 'run')}.`, exitCodes[signal]);
}

/** The scene as it is, then every pair. */
function choicesOf({
  methods: wanted = methodNames,
  integrators: schemes = Object.keys(allIntegrators),
}: CompareOptions): Choice[] {
  return [{}, ...wanted.flatMap((method) => schemes.map((integrator) => ({ method, integrator })))];
}
