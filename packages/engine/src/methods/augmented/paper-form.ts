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
 * the same x(t) and lam(t), under every integrator, with nothing to subtract anywhere. The part of vdot is a force; that of udot is
 * none, and reactions do not see it: it is added behind them, as in PB88, where they act on v. It differs only where a run starts:
 * PB88's v = 0 with C != 0 means xdot = -u, here xdot = 0. lam is a velocity-like quantity: load/((c N) N) at rest.
 */
import { activationColumn, type BoundRelation, jacobian, spreadForce } from '../../constraints/bound-relation.ts';
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

const minusWhileActive = (parts: readonly Vec3[]): Vec3 =>
  sum3(parts).map((f) => select(zero, parameter(activationColumn), neg(f), zero)) as unknown as Vec3;

/** What acts on v: -c grad C (grad C . v), v = xdot + u. */
export function paperSinks(boundRelation: BoundRelation, gains: readonly Gains[], column: string): Sink[] {
  const rows = boundRelation.at('q');
  const motion = boundRelation.motion('q');
  const J = jacobian(rows);
  const u = gathered(boundRelation, column);
  const along = rows.C.map((C, r) =>
    mul(gains[r].c, add(directional(C, motion), sumOf(J[r].map((j, i) => mul(j, u[i]))))),
  );
  const forces = rows.points.map((_, point) => minusWhileActive(along.map((f, r) => scale3(f, rows.G[r][point]))));
  return pointForceSinks(boundRelation, rows, forces);
}

/** -udot, as a force; nothing is recorded of it. */
function shiftRateSinks(boundRelation: BoundRelation, gains: readonly Gains[], limit: Expr | undefined): Sink[] {
  const rows = boundRelation.at('q');
  const motion = boundRelation.motion('q');
  const s = strengths(boundRelation, gains, limit);
  const along = rows.C.map((C, r) => add(mul(gains[r].kappa, C), mul(gains[r].k, directional(C, motion))));
  return rows.points.flatMap((_, point) => {
    const force = minusWhileActive(
      along.map((f, r) => {
        const turning = rows.G[r][point].map((g) => directional(g, motion)) as unknown as Vec3;
        return add3(scale3(f, rows.G[r][point]), scale3(s[r], turning));
      }),
    );
    return spreadForce(rows.L[point], force).map((F, b) => addTo('f', boundRelation.anchorSlot(point) + b, F));
  });
}

/** Makes the column of u, of all constraints of a method, and adds -udot to the forces. */
export class Shift {
  readonly #batches: readonly { readonly shape: BatchView; readonly memberBatch: MemberBatch }[];
  readonly #rates: readonly { readonly shape: BatchView; readonly memberBatch: MemberBatch }[];

  constructor(
    shapes: readonly BatchView[],
    private readonly state: State,
    gainsOf: (boundRelation: BoundRelation) => readonly Gains[],
    limit: Expr | undefined,
    private readonly column: string,
    /** 1/s */
    private readonly eps: number,
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
      return { shape, memberBatch: shape.memberBatch(kernel(sinks), allOf(shape)) };
    });
    this.#rates = shapes.map((shape) => {
      const { boundRelation } = shape;
      const sinks = shiftRateSinks(boundRelation, gainsOf(boundRelation), limit);
      return { shape, memberBatch: shape.memberBatch(kernel(sinks), allOf(shape)) };
    });
  }
  /** Adds -eps m v, v = xdot + u, at the coordinates of active members. */
  damp(): void {
    if (!this.eps) return;
    let changes = 0;
    for (const { shape } of this.#batches) changes += shape.changes;
    if (changes !== this.#changes) this.#coordinates = this.#found();
    this.#changes = changes;
    const [f, v, u, w] = ['f', 'v', this.column, 'w'].map((name) => this.state.column(name));
    for (let k = 0; k < this.#coordinates.length; k++) {
      const i = this.#coordinates[k];
      if (w[i] > 0) f[i] -= (this.eps * (v[i] + u[i])) / w[i];
    }
  }
  #changes = -1;
  #coordinates = new Int32Array();
  #found(): Int32Array<ArrayBuffer> {
    const all = new Set<number>();
    for (const { shape } of this.#batches)
      for (let m = 0; m < shape.members.length; m++)
        for (let s = 0; shape.isActive(m) && s < shape.boundRelation.slots; s++)
          for (let k = 0; k < 3; k++) all.add(shape.blocks[m * shape.slots + s] + k);
    return Int32Array.from([...all].sort((a, b) => a - b));
  }
  /** Adds -udot, when all other forces are there. */
  act(): void {
    for (let i = 0; i < this.#rates.length; i++) {
      const { shape, memberBatch } = this.#rates[i];
      if (!shape.idle) memberBatch.batch.run();
    }
  }
  update(): void {
    this.state.column(this.column).fill(0);
    for (const { shape, memberBatch } of this.#batches) if (!shape.idle) memberBatch.batch.run();
  }
  release(): void {
    for (const { shape, memberBatch } of [...this.#batches, ...this.#rates]) shape.releaseMemberBatch(memberBatch);
  }
}

const allOf = (shape: BatchView): number[] => Array.from({ length: shape.members.length }, (_, m) => m);
