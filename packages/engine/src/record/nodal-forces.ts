/**
 * The forces of constraints on nodes: the force F at an anchor x(q), as forces on the nodes that the anchor depends on,
 *
 *   f = (dx/dq)' F = d(F . x)/dq
 *
 * If the points of a body are formulas of other coordinates, F is assigned to the point nearest to x.
 */
import type { AnchorShape } from '../anchors/anchor.ts';
import { isPoint, widthOf } from '../bodies/blocks/block.ts';
import { evaluator } from '../kernel/compile/evaluator.ts';
import { gather, parameter, sourceOf } from '../kernel/compile/kernel.ts';
import { gradient } from '../kernel/formula/derive.ts';
import { dot } from '../kernel/formula/vector.ts';
import type { World } from '../world/world.ts';

/**
 * The force on each node in the last step, N: x y z of each, by the id of the body.
 * @example nodalForces(world).get('cube')
 */
export function nodalForces(world: World): Map<string, Float64Array> {
  const { program } = world;
  const out = new Map(
    world.bodies
      .map(({ id }): [string, Float64Array] => [id, new Float64Array(world.positions(id).length)])
      .filter(([, forces]) => forces.length > 0),
  );
  for (const batch of program.constraintSet.groups) {
    batch.members.forEach(({ constraintState, index }, m) => {
      if (!constraintState.active[index]) return;
      constraintState.anchors[index].forEach(({ body }, k) => {
        const forces = body === undefined ? undefined : out.get(body);
        if (body === undefined || !forces) return;
        const F = [0, 1, 2].map((axis) => batch.force(m, k, axis));
        if (!F.some((f) => f !== 0)) return;
        const shape = batch.boundRelation.shapes[k];
        const q = program.state.column('q');
        const { blocks, parameters } = batch.standing(m, k);
        const pushed = pushOf(shape)((e) => {
          const source = sourceOf(e);
          if (source.from === 'gather') return q[blocks[source.slot] + source.component];
          if (source.from !== 'parameter') return Number.NaN;
          const { column } = source;
          return column < shape.parameters ? parameters[column] : F[column - shape.parameters];
        });
        if (world.body(body).points) {
          const xi = nearest(world.positions(body), pushed);
          for (let axis = 0; axis < 3; axis++) forces[xi + axis] += F[axis];
          return;
        }
        const { start } = program.find(body);
        let at = 3; // after the point itself
        shape.blocks.forEach((block, slot) => {
          const first = blocks[slot] - start;
          const isNode = isPoint(block) && first >= 0 && first + 3 <= forces.length;
          for (let c = 0; c < widthOf(block); c++, at++) if (isNode) forces[first + c] += pushed[at];
        });
      });
    });
  }
  return out;
}

/** Where the nearest of some points begins among their coordinates. */
function nearest(x: Float64Array, to: ArrayLike<number>): number {
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < x.length; i += 3) {
    const [dx, dy, dz] = [x[i] - to[0], x[i + 1] - to[1], x[i + 2] - to[2]];
    const size = dx * dx + dy * dy + dz * dz;
    if (size >= least) continue;
    least = size;
    best = i;
  }
  return best;
}

const known = new WeakMap<AnchorShape, ReturnType<typeof evaluator>>();
/** The point, then d(F . x)/dq of each coordinate; F follows the anchor's parameters. */
function pushOf(shape: AnchorShape): ReturnType<typeof evaluator> {
  const had = known.get(shape);
  if (had) return had;
  const q = shape.blocks.map((block, slot) => Array.from({ length: widthOf(block) }, (_, c) => gather('q', slot, c)));
  const parameters = Array.from({ length: shape.parameters + 3 }, (_, c) => parameter(c));
  const point = shape.point(q, parameters.slice(0, shape.parameters));
  const made = evaluator([...point, ...gradient(dot(parameters.slice(shape.parameters), [...point]), q.flat())]);
  known.set(shape, made);
  return made;
}
