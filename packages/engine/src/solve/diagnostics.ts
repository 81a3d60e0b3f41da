/** Messages about systems of rows that cannot be solved. */
import { Refusal } from '../base/refusal.ts';
import { explained } from '../constraints/row-checks.ts';
import type { State } from '../state/state.ts';
import type { RowSystem } from './row-system.ts';

/** Rows with at least this part of the largest residual are named with it. */
const alsoUnmet = 1e-3;

/** A row is not a number. */
export function refuseLost(system: RowSystem, values: Float64Array, state: State): never {
  const row = values.findIndex((value, r) => system.on[r] === 1 && !Number.isFinite(value));
  const { shape, member } = system.nodeOf(Math.max(0, row));
  throw new Error(`t = ${short(state.time)} s: constraint ${shape.label(member)}: ${explained(shape, member)}`);
}

/** Rows that are not satisfied after so many corrections. b: minus their residuals; atStart: those where the step begins, with the targets of its end. */
export function refuseUnmet(
  system: RowSystem,
  b: Float64Array,
  passes: number,
  state: State,
  atStart: Float64Array,
): never {
  let worst = 0;
  for (let r = 0; r < b.length; r++) if (!(Math.abs(b[r]) <= Math.abs(b[worst]))) worst = r;
  const unmet = [...b.keys()].filter((r) => Math.abs(b[r]) >= alsoUnmet * Math.abs(b[worst]));
  const names = namesOf(system, withNeighbours(system, unmet));
  const unit = system.nodeOf(worst).shape.boundRelation.unit;
  const gap = `${short(Math.abs(b[worst]))} ${unit}`;
  const ids = idsOf(system, withNeighbours(system, unmet));
  refuseStretched(system, b, unmet, state, atStart);
  const follows = new Set(system.dependent.flatMap((r) => [r, ...system.dependsOn(r)]));
  // independent rows that were satisfied at the beginning of the step can be satisfied after a short enough one
  if (state.steps > 0 && !unmet.some((r) => follows.has(r)))
    throw new Refusal(
      'conflict',
      {},
      `${when(state)}${names.length > 1 ? `constraints ${listed(names)} have` : `constraint ${names[0]} has`} an error of ${gap} after ${passes} corrections: the step of ${short(state.h)} s is too long for the speed at which they turn, or for their ratio of masses. Take a shorter step; if none helps, they contradict each other: release one, or give what they stretch to the full some slack.`,
      ids,
    );
  if (names.length > 1)
    throw new Refusal(
      'conflict',
      {},
      `${when(state)}constraints ${listed(names)} contradict each other, or cannot be met from here: ${gap} remain after ${passes} corrections. Release one, aim it elsewhere, or take a shorter step.`,
      ids,
    );
  throw new Refusal(
    'conflict',
    {},
    `${when(state)}constraint ${names[0]} has an error of ${gap} after ${passes} corrections; the step is too long for its speed, or it cannot be met. Take a shorter step, or release it.`,
    ids,
  );
}

/** Of what is left: rows that are met to this where the step begins are met there. */
const met = 1e-3;

/** Dependent rows that are met where the step begins, and that nothing drives: what they hold together is as long as it can be. */
function refuseStretched(
  system: RowSystem,
  b: Float64Array,
  unmet: readonly number[],
  state: State,
  atStart: Float64Array,
): void {
  const sets = system.dependent.map((r) => [r, ...system.dependsOn(r)]);
  const set = sets.find((rows) => rows.some((r) => unmet.includes(r)));
  if (!set) return;
  const worst = Math.max(...unmet.map((r) => Math.abs(b[r])));
  if (!set.every((r) => Math.abs(atStart[r]) <= met * worst)) return;
  const names = namesOf(system, set);
  if (names.length < 2) return;
  throw new Refusal(
    'conflict',
    {},
    `${when(state)}constraints ${listed(names)} are met where the step begins, and nowhere near: what is between them is stretched to the full, and cannot give way to forces across it. Give it some slack, as a part that is longer or ends that are closer, or let one end slide, as on a "slider".`,
    idsOf(system, set),
  );
}

/** Before the first step there is no need to say when. */
export const when = ({ steps, time }: State): string => (steps > 0 ? `t = ${short(time)} s: ` : '');

/** Rows, and the rows that share coordinates with them. */
function withNeighbours(system: RowSystem, rows: readonly number[]): number[] {
  const [among, moved] = [new Set(rows), new Set<number>()];
  system.entries((row, coordinate) => {
    if (among.has(row)) moved.add(coordinate);
  });
  const all = new Set(rows);
  system.entries((row, coordinate) => {
    if (system.on[row] && moved.has(coordinate)) all.add(row);
  });
  return [...all];
}

/** The constraints behind rows, each once, in the order of the rows. */
export const namesOf = (system: RowSystem, rows: readonly number[]): string[] => [
  ...new Set(
    [...rows]
      .sort((a, b) => a - b)
      .map((r) => system.nodeOf(r))
      .map(({ shape, member }) => shape.label(member)),
  ),
];
const idsOf = (system: RowSystem, rows: readonly number[]): string[] => [
  ...new Set(
    [...rows]
      .sort((a, b) => a - b)
      .map((r) => system.nodeOf(r))
      .map(({ shape, member }) => shape.who(member).constraint),
  ),
];
export const short = (x: number): string => String(Number(x.toPrecision(3)));
export const listed = (names: readonly string[]): string =>
  names.length > 6
    ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
