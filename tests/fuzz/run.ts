/**
 * npm run fuzz -- --seed N --minutes M [--kind KIND] [--cases N] [--jobs N] [--report]
 *
 * Makes cases from seeds N, N + 1, ... until the time is over, in turns of all kinds or of one, in --jobs processes. Every bad
 * one is saved in tests/repro/ at once, and made smaller when all cases are done. --report writes the counts and the seeds of
 * all bad cases into docs/reliability.md. Ctrl-C ends it after the cases under way, with its counts.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandLine, wholeNumber, wrong } from '../support/command-line.ts';
import { type FuzzCase, type Kind, kinds, makeCase } from './cases.ts';
import { classes, type Verdict } from './judge.ts';
import { minimised } from './minimise.ts';
import { type BadCase, writeReport } from './report.ts';
import { isLimit, Runner } from './runner.ts';

const { values } = commandLine(import.meta.url, {
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '1' },
    cases: { type: 'string' },
    kind: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    report: { type: 'boolean', default: false },
  },
});
const number = (name: string, text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0) || !Number.isFinite(value))
    wrong(`--${name}: "${text}" is not a number of at least 0.`);
  return value;
};
const seed = wholeNumber('seed', values.seed, 0);
const minutes = number('minutes', values.minutes);
const most = values.cases === undefined ? Number.POSITIVE_INFINITY : wholeNumber('cases', values.cases, 1);
if (values.kind !== undefined && !kinds.includes(values.kind as Kind))
  wrong(`--kind: "${values.kind}" is unknown. Use ${kinds.join(', ')}.`);
const jobs = wholeNumber('jobs', values.jobs, 1);
const chosen = values.kind === undefined ? kinds : [values.kind as Kind];

const counts = Object.fromEntries(
  chosen.map((kind) => [kind, Object.fromEntries(classes.map((c) => [c, 0]))]),
) as Record<Kind, Record<Verdict['class'], number>>;
const bad: BadCase[] = [];
/** what is tested, even if something is committed meanwhile */
const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim();
const started = Date.now();
const spent = (): number => (Date.now() - started) / 60_000;
let done = 0;
let isEnded = false;
process.once('SIGINT', () => {
  isEnded = true;
});
const runners = Array.from({ length: jobs }, () => new Runner());
await Promise.all(runners.map(runCases));
const minutesSpent = spent();
console.table(counts);
bad.sort((a, b) => a.seed - b.seed);
for (const one of bad) console.log(`bad: ${one.kind}, seed ${one.seed}: ${one.why.slice(0, 200)}`);
if (values.report) {
  const date = new Date().toISOString().slice(0, 10);
  writeReport({ date, commit, seed, minutes: minutesSpent, counts, bad });
}
for (const one of bad) await saveSmaller(one);
for (const runner of runners) runner.close();
process.exitCode = bad.length ? 1 : 0;

/** The next case, one of each kind in turns. */
function next(): { kind: Kind; seed: number } | undefined {
  if (isEnded || done >= most || spent() >= minutes) return undefined;
  const turn = done++;
  if (done % 1000 === 0) console.log(`${done} cases after ${spent().toFixed(1)} minutes, ${bad.length} bad`);
  return { kind: chosen[turn % chosen.length], seed: seed + Math.floor(turn / chosen.length) };
}
async function runCases(runner: Runner): Promise<void> {
  for (let one = next(); one; one = next()) {
    const input = await makeCase(one.kind, one.seed);
    const verdict = await runner.run(input);
    counts[one.kind][verdict.class]++;
    if (verdict.class !== 'bad') continue;
    const found = { ...one, why: verdict.why, isLimit: isLimit(verdict) };
    console.log(`${one.kind}, seed ${one.seed}: ${verdict.why.slice(0, 400)}`);
    bad.push(found);
    save(found, input);
  }
}
function save({ kind, seed, why }: BadCase, input: FuzzCase): void {
  const file = fileURLToPath(new URL(`../repro/${kind}-${seed}.json`, import.meta.url));
  writeFileSync(file, `${JSON.stringify({ seed, why, case: input }, undefined, 2)}\n`);
}
/** A case that meets a limit takes its time at every try, so it gets few. */
async function saveSmaller(one: BadCase): Promise<void> {
  const input = await makeCase(one.kind, one.seed);
  save(one, await minimised(input, one.why, (smaller) => runners[0].run(smaller), one.isLimit ? 12 : 300));
  console.log(`saved tests/repro/${one.kind}-${one.seed}.json`);
}
