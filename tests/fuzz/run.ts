/**
 * npm run fuzz -- --seed N --minutes M [--kind KIND] [--cases N] [--report]
 *
 * Makes cases from seeds N, N + 1, ... until the time is over, in turns of all kinds or of one. What is bad is made smaller and
 * saved in tests/repro/, once for each way of being bad. --report writes the counts into docs/reliability.md. Ctrl-C ends it
 * after the case under way, with its counts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type FuzzCase, type Kind, kinds, makeCase } from './cases.ts';
import { classes, type Verdict } from './judge.ts';
import { minimised, signature } from './minimise.ts';
import { writeReport } from './report.ts';
import { Runner } from './runner.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '1' },
    cases: { type: 'string' },
    kind: { type: 'string' },
    report: { type: 'boolean', default: false },
  },
});
const number = (name: string, text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0) || !Number.isFinite(value)) {
    console.error(`--${name}: "${text}" is not a number of at least 0.`);
    process.exit(2);
  }
  return value;
};
const seed = number('seed', values.seed);
const minutes = number('minutes', values.minutes);
const most = values.cases === undefined ? Number.POSITIVE_INFINITY : number('cases', values.cases);
if (values.kind !== undefined && !kinds.includes(values.kind as Kind)) {
  console.error(`--kind: "${values.kind}" is unknown. Use ${kinds.join(', ')}.`);
  process.exit(2);
}
const chosen = values.kind === undefined ? kinds : [values.kind as Kind];

const counts = Object.fromEntries(
  chosen.map((kind) => [kind, Object.fromEntries(classes.map((c) => [c, 0]))]),
) as Record<Kind, Record<Verdict['class'], number>>;
const seen = new Map<string, number>();
const runner = new Runner();
/** what is tested, even if something is committed meanwhile */
const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim();
const started = Date.now();
let done = 0;
let isEnded = false;
process.once('SIGINT', () => {
  isEnded = true;
});
for (let n = seed; !isEnded && done < most && Date.now() - started < minutes * 60_000; n++) {
  for (const kind of chosen) {
    const input = await makeCase(kind, n);
    const verdict = await runner.run(input);
    counts[kind][verdict.class]++;
    done++;
    if (done % 1000 === 0) console.log(`${done} cases after ${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
    if (verdict.class === 'bad') await keep(kind, n, input, verdict.why);
  }
}
runner.close();
const spent = (Date.now() - started) / 60_000;
console.table(counts);
for (const [why, times] of seen) console.log(`bad ${times} times: ${why}`);
if (values.report) {
  writeReport({ date: new Date().toISOString().slice(0, 10), commit, seed, minutes: spent, counts });
}
process.exitCode = seen.size ? 1 : 0;

/** One file for each way of being bad. */
async function keep(kind: Kind, n: number, input: FuzzCase, why: string): Promise<void> {
  const what = `${kind}: ${signature(why)}`;
  const times = (seen.get(what) ?? 0) + 1;
  seen.set(what, times);
  if (times > 1) return console.log(`${kind}, seed ${n}: the same again`);
  console.log(`${kind}, seed ${n}: ${why.slice(0, 400)}`);
  const small = await minimised(
    input,
    why,
    (one) => runner.run(one),
    /too long|ended the process/.test(why) ? 12 : 300,
  );
  const file = fileURLToPath(new URL(`../repro/${kind}-${n}.json`, import.meta.url));
  if (existsSync(file)) return;
  writeFileSync(file, `${JSON.stringify({ seed: n, why, case: small }, undefined, 2)}\n`);
  console.log(`saved ${file}`);
}
