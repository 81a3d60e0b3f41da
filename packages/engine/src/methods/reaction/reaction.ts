/**
 * Reaction: the force on a point is replaced, along each row, by one that brings the row to zero with critical damping.
 *                                                                                                    [PB88, sec. 4]
 *   C'' = -omega^2 C - 2 omega C'        the motion wanted; k = m omega^2, c = 2 m omega (errata: not sqrt(2k))
 *   (J W J^T) lambda = -omega^2 C - 2 omega Cdot - Jdot v - C_tt - J W f          C_tt: the target's own acceleration (errata)
 *
 * One-sided rows act where C < 0 and the reaction pushes, lambda > 0 (errata: eq. 42 has the signs of the other side).
 * For a plane this is PB88's eq. 41. A body that lands sinks in by v/(e omega) and keeps e^-2 of its speed; at rest the
 * reaction is its weight and C = 0. Coordinates that cannot move (W = 0) get no force.
 *
 * Which acts first: paths and other equations, then planes, then balls and models, each on the force that the others leave. A
 * point that an equation holds is moved by no one-sided row; `notices` names those.
 *
 * `sticky`: while a one-sided row pushes, the force across it is -sticky m v, v the velocity across; in the place of friction.
 */

import { checkOptions, number } from '../../base/options.ts';
import { refusing } from '../../base/refusal.ts';
import { activationColumn, type BoundRelation, jacobian, type Rows } from '../../constraints/bound-relation.ts';
import { forcesThemselves, type Method } from '../../constraints/method.ts';
import { solveRows } from '../../constraints/small-solve.ts';
import { h } from '../../integrators/integrator.ts';
import { kernel, parameter } from '../../kernel/compile/kernel.ts';
import { directional } from '../../kernel/formula/derive.ts';
import {
  add,
  constant,
  div,
  type Expr,
  max,
  mul,
  neg,
  reciprocal,
  select,
  square,
  sub,
  zero,
} from '../../kernel/formula/expr.ts';
import { add3, dot, normalise, scale3, sub3, sum3, type Vec3 } from '../../kernel/formula/vector.ts';
import { gathered } from '../../solve/coupled-compliance.ts';
import { pointForceSinks, sumOf } from '../../solve/row-forces.ts';
import { checkedOptions } from '../method-options.ts';
import { claimed, ReactionWork } from './reaction-work.ts';

/**
 * Options of `reaction`.
 * @example const options: ReactionOptions = { omega: 50 };
 */
export interface ReactionOptions {
  /** rate of approach, rad/s; omega h must stay below 0.828 */
  readonly omega?: number;
  /** rate at which sliding points come to rest, 1/s */
  readonly sticky?: number;
}
/**
 * What `reaction` uses for omega h if omega is not given.
 * @example reaction({ omega: reactionDefaults.omegaTimesStep / world.h })
 */
export const reactionDefaults = { omegaTimesStep: 0.2 } as const;

/**
 * A point pressed against its side touches it from C below this part of what the press moves it in a step. With C < 0
 * alone, rounding takes a point at rest to C = 1e-17 and lets it drop by g h^2, again and again.
 */
const touching = 1e-3;

const made = new Map<string, Method>();
/**
 * The reaction method: it replaces the force on a point by one that brings the constraint to zero with critical
 * damping. Equal options give the same object, and one batch.
 * @example world.constrain(above(node(cube, 0), floor), { method: reaction({ omega: 50 }) })
 */
export function reaction(options: ReactionOptions = {}): Method {
  checkOptions('reaction', options, { omega: number, sticky: number });
  const { omega, sticky } = options;
  if (omega !== undefined && !(omega > 0 && Number.isFinite(omega)))
    throw refusing({ of: 'reaction' })('omega', `${omega} rad/s; it must be positive.`);
  const key = checkedOptions('reaction', options, { positive: ['sticky'] });
  const known = made.get(key);
  if (known) return known;
  const method: Method = {
    kind: 'reaction',
    fingerprint: [...(omega === undefined ? [] : [`omega ${omega}`]), ...(sticky ? [`sticky ${sticky}`] : [])].join(
      ', ',
    ),
    order: 9,
    accelerates: true,
    follows: true,
    needs: 'points',
    remedy: 'use "lagrange" for both',
    ramps: ['goal'],
    rates: true,
    exclusive: ({ sense }) => sense === '=', // a corner between two planes is no conflict: one acts after the other
    work: (shapes, { state }) => new ReactionWork(shapes, state),
    refuses: (boundRelation) => {
      const { relation, size, shapes } = boundRelation;
      if (relation.sense === '>=' && size > 1) return `"reaction" holds one one-sided row at a time, not ${size}.`;
      if (sticky && (relation.sense === '=' || shapes[0].blocks.length !== 1))
        return 'sticky — it is for nodes that touch something: one-sided constraints. Leave it out.';
      return undefined;
    },
    rule: (boundRelation) => {
      const rows = boundRelation.at('q');
      const lambda = multipliers(boundRelation, omega);
      const pushes = rows.points.map((_, k) => sum3(rows.G.map((G, r) => scale3(lambda[r], G[k]))));
      const forces = sticky ? withDrag(boundRelation, rows, lambda[0], pushes, sticky) : pushes;
      return {
        kernel: kernel(
          pointForceSinks(boundRelation, rows, forces, boundRelation.relation.sense === '>=' ? claimed : undefined),
        ),
        forces: forcesThemselves(boundRelation),
      };
    },
  };
  made.set(key, method);
  return method;
}

