/**
 * What data determine, and how well.
 *
 *   variances = s^2 diag(P),     P = D^-1 - D^-1 J^T N^-1 J D^-1          D without damping: data and elasticity alone
 *
 * P is the inverse of D on what joints leave free. For the inverse to exist where data say nothing, D gets a damping that is far too
 * small to matter elsewhere. A coordinate that this damping holds, and not the data, is not observable.
 */
import type { BodySystem } from './body-system.ts';
import type { JointSolve } from './joint-solve.ts';

/** Relative to the number of data, as the damping of a step. */
const trace = 1e-9;
/** Least part of the data that must speak of a coordinate: 1 means that each moves by as much as the coordinate. */
const leastPart = 1e-6;

/** Standard deviations of the velocities of each body, for data of this scatter. The bodies are factored anew. */
export function deviationsOf(systems: readonly BodySystem[], joints: JointSolve, scatter: number): Float64Array[] {
  for (const system of systems) system.factor(trace);
  joints.factor();
  return systems.map((system, p) => {
    const { velocities, rows, active, scale } = system;
    const out = new Float64Array(velocities);
    joints.variances(p, out);
    for (let a = 0; a < active.length; a++) {
      const c = active[a];
      const part = 1 / (Math.max(1, rows) * out[c] * scale[c] * scale[c]);
      out[c] = part > leastPart || out[c] <= 0 ? scatter * Math.sqrt(Math.max(0, out[c])) : Number.POSITIVE_INFINITY;
    }
    return out;
  });
}

/** `"a3" of "left forearm"`: what is not determined. Rotations only if asked: the roll of a symmetric body is often free. */
export function unobservable(
  systems: readonly BodySystem[],
  deviations: readonly Float64Array[],
  withRotations: boolean,
): string[] {
  return systems.flatMap(({ names, body, active }, p) => {
    const lost = Array.from(active)
      .filter((c) => deviations[p][c] === Number.POSITIVE_INFINITY)
      .map((c) => names[c])
      .filter((name) => name !== 'local' && (withRotations || name !== 'rotation'));
    const list = [...new Set(lost)];
    return list.length ? [`${list.map((name) => `"${name}"`).join(', ')} of "${body.id}"`] : [];
  });
}
