/**
 * Reaction: the force on a point is replaced, along each row, by one that brings the row to zero with critical damping.
 *                                                                                                    [PB88, sec. 4]
 *   C'' = -omega^2 C - 2 omega C'        the motion wanted; k = m omega^2, c = 2 m omega (errata: not sqrt(2k))
 *   (J W J^T) lambda = -omega^2 C - 2 omega Cdot - Jdot v - C_tt - J W f          C_tt: the target's own acceleration (errata)
 *
 * One-sided rows act where C < 0 and the reaction pushes, lambda > 0 (errata: eq. 42 has the signs of the other side).
 * For a plane this is PB88's eq. 41. A body that lands sinks in by v/(e omega) and keeps e^-2 of its speed; at rest the
 * reaction is its weight and C = 0. Coordinates that cannot move (W = 0) get no force.
 */

import { activationColumn, jacobian, spreadForce } from '../../constraints/bound-relation.ts';
import { forcesThemselves, type Method, runEach } from '../../constraints/method.ts';
import { solveRows } from '../../constraints/small-solve.ts';
import { h } from '../../integrators/integrator.ts';
import { addTo, kernel, parameter, type Sink, toRow } from '../../kernel/compile/kernel.ts';
import { directional } from '../../kernel/formula/derive.ts';
import { add, constant, div, type Expr, max, mul, neg, select, square, zero } from '../../kernel/formula/expr.ts';
import { scale3, sum3 } from '../../kernel/formula/vector.ts';

export interface ReactionOptions {
  /** rate of approach, rad/s; omega h must stay below 0.828 */
  readonly omega?: number;
}
/** omega h, where omega is not given */
export const reactionDefaults = { omegaTimesStep: 0.2 } as const;

/**
 * A point pressed against its side touches it from C below this part of what the press moves it in a step. With C < 0
 * alone, rounding takes a point at rest to C = 1e-17 and lets it drop by g h^2, again and again.
 */
const touching = 1e-3;

const made = new Map<number | undefined, Method>();
/** The reaction method; one object for the same options. */
export function reaction({ omega: given }: ReactionOptions = {}): Method {
  if (given !== undefined && !(given > 0 && Number.isFinite(given))) {
    throw new Error(`reaction: omega — ${given} rad/s; it must be positive.`);
  }
  const known = made.get(given);
  if (known) return known;
  const method: Method = {
    kind: 'reaction',
    fingerprint: given === undefined ? '' : `omega ${given}`,
    order: 9,
    accelerates: true,
    needs: 'points',
    remedy: 'use "lagrange" for both',
    exclusive: ({ sense }) => sense === '=', // a corner between two planes is no conflict: one acts after the other
    work: (shapes) => ({ onForce: runEach(shapes) }),
    refuses: ({ relation, size }) =>
      relation.sense === '>=' && size > 1 ? `"reaction" holds one one-sided row at a time, not ${size}.` : undefined,
    rule: (boundRelation) => {
      const rows = boundRelation.at('q');
      const gather = (array: string): Expr[] =>
        boundRelation.shapes.flatMap((_, k) => boundRelation.blocks(array, k).flat());
      const [f, w] = ['f', 'w'].map(gather);
      const motion = boundRelation.motion('q');
      const J = jacobian(rows);
      const omega = given === undefined ? div(constant(reactionDefaults.omegaTimesStep), h) : constant(given);
      const pushed = J.map((row) => row.map((j, i) => mul(j, mul(w[i], f[i]))).reduce((a, b) => add(a, b), zero));
      const wanted = rows.C.map((C, r) => {
        const rate = directional(C, motion);
        const curvature = directional(rate, motion);
        const restoring = add(mul(square(omega), C), mul(constant(2), mul(omega, rate)));
        return neg(add(restoring, add(curvature, pushed[r])));
      });
      const touches = pushed.map((a) => mul(constant(touching), mul(square(h), max(zero, neg(a)))));
      const lambda = solveRows(J, w, wanted, { guard: true }).map((l, r) => {
        const pushes = select(zero, l, l, zero);
        const held = boundRelation.relation.sense === '=' ? l : select(rows.C[r], touches[r], pushes, zero);
        return select(zero, parameter(activationColumn), held, zero);
      });
      const sinks: Sink[] = [];
      rows.points.forEach((_, k) => {
        const force = sum3(rows.G.map((G, r) => scale3(lambda[r], G[k])));
        spreadForce(rows.L[k], force).forEach((F, b) => {
          sinks.push(addTo('f', boundRelation.anchorSlot(k) + b, F));
        });
        force.forEach((component, axis) => {
          sinks.push(toRow(3 * k + axis, component));
        });
      });
      return { kernel: kernel(sinks), forces: forcesThemselves(boundRelation) };
    },
  };
  made.set(given, method);
  return method;
}
