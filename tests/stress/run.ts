/**
 * npm run stress -- --drops N --seed S [--from K] [--minutes M] [--save FILE]
 * npm run stress -- --report FILE...
 * npm run stress -- --contact N --seed S [--from K] [--save FILE]       rigid bodies that touch: contact-drops.ts
 * npm run stress -- --soft N --seed S [--from K] [--save FILE]          soft bodies that touch: soft-drops.ts
 *
 * Runs drops K, K + 1, ... of a seed and prints those that go wrong, each with the command that runs it again:
 * npm run stress -- --seed S --from K --drops 1. --report writes what was saved into docs/reliability.md; parts of a run are added up.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { commandLine, wholeNumber } from '../support/command-line.ts';
import { today, writeBlock } from '../support/generated-block.ts';
import { type ContactOutcome, contactDrop } from './contact-drops.ts';
import { type ContactReport, contactText } from './contact-report.ts';
import { makeDrop, run } from './drops.ts';
import { type DropsReport, dropsText, empty } from './report.ts';
import { softDrop } from './soft-drops.ts';

/** Drops after which a long run says how far it is. */
const told = { contact: 500, soft: 50 };
const { values, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    drops: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    minutes: { type: 'string' },
    contact: { type: 'string' },
    soft: { type: 'string' },
    save: { type: 'string' },
    report: { type: 'boolean', default: false },
  },
});
const whole = (name: string, text: string): number => wholeNumber(name, text, 0);

if (values.report) {
  const parts = positionals.map((file) => JSON.parse(readFileSync(file, 'utf8')) as DropsReport | ContactReport);
  const own = parts.filter((part): part is DropsReport => !('kind' in part));
  const touch = parts.filter((part): part is ContactReport => 'kind' in part);
  if (own.length) writeBlock('reliability.md', 'drops', dropsText(own));
  if (touch.length) writeBlock('reliability.md', 'contact-drops', contactText(touch));
} else if (values.contact !== undefined) {
  touching('contact', contactDrop, values.contact);
} else if (values.soft !== undefined) {
  touching('soft', softDrop, values.soft);
} else {
  const report = runAll();
  console.log(dropsText([report]));
  save(report);
  process.exitCode = report.failed ? 1 : 0;
}

function save(report: DropsReport | ContactReport): void {
  if (values.save !== undefined) writeFileSync(values.save, `${JSON.stringify(report)}\n`);
}

function runAll(): DropsReport {
  const [drops, seed, from] = [whole('drops', values.drops), whole('seed', values.seed), whole('from', values.from)];
  const until = values.minutes === undefined ? Infinity : Date.now() + 60_000 * whole('minutes', values.minutes);
  const report = empty(today(), seed, from);
  for (; report.drops < drops && Date.now() < until; report.drops++) {
    const number = from + report.drops;
    const drop = makeDrop(seed, number);
    const outcome = run(drop);
    for (const key of ['depth', 'energy', 'rise', 'unexplained'] as const)
      if (!(outcome[key] <= report.worst[key].value)) report.worst[key] = { value: outcome[key], drop: number };
    report.grew.forEach((one) => {
      if (outcome.energy > one.by) one.drops++;
    });
    if (drops === 1) console.log(`${drop.words}\nhash ${outcome.hash}`);
    if (report.drops % 1000 === 0) save(report);
    if ((report.drops + 1) % 5000 === 0) console.log(`${report.drops + 1} drops, ${report.failed} failed`);
    if (outcome.fault === undefined) continue;
    report.failed++;
    console.log(
      `drop ${number}: ${outcome.fault}\n  ${drop.words}\n  npm run stress -- --seed ${seed} --from ${number} --drops 1`,
    );
  }
  return report;
}

/** Bodies that touch: see contact-drops.ts and soft-drops.ts. */
function touching(
  option: 'contact' | 'soft',
  drop: (seed: number, number: number) => ContactOutcome,
  asked: string,
): void {
  const [count, seed, from] = [whole(option, asked), whole('seed', values.seed), whole('from', values.from)];
  const report: ContactReport = {
    when: values.save === undefined ? '' : today(),
    kind: option,
    seed,
    from,
    drops: 0,
    failed: [],
    gain: 0,
    rise: 0,
  };
  for (let k = 0; k < count; k++) {
    const outcome = drop(seed, from + k);
    report.drops++;
    report.rise = Math.max(report.rise, outcome.rise);
    report.gain = Math.max(report.gain, outcome.gain);
    if (count === 1) console.log(`${outcome.words}\nhash ${outcome.hash}`);
    if (outcome.fault !== undefined) {
      report.failed.push({ drop: from + k, fault: outcome.fault });
      console.log(
        `${option} drop ${from + k}: ${outcome.fault}\n  ${outcome.words}\n  npm run stress -- --${option} 1 --seed ${seed} --from ${from + k}`,
      );
    }
    if ((k + 1) % told[option] !== 0) continue;
    console.log(`${from} to ${from + k}: ${k + 1} drops, ${report.failed.length} failed`);
    save(report);
  }
  save(report);
  const { gain, rise } = report;
  const wrong = report.failed.length;
  console.log(
    `${count} ${option} drops of seed ${seed}: ${wrong} failed; of the energy at the start, a solve adds at most ${gain.toPrecision(3)}, and ${option === 'soft' ? 'the total rises by at most' : 'contacts do in a step at most'} ${rise.toPrecision(3)}.`,
  );
  process.exitCode = wrong ? 1 : 0;
}
