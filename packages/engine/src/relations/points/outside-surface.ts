/**
 * Outside a surface: a point is kept out of a superquadric, or of another primitive under global deformations.   [Met93 notes, sec. 5]
 *
 *   y = place of the point in the frame of the body, with the deformations undone      f(y) < 1 inside
 *   C = |y| (1 - 1 / f(y)) >= 0                                                        the radial distance, in metres
 *
 * The frame is given by four points of the body: its origin, and the tips of its axes. So a push on the surface acts on the body
 * as a whole. Local displacements of the surface are left out. With friction, rows of the slip along the surface follow: the place of the
 * point in the frame moves by it.
 */
import type { Deformation } from '../../bodies/superquadric/deformations/deformation.ts';
import { insideFormula, undone } from '../../bodies/superquadric/geometry/shape-formula.ts';
import type { Primitive } from '../../bodies/superquadric/primitives/primitive.ts';
import { gradient } from '../../kernel/formula/derive.ts';
import { constant, div, type Expr, input, max, mul, sqrt, sub, substitute } from '../../kernel/formula/expr.ts';
import { dot, lengthSquared, sub3, type Vec3 } from '../../kernel/formula/vector.ts';
import { finite, type Relation, relation } from '../relation.ts';
import { slipRows } from '../slip.ts';

const one = constant(1);
const made = new Map<string, Relation>();

export function outsideSurface(
  primitive: Primitive,
  deformations: readonly Deformation[],
  frictional = false,
): Relation {
  const kinds = [primitive.kind, ...deformations.map(({ kind }) => kind), ...(frictional ? ['friction'] : [])].join(
    ' ',
  );
  const found = made.get(kinds);
  if (found) return found;
  const names = [...primitive.parameters, ...deformations.flatMap((d) => d.parameters)].map(({ name }) => name);
  /** The slope of f at a place. */
  const normalAt = (place: Vec3, p: (name: string) => Expr): Vec3 => {
    const x = ['x', 'y', 'z'].map((axis) => input(`slope ${axis}`));
    const f = insideFormula(primitive, deformations, x as unknown as Vec3, p);
    return substitute(gradient(f, x), new Map(x.map((e, k) => [e, place[k]]))) as unknown as Vec3;
  };
  const fresh: Relation = {
    ...relation({
      kind: 'separate',
      points: ['point', 'origin', 'x', 'y', 'z'],
      parameters: Object.fromEntries([...names, ...(frictional ? ['friction'] : [])].map((name) => [name, finite])),
      sense: '>=',
      ...(frictional ? { frictional } : {}),
      degenerate: 'the point is at the middle of the surface, so that the direction of the push is undefined; move it',
      rows: ({ point, origin, x, y, z }, parameters) => {
        const p = (name: string): Expr => parameters[name];
        const r = sub3(point, origin);
        const own = [x, y, z].map((tip) => dot(sub3(tip, origin), r)) as unknown as Vec3;
        const f = max(insideFormula(primitive, deformations, own, p), constant(1e-9));
        const distance = sqrt(max(lengthSquared(undone(primitive, deformations, own, p)), constant(1e-18)));
        const gap = mul(distance, sub(one, div(one, f)));
        return frictional ? [gap, ...slipRows(own, normalAt(own, p))] : [gap];
      },
    }),
    fingerprint: kinds,
  };
  made.set(kinds, fresh);
  return fresh;
}
