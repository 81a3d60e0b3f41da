/**
 * Linear: at constant velocity from key to key; the velocity jumps at keys.
 *
 *   d = e = q - p, so that c2 = c3 = 0 to the last bit and the acceleration is exactly 0
 */
import type { Tangents } from './tangents.ts';

export const linear: Tangents = (_times, points, _closed, leave, arrive) => {
  for (let i = 0; i < leave.length; i++) leave[i] = arrive[i] = points[i + 3] - points[i];
};
