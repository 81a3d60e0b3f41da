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
 * At most one acts on a point: a path or another equation, else a plane, else the ball or model that it is deepest in; `notices`
 * names the others. With `acting: 'all'` one-sided ones act one after another, in this order, each on the force that the others leave.
 *
 * `sticky`, in the place of friction: while a one-sided row pushes, the force across it is -sticky m v, v the velocity across. This alone
 * (`slide: 'prescribed'`) carries a point on against whatever pulls it back, and adds energy: a soft block that settles on a table
 * had twice its energy after half a second. So by default the part of it along v that would speed the point up is left out.
 */

import { checkOptions, number, oneOf } from '../../base/options.ts';
import { refusing } from '../../base/refusal.ts';
import type { BoundRelation, Rows } from '../../constraints/bound-relation.ts';
import { forcesThemselves, type Method } from '../../constraints/method.ts';
import { kernel } from '../../kernel/compile/kernel.ts';
import { directional } from '../../kernel/formula/derive.ts';
import { constant, type Expr, mul, neg, reciprocal, select, zero } from '../../kernel/formula/expr.ts';
import { add3, dot, normalise, scale3, sub3, sum3, type Vec3 } from '../../kernel/formula/vector.ts';
import { pointForceSinks } from '../../solve/row-forces.ts';
import { checkedOptions } from '../method-options.ts';
import { elected } from './one-reaction.ts';
import { claimed, equationRows, omegaTimesStep, oneSidedRow } from './reaction-rows.ts';
import { ReactionWork } from './reaction-work.ts';

/**
 * Options of `reaction`.
 * @example const options: ReactionOptions = { omega: 50 };
 */
export interface ReactionOptions {
  /** rate of approach, rad/s; omega h must stay below 0.828 */
  readonly omega?: number;
  /** rate at which sliding points come to rest, 1/s */
  readonly sticky?: number;
  /** of sticky: other forces may slow a point down faster, or it slides at that rate whatever pulls at it, which adds energy */
  readonly slide?: 'passive' | 'prescribed';
  /** of one-sided constraints on one point: one acts, as in PB88, or all do, one after another, as in the corner of a room */
  readonly acting?: 'one' | 'all';
}
/**
 * What `reaction` uses for omega h if omega is not given.
 * @example reaction({ omega: reactionDefaults.omegaTimesStep / world.h })
 */
export const reactionDefaults = { omegaTimesStep, slide: 'passive', acting: 'one' } as const;

const made = new Map<string, Method>();
/**
 * The reaction method: it replaces the force on a point by one that brings the constraint to zero with critical
 * damping. Equal options give the same object, and one batch.
 * @example world.constrain(above(node(cube, 0), floor), { method: reaction({ omega: 50 }) })
 */
export function reaction(options: ReactionOptions = {}): Method {
  checkOptions('reaction', options, {
    omega: number,
    sticky: number,
    slide: oneOf('passive', 'prescribed'),
    acting: oneOf('one', 'all'),
  });
  const { omega, sticky } = options;
  const isPassive = (options.slide ?? reactionDefaults.slide) === 'passive';
  const all = (options.acting ?? reactionDefaults.acting) === 'all';
  if (omega !== undefined && !(omega > 0 && Number.isFinite(omega)))
    throw refusing({ of: 'reaction' })('omega', `${omega} rad/s; it must be positive.`);
  const key = checkedOptions('reaction', options, { positive: ['sticky'] });
  const known = made.get(key);
  if (known) return known;
  const method: Method = {
    kind: 'reaction',
    fingerprint: [
      ...(omega === undefined ? [] : [`omega ${omega}`]),
      ...(sticky ? [`sticky ${sticky}`] : []),
      ...(sticky && !isPassive ? ['prescribed'] : []),
      ...(all ? ['all act'] : []),
    ].join(', '),
    order: 9,
    actsOnForces: true,
    accelerates: true,
    follows: true,
    needs: 'points',
    remedy: 'use "lagrange" for both',
    ramps: ['goal'],
    throwsOut: true,
    rates: true,
    exclusive: ({ sense }) => sense === '=', // a corner between two planes is no conflict: one acts after the other
    work: (shapes, program) =>
      new ReactionWork(
        shapes.map((shape) => ({ shape, omega, always: all })),
        program,
      ),
    refuses: (boundRelation) => {
      const { relation, size, shapes } = boundRelation;
      if (relation.sense === '>=' && size > 1) return `"reaction" holds one one-sided row at a time, not ${size}.`;
      if (sticky && (relation.sense === '=' || shapes[0].blocks.length !== 1))
        return 'sticky — it is for nodes that touch something: one-sided constraints. Leave it out.';
      return undefined;
    },
    rule: (boundRelation) => {
      const rows = boundRelation.at('q');
      const oneSided = boundRelation.relation.sense === '>=';
      const one = oneSided ? oneSidedRow(boundRelation, omega) : undefined;
      const acting = one && !all ? elected(boundRelation, one.lambda, one.depth) : undefined;
      const lambda = acting ? [acting.lambda] : one ? [one.lambda] : equationRows(boundRelation, omega);
      const pushes = rows.points.map((_, k) => sum3(rows.G.map((G, r) => scale3(lambda[r], G[k]))));
      const forces = sticky ? withDrag(boundRelation, rows, lambda[0], pushes, sticky, isPassive) : pushes;
      return {
        kernel: kernel([
          ...pointForceSinks(boundRelation, rows, forces, oneSided ? claimed : undefined),
          ...(acting?.sinks ?? []),
        ]),
        forces: forcesThemselves(boundRelation),
      };
    },
  };
  made.set(key, method);
  return method;
}

/** The force across the row becomes -sticky m v while the row pushes, or less; the other points take the opposite. */
function withDrag(
  boundRelation: BoundRelation,
  rows: Rows,
  lambda: Expr,
  pushes: readonly Vec3[],
  sticky: number,
  isPassive: boolean,
): Vec3[] {
  const motion = boundRelation.motion('q');
  const velocities = rows.points.map((x) => x.map((e) => directional(e, motion)) as unknown as Vec3);
  const others = velocities.length > 1 ? velocities[1] : undefined;
  const v = others ? sub3(velocities[0], others) : velocities[0];
  const n = normalise(rows.G[0][0]);
  const across = (a: Vec3): Vec3 => sub3(a, scale3(dot(a, n), n));
  const [w] = boundRelation.blocks('w', 0)[0];
  const [isClaimed] = boundRelation.blocks(claimed, 0)[0];
  const mass = select(zero, w, reciprocal(w), zero);
  const f = boundRelation.blocks('f', 0)[0] as unknown as Vec3;
  const slip = across(v);
  const wanted = sub3(scale3(neg(mul(constant(sticky), mass)), slip), across(f));
  const power = dot(wanted, slip);
  const square = dot(slip, slip);
  const tooMuch = select(zero, power, mul(power, select(zero, square, reciprocal(square), zero)), zero);
  const given = isPassive ? sub3(wanted, scale3(tooMuch, slip)) : wanted;
  const acts = select(zero, isClaimed, zero, lambda);
  const drag = given.map((e) => select(zero, acts, e, zero)) as unknown as Vec3;
  return pushes.map((push, k) => (k === 0 ? add3(push, drag) : k === 1 ? sub3(push, drag) : push));
}
