/** The size of a scene when it is compiled, and the times of stages within a step. */
import type { Placed } from '../forces/placed.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { flat } from '../kernel/compile/kernel.ts';

/** Times of the stages, of the integrator with most of them: each is evaluated where the one before ended. */
export function stageTimes(integrators: readonly Integrator[]): number[] {
  const longest = integrators.reduce<Integrator['stages']>(
    (a, { stages }) => (stages.length > a.length ? stages : a),
    [],
  );
  return [0, ...longest.slice(0, -1).map((stage) => stage(flat('f')).steps)];
}

/** A node that moves by this many times the size of the scene in one step has diverged. */
export const farTimes = 1000;
/** The size of the scene when it is compiled, at least 1 m. */
export function extentOf(placed: readonly Placed[], q: Float64Array): number {
  let extent = 1;
  for (const { start, body } of placed) {
    for (let i = start; i < start + body.coordinates; i++) extent = Math.max(extent, Math.abs(q[i]));
  }
  return extent;
}
