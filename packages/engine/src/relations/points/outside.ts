/**
 * Outside: a point out of a solid, as far as the plane through the closest point of its surface tells. The plane is found anew in
 * every step (see Obstacle).
 *
 *   C = n . x - offset >= 0,  |n| = 1
 */
import { above } from './above.ts';

export const outside = { ...above, kind: 'outside' };
