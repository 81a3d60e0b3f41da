/** What is driven or held may leave contacts no way (coulomb/newton/contradiction.ts). */
import { listed, when } from '../../solve/diagnostics.ts';
import type { State } from '../../state/state.ts';
import { contactFault } from '../options.ts';
import type { Contradicting } from './island-report.ts';
import { touching } from './island-solve.ts';

/** Refuses contacts and constraints that no motion meets together: of the shortest part of a step, where places would come closer in a step than rounding explains. */
export function refuseContradiction(
  { contacts, constraints, speed }: Contradicting,
  state: State,
  thickness: number,
): void {
  if (!(speed * state.h > touching * thickness)) return;
  const names = [
    ...constraints.map((id) => `constraint "${id}"`),
    ...contacts.map(([a, b]) => `the contact of "${a}" with "${b}"`),
  ];
  const what =
    names.length > 1
      ? `${listed(names)} contradict each other: no motion meets all of them`
      : `${names[0]} cannot be met`;
  throw contactFault(
    '',
    `${when(state)}${what}. Stop what is driven before it presses on what cannot yield, drive it by a motor with a greatest "force" or "torque", or take a pair out of contact.`,
  );
}
