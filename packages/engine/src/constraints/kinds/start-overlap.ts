/** Members of a one-sided constraint that start on the wrong side. */
import { measure } from '../../relations/measure.ts';
import type { ConstraintSpec } from '../constraint.ts';
import { placeOf } from './situations.ts';

/** Deeper than this, m, is no rounding. */
const rounding = 1e-9;

/**
 * How many members of a one-sided constraint start on the wrong side, and how deep the deepest is; undefined if none does.
 * @example startOverlap(above(node(cube, 0), floor), (id) => world.positions(id))
 */
export function startOverlap(
  spec: ConstraintSpec,
  positions: (body: string) => ArrayLike<number>,
): { readonly members: number; readonly depth: number } | undefined {
  const { relation, obstacle } = spec;
  if (relation.sense !== '>=' || spec.velocity) return undefined;
  const plane = new Float64Array(4);
  const depths = spec.members.map((anchors, m) => {
    const points = anchors.map((anchor) => placeOf(anchor, positions));
    const [x, d = [0, 0, 0]] = points;
    if (obstacle) return obstacle.planeAt(x[0] - d[0], x[1] - d[1], x[2] - d[2], plane);
    return Math.max(...measure(relation, points, spec.each?.[m] ?? spec.parameters).map(({ C }) => -C));
  });
  const inside = depths.filter((depth) => depth > rounding);
  return inside.length ? { members: inside.length, depth: Math.max(...inside) } : undefined;
}
