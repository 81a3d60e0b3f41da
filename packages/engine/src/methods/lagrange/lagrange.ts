/**
 * Lagrange: all rows at once, on the level of accelerations.                                        [HCY, sec. 5; notes, 3]
 *
 *   (J W J^T) lambda = -Jdot v - J W F - ks C - kd Cdot,      F <- F + J^T lambda
 *   ks = (a/h)^2,  kd = 2a/h                                  one dimensionless a: stable below 2 (sqrt 2 - 1) = 0.828
 *
 * Then, unless `paper` is set, the errors of the scheme are removed: predictions are projected onto the rows, along the rows at q,
 * and velocities after the step. Equal matrices are factored once:
 *
 *   (J c J^T) dlambda = -C(p),    p <- p + c J^T dlambda,  u <- u + d J^T dlambda           until C is rounding
 *   (J W J^T) mu = -Cdot,         v <- v + W J^T mu
 *
 * One-sided rows act on the prediction: C(p) >= 0, lambda >= 0, C lambda = 0, together with all others (one-sided.ts). A row
 * that would be violated is satisfied exactly within the step; free flight is not changed.          [HCY, errata: E7; 4.5]
 *
 * With inequalities "reaction" a violated one-sided row obeys the equation of the others instead, with a gain of its own, as long as it pushes:
 * C'' + 2 c C' + c^2 C = 0. Contacts are then soft and inelastic: of a free body the restitution is e^-2 and the depth 0.37 v/c, c being
 * the gain per second, for small steps. They may have friction (contact-friction.ts).                 [Met93 notes, sec. 5]
 *
 * The multiplier of a motor is bounded (bounded-rows.ts): its row is rate/h instead of ks C + kd Cdot.
 *
 * What is reported is lambda + dlambda + mu/h: the force that acted over the step.
 */

import { checkOptions, flag, number, oneOf } from '../../base/options.ts';
import { refusing } from '../../base/refusal.ts';
import type { BoundRelation } from '../../constraints/bound-relation.ts';
import { forcesThemselves, type Method, type MethodState } from '../../constraints/method.ts';
import { recordingNow, withMultipliers } from '../../solve/multipliers.ts';
import { LagrangeWork } from './lagrange-work.ts';

/**
 * Options of `lagrangeMethod`.
 * @example const options: LagrangeOptions = { a: 0.3 };
 */
export interface LagrangeOptions {
  /** how fast errors fade, per step: below 0.828 */
  readonly a?: number;
  /** as printed: nothing is projected; `a` determines the errors */
  readonly paper?: boolean;
  /** one-sided rows: as they are; as reactions that push out what is inside; or with a slack coordinate each, as printed: inexact, for study */
  readonly inequalities?: 'complementarity' | 'reaction' | 'slack';
  /** with reactions: how fast they push out, per step; `a` if not given */
  readonly contact?: number;
}
/**
 * What `lagrangeMethod` uses for options that are not given.
 * @example lagrangeMethod({ ...lagrangeDefaults, a: 0.3 })
 */
export const lagrangeDefaults = { a: 0.5, paper: false, inequalities: 'complementarity' } as const;

const common = withMultipliers('lagrange');
const made = new Map<string, Method>();
/**
 * The method of Lagrange multipliers. Equal options give the same object, and one batch.
 * @example lagrangeMethod({ a: 0.3 })
 */
export function lagrangeMethod(options: LagrangeOptions = {}): Method {
  checkOptions('lagrangeMethod', options, {
    a: number,
    paper: flag,
    inequalities: oneOf('complementarity', 'reaction', 'slack'),
    contact: number,
  });
  const { a, paper, inequalities } = { ...lagrangeDefaults, ...options };
  const { contact = a } = options;
  const key = `${a} ${paper} ${inequalities}${contact === a ? '' : ` ${contact}`}`;
  const found = made.get(key);
  if (found) return found;
  if (!(a > 0 && Number.isFinite(a)))
    throw refusing({ of: 'lagrange' })('a', `${a}; it must be positive, and is stable below 0.828.`);
  if (!(contact > 0 && Number.isFinite(contact)))
    throw refusing({ of: 'lagrange' })('contact', `${contact}; it must be positive, and is stable below 0.828.`);
  const slack = inequalities === 'slack';
  const reaction = inequalities === 'reaction';
  const method: Method = {
    ...common,
    refuses: (boundRelation) =>
      boundRelation.relation.latching
        ? `"lagrange" cannot hold latching contacts like "${boundRelation.relation.kind}".`
        : common.refuses(boundRelation),
    fingerprint: key,
    order: 5,
    ...(paper ? {} : { promise: 1e-12 }),
    rule: (boundRelation) => ({
      kernel: recordingNow(boundRelation),
      forces: forcesThemselves(boundRelation),
      ...(slack || reaction ? {} : { multipliers: 3 * boundRelation.shapes.length }),
    }),
    work: (shapes, program) => new LagrangeWork(shapes, program, { a, paper, slack, ...(reaction ? { contact } : {}) }),
    accelerates: true,
    bounds: true,
    ...(reaction ? { rubs: true } : {}),
    ...(slack || reaction ? { softOneSided: true } : {}),
    ...(slack ? { state: slackOf } : {}),
  };
  made.set(key, method);
  return method;
}
/**
 * The method of Lagrange multipliers with its default options: all constraints in one system.
 * @example world.constrain(distance(node(cube, 0), node(cube, 7), 1), { method: lagrange })
 */
export const lagrange = lagrangeMethod();

/** A coordinate for each one-sided row, of unit mass; it starts where its row is met. */
const slackOf = ({ relation, size }: BoundRelation): MethodState | undefined =>
  relation.sense === '>=' ? { order: 2, start: new Array<number>(size).fill(0) } : undefined;
