/**
 * A material point of a deformable superquadric, or the mean of several (a patch).                    [Met93, eq. 2, 3, 8]
 *
 *   x = c + R (sum_i g_i s(u_i, v_i; q_s) + sum_k N_k d_k),    sum g_i = 1
 *
 * Blocks: c, the rotation, q_s where there are free parameters, then the displacements d_k. Parameters: g_i and the constants of
 * each surface point, then N_k. Where all shape parameters are frozen the first sum is a vector, and its three numbers are kept.
 */
import { add, type Expr, mul, zero } from '../../kernel/formula/expr.ts';
import { add3, scale3, type Vec3 } from '../../kernel/formula/vector.ts';
import { rotation, turned } from '../blocks/rotation.ts';
import type { PointFormula } from '../body.ts';
import { fixedPoint } from './geometry/shape-field.ts';
import type { ShapeFormula } from './geometry/shape-formula.ts';
import { shapeBlock } from './layout.ts';

const made = new WeakMap<ShapeFormula, Map<string, PointFormula>>();

/** surfaces: how many (u, v); nodes: how many displacements */
export function materialPoint(shape: ShapeFormula, surfaces: number, nodes: number): PointFormula {
  const own = made.get(shape) ?? new Map<string, PointFormula>();
  made.set(shape, own);
  const fixed = shape.free.length === 0;
  const key = `${fixed ? 1 : surfaces} ${nodes}`;
  const found = own.get(key);
  if (found) return found;
  const each = 1 + shape.constants;
  const rigid = fixed ? 3 : surfaces * each;
  const formula: PointFormula = {
    name: `${shape.primitive.kind} point ${shape.points === 'levels' ? 'levels ' : ''}${[...shape.deformations.map((d) => d.kind), '|', ...shape.free, '|', key].join(' ')}`,
    blocks: [3, rotation, ...(fixed ? [] : [shapeBlock(shape.free.length)]), ...new Array<number>(nodes).fill(3)],
    parameters: rigid + nodes,
    point: (q, p) => {
      let s: Vec3 = fixed ? (p.slice(0, 3) as unknown as Vec3) : [zero, zero, zero];
      for (let i = 0; !fixed && i < surfaces; i++) {
        const first = i * each;
        s = add3(s, scale3(p[first], shape.point(q[2], p.slice(first + 1, first + each))));
      }
      const d = q.slice(fixed ? 2 : 3);
      const local = d.reduce<Expr[]>(
        (sum, one, k) => sum.map((x, axis) => add(x, mul(p[rigid + k], one[axis]))),
        [...s],
      );
      return add3(q[0] as unknown as Vec3, turned(q[1], local as unknown as Vec3));
    },
  };
  own.set(key, formula);
  return formula;
}

/** The parameters of a point: surface points with their weights and constants, then the weights of displacements. */
export function pointParameters(
  shape: ShapeFormula,
  surfaces: readonly { readonly weight: number; readonly constants: Float64Array }[],
  weights: readonly number[],
): number[] {
  if (shape.free.length > 0) {
    const parameters: number[] = [];
    for (const { weight, constants } of surfaces) {
      parameters.push(weight);
      for (let c = 0; c < constants.length; c++) parameters.push(constants[c]);
    }
    return parameters.concat(weights);
  }
  const s = [0, 0, 0];
  for (const { weight, constants } of surfaces) {
    const x = fixedPoint(shape, constants, 1);
    for (let k = 0; k < 3; k++) s[k] += weight * x[k];
  }
  return [...s, ...weights];
}
