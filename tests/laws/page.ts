/** The tables of docs/validation.md, from what runs have saved. */

import { stretches } from '../support/generated-block.ts';
import { faults } from './faults.ts';
import type { FaultResult } from './faulty-copy.ts';
import type { Broken, Told } from './over-seeds.ts';

export interface LawsReport {
  readonly when: string;
  /** first of its seeds, or a list of them: those that an earlier run had found something in */
  readonly first?: number;
  readonly seeds?: readonly number[];
  readonly count: number;
  readonly refused: number;
  readonly broken: readonly Broken[];
  readonly told: Readonly<Record<string, Told>>;
}
export interface FaultsReport {
  readonly when: string;
  readonly scenes: number;
  readonly faults: readonly FaultResult[];
}

const part = (x: number): string => (x < 0.01 ? 'below 0.01' : x.toPrecision(2));

/** Parts of one run are added up. */
export function lawsText(all: readonly LawsReport[]): string {
  const parts = all.filter(({ seeds }) => !seeds);
  const total = (of: (one: LawsReport) => number): number => parts.reduce((sum, one) => sum + of(one), 0);
  const when = [...new Set(parts.map((one) => one.when))].join('; ');
  const from = stretches(parts.map(({ first = 0, count }) => [first, count]));
  const again = all.flatMap(({ when: then, seeds, broken }) =>
    seeds ? ['', `What was broken, run again, ${then}: seeds ${seeds.join(', ')}, ${broken.length} broken.`] : [],
  );
  const rows = Object.keys(parts[0].told).map((law) => {
    const told = parts.map((one) => one.told[law]);
    const worst = told.reduce((a, b) => (b.most > a.most ? b : a));
    const broken = total((one) => one.broken.filter((b) => b.law === law).length);
    return `| ${law} | ${told.reduce((sum, one) => sum + one.scenes, 0)} | ${broken} | ${part(worst.most)} | ${worst.seed} |`;
  });
  return [
    `${when}: ${total((one) => one.count)} scenes, seeds ${from}; ${total((one) => one.refused)} of them refused with a sentence.`,
    '',
    '| law | scenes it applies to | broken | most, as a part of what is allowed | seed |',
    '|---|---|---|---|---|',
    ...rows,
    ...again,
  ].join('\n');
}

export function faultsText({ when, scenes, faults: results }: FaultsReport): string {
  const rows = results.map(({ touched, found, mended }, k) => {
    const examples = found
      .slice(0, 6)
      .map(({ seed, by }) => `${seed} (${typeof by === 'number' ? by.toPrecision(2) : 'stopped'})`)
      .join(', ');
    return `| ${faults[k].name} | ${faults[k].law} | ${found.length} of ${touched} | ${examples} | ${part(mended)} |`;
  });
  return [
    `${when}: the first ${scenes} scenes that each touches; a law may say nothing of some.`,
    '',
    '| fault | law | scenes that find it, of those it touches | the first, and how many times the bound | with the mend |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
