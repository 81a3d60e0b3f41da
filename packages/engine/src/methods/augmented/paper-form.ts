/**
 * The form of PB88's eq. 61 to 63, written for the true velocity.                                        [notes, 4.2; errata: P20, P21]
 *
 *   xdot = v - u,   u = W sum_e s_e grad C_e,   s = lam + k C,   vdot = W (F - c grad C (grad C . v))
 *
 * PB88 stores v, which is no velocity: at rest v = u. Damping, contacts and energies would have to subtract u. Here the velocity
 * xdot is stored instead, which obeys
 *
 *   xddot = vdot - udot = W (F - sum_e [ (kappa C + k Cdot) grad C + s d(grad C)/dt + c grad C (Cdot + grad C . u) ])
 *
 * the same x(t) and lam(t), under every integrator, with nothing to subtract anywhere. It differs only where a run starts: PB88's
 * v = 0 with C != 0 means xdot = -u, here xdot = 0. lam is a velocity-like quantity: load/((c N) N) at rest.
 */
import { activationColumn, type BoundRelation, jacobian } from '../../constraints/bound-relation.ts';
import type { BatchView, MemberBatch } from '../../constraints/method.ts';
import { addTo, gather, kernel, parameter, type Sink } from '../../kernel/compile/kernel.ts';
import { directional } from '../../kernel/formula/derive.ts';
import { add, type Expr, mul, neg, select, zero } from '../../kernel/formula/expr.ts';
import { add3, scale3, sum3, type Vec3 } from '../../kernel/formula/vector.ts';
import { gathered } from '../../solve/coupled-compliance.ts';
import { pointForceSinks, sumOf } from '../../solve/row-forces.ts';
import type { State } from '../../state/state.ts';
import type { Gains } from './gains.ts';
import { limited } from './limit.ts';

/** s of each row */
const strengths = (boundRelation: BoundRelation, gains: readonly Gains[], limit: Expr | undefined): Expr[] =>
  boundRelation
    .at('q')
    .C.map((C, r) => add(limited(gather('q', boundRelation.methodSlot, r), limit), mul(gains[r].k, C)));

export function paperSinks(
  boundRelation: BoundRelation,
  gains: readonly Gains[],
  limit: Expr | undefined,
  column: string,
): Sink[] {
  const rows = boundRelation.at('q');
  const motion = boundRelation.motion('q');
  const active = parameter(activationColumn);
  const s = strengths(boundRelation, gains, limit);
  const J = jacobian(rows);
  const u = gathered(boundRelation, column);
  const forces = rows.points.map((_, point): Vec3 => {
    const parts = rows.C.map((C, r) => {
      const { k, c, kappa } = gains[r];
      const rate = directional(C, motion);
      const shifted = add(rate, sumOf(J[r].map((j, i) => mul(j, u[i]))));
      const along = add(add(mul(kappa, C), mul(k, rate)), mul(c, shifted));
      const turning = rows.G[r][point].map((g) => directional(g, motion)) as unknown as Vec3;
      return add3(scale3(along, rows.G[r][point]), scale3(s[r], turning));
    });
    return sum3(parts).map((f) => select(zero, active, neg(f), zero)) as unknown as Vec3;
  });
  return pointForceSinks(boundRelation, rows, forces);
}

/** Makes the column of u, of all constraints of a method. */
export class Shift {
  readonly #batches: readonly { readonly shape: BatchView; readonly memberBatch: MemberBatch }[];

  constructor(
    shapes: readonly BatchView[],
    private readonly state: State,
    gainsOf: (boundRelation: BoundRelation) => readonly Gains[],
    limit: Expr | undefined,
    private readonly column: string,
  ) {
    this.#batches = shapes.map((shape) => {
      const { boundRelation } = shape;
      const s = strengths(boundRelation, gainsOf(boundRelation), limit);
      const J = jacobian(boundRelation.at('q'));
      const w = gathered(boundRelation, 'w');
      const active = parameter(activationColumn);
      let at = 0;
      const sinks = boundRelation.shapes.flatMap((_, k) =>
        boundRelation.blocks('q', k).map((block, b) => {
          const u = block.map((_, c) => mul(w[at + c], sumOf(J.map((row, r) => mul(row[at + c], s[r])))));
          at += block.length;
          return addTo(
            column,
            boundRelation.anchorSlot(k) + b,
            u.map((e) => select(zero, active, e, zero)),
          );
        }),
      );
      const all = Array.from({ length: shape.members.length }, (_, m) => m);
      return { shape, memberBatch: shape.memberBatch(kernel(sinks), all) };
    });
  }
  update(): void {
    this.state.column(this.column).fill(0);
    for (const { shape, memberBatch } of this.#batches) if (!shape.idle) memberBatch.batch.run();
  }
  release(): void {
    for (const { shape, memberBatch } of this.#batches) shape.releaseMemberBatch(memberBatch);
  }
}
