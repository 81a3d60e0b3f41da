/** Of a scene, when it is made ready: its size, and when the stages of a step are. */
import type { Placed } from '../forces/placed.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { flat } from '../kernel/compile/kernel.ts';

/** Of the integrator with most stages: each but the first is made where the one before has led. */
export function stageTimes(integrators: readonly Integrator[]): number[] {
  const longest = integrators.reduce<Integrator['stages']>(
    (a, { stages }) => (stages.length > a.length ? stages : a),
    [],
  );
  return [0, ...longest.slice(0, -1).map((stage) => stage(flat('f')).steps)];
}

/** So many times the size of the scene in one step is too far. */
export const farTimes = 1000;
/** The size of the scene when it is made ready, at least 1 m. */
export function extentOf(placed: readonly Placed[], q: Float64Array): number {
  let extent = 1;
  for (const { start, body } of placed) {
    for (let i = start; i < start + body.coordinates; i++) extent = Math.max(extent, Math.abs(q[i]));
  }
  return extent;
}
