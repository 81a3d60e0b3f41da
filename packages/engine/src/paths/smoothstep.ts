/**
 * Smoothstep: straight from key to key, at rest at every key.
 *
 *   x = p + s (q - p),  s = u^2 (3 - 2u)
 *
 * which is the cubic with d = e = 0. The velocity is continuous; the acceleration jumps at keys.
 */
import type { Tangents } from './tangents.ts';

export const smoothstep: Tangents = (_times, _points, _closed, leave, arrive) => {
  leave.fill(0);
  arrive.fill(0);
};
