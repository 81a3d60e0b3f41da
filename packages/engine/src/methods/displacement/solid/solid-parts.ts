/**
 * Which bodies are solved iteratively, apart from the others: large solids, and bodies that constraints connect to them. Everything else is
 * one system that is factored (kkt.ts), which is faster for small bodies and supports curved rows, sliders, contacts and latches.
 *
 * The choice depends on definitions alone, not on which constraints are active, so that it is the same after a snapshot.
 */

import { boundRelationOf } from '../../../constraints/batch-key.ts';
import type { Constraint } from '../../../constraints/constraint.ts';
import type { ConstraintState } from '../../../constraints/constraint-state.ts';
import type { Placed } from '../../../forces/placed.ts';
import { isSolid } from '../../../forces/solid-elements.ts';
import { rowKernels } from '../system/row-kernels.ts';

/**
 * From so many nodes on: a factor of fewer takes less than the iterations. Solids at rest are solved so whatever their size: no inertia keeps
 * their matrix definite, and only a search along Newton's direction finds the state of least energy from afar (two nodes that a solid turns about).
 */
export const leastNodes = 400;
/**
 * In a scene with contact, of solids without projected rows: impulses on them are solved with their sparse matrix (contact/solved), in the
 * whole system with a dense one. A gripper with pads of 105 nodes takes 7 to 60 ms a step for 100 to 1,400.
 */
const leastInContact = 64;
/** Rows that are kept by projection, at most: each takes an application of the preconditioner in a step. */
const mostRows = 300;

/** The name of the part of each such body. */
export function solidParts(
  constraintStates: readonly ConstraintState[],
  placed: readonly Placed[],
  /** bodies of the scene touch */
  inContact: boolean,
): ReadonlyMap<string, string> {
  const solved = placed.filter((p) => p.integrator.solved);
  const parts = new Map<string, string>();
  if (!solved.length) return parts;
  const ties = constraintStates
    .filter(({ constraint }) => constraint.method.solves)
    .flatMap((state) => state.anchors.map((anchors) => ({ constraint: state.constraint, anchors })));
  const groupOf = new Map(solved.map(({ body }) => [body.id, [body.id]]));
  for (const { anchors } of ties) {
    const ids = anchors.flatMap(({ body }) => (body !== undefined && groupOf.has(body) ? [body] : []));
    for (const id of ids.slice(1)) {
      const [a, b] = [groupOf.get(ids[0]), groupOf.get(id)] as string[][];
      if (a === b) continue;
      for (const other of b) {
        a.push(other);
        groupOf.set(other, a);
      }
    }
  }
  const rows = new Map<string[], number>();
  for (const { constraint, anchors } of ties) {
    const body = anchors.find((a) => a.body !== undefined && groupOf.has(a.body))?.body;
    if (body === undefined) continue;
    const group = groupOf.get(body) as string[];
    rows.set(group, (rows.get(group) ?? 0) + projectedRows(constraint, anchors));
  }
  const bodiesOf = new Map<string[], Placed[]>();
  for (const one of solved) {
    const group = groupOf.get(one.body.id) as string[];
    const list = bodiesOf.get(group);
    if (list) list.push(one);
    else bodiesOf.set(group, [one]);
  }
  for (const group of new Set(groupOf.values())) {
    const bodies = bodiesOf.get(group) as Placed[];
    const nodes = bodies.reduce((sum, { body }) => sum + body.nodeCount, 0);
    const alike = bodies.every(({ integrator }) => integrator === bodies[0].integrator);
    const projected = rows.get(group) ?? 0;
    const atRest = bodies[0].integrator.solved === 'static';
    const least = atRest ? 1 : inContact && projected === 0 ? leastInContact : leastNodes;
    if (nodes < least || !alike || !bodies.every(isSolid) || projected > mostRows) continue;
    for (const id of group) parts.set(id, `solid ${bodies[0].body.id}`);
  }
  return parts;
}

/** Rows of a member that are kept by projection; infinitely many of those that only the whole system takes. */
function projectedRows(constraint: Constraint, anchors: ConstraintState['anchors'][number]): number {
  const { method, relation, restitution = 0 } = constraint;
  if (!method.iterative || relation.sense !== '=' || relation.latching || relation.condensable || restitution > 0)
    return Number.POSITIVE_INFINITY;
  if (anchors.some((a) => a.own?.length)) return Number.POSITIVE_INFINITY;
  const boundRelation = boundRelationOf(constraint, anchors);
  if (!boundRelation.plain) return Number.POSITIVE_INFINITY;
  const { entries, linear } = rowKernels.straight(boundRelation);
  // how taut curved rows stiffen what they hold is not in the matrix of blocks: Newton would creep
  if (!linear) return Number.POSITIVE_INFINITY;
  return boundRelation.size === entries.length ? 0 : boundRelation.size;
}
