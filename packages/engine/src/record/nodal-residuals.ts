/** Residuals by node: the largest row of all active constraints that depend on it. */
import { isPoint } from '../bodies/blocks/block.ts';
import type { Unit } from '../relations/relation.ts';
import type { World } from '../world/world.ts';

/**
 * The largest residual at each node, by the unit of the rows and the id of the body; 0 where no constraint acts. Where
 * points are formulas of other coordinates, all points of the body show the largest.
 * @example nodalResiduals(world).get('m')?.get('cube')
 */
export function nodalResiduals(world: World): Map<Unit, Map<string, Float64Array>> {
  const { program } = world;
  const counts = world.bodies.map(({ id }): [string, number] => [id, world.positions(id).length / 3]);
  const bodies = counts.filter(([, count]) => count > 0);
  const byUnit = new Map<Unit, Map<string, Float64Array>>();
  for (const batch of program.constraintSet.groups) {
    const { unit, shapes } = batch.boundRelation;
    const all = byUnit.get(unit) ?? new Map(bodies.map(([id, count]) => [id, new Float64Array(count)]));
    byUnit.set(unit, all);
    batch.residuals((size, constraintState, member) => {
      const { index } = batch.members[member];
      constraintState.anchors[index].forEach(({ body }, k) => {
        const own = body === undefined ? undefined : all.get(body);
        if (body === undefined || !own) return;
        const raise = (node: number): void => {
          if (node >= 0 && node < own.length) own[node] = Math.max(own[node], size);
        };
        if (world.body(body).points) {
          for (let i = 0; i < own.length; i++) raise(i);
          return;
        }
        const { start } = program.find(body);
        const { blocks } = batch.standing(member, k);
        shapes[k].blocks.forEach((block, slot) => {
          if (isPoint(block)) raise((blocks[slot] - start) / 3);
        });
      });
    });
  }
  return byUnit;
}
