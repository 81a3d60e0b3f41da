/** The message of a step that failed: constraints that contradict each other, or motion that is too fast. */

import type { Placed } from '../../forces/placed.ts';
import { listed, short, when } from '../../solve/diagnostics.ts';
import type { State } from '../../state/state.ts';
import { contradictions } from './contradictions.ts';
import { rowsReportOf } from './rows-report.ts';
import type { KktRows } from './system/kkt-rows.ts';

/** How an attempt failed: why, and the rows it did not meet with their residuals, the largest first. */
export interface Failure {
  readonly why: string;
  readonly unmet: readonly { readonly row: number; readonly gap: number }[];
  readonly remedy?: string;
}

/** m or rad: what redundant rows may differ by, far above what a step leaves. */
const leastGap = 1e-6;

const named = (rows: KktRows, some: readonly number[]): string[] => [
  ...new Set(some.map((row) => rows.nodeOf(row)).map(({ shape, member }) => shape.label(member))),
];

/** Rows whose forces grow the better they are met: those with the largest. */
export function stretched(rows: KktRows, lambda: Float64Array): Failure {
  const largest = lambda.reduce((most, l) => Math.max(most, Math.abs(l)), 0);
  const names = named(
    rows,
    [...lambda.keys()].filter((r) => Math.abs(lambda[r]) > 1e-3 * largest),
  );
  const who = names.length > 1 ? listed(names) : names[0];
  return {
    why: `the better ${who} is met, the larger the force, without bound: it is stretched to the full`,
    unmet: [],
    remedy: 'Give it some slack',
  };
}

/** Points without stiffness that are pushed where nothing holds them. */
export function refuseLoose(placed: readonly Placed[], state: State): never {
  const bodies = placed
    .slice(0, 3)
    .map(({ body }) => `"${body.id}"`)
    .join(', ');
  throw new Error(
    `${when(state)}${bodies} cannot be at rest near where it is: nothing has stiffness, and constraints do not hold it in one place. Hold it there, or use "backward-euler".`,
  );
}

/** At rest a step has no length that matters. */
const remedyAtRest = 'Hold it at more places, pull less, or let it come to rest under "backward-euler" with drag';

export function refusal(
  { why, unmet, remedy }: Failure,
  rows: KktRows,
  lambda: Float64Array,
  placed: readonly Placed[],
  state: State,
  parts: number,
): Error {
  const at = when(state);
  const remaining = (row: number, gap: number): string =>
    `${short(Math.abs(gap))} ${rows.nodeOf(row).shape.boundRelation.unit}`;
  const report = rowsReportOf(rows, lambda, state);
  const broken = unmet.length || remedy ? unmet : contradictions(report, rows.C, leastGap);
  if (broken.length) {
    const { dependent } = report;
    const sets = dependent.map(({ row, on }) => [row, ...on]);
    for (const { row, gap } of broken) {
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
  const [worst] = broken;
  const reason = worst
    ? `constraint ${named(rows, [worst.row])[0]} has an error of ${remaining(worst.row, worst.gap)}`
    : why;
  const bodies = placed
    .slice(0, 3)
    .map(({ body }) => `"${body.id}"`)
    .join(', ');
  const atRest = placed.every(({ integrator }) => integrator.solved === 'static');
  const toDo = remedy ?? (atRest ? remedyAtRest : 'Take a shorter step, or pull less');
  const inParts = parts > 1 ? `, not even in ${parts} parts` : '';
  return new Error(`${at}the step of ${short(state.h)} s of ${bodies} cannot be made${inParts}: ${reason}. ${toDo}.`);
}
