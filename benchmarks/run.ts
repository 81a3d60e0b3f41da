/**
 * npm run bench -- [--suite NAME] [--row TEXT] [--processes N] [--json] [--save] [--yardstick C_FILE]
 *
 * Measures every row and prints what came out beside what was hoped for. A missed target says "miss" and is no failure;
 * contenders that compute different things are. `--row` takes the rows whose names contain a text. `--save` writes the
 * outcome to results/, one file per kind of machine, one line per version and row. `--yardstick`
 * names a C program to measure against: rows find it in PLIANT_YARDSTICK; suites without such rows say so.
 */
import { parseArgs } from 'node:util';
import { measured, type Outcome } from './harness.ts';
import { machine, save } from './results.ts';
import { suites, usesYardstick } from './suites/index.ts';

const { values: options } = parseArgs({
  options: {
    suite: { type: 'string' },
    row: { type: 'string', default: '' },
    processes: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    yardstick: { type: 'string' },
  },
});
if (options.suite !== undefined && !(options.suite in suites)) {
  console.error(`--suite — there is no "${options.suite}"; there are: ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}
const processes = Number(options.processes);
if (!Number.isInteger(processes) || processes < 1) {
  console.error(`--processes — "${options.processes}" is not a whole number from 1 on.`);
  process.exit(2);
}
if (options.yardstick !== undefined) {
  process.env.PLIANT_YARDSTICK = options.yardstick; // for the processes of the rows
  for (const suite of options.suite === undefined ? Object.keys(suites) : [options.suite]) {
    if (!usesYardstick.has(suite))
      console.error(`${suite}: no row is measured against a C program; --yardstick is not used.`);
  }
}

const widths = [36, 40, 22, 26, 4];
const print = (...cells: string[]): void => {
  if (!options.json)
    console.log(
      cells
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    );
};
const digits = (value: number): string => value.toPrecision(3);

function printOutcome({ row, times, score, spread, met }: Outcome): void {
  const { bound, value, unit } = row.target;
  const measuredTimes = Object.entries(times).map(([name, ms]) => `${name} ${digits(ms)} ms`);
  const range = `${digits(score)} (${digits(spread[0])}-${digits(spread[1])})`;
  print(row.name, measuredTimes.join(', '), range, `${bound} ${value} ${unit}`, met ? 'ok' : 'miss');
}

const outcomes: Outcome[] = [];
print(`${machine.cpu}, Node ${machine.node}; the best of ${processes} processes, and their range`);
print('row', 'least times', 'score', 'target', '');
for (const [suite, load] of Object.entries(suites)) {
  if (options.suite !== undefined && options.suite !== suite) continue;
  for (const row of await load()) {
    if (!row.name.includes(options.row)) continue;
    const outcome = await measured(row, suite, processes);
    outcomes.push(outcome);
    printOutcome(outcome);
  }
}
if (options.json) {
  const plain = outcomes.map(({ row: { name, what, target }, ...rest }) => ({ name, what, target, ...rest }));
  console.log(JSON.stringify({ machine, processes, outcomes: plain }, null, 2));
}
if (options.save) console.error(`saved to ${save(outcomes)}`);
