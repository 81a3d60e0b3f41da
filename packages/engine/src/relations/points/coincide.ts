/**
 * Coincide: points at the same place. `nail` is a body's point on a point of the world, `join` two or more points of bodies.
 *
 *   C = x_k - x_0,  k = 1 .. n-1                                                    [GBT06, sec. 4.1, 4.2]
 *
 * For two points the general solve of the local method gives one force and its opposite, F_1 = (x_0 - x_1)/(c_0 + c_1):
 * they cancel to the last bit, and over 5e4 steps the momentum drifts by 3.5e-15; with GBT06's general form by 2.1e-8. More than
 * two points are moved to the mean of their predictions, weighted by w = 1/c. The multipliers are the forces on all points but
 * the first, whose force is minus their sum, so that they cancel here too:
 *
 *   g   = x_0 + sum_j w_j (x_j - x_0) / sum_j w_j                                   [GBT06, eq. 22]
 *   F_k = (g - x_k) / c_k
 *
 * A point that cannot move (c = 0) comes first; then g = x_0.
 */
import { add, div, type Expr, mul, reciprocal, select, sub, zero } from '../../kernel/formula/expr.ts';
import { sub3, type Vec3 } from '../../kernel/formula/vector.ts';
import type { Relation } from '../relation.ts';

const made = new Map<number, Relation>();

export function coincide(points: number): Relation {
  const found = made.get(points);
  if (found) return found;
  const relation: Relation = {
    kind: 'coincide',
    points: Array.from({ length: points }, (_, k) => `x${k}`),
    parameters: {},
    unit: 'm',
    sense: '=',
    joins: true,
    rows: (x) => x.slice(1).flatMap((xk) => sub3(xk, x[0])),
    ...(points > 2 ? { closedForm: forcesToMean } : {}),
  };
  made.set(points, relation);
  return relation;
}

function forcesToMean(C: readonly Expr[], c: readonly Vec3[], activation: Expr): Expr[] {
  const others = c.slice(1);
  const axis = (k: 0 | 1 | 2): Expr[] => {
    const offsets = others.map((_, j) => C[3 * j + k]);
    const moved = offsets.map((o, j) => div(o, others[j][k])).reduce(add);
    const weight = c.map((cj) => select(zero, cj[k], reciprocal(cj[k]), zero)).reduce(add);
    const shift = select(zero, c[0][k], div(moved, weight), zero);
    return offsets.map((o, j) => mul(mul(activation, reciprocal(others[j][k])), sub(shift, o)));
  };
  const forces = [axis(0), axis(1), axis(2)];
  return others.flatMap((_, j) => forces.map((f) => f[j]));
}
