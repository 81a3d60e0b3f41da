/**
 * Outside: a point outside of a solid, approximated by the plane at the closest point of its surface. The plane is updated in
 * every step (see Obstacle).
 *
 *   C = n . x - offset >= 0,  |n| = 1
 */
import { above } from './above.ts';

export const outside = { ...above, kind: 'outside' };
