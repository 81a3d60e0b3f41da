/** A point fixed in a rigid body: x = centre + R r. */
import { matrixOfRotation } from '../bodies/blocks/rotation.ts';
import { type Rigid, rigidPoint, turn } from '../bodies/rigid/rigid.ts';
import type { Anchor } from './anchor.ts';

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
  const q = new Float64Array(body.coordinates);
  if (coordinates) for (let i = 0; i < q.length; i++) q[i] = coordinates[i];
  else body.start(q, new Float64Array(body.velocities));
  const R = new Float64Array(9);
  matrixOfRotation(q, turn, R);
  const d = place.map((x, axis) => x - q[axis]);
  return {
    shape: rigidPoint,
    body: body.id,
    blocks: [0, turn],
    parameters: [0, 1, 2].map((k) => R[k] * d[0] + R[3 + k] * d[1] + R[6 + k] * d[2]),
  };
}