/** lambda of each row, 0 while it does not act. */
function multipliers(boundRelation: BoundRelation, given: number | undefined): Expr[] {
  const rows = boundRelation.at('q');
  const [f, w] = ['f', 'w'].map((column) => gathered(boundRelation, column));
  const motion = boundRelation.motion('q');
  const J = jacobian(rows);
  const omega = given === undefined ? div(constant(reactionDefaults.omegaTimesStep), h) : constant(given);
  const pushed = J.map((row) => sumOf(row.map((j, i) => mul(j, mul(w[i], f[i])))));
  const wanted = rows.C.map((C, r) => {
    const rate = directional(C, motion);
    const curvature = directional(rate, motion);
    const restoring = add(mul(square(omega), C), mul(constant(2), mul(omega, rate)));
    return neg(add(restoring, add(curvature, pushed[r])));
  });
  const touches = pushed.map((a) => mul(constant(touching), mul(square(h), max(zero, neg(a)))));
  const oneSided = boundRelation.relation.sense === '>=';
  // coordinates that an equation claims are moved by that alone
  const movable = oneSided ? gathered(boundRelation, claimed).map((held, i) => select(zero, held, zero, w[i])) : w;
  const general = solveRows(J, movable, wanted, { guard: true });
  const solved = oneSided ? [againstOther(boundRelation, general[0], J[0], movable, wanted[0], pushed[0])] : general;
  return solved.map((l, r) => {
    const pushes = select(zero, l, l, zero);
    const held = oneSided ? select(rows.C[r], touches[r], pushes, zero) : l;
    return select(zero, parameter(activationColumn), held, zero);
  });
}

/**
 * PB88's force on a point in contact with another body: as if the body kept its motion. So all contact points act on the body alike,
 * in any order, and their forces on it are opposite to those on the points. Where the point is fixed, the body is moved.
 */
function againstOther(
  boundRelation: BoundRelation,
  general: Expr,
  J: readonly Expr[],
  w: readonly Expr[],
  wanted: Expr,
  pushed: Expr,
): Expr {
  if (boundRelation.shapes.length === 1) return general;
  const own = boundRelation.blocks('q', 0).flat().length;
  const f = gathered(boundRelation, 'f').slice(0, own);
  const D = sumOf(J.slice(0, own).map((j, i) => mul(mul(j, j), w[i])));
  const felt = sumOf(J.slice(0, own).map((j, i) => mul(j, mul(w[i], f[i]))));
  return select(zero, D, mul(sub(add(wanted, pushed), felt), reciprocal(D)), general);
}

/** The force across the row becomes -sticky m v while the row pushes; the other points take the opposite. */
function withDrag(
  boundRelation: BoundRelation,
  rows: Rows,
  lambda: Expr,
  pushes: readonly Vec3[],
  sticky: number,
): Vec3[] {
  const motion = boundRelation.motion('q');
  const velocities = rows.points.map((x) => x.map((e) => directional(e, motion)) as unknown as Vec3);
  const others = velocities.length > 1 ? velocities[1] : undefined;
  const v = others ? sub3(velocities[0], others) : velocities[0];
  const n = normalise(rows.G[0][0]);
  const across = (a: Vec3): Vec3 => sub3(a, scale3(dot(a, n), n));
  const [w] = boundRelation.blocks('w', 0)[0];
  const [held] = boundRelation.blocks(claimed, 0)[0];
  const mass = select(zero, w, reciprocal(w), zero);
  const f = boundRelation.blocks('f', 0)[0] as unknown as Vec3;
  const wanted = scale3(neg(mul(constant(sticky), mass)), across(v));
  const acts = select(zero, held, zero, lambda);
  const drag = sub3(wanted, across(f)).map((e) => select(zero, acts, e, zero)) as unknown as Vec3;
  return pushes.map((push, k) => (k === 0 ? add3(push, drag) : k === 1 ? sub3(push, drag) : push));
}
