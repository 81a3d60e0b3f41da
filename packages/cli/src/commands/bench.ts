import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { Failure, UsageError } from '../base/failure.ts';
import type { Output } from '../base/output.ts';
import { packageFolder } from '../base/package-folder.ts';
import { checkOutputs } from '../files/outputs.ts';

interface BenchOptions {
  readonly suite?: string;
  readonly row?: string;
  readonly processes?: string;
  readonly json?: boolean;
  readonly save?: boolean;
  readonly plot?: string;
  readonly table?: string;
  readonly force?: boolean;
  readonly yardstick?: string;
}

export function addBench(program: Command, _output: Output): void {
  program
    .command('bench')
    .description(
      'Run the benchmark suites: ratios against other programs in one run, on this machine.\n' +
        'The suites are part of the repository, not of the installed package.',
    )
    .option('--suite <name>', 'only this suite')
    .option('--row <text>', 'only rows whose names contain this')
    .option(
      '--processes <count>',
      'measure each row in this many processes and take the best (default: 5; threads 3, peers 1)',
    )
    .option('--json', 'as JSON')
    .option('--save', 'keep the scores in benchmarks/results, each as soon as it is known')
    .option('--table <page.md>', 'write the tables of the suite (peers) between their marks in a page; saves, too')
    .option('--plot <file.svg>', 'write the plot of the suite')
    .option('--force', 'replace the plot if it exists')
    .option('--yardstick <c-file>', 'a C or C++ program to compare with; suites that cannot use it say so')
    .addHelpText(
      'after',
      '\nExamples:\n  pliant bench\n  pliant bench --suite kernel --json\n  pliant bench --suite curtain --yardstick limit.c\n  pliant bench --suite micado --plot cost.svg\n' +
        '  npm ci --prefix benchmarks/peers && pliant bench --suite peers --table docs/benchmarks.md',
    )
    .action(bench);
}

async function bench(options: BenchOptions): Promise<void> {
  const { suite, row, processes, json, save, plot, table, yardstick, force = false } = options;
  const root = join(packageFolder(), '../..');
  const script = join(root, 'benchmarks/run.ts');
  // the folders around an installed package belong to other projects
  if (!existsSync(join(root, 'packages/cli')) || !existsSync(script)) {
    throw new Failure(
      'the benchmarks are part of the repository, not of the installed package. Clone the repository and run them there.',
    );
  }
  if (yardstick !== undefined && !statSync(yardstick, { throwIfNoEntry: false })?.isFile()) {
    throw new Failure(`${yardstick}: there is no such file. Give a C or C++ program to --yardstick.`);
  }
  if (table !== undefined && !statSync(table, { throwIfNoEntry: false })?.isFile()) {
    throw new Failure(
      `${table}: there is no such file. Give a page with marks for tables to --table, as docs/benchmarks.md.`,
    );
  }
  const inputs = yardstick === undefined ? [] : [{ name: '--yardstick', path: yardstick }];
  if (plot !== undefined) checkOutputs(inputs, [{ name: '--plot', path: plot, ending: '.svg' }], force);
  const args = [
    ...(suite === undefined ? [] : ['--suite', suite]),
    ...(row === undefined ? [] : ['--row', row]),
    ...(processes === undefined ? [] : ['--processes', processes]),
    ...(json ? ['--json'] : []),
    ...(save ? ['--save'] : []),
    ...(table === undefined ? [] : ['--table', resolve(table)]),
    ...(plot === undefined ? [] : ['--plot', resolve(plot)]),
    ...(yardstick === undefined ? [] : ['--yardstick', resolve(yardstick)]),
  ];
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 2) throw new UsageError('the benchmarks refused these options.');
  if (code !== 0) throw new Failure(code === null ? 'the benchmarks were stopped.' : 'the benchmarks failed.');
}
