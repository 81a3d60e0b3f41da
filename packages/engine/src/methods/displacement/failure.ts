/** The message of a step that failed: constraints that contradict each other, or motion that is too fast. */

import type { Placed } from '../../forces/placed.ts';
import { listed, short, when } from '../../solve/diagnostics.ts';
import type { State } from '../../state/state.ts';
import { rowsReportOf } from './rows-report.ts';
import type { KktRows } from './system/kkt-rows.ts';

/** How an attempt failed: why, and the rows it did not meet with their residuals, the largest first. */
export interface Failure {
  readonly why: string;
  readonly unmet: readonly { readonly row: number; readonly gap: number }[];
}

const named = (rows: KktRows, some: readonly number[]): string[] => [
  ...new Set(some.map((row) => rows.nodeOf(row)).map(({ shape, member }) => shape.blame(member))),
];

export function refusal(
  { why, unmet }: Failure,
  rows: KktRows,
  lambda: Float64Array,
  placed: readonly Placed[],
  state: State,
  parts: number,
): Error {
  const at = when(state);
  const remaining = (row: number, gap: number): string =>
    `${short(Math.abs(gap))} ${rows.nodeOf(row).shape.boundRelation.unit}`;
  if (unmet.length) {
    const { dependent } = rowsReportOf(rows, lambda, state);
    const sets = dependent.map(({ row, on }) => [row, ...on]);
    for (const { row, gap } of unmet) {
      const among = sets.find((set) => set.includes(row));
      const names = among
        ? named(
            rows,
            [...among].sort((a, b) => a - b),
          )
        : [];
      if (names.length < 2) continue;
      return new Error(
        `${at}constraints ${listed(names)} contradict each other: ${remaining(row, gap)} remain between what they ask for. Release one, or aim it elsewhere.`,
      );
    }
  }
  const [worst] = unmet;
  const reason = worst ? `constraint ${named(rows, [worst.row])[0]} stays ${remaining(worst.row, worst.gap)} off` : why;
  const bodies = placed
    .slice(0, 3)
    .map(({ body }) => `"${body.id}"`)
    .join(', ');
  return new Error(
    `${at}the step of ${short(state.h)} s of ${bodies} cannot be made, not even in ${parts} parts: ${reason}. Take a shorter step, or pull less.`,
  );
}
