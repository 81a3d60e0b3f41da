/**
 * Catmull-Rom: a smooth curve through the keys, at any spacing in time.
 *
 * The velocity at a key is that of the parabola through it and its two neighbours: with the spans h before and H after
 * it, and the mean velocities s and S over them,
 *
 *   v = (H s + h S) / (h + H)
 *
 * so a motion under constant acceleration is reproduced exactly between inner keys. Where keys are evenly spaced this is the
 * usual half difference of the neighbours. An end has one neighbour and takes the mean velocity of its segment; a
 * loop that ends where it starts is smooth at its seam.
 *
 * Velocities are continuous; accelerations jump at keys. By u they are d = v_k span, e = v_{k+1} span.
 */
import type { Tangents } from './tangents.ts';

export const catmullRom: Tangents = (times, points, closed, leave, arrive) => {
  const segments = times.length - 1;
  for (let k = 0; k < segments; k++) {
    const span = times[k + 1] - times[k];
    for (let axis = 0; axis < 3; axis++) {
      leave[3 * k + axis] = span * velocity(times, points, closed, k, axis);
      arrive[3 * k + axis] = span * velocity(times, points, closed, k + 1, axis);
    }
  }
};

function velocity(times: Float64Array, points: Float64Array, closed: boolean, key: number, axis: number): number {
  const segments = times.length - 1;
  const span = (k: number) => times[k + 1] - times[k];
  const mean = (k: number) => (points[3 * k + 3 + axis] - points[3 * k + axis]) / span(k);
  const seam = key === 0 || key === segments;
  if (seam && !closed) return mean(key === 0 ? 0 : segments - 1);
  const before = seam ? segments - 1 : key - 1;
  const after = seam ? 0 : key;
  return (span(after) * mean(before) + span(before) * mean(after)) / (span(before) + span(after));
}
