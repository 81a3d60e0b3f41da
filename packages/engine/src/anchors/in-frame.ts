/** A place of the world as numbers of a point that is fixed in a turning frame: r = R^T (place - origin). */
import { matrixOfRotation } from '../bodies/blocks/rotation.ts';
import type { Body } from '../bodies/body.ts';
import { rigidPoint } from '../bodies/rigid/rigid.ts';
import type { Anchor } from './anchor.ts';

/**
 * The anchor of the point x = c + R r that is at a place of the world: when the body is where it starts, or at coordinates that
 * are given. Its origin c is its first block, its rotation begins at `turn`.
 */
export function pointInFrame(
  body: Body,
  turn: number,
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
