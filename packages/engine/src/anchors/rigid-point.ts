/** A point fixed in a rigid body: x = centre + R r. */
import { type Rigid, turn } from '../bodies/rigid/rigid.ts';
import type { Anchor } from './anchor.ts';
import { pointInFrame } from './in-frame.ts';

/**
 * The point of a rigid body that is at a place of the world: when the body is where it starts, or at coordinates that are given
 * (its centre and its quaternion). It may lie outside of the body's surface.
 * @example const rim = (wheel: Rigid) => rigidPointAt(wheel, [0, 0.3, 0]);
 */
export function rigidPointAt(
  body: Rigid,
  place: readonly [number, number, number],
  coordinates?: ArrayLike<number>,
): Anchor {
  return pointInFrame(body, turn, place, coordinates);
}
