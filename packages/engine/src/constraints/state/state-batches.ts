/**
 * Rates and updates of the state of constraints as batches (see state/state-block.ts). While a member is inactive its state
 * is constant: rates are 0, and updates are skipped.
 */

import { type StateBatch, stateSink } from '../../forces/state-sinks.ts';
import type { StateScheme } from '../../integrators/state-schemes.ts';
import { gather, kernel, parameter } from '../../kernel/compile/kernel.ts';
import { select, zero } from '../../kernel/formula/expr.ts';
import type { BatchTables } from '../batch/batch-tables.ts';
import { activationColumn } from '../bound-relation.ts';
import type { ConstraintState, Member } from '../constraint-state.ts';
import { ownState } from './own-state.ts';

/** Which scheme a block of a member follows. */
export type SchemeOf = (constraintState: ConstraintState, member: number, block: number) => StateScheme;

export function stateBatches(members: readonly Member[], tables: BatchTables, schemeOf: SchemeOf): StateBatch[] {
  const { constraintState, index } = members[0];
  const blocks = ownState(constraintState.constraint, constraintState.anchors[index]);
  return blocks.flatMap(({ state: { order, start }, slot, formula, written }, b) => {
    if (!formula) return [];
    const active = parameter(activationColumn);
    const resting = order === 0 ? start.map((_, c) => gather('q', slot, c)) : start.map(() => zero);
    const values = formula().map((value, c) => select(zero, active, value, resting[c]));
    const made = kernel([stateSink(order, slot, values)]);
    const groups = [...byScheme(members, (m) => schemeOf(m.constraintState, m.index, b)).values()];
    const own = groups.filter(({ scheme }) => !written || scheme.correction);
    return own.map(({ scheme, list }) => ({
      order,
      scheme,
      batch: tables.memberBatch(made, list).batch,
    }));
  });
}

/** Members, by the scheme of their state. */
function byScheme(
  members: readonly Member[],
  schemeOf: (member: Member) => StateScheme,
): Map<string, { readonly scheme: StateScheme; readonly list: number[] }> {
  const groups = new Map<string, { readonly scheme: StateScheme; readonly list: number[] }>();
  members.forEach((member, m) => {
    const scheme = schemeOf(member);
    const key = `${scheme.pass.kind} ${scheme.correction?.id ?? ''}`;
    const group = groups.get(key) ?? { scheme, list: [] };
    groups.set(key, group);
    group.list.push(m);
  });
  return groups;
}
