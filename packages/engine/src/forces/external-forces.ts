/** External forces: weight, loads, and mass-proportional drag. */

import type { State } from '../state/state.ts';
import { areAlike } from './alike.ts';
import type { Placed } from './placed.ts';

/** A force on one coordinate, N. */
export interface Push {
  readonly coordinate: number;
  readonly force: number;
}

/** external = m g + loads, drag = rate m. Where M is not diagonal drag goes by M: see `dragBy`. */
export function writeExternal(
  state: State,
  placed: readonly Placed[],
  gravity: readonly number[],
  loads: readonly Push[],
): void {
  const [w, external, drag] = ['w', 'external', 'drag'].map((name) => state.column(name));
  let last: Placed | undefined;
  for (let n = 0; n < placed.length; n++) {
    const { start, body } = placed[n];
    const end = start + body.coordinates;
    if (last && areAlike(last, placed[n])) {
      external.copyWithin(start, last.start, last.start + body.coordinates);
      drag.copyWithin(start, last.start, last.start + body.coordinates);
      continue;
    }
    last = placed[n];
    const weighed = body.points || body.flow ? start : start + 3 * body.nodeCount;
    const rate = body.mass || body.applyM ? 0 : body.drag;
    for (let i = start; i < end; i++) {
      external[i] = i < weighed && w[i] > 0 ? gravity[(i - start) % 3] / w[i] : 0;
      drag[i] = rate !== 0 && w[i] > 0 ? rate / w[i] : 0;
    }
  }
  for (const { coordinate, force } of loads) if (w[coordinate] > 0) external[coordinate] += force;
}

/** f -= drag M v. */
export function dragBy(state: State, { body: { mass, applyM, drag }, start, size }: Placed): void {
  if (applyM) {
    const [q, v, f] = ['q', 'v', 'f'].map((name) => state.column(name).subarray(start, start + size));
    const moved = new Float64Array(size);
    applyM(q, v, moved);
    for (let i = 0; i < size; i++) f[i] -= drag * moved[i];
  }
  if (!mass) return;
  const { rows, columns, values } = mass;
  const [f, v] = [state.column('f'), state.column('v')];
  for (let k = 0; k < values.length; k++) {
    const i = start + rows[k];
    const j = start + columns[k];
    f[i] -= drag * values[k] * v[j];
    if (i !== j) f[j] -= drag * values[k] * v[i];
  }
}

/** The effect of loads on a prediction that was made without them. */
export function pushPrediction(state: State, pushes: readonly Push[]): void {
  const [p, u, c, d] = ['p', 'u', 'c', 'd'].map((name) => state.column(name));
  for (const { coordinate: i, force } of pushes) {
    p[i] += c[i] * force;
    u[i] += d[i] * force;
  }
}

/** 1/drag of bodies under first-order flow. */
export function writeMobility(state: State, placed: readonly Placed[]): void {
  for (let i = 0; i < placed.length; i++) {
    const { start, size, integrator, body } = placed[i];
    if (integrator.flow && body.drag > 0) state.column('mobility').fill(1 / body.drag, start, start + size);
  }
}
