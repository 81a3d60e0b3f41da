/** Forces that cease when constraints that are solved together are released: see constraints/release-forces.ts. */

import { ratesOf } from '../bodies/blocks/block.ts';
import { jacobian, spreadForce } from '../constraints/bound-relation.ts';
import { StateCompliance } from '../constraints/compliance.ts';
import type { BatchMember, BatchView } from '../constraints/method.ts';
import { pointForces } from '../constraints/push.ts';
import { freeAccelerations, gathered } from '../constraints/release-forces.ts';
import { addTo } from '../kernel/compile/kernel.ts';
import { neg, one } from '../kernel/formula/expr.ts';
import type { State } from '../state/state.ts';
import { Islands, type MemberFilter, type Task } from './islands/islands.ts';

export type ByShape = ReadonlyMap<BatchView, ReadonlySet<number>>;
export function byShape(nodes: readonly BatchMember[]): ByShape {
  const sets = new Map<BatchView, Set<number>>();
  for (const { shape, member } of nodes) {
    const set = sets.get(shape);
    if (set) set.add(member);
    else sets.set(shape, new Set([member]));
  }
  return sets;
}
export const isIn = (all: ByShape, { shape, member }: BatchMember): boolean => all.get(shape)?.has(member) ?? false;

/** Adds the difference of holding forces with and without the released members to f, and minus the forces of the last step to p. */
export function releaseTogether(
  shapes: readonly BatchView[],
  state: State,
  released: readonly BatchMember[],
  sharing: readonly BatchMember[],
): void {
  const diagonal = new StateCompliance(state, []);
  const solve = (task: Task, filter: MemberFilter): void => {
    const islands = new Islands(shapes, state, diagonal, task, filter, 1);
    islands.rebuild();
    islands.once();
    islands.end();
  };
  const all = byShape(sharing);
  const going = byShape(released.filter((one) => isIn(all, one)));
  for (const [shape, members] of all) shape.takeBack([...members]);
  solve(before, (shape, member) => isIn(all, { shape, member }));
  solve(after, (shape, member) => isIn(all, { shape, member }) && !isIn(going, { shape, member }));
  const p = state.column('p');
  for (const { shape, member } of sharing) {
    const widths = shape.boundRelation.shapes.flatMap((s) => s.blocks.map(ratesOf));
    widths.forEach((width, slot) => {
      const block = shape.blocks[member * shape.slots + slot];
      p.fill(0, block, block + width);
    });
  }
  for (const [shape, members] of going) {
    shape.takeBack([...members]);
    shape.forget([...members]);
  }
}

/** Constraints that share points: their holding forces, times `sign`, into f. p is minus all forces of the last step. */
const together = (sign: 1 | -1): Task => ({
  response: () => 'w',
  rows: (boundRelation) => ({
    C: freeAccelerations(boundRelation, gathered(boundRelation, 'p').map(neg)),
    scale: one,
    J: jacobian(boundRelation.at(boundRelation.now)),
  }),
  push: (boundRelation, lambda) => {
    const rows = boundRelation.at(boundRelation.now);
    const sinks = pointForces(rows, lambda).flatMap((force, k) =>
      spreadForce(rows.L[k], force).map((block, b) =>
        addTo(
          'f',
          boundRelation.anchorSlot(k) + b,
          block.map((e) => (sign > 0 ? e : neg(e))),
        ),
      ),
    );
    return { sinks, record: [] };
  },
});
const before = together(-1);
const after = together(1);
