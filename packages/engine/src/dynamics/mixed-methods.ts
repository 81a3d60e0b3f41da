/** Constraints of different methods, or of one method with different options, that would correct the same coordinates. */
import type { ConstraintBatch } from '../constraints/constraint-batch.ts';
import type { State } from '../state/state.ts';

/** Two methods cannot both have the last word on where a node is predicted to be. */
export function refuseMixed(groups: readonly ConstraintBatch[], state: State): void {
  const deciding = groups.filter((g) => g.method.predicts && !g.idle);
  if (new Set(deciding.map((g) => g.method)).size < 2) return;
  const w = state.column('w');
  const owner = new Map<number, { group: ConstraintBatch; member: number }>();
  for (const group of deciding) {
    for (let member = 0; member < group.members.length; member++) {
      if (!group.isActive(member)) continue;
      for (let s = 0; s < group.boundRelation.slots; s++) {
        const block = group.blocks[member * group.slots + s];
        if (!(w[block] > 0 && group.reaches(member, s))) continue;
        const other = owner.get(block);
        if (other && other.group.method !== group.method)
          throw new Error(
            `constraints ${other.group.blame(other.member)} and ${group.blame(member)} share a node, one under "${other.group.method.kind}", one under "${group.method.kind}"; give both one method with the same options.`,
          );
        owner.set(block, { group, member });
      }
    }
  }
}
