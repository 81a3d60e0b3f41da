/** What a run of drops of bodies that touch has found, as it is saved and as it is told. */
import { stretches } from '../support/generated-block.ts';

export interface ContactReport {
  readonly when: string;
  readonly kind: 'contact' | 'soft';
  readonly seed: number;
  readonly from: number;
  drops: number;
  readonly failed: { readonly drop: number; readonly fault: string }[];
  /** of the energy at the start: what a solve adds; what contacts do in a step, of soft bodies the rise of the total */
  gain: number;
  rise: number;
}

const words = { contact: 'rigid', soft: 'soft' } as const;

/** Parts of one run, which have kind and seed in common, are a row. */
export function contactText(parts: readonly ContactReport[]): string {
  const runs = new Map<string, ContactReport[]>();
  for (const part of parts) {
    const key = `${part.kind} ${part.seed}`;
    runs.set(key, [...(runs.get(key) ?? []), part]);
  }
  const most = (all: readonly ContactReport[], of: (one: ContactReport) => number): string =>
    Math.max(...all.map(of)).toPrecision(3);
  const rows = [...runs.values()].map((all) => {
    const { kind, seed } = all[0];
    const drops = all.reduce((sum, one) => sum + one.drops, 0);
    const numbers = stretches(all.map(({ from, drops: count }) => [from, count]));
    const failed = all.reduce((sum, one) => sum + one.failed.length, 0);
    return `| ${drops} ${words[kind]} | ${seed}: ${numbers} | ${failed} | ${most(all, ({ gain }) => gain)} | ${most(all, ({ rise }) => rise)} |`;
  });
  const failed = parts.flatMap((part) =>
    part.failed.map(({ drop, fault }) => `- ${words[part.kind]}, seed ${part.seed}, drop ${drop}: ${fault}`),
  );
  return [
    `${[...new Set(parts.map(({ when }) => when))].join('; ')}.`,
    '',
    '| drops | seed: numbers | failed | a solve adds at most, of the energy at the start | contacts do in a step at most; of soft ones the total rises by |',
    '|---|---|---|---|---|',
    ...rows,
    ...(failed.length ? ['', ...failed] : []),
  ].join('\n');
}
