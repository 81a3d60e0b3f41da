/** What is driven or held may leave contacts no way, with any friction (coulomb/newton/contradiction.ts) or with theirs. */
import { listed, when } from '../../solve/diagnostics.ts';
import type { State } from '../../state/state.ts';
import type { Side } from '../detect/row.ts';
import { contactFault } from '../options.ts';
import type { Contradicting, IslandReport } from './island-report.ts';
import { touching } from './island-solve.ts';
import type { Island } from './islands.ts';
import type { Links } from './links.ts';
import type { Span } from './span.ts';

/** Refuses contacts and constraints that no motion meets together: of the shortest part of a step, where places would come closer in a step than rounding explains. */
export function refuseContradiction(
  { contacts, constraints, speed }: Contradicting,
  state: State,
  thickness: number,
): void {
  if (!(speed * state.h > touching * thickness)) return;
  const names = namesOf(constraints, contacts);
  const what =
    names.length > 1
      ? `${listed(names)} contradict each other: no motion meets all of them`
      : `${names[0]} cannot be met`;
  throw contactFault(
    '',
    `${when(state)}${what}. Stop what is driven before it presses on what cannot yield, drive it by a motor with a greatest "force" or "torque", or take a pair out of contact.`,
  );
}
const namesOf = (constraints: readonly string[], contacts: readonly (readonly [string, string])[]): string[] => [
  ...constraints.map((id) => `constraint "${id}"`),
  ...contacts.map(([a, b]) => `the contact of "${a}" with "${b}"`),
];

/** Residuals of impulses that are no answer. */
const hopeless = 1e-3;

/**
 * Refuses an island with driven constraints, or with what moves as it is told, whose shortest part is not solved by far, and whose bodies would be in each other: friction jams it. A box that an arm on a driven hinge
 * pressed on the floor took 10 s a step, and got 360 J in one of them.
 */
export function refuseJam(
  { rows, links: found }: Island,
  { residual, error }: IslandReport,
  links: Links,
  state: State,
  thickness: number,
  { freeU }: Span,
): void {
  if (!(residual > hopeless && error > touching * thickness)) return;
  const w = state.column('w');
  const isDriven = ({ collider: { halfSpace, placed } }: Side): boolean => {
    if (halfSpace) return false;
    for (let c = placed.start; c < placed.start + placed.size; c++) if (!(w[c] > 0) && freeU[c] !== 0) return true;
    return false;
  };
  if (!found.some((k) => links.isDriven(k)) && !rows.some(({ a, b }) => isDriven(a) || isDriven(b))) return;
  const pairs = rows.filter(({ impulse }) => impulse[0] > 0).map(({ a, b }) => [a, b].map(bodyOf) as [string, string]);
  const contacts = [...new Map(pairs.map((pair) => [pair.join('/'), pair])).values()];
  const names = namesOf([...new Set(found.map((k) => links.nameOf(k)))], contacts);
  throw contactFault(
    '',
    `${when(state)}${names.length > 1 ? listed(names) : names[0]} cannot be solved in the shortest part of a step: what is driven jams by friction. Drive it by a motor with a greatest "force" or "torque", stop it earlier, or give less friction.`,
  );
}
const bodyOf = ({ collider }: Side): string => collider.placed.body.id;
