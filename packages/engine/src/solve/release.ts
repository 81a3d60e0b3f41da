/** What ceases when constraints that are solved together are released: see release-forces.ts. */

import type { Node, Shape } from '../constraints/method.ts';
import { heldAfter, heldBefore } from '../constraints/release-forces.ts';
import type { State } from '../state/state.ts';
import { type Takes, type Task, Together } from './islands.ts';

export type ByShape = ReadonlyMap<Shape, ReadonlySet<number>>;
export function byShape(nodes: readonly Node[]): ByShape {
  const sets = new Map<Shape, Set<number>>();
  for (const { shape, member } of nodes) {
    const set = sets.get(shape);
    if (set) set.add(member);
    else sets.set(shape, new Set([member]));
  }
  return sets;
}
export const isIn = (all: ByShape, { shape, member }: Node): boolean => all.get(shape)?.has(member) ?? false;

/** Into f and p: what would hold with and without those that go, and what acted. */
export function releaseTogether(
  shapes: readonly Shape[],
  state: State,
  released: readonly Node[],
  sharing: readonly Node[],
): void {
  const hold = (task: Task, takes: Takes): void => {
    const together = new Together(shapes, state, task, takes, 1);
    together.rebuild();
    together.once();
    together.end();
  };
  const all = byShape(sharing);
  const going = byShape(released.filter((one) => isIn(all, one)));
  for (const [shape, members] of all) shape.takeBack([...members]);
  hold(heldBefore, (shape, member) => isIn(all, { shape, member }));
  hold(heldAfter, (shape, member) => isIn(all, { shape, member }) && !isIn(going, { shape, member }));
  const p = state.column('p');
  for (const { shape, member } of sharing) {
    const widths = shape.composition.shapes.flatMap((s) => s.blocks);
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
