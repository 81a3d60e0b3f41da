/** The points of a batch where rods are cut and their material passes. */
import type { Member } from '../constraint-state.ts';
import type { Passage } from './passage.ts';

export function passagesOf(members: readonly Member[], startOf: (body: string) => number): Passage[] {
  return members.flatMap(({ constraintState, index }, member) =>
    constraintState.anchors[index].flatMap(({ passage, body }) =>
      passage && body !== undefined ? [{ member, coordinate: startOf(body) + passage.coordinate, how: passage }] : [],
    ),
  );
}
