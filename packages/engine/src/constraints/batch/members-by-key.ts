/** Which members of constraints share a batch. */
import type { Anchor } from '../../anchors/anchor.ts';
import { batchKey, boundRelationOf } from '../batch-key.ts';
import type { BoundRelation } from '../bound-relation.ts';
import type { Constraint } from '../constraint.ts';
import type { ConstraintState, Member } from '../constraint-state.ts';

/** Members of parts that are solved separately are in batches of their own, and so are those of different schemes. */
export function membersByKey(
  constraintState: readonly ConstraintState[],
  parts: ReadonlyMap<string, string>,
  rowTimes: { readonly isMixed: boolean; keyOf(anchors: readonly Anchor[]): string },
): ReadonlyMap<string, readonly Member[]> {
  const members = new Map<string, Member[]>();
  const isSimple = !parts.size && !rowTimes.isMixed;
  const keyOf = (constraint: Constraint, anchors: readonly Anchor[]): string => {
    const own = batchKey(constraint, anchors) + rowTimes.keyOf(anchors);
    const body = parts.size ? anchors.find((a) => a.body !== undefined && parts.has(a.body))?.body : undefined;
    return body === undefined ? own : `${own} ${parts.get(body)}`;
  };
  for (const one of constraintState) {
    let [last, list]: [string, Member[]] = ['', []];
    let bound: BoundRelation | undefined;
    for (let index = 0; index < one.anchors.length; index++) {
      // most members of a constraint have one bound relation, and with it the key of the one before
      const own = boundRelationOf(one.constraint, one.anchors[index]);
      const key = isSimple && own === bound ? last : keyOf(one.constraint, one.anchors[index]);
      bound = own;
      if (key !== last) {
        list = members.get(key) ?? [];
        members.set(key, list);
        last = key;
      }
      list.push({ constraintState: one, index });
    }
  }
  return members;
}
/** Whether a batch has just these members. */
export const isMadeOf = (
  { members }: { readonly members: readonly Member[] },
  list: readonly Member[] | undefined,
): boolean =>
  members.length === list?.length &&
  list.every(
    ({ constraintState, index }, i) => members[i].constraintState === constraintState && members[i].index === index,
  );
