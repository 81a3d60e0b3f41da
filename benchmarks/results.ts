/** What was measured, kept in git: results/<kind of machine>.csv, one line per version and row. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './harness.ts';

/** The kind of processor. Some say only a maker's name ("AMD EPYC") for generations of which one is twice as fast as another: these say their family. */
function processor(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  if (/\d/.test(model) || !existsSync('/proc/cpuinfo')) return model;
  const family = /^cpu family\s*: (\d+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1];
  return family ? `${model} family ${family}` : model;
}
/** The kind of machine, never its name. */
export const program = { cpu: processor(), node: process.versions.node };

const header = 'version,row,score,unit,target,met,least,greatest,milliseconds';
const engine: { version: string } = JSON.parse(
  readFileSync(new URL('../packages/engine/package.json', import.meta.url), 'utf8'),
);

function line({ name, target, times, score, spread, met }: Outcome): string {
  const { bound, unit } = target;
  const digits = (n: number): string => String(Number(n.toPrecision(4)));
  const milliseconds = Object.entries(times).map(([what, ms]) => `${what} ${digits(ms)}`);
  return [
    engine.version,
    name,
    digits(score),
    unit,
    bound ? `at ${bound.at} ${bound.value}` : '',
    verdict(met),
    ...spread.map(digits),
    milliseconds.join('; '),
  ].join(',');
}

export const verdict = (met: boolean | undefined): string => (met === undefined ? '' : met ? 'ok' : 'miss');

const fileOf = (): string => {
  const major = program.node.split('.')[0];
  const name = `${program.cpu} node ${major}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return fileURLToPath(new URL(`./results/${name}.csv`, import.meta.url));
};
const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(1) : [];

/** Scores of this version that were saved on this kind of machine. */
export const savedScores = (): Pick<Outcome, 'name' | 'score'>[] =>
  linesOf(fileOf())
    .map((text) => text.split(','))
    .filter(([version]) => version === engine.version)
    .map(([, name, score]) => ({ name, score: Number(score) }));

/** Add the outcomes of this version; what the same version had in the same rows is replaced. */
export function save(outcomes: readonly Outcome[]): string {
  const file = fileOf();
  const old = linesOf(file);
  const fresh = outcomes.map(line);
  const key = (text: string): string => text.split(',').slice(0, 2).join();
  const replaced = new Set(fresh.map(key));
  const kept = old.filter((text) => !replaced.has(key(text)));
  writeFileSync(file, `${[header, ...kept, ...fresh].join('\n')}\n`);
  return file;
}
