/** The points of a batch where rods are cut and their material passes. */
import type { Member } from '../constraint-state.ts';
import { hasRunOut, type Passage } from './passage.ts';

export function passagesOf(members: readonly Member[], startOf: (body: string) => number): Passage[] {
  const found: Passage[] = [];
  for (let member = 0; member < members.length; member++) {
    const { constraintState, index } = members[member];
    for (const { passage, body } of constraintState.anchors[index])
      if (passage && body !== undefined)
        found.push({ member, coordinate: startOf(body) + passage.coordinate, how: passage });
  }
  return found;
}

const none: readonly number[] = [];
/** The members whose rods have run out: their ends have passed, and nothing stops or moves them there. Allocates only if there are any. */
export function membersRunOut(passages: readonly Passage[], q: Float64Array): readonly number[] {
  let found = none;
  for (let k = 0; k < passages.length; k++) {
    const { member, coordinate, how } = passages[k];
    if (how.ends !== 'stop' && !how.imposed && hasRunOut(passages[k], q[coordinate])) found = [...found, member];
  }
  return found;
}
