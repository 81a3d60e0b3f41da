/**
 * Constraints of different methods, or of one method with different options, that would correct the same coordinates. Each would
 * undo the corrections of the other, so they are refused. Coordinates of a body whose compliance is not diagonal are all
 * coupled: a force on one of them moves the others too.
 */
import { Refusal } from '../base/refusal.ts';
import type { StateCompliance } from '../constraints/compliance.ts';
import type { ConstraintBatch } from '../constraints/constraint-batch.ts';
import type { State } from '../state/state.ts';

/** What couples coordinates. */
export interface Coupling {
  readonly state: State;
  readonly compliance: StateCompliance;
}

export function refuseMixed(groups: readonly ConstraintBatch[], { state, compliance }: Coupling): void {
  const deciding = groups.filter((g) => g.method.predicts && !g.idle);
  if (new Set(deciding.map((g) => g.method)).size < 2) return;
  const inside = deciding.some((g) => g.method.inside);
  const acting = inside ? compliance : compliance.without('factorised');
  const w = state.column('w');
  const owner = new Map<number, { group: ConstraintBatch; member: number; block: number }>();
  for (const group of deciding) {
    for (let member = 0; member < group.members.length; member++) {
      if (!group.isActive(member)) continue;
      for (let s = 0; s < group.boundRelation.slots; s++) {
        const block = group.blocks[member * group.slots + s];
        if (!(w[block] > 0 && group.actsOn(member, s))) continue;
        const key = acting.bodyOf(block, 'c')?.start ?? block;
        const other = owner.get(key);
        if (other && other.group.method !== group.method) {
          const what = other.block === block ? 'share a node' : 'act on one body, all of whose nodes move together';
          throw new Refusal(
            'conflict',
            {},
            `constraints ${other.group.label(other.member)} and ${group.label(member)} ${what}, one under "${other.group.method.kind}", one under "${group.method.kind}". Give both one method with the same options.`,
            [other.group.who(other.member).constraint, group.who(member).constraint],
          );
        }
        owner.set(key, { group, member, block });
      }
    }
  }
}
