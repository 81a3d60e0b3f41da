/** What a run of drops has found, as it is saved and as it is told. */
import { stretches } from '../support/generated-block.ts';

export interface DropsReport {
  readonly when: string;
  readonly seed: number;
  readonly from: number;
  drops: number;
  failed: number;
  /** depth and rise in parts of what is allowed, energies in parts of the start */
  readonly worst: Record<
    'depth' | 'energy' | 'rise' | 'unexplained',
    { readonly value: number; readonly drop: number }
  >;
  /** drops whose energy grew by more than a part of it */
  readonly grew: { readonly by: number; drops: number }[];
}

const none = { value: 0, drop: 0 };
export const empty = (when: string, seed: number, from: number): DropsReport => ({
  when,
  seed,
  from,
  drops: 0,
  failed: 0,
  worst: { depth: none, energy: none, rise: none, unexplained: none },
  grew: [0.02, 0.1, 0.25, 0.5, 1].map((by) => ({ by, drops: 0 })),
});

const what: Readonly<Record<keyof DropsReport['worst'], string>> = {
  depth: 'depth in the plane, as a part of what is allowed',
  energy: 'energy above its start, as a part of the start',
  rise: 'the same, as a part of what is allowed',
  unexplained: 'energy that the work of constraints does not explain, as a part of the start; 0.05 is allowed',
};

/** Parts of one run are added up. */
export function dropsText(parts: readonly DropsReport[]): string {
  const total = (of: (one: DropsReport) => number): number => parts.reduce((sum, one) => sum + of(one), 0);
  const from = stretches(parts.map(({ from: first, drops }) => [first, drops]));
  const rows = (Object.keys(what) as (keyof typeof what)[]).map((key) => {
    const { value, drop } = parts.map(({ worst }) => worst[key]).reduce((a, b) => (b.value > a.value ? b : a));
    return `| ${what[key]} | ${value.toPrecision(3)} | ${drop} |`;
  });
  const grew = parts[0].grew.map(({ by }, k) => `${100 * by} %: ${total((one) => one.grew[k].drops)}`).join(', ');
  return [
    `${[...new Set(parts.map(({ when }) => when))].join('; ')}: ${total((one) => one.drops)} drops of seed ${parts[0].seed} (${from}), ${total((one) => one.failed)} failed. Energy grew by more than ${grew}.`,
    '',
    '| the largest | | drop |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}
