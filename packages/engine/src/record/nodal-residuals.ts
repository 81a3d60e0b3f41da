/** How far the constraints on each node are from what they should be: the largest row of any active one that stands on it. */
import type { Unit } from '../relations/relation.ts';
import type { World } from '../world.ts';

/** By unit of the rows, and by body with nodes: one number a node, 0 where no constraint is. */
export function nodalResiduals(world: World): Map<Unit, Map<string, Float64Array>> {
  const { machine } = world;
  const byUnit = new Map<Unit, Float64Array>();
  for (const group of machine.holding.groups) {
    const { unit, shapes } = group.composition;
    const all = byUnit.get(unit) ?? new Float64Array(machine.state.size);
    byUnit.set(unit, all);
    group.residuals((size, held, member) => {
      const { index } = group.members[member];
      held.anchors[index].forEach((anchor, k) => {
        if (anchor.body === undefined) return;
        const { blocks } = group.standing(member, k);
        shapes[k].blocks.forEach((width, slot) => {
          if (width === 3) all[blocks[slot]] = Math.max(all[blocks[slot]], size);
        });
      });
    });
  }
  const bodies = machine.placed.filter(({ body }) => body.nodeCount > 0);
  return new Map(
    Array.from(byUnit, ([unit, all]) => [
      unit,
      new Map(
        bodies.map(({ body, start }) => [
          body.id,
          Float64Array.from({ length: body.nodeCount }, (_, i) => all[start + 3 * i]),
        ]),
      ),
    ]),
  );
}
