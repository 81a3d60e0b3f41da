/** Which members of constraints share a batch. */
import type { Anchor } from '../../anchors/anchor.ts';
import { batchKey, binds, boundRelationOf } from '../batch-key.ts';
import type { BoundRelation } from '../bound-relation.ts';
import type { Constraint } from '../constraint.ts';
import type { ConstraintState, MemberRun } from '../constraint-state.ts';

/** Members of parts that are solved separately are in batches of their own, and so are those of different schemes. */
export function membersByKey(
  constraintState: readonly ConstraintState[],
  parts: ReadonlyMap<string, string>,
  rowTimes: { readonly isMixed: boolean; keyOf(anchors: readonly Anchor[]): string },
): ReadonlyMap<string, readonly MemberRun[]> {
  const members = new Map<string, { constraintState: ConstraintState; index: number; count: number }[]>();
  const isSimple = !parts.size && !rowTimes.isMixed;
  const keyOf = (constraint: Constraint, anchors: readonly Anchor[]): string => {
    const own = batchKey(constraint, anchors) + rowTimes.keyOf(anchors);
    const body = parts.size ? anchors.find((a) => a.body !== undefined && parts.has(a.body))?.body : undefined;
    return body === undefined ? own : `${own} ${parts.get(body)}`;
  };
  for (const one of constraintState) {
    let last = '';
    let run = { constraintState: one, index: 0, count: 0 };
    let bound: BoundRelation | undefined;
    for (let index = 0; index < one.anchors.length; index++) {
      // most members of a constraint have one bound relation, and with it the key of the one before
      const own =
        bound && binds(bound, one.anchors[index]) ? bound : boundRelationOf(one.constraint, one.anchors[index]);
      const key = isSimple && own === bound ? last : keyOf(one.constraint, one.anchors[index]);
      bound = own;
      if (key !== last) {
        run = { constraintState: one, index, count: 0 };
        const list = members.get(key);
        if (list) list.push(run);
        else members.set(key, [run]);
        last = key;
      }
      run.count++;
    }
  }
  return members;
}
/** Whether a batch has just these members. */
export const isMadeOf = (
  { runs }: { readonly runs: readonly MemberRun[] },
  list: readonly MemberRun[] | undefined,
): boolean =>
  runs.length === list?.length &&
  list.every(
    ({ constraintState, index, count }, i) =>
      runs[i].constraintState === constraintState && runs[i].index === index && runs[i].count === count,
  );
