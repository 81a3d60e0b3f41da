/**
 * npm run bench -- [--suite NAME] [--row TEXT] [--processes N] [--json] [--save] [--plot FILE] [--table PAGE] [--yardstick FILE]
 *
 * Measures every row and prints what came out beside what was hoped for. A missed target says "miss" and is no failure;
 * contenders that compute different things are: such a row, or one whose process breaks off, is told, the others are measured, and the
 * exit code is 1. `--row` takes the rows whose names contain a text. `--save` writes each outcome as soon as it is known to results/, one file per kind
 * of machine, one line per version and score; `--table` does so too. `--plot` draws what a suite has to draw,
 * as SVG; `--table` writes a suite's tables between their marks in a page of the documents, with saved scores of rows that were not measured. `--yardstick` names a C or C++ program to measure against; suites that have no use for it say so, and those that
 * miss it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { commandLine } from '../tests/support/command-line.ts';
import { inWords, measured, type Outcome } from './harness.ts';
import { program, save, savedScores, verdict } from './results.ts';
import { plots, processesOf, suites, tables, usesYardstick } from './suites/index.ts';
import { buildYardstick, languageOf } from './yardstick.ts';

const { values: options } = commandLine(import.meta.url, {
  options: {
    suite: { type: 'string' },
    row: { type: 'string', default: '' },
    processes: { type: 'string' },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    plot: { type: 'string' },
    table: { type: 'string' },
    yardstick: { type: 'string' },
  },
});
function quit(message: string, status: 1 | 2): never {
  console.error(message);
  process.exit(status);
}
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

if (options.suite !== undefined && !(options.suite in suites)) {
  quit(`--suite — there is no "${options.suite}"; there are: ${Object.keys(suites).join(', ')}.`, 2);
}
const processes =
  options.processes === undefined ? (processesOf.get(options.suite ?? '') ?? 5) : Number(options.processes);
if (!Number.isInteger(processes) || processes < 1) {
  quit(`--processes — "${options.processes}" is not a whole number from 1 on.`, 2);
}
const plot = plots.get(options.suite ?? '');
if (options.plot !== undefined && !plot) {
  quit(`--plot — give a --suite that has a plot: ${[...plots.keys()].join(', ')}.`, 2);
}
const table = tables.get(options.suite ?? '');
if (options.table !== undefined && !table) {
  quit(`--table — give a --suite that has tables: ${[...tables.keys()].join(', ')}.`, 2);
}
const chosen = options.suite === undefined ? Object.keys(suites) : [options.suite];
const given = options.yardstick === undefined ? undefined : languageOf(options.yardstick);
for (const suite of chosen) {
  const used = usesYardstick.get(suite);
  if (given !== undefined && used !== given) {
    const reason = used ? `is measured against a ${used} program` : 'has no row that is measured against a program';
    console.error(`${suite}: ${reason}; --yardstick is not used.`);
  }
  if (given === undefined && used)
    console.error(`${suite}: without --yardstick FILE (${used}) only our own times are told, no ratios to it.`);
}
if (options.yardstick !== undefined && chosen.some((suite) => usesYardstick.get(suite) === given)) {
  try {
    const lacking = buildYardstick(options.yardstick);
    if (lacking) console.error(`${lacking} Only our own times are told.`);
  } catch (error) {
    quit(messageOf(error), 1);
  }
}

const widths = [38, 22, 26, 4];
const print = (...cells: string[]): void => {
  if (!options.json)
    console.log(
      cells
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};
const digits = (value: number): string => value.toPrecision(3);

function printOutcome({ name, target, times, score, spread, met }: Outcome, first: boolean): void {
  const measuredTimes = Object.entries(times).map(([what, ms]) => `${what} ${digits(ms)} ms`);
  const range = `${digits(score)} (${digits(spread[0])}-${digits(spread[1])})`;
  print(name, range, inWords(target), verdict(met), first ? measuredTimes.join(', ') : '');
}

if (options.table !== undefined && table) {
  try {
    await table(readFileSync(options.table, 'utf8'), savedScores()); // a page without marks is told before minutes of work
  } catch (error) {
    quit(`--table ${options.table} — ${messageOf(error)}`, 1);
  }
}
const outcomes: Outcome[] = [];
const failed: string[] = [];
const keeps = options.save || options.table !== undefined;
let file = '';
print(`${program.cpu}, Node ${program.node}; the best of ${processes} processes, and their range`);
print('row', 'score', 'target', '', 'least times');
for (const suite of chosen) {
  const rows = (await suites[suite]()).filter(({ name }) => name.includes(options.row));
  for (const [n, row] of rows.entries()) {
    if (row.missing !== undefined) {
      console.error(`${row.name}: ${row.missing}`);
      continue;
    }
    if (process.stderr.isTTY) process.stderr.write(`${n + 1} of ${rows.length}: ${row.name}\r`);
    let found: Outcome[];
    try {
      found = await measured(row, suite, processes);
    } catch (error) {
      console.error(messageOf(error));
      failed.push(row.name);
      continue;
    }
    found.forEach((outcome, i) => {
      printOutcome(outcome, i === 0);
    });
    outcomes.push(...found);
    if (keeps) file = save(found);
  }
}
if (options.json) console.log(JSON.stringify({ program, processes, outcomes }, null, 2));
if (file) console.error(`saved to ${file}`);
if (options.plot !== undefined && plot) {
  try {
    writeFileSync(options.plot, await plot(outcomes));
  } catch (error) {
    quit(`--plot ${options.plot} — ${messageOf(error)}`, 1);
  }
  console.error(`drawn to ${options.plot}`);
}
if (options.table !== undefined && table) {
  try {
    writeFileSync(options.table, await table(readFileSync(options.table, 'utf8'), [...outcomes, ...savedScores()]));
  } catch (error) {
    quit(`--table ${options.table} — ${messageOf(error)}`, 1);
  }
  console.error(`written into ${options.table}`);
}
if (failed.length) quit(`failed: ${failed.join(', ')}.`, 1);
