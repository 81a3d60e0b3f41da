/**
 * npm run laws -- --scenes N [--seed S] [--save FILE]     all laws on the scenes of seeds S, S + 1, ...
 * npm run laws -- --seeds S,S,... [--save FILE]           on those of a list
 * npm run laws -- --faults [--scenes N] [--save FILE]     each mended fault without its mend, on the first N scenes that it touches
 * npm run laws -- --report FILE...                        writes what was saved into docs/validation.md; parts of a run are added up
 *
 * What breaks a law is printed with its seed: npm run laws -- --seed S --scenes 1
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { commandLine, wholeNumber } from '../support/command-line.ts';
import { today, writeBlock } from '../support/generated-block.ts';
import { faults } from './faults.ts';
import { withoutMend } from './faulty-copy.ts';
import { brokenLaws, type LawResults, seeds } from './over-seeds.ts';
import { type FaultsReport, faultsText, type LawsReport, lawsText } from './page.ts';

const { values, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    scenes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    faults: { type: 'boolean', default: false },
    save: { type: 'string' },
    report: { type: 'boolean', default: false },
  },
});
const whole = (name: string, text: string): number => wholeNumber(name, text, 1);
const save = (result: object): void => {
  if (values.save !== undefined) writeFileSync(values.save, `${JSON.stringify(result)}\n`);
};

if (values.report) {
  const saved = positionals.map((file) => JSON.parse(readFileSync(file, 'utf8')) as LawsReport | FaultsReport);
  const runs = saved.filter((one): one is LawsReport => 'told' in one);
  if (runs.length) writeBlock('validation.md', 'laws', lawsText(runs));
  for (const one of saved) if ('faults' in one) writeBlock('validation.md', 'faults', faultsText(one));
} else if (values.faults) {
  const scenes = whole('scenes', values.scenes ?? '40');
  const when = today();
  const results = faults.map((fault, k) => {
    const result = withoutMend(k, scenes);
    console.log(
      `${fault.name}: ${fault.law}, ${result.found.length} of ${result.touched} scenes: ${result.found
        .slice(0, 8)
        .map(({ seed, by }) => `${seed} (${typeof by === 'number' ? by.toPrecision(2) : by})`)
        .join(', ')}; with the mend at most ${result.mended.toPrecision(2)}`,
    );
    return result;
  });
  save({ when, scenes, faults: results });
  process.exitCode = results.every(({ found, mended }) => found.length > 1 && mended <= 1) ? 0 : 1;
} else {
  const [first, count] = [whole('seed', values.seed), whole('scenes', values.scenes ?? '100')];
  const chosen = values.seeds?.split(',').map((text) => whole('seeds', text));
  const when = today();
  const started = Date.now();
  let shown = 0;
  let done = 0;
  const keep = ({ broken, told, refused }: LawResults): void =>
    save({
      when,
      ...(chosen ? { seeds: chosen } : { first }),
      count: done,
      refused,
      broken,
      told: Object.fromEntries(told),
    });
  const results = brokenLaws(chosen ?? seeds(first, first + count - 1), (now) => {
    done++;
    for (; shown < now.broken.length; shown++) console.log(JSON.stringify(now.broken[shown]));
    if (done % 100 > 0) return;
    console.log(`${done} scenes, ${((Date.now() - started) / 1000).toFixed(0)} s`);
    keep(now);
  });
  const { broken, told, refused } = results;
  console.table(Object.fromEntries(told));
  console.log(`${done} scenes: ${broken.length} broken, ${refused} scenes refused.`);
  keep(results);
  process.exitCode = broken.length ? 1 : 0;
}
