/**
 * What constraints push the nodes of bodies with: the force F at an anchor x(q) as forces on the coordinates behind it,
 *
 *   f = (dx/dq)' F = d(F . x)/dq
 */
import type { AnchorShape } from '../anchors/anchor.ts';
import { gradient } from '../kernel/derive.ts';
import { evaluator } from '../kernel/evaluator.ts';
import { gather, parameter, sourceOf } from '../kernel/kernel.ts';
import { dot } from '../kernel/vector.ts';
import type { World } from '../world.ts';

/** Of every body with nodes, by id: x y z of the force on each node in the last step, N. */
export function nodalForces(world: World): Map<string, Float64Array> {
  const { machine } = world;
  const q = machine.state.column('q');
  const all = new Float64Array(q.length);
  for (const group of machine.holding.groups) {
    const { composition } = group;
    group.members.forEach(({ held, index }, m) => {
      if (!held.active[index]) return;
      held.anchors[index].forEach((anchor, k) => {
        if (anchor.body === undefined) return;
        const F = [0, 1, 2].map((axis) => group.force(m, k, axis));
        if (!F.some((f) => f !== 0)) return;
        const shape = composition.shapes[k];
        const { blocks, parameters } = group.standing(m, k);
        const pushed = pushOf(shape)((e) => {
          const source = sourceOf(e);
          if (source.from === 'gather') return q[blocks[source.slot] + source.component];
          if (source.from !== 'parameter') return Number.NaN;
          const column = source.column;
          return column < shape.parameters ? parameters[column] : F[column - shape.parameters];
        });
        let at = 0;
        shape.blocks.forEach((width, slot) => {
          for (let c = 0; c < width; c++) all[blocks[slot] + c] += pushed[at++];
        });
      });
    });
  }
  return new Map(
    machine.placed
      .filter(({ body }) => body.nodeCount > 0)
      .map(({ body, start }) => [body.id, all.slice(start, start + 3 * body.nodeCount)]),
  );
}

const known = new WeakMap<AnchorShape, ReturnType<typeof evaluator>>();
function pushOf(shape: AnchorShape): ReturnType<typeof evaluator> {
  const had = known.get(shape);
  if (had) return had;
  const q = shape.blocks.map((width, slot) => Array.from({ length: width }, (_, c) => gather('q', slot, c)));
  const parameters = Array.from({ length: shape.parameters + 3 }, (_, c) => parameter(c));
  const point = shape.point(q, parameters.slice(0, shape.parameters));
  const made = evaluator(gradient(dot(parameters.slice(shape.parameters), [...point]), q.flat()));
  known.set(shape, made);
  return made;
}
