/**
 * Pressure on triangles, which it follows as they move: normal to them, in proportion to their area.
 *
 *   f_i = p/6 (x1 - x0) x (x2 - x0),   a third of the force on each corner
 *
 * p > 0 pushes along the normal of the triangle, which is outward on the surface of a mesh: a gas inside. p < 0 pushes inward.
 * For a closed surface, or one whose rim cannot move, f = p dV/dx: the energy is -p V, V the volume between it and the origin. For
 * other patches the work depends on the path, and there is no energy.
 */
import type { Refuse } from '../../base/refusal.ts';
import { constant, mul, neg } from '../../kernel/formula/expr.ts';
import { cross, dot, scale3, sub3, type Vec3 } from '../../kernel/formula/vector.ts';
import type { ElementKind, Elements } from '../body.ts';

const sixth = constant(1 / 6);

const triangle: ElementKind = {
  name: 'pressure',
  blocks: [3, 3, 3],
  parameters: ['pressure'],
  conservative: false,
  energy(q, [p]) {
    const [a, b, c] = q as unknown as Vec3[];
    return neg(mul(mul(sixth, p), dot(a, cross(b, c))));
  },
  forces(q, _, [p]) {
    const [a, b, c] = q as unknown as Vec3[];
    const f = scale3(mul(sixth, p), cross(sub3(b, a), sub3(c, a))) as Vec3;
    return [[...f], [...f], [...f]];
  },
};

/**
 * A pressure on faces of a body; it follows the faces as they deform.
 * @example const pressure: Pressure = { faces: boxMesh.triangles, value: 1000 };
 */
export interface Pressure {
  /** nodes, three for each triangle, anticlockwise seen from the side that positive pressure pushes to */
  readonly faces: ArrayLike<number>;
  /** Pa */
  readonly value: number;
}

/** The elements of all pressures; faults are refused under `pressure[i]`. */
export function pressures(all: readonly Pressure[], nodeCount: number, refuse: Refuse): readonly Elements[] {
  const nodes: number[] = [];
  const values: number[] = [];
  all.forEach(({ faces, value }, i) => {
    if (!Number.isFinite(value))
      throw refuse(`pressure[${i}]`, `${value} Pa is not a finite number; positive pushes outward.`);
    if (faces.length % 3 !== 0)
      throw refuse(`pressure[${i}]`, `${faces.length} nodes are not whole triangles; give three for each.`);
    for (const n of Array.from(faces)) {
      if (!(Number.isInteger(n) && n >= 0 && n < nodeCount))
        throw refuse(`pressure[${i}]`, `${n} is not a node; nodes run 0 to ${nodeCount - 1}.`);
      nodes.push(3 * n);
    }
    for (let f = 0; f < faces.length; f += 3) values.push(value);
  });
  if (values.every((p) => p === 0)) return [];
  const [blocks, parameters] = [Int32Array.from(nodes), Float64Array.from(values)];
  return [{ kind: triangle, count: values.length, blocks, parameters }];
}
