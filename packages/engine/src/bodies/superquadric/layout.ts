/**
 * The coordinates of a deformable superquadric, in this order:                                       [Met93, eq. 10]
 *
 *   q = (c, q_s, d_1 ... d_n, a)      v = (cdot, q_s', d_1' ... d_n', omega)
 *
 * c: origin of the body, q_s: free shape parameters, d: local displacements in the frame of the body, a: unit quaternion. The
 * rotation is last, so that v has no gap where the quaternion is wider than omega.
 */
import type { BlockKind } from '../blocks/block.ts';
import { rotation } from '../blocks/rotation.ts';

export interface Layout {
  /** free shape parameters */
  readonly shape: number;
  /** local displacements, three coordinates each; 0 where they are frozen */
  readonly local: number;
  /** first coordinate of each part */
  readonly shapeAt: number;
  readonly localAt: number;
  readonly turn: number;
  readonly coordinates: number;
  readonly velocities: number;
}
export function layoutOf(shape: number, local: number): Layout {
  const turn = 3 + shape + 3 * local;
  return {
    shape,
    local,
    shapeAt: 3,
    localAt: 3 + shape,
    turn,
    coordinates: turn + rotation.width,
    velocities: turn + rotation.rates,
  };
}

const blocks = new Map<number, BlockKind>();
/** The block of the free shape parameters: plain, and no point even if there are three. */
export function shapeBlock(width: number): BlockKind {
  const found = blocks.get(width) ?? { name: `shape-${width}`, width, rates: width };
  blocks.set(width, found);
  return found;
}
