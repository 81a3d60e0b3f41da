/**
 * How loosely `local` holds what it holds, in units of what it promises, 8 eps times the largest coordinate: at most 1.
 *
 * Nodes that are held to each other, or to places that rest, are compared as they stand, which is quick and owes nothing
 * to the engine's formulas. What is led, slides or follows a path has the engine's residuals.
 */
import type { ConstraintBatch } from '../../packages/engine/src/constraints/constraint-batch.ts';
import type { World } from '../../packages/engine/src/index.ts';
import { eightEps } from './exact.ts';

export function looseness(world: World): number {
  const { program, state } = world;
  const constraintState = program.constraintSet.groups.filter(({ method }) => method.kind === 'local');
  const q = state.column('q');
  const scale = largestSize(q, state.size);
  let most = 0;
  for (const group of constraintState.filter(isPlain)) most = Math.max(most, largestGap(q, nodesOf(group)));
  const others = constraintState.filter((group) => !isPlain(group));
  most = Math.max(most, largestResidual(others.filter((group) => !isAimedAhead(group))));
  const ahead = others.filter(isAimedAhead);
  if (ahead.length) {
    const now = q.slice();
    const v = state.column('v');
    for (let i = 0; i < state.size; i++) q[i] += state.h * v[i];
    most = Math.max(most, largestResidual(ahead));
    q.set(now);
  }
  return most / (eightEps * scale);
}

/** Nodes with nodes, or with places that rest. */
const isPlain = ({ boundRelation }: ConstraintBatch): boolean =>
  boundRelation.relation.kind === 'coincide' &&
  !boundRelation.ramped &&
  boundRelation.shapes.every((s) => (s.name === 'node' || s.name === 'world-point') && !s.rates);
/**
 * Explicit Euler has settled where things are after the next step, q + h v. What a ramp leaves of a gap, and where on a
 * surface a point slides, are those of then.
 */
const isAimedAhead = ({ boundRelation, integrators }: ConstraintBatch): boolean =>
  integrators.some(({ lookahead }) => lookahead > 1) &&
  (boundRelation.ramped || boundRelation.shapes.some((s) => s.sought));

interface Nodes {
  readonly changes: number;
  /** first coordinates of nodes that are one */
  readonly pairs: Int32Array;
  /** those of nodes that have a place, and the places */
  readonly nailed: Int32Array;
  readonly places: Float64Array;
}
const known = new WeakMap<ConstraintBatch, Nodes>();
/** Of the active members, made anew where others have become active. */
function nodesOf(group: ConstraintBatch): Nodes {
  const found = known.get(group);
  if (found?.changes === group.changes) return found;
  const pairs: number[] = [];
  const nailed: number[] = [];
  const places: number[] = [];
  group.members.forEach(({ constraintState, index }, m) => {
    if (!constraintState.active[index]) return;
    const nodes = [...group.blocks.subarray(m * group.slots, (m + 1) * group.slots)];
    const rest = constraintState.anchors[index].filter(({ body }) => body === undefined);
    for (const { parameters } of rest) {
      nailed.push(nodes[0]);
      places.push(...parameters);
    }
    for (const node of nodes.slice(1)) pairs.push(nodes[0], node);
  });
  const made = {
    changes: group.changes,
    pairs: Int32Array.from(pairs),
    nailed: Int32Array.from(nailed),
    places: Float64Array.from(places),
  };
  known.set(group, made);
  return made;
}
/** Asked after every step, so plain loops. A NaN shows in the sum. */
function largestGap(q: Float64Array, { pairs, nailed, places }: Nodes): number {
  let most = 0;
  let sum = 0;
  for (let k = 0; k < pairs.length; k += 2) {
    for (let axis = 0; axis < 3; axis++) {
      const gap = Math.abs(q[pairs[k] + axis] - q[pairs[k + 1] + axis]);
      sum += gap;
      if (gap > most) most = gap;
    }
  }
  for (let k = 0; k < nailed.length; k++) {
    for (let axis = 0; axis < 3; axis++) {
      const gap = Math.abs(q[nailed[k] + axis] - places[3 * k + axis]);
      sum += gap;
      if (gap > most) most = gap;
    }
  }
  return Number.isNaN(sum) ? sum : most;
}
function largestSize(x: Float64Array, count: number): number {
  let most = 0;
  for (let i = 0; i < count; i++) {
    const size = Math.abs(x[i]);
    if (size > most) most = size;
  }
  return most;
}
function largestResidual(groups: readonly ConstraintBatch[]): number {
  let most = 0;
  for (const group of groups) {
    group.residuals((size) => {
      most = Math.max(most, size); // NaN stays NaN
    });
  }
  return most;
}
