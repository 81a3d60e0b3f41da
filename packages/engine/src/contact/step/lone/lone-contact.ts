/**
 * An island of one node that touches something flat that stays where it is: a face of a fixed model, a half space. Most islands of a sheet on a model and of a soft body on a floor are.
 *
 * What island-solve.ts does with it, to the same bits, in one pass over flat lists: G is 3 x 3 (one-contact.ts), gaps are linear in the motion, so that no pass corrects them, and neither energy nor
 * places are limited. Where that is not so it is left to island-solve.ts, and nothing has changed but u and p of the node, which that writes.
 */
import type { State } from '../../../state/state.ts';
import type { Collider } from '../../collider/collider.ts';
import { slippingImpulse, stickingImpulse } from '../../coulomb/one-contact.ts';
import { digits } from '../../coulomb/problem.ts';
import { gapAt } from '../../detect/gap.ts';
import { type Pose, rowTypes } from '../../detect/row.ts';
import { coupleKinds, type RowMemory, units as sideUnits } from '../../detect/row-memory.ts';
import { isIndirect } from '../../schemes.ts';
import { gapTolerance } from '../island-report.ts';
import { firstTolerance, still, touching } from '../island-solve.ts';
import type { Island } from '../islands.ts';
import type { Span } from '../span.ts';

/** J of the contact, J W, and G, line by line */
const J = new Float64Array(9);
const Y = new Float64Array(9);
const G = new Float64Array(9);
/** velocities along its lines: after forces, what is to be answered, and the answer to the impulse */
const bu = new Float64Array(3);
const b = new Float64Array(3);
const Gl = new Float64Array(3);
const lambda = new Float64Array(3);
/** of the node: what the impulse adds */
const dv = new Float64Array(3);
const mu = new Float64Array(1);

export class LoneContact {
  /** of each body: its nodes move by p = q + h u, and have masses of their own */
  readonly #isPlain: Uint8Array;

  constructor(
    colliders: readonly Collider[],
    private readonly state: State,
    private readonly thickness: number,
    /** of bodies at p */
    private readonly pose: Pose,
  ) {
    this.#isPlain = Uint8Array.from(colliders, (c) => (!isIndirect(c) && !c.placed.body.applyM ? 1 : 0));
  }

  /** Leaves u and p of the node, and the impulse of the row; false where it is no such island, or is not solved by this. */
  solve({ rows, places, units, links }: Island, span: Span): boolean {
    if (rows.length !== 1 || units.length !== 1 || links.length || units[0].size !== 3) return false;
    const { memory } = rows[0];
    const at = places[0];
    const { first } = units[0];
    const side = this.#sideOf(memory, at, first, span);
    if (side < 0) return false;
    const { gap, point, frame, guess } = memory;
    if (gap[at] < -gapTolerance) return false;
    const w = this.state.column('w');
    const { h, q, v0, freeU, u, p } = span;
    const sign = side === 0 ? 1 : -1;
    for (let k = 0; k < 9; k++) {
      J[k] = 0 + sign * (frame[9 * at + k] + 0);
      Y[k] = 0 + J[k] * w[first + (k % 3)];
    }
    let trace = 0;
    let lines = 0;
    for (let r = 0; r < 3; r++) {
      for (let c = r; c < 3; c++) G[3 * r + c] = G[3 * c + r] = along(J, 3 * r, Y, 3 * c);
      bu[r] = along(J, 3 * r, freeU, first) + 0;
      trace += G[4 * r];
      if (G[4 * r] > 0) lines++;
    }
    const rho = trace > 0 ? lines / trace : 1;
    const size = Math.max(0, Math.abs(point[3 * at]), Math.abs(point[3 * at + 1]), Math.abs(point[3 * at + 2]));
    const rounding = (4 * Number.EPSILON * size) / h;
    const g = gap[at] > touching * this.thickness ? gap[at] : 0;
    const target = -g / h;
    b[0] = bu[0] - target;
    b[1] = bu[1];
    b[2] = bu[2];
    mu[0] = memory.mu[at];
    for (let k = 0; k < 3; k++) lambda[k] = guess[3 * at + k];
    let residual = 0;
    if (!(b[0] < -rounding)) lambda.fill(0);
    else if (!stickingImpulse(G, b, mu, lambda) && !slippingImpulse(G, b, mu, lambda)) return false;
    respond();
    if (b[0] < -rounding) residual = residualOf(rho, 1 / w[first], rounding);
    if (!(residual <= firstTolerance)) return false;
    let work = 0;
    for (let k = 0; k < 3; k++) {
      const c = first + k;
      work += ((freeU[c] + 1 * v0[c]) * (freeU[c] - v0[c])) / w[c];
      u[c] = freeU[c] + dv[k];
      p[c] = q[c] + h * u[c];
    }
    const left = gapAt(memory, at, rows[0], this.pose) - (g > 0 ? 0 : gap[at]);
    const error = Math.abs(lambda[0] > 0 ? left - (g + h * target) : Math.min(0, left));
    if (!(error <= gapTolerance)) return false;
    let energy = 0;
    for (let k = 0; k < 3; k++) energy += lambda[k] * (bu[k] + 0.5 * Gl[k]);
    this.#keep(memory, at, residual, error, Math.max(0, energy - Math.max(0, -(0.5 * work))), rho);
    return true;
  }
  /** The side of the node; -1 where the other one is not flat or moves, or the row bounces, or bodies have stages. */
  #sideOf(memory: RowMemory, at: number, first: number, { impactU, freeU, v0 }: Span): number {
    const { type, body, unit, corner, count, flipped } = memory;
    if (memory.restitution[at] > 0 || impactU !== freeU) return -1;
    const side = type[at] === rowTypes.plane || !flipped[at] ? 0 : 1;
    const index = body[2 * at + side];
    if (!this.#isPlain[index] || !memory.ofNodes[index]) return -1;
    if (type[at] === rowTypes.plane) return unit[2 * at] === sideUnits.nodes ? side : -1;
    const own = 2 * at + side;
    const other = 4 * at + 1 - own;
    if (type[at] !== rowTypes.face || memory.hasCouples[at] === coupleKinds.spread) return -1;
    if (!memory.ofNodes[body[other]] || corner[3 * own] !== first) return -1;
    // the corners of the face are no units, so that nothing moves them but their own velocity
    for (let k = 3 * other; k < 3 * other + count[other]; k++)
      for (let c = corner[k]; c < corner[k] + 3; c++) if (freeU[c] !== 0 || v0[c] !== 0) return -1;
    return side;
  }
  #keep(memory: RowMemory, at: number, residual: number, error: number, energy: number, rho: number): void {
    const { impulse, first, correction } = memory;
    for (let k = 0; k < 3; k++) {
      const line = 3 * at + k;
      correction[line] = impulse[line] - first[line];
      first[line] = impulse[line] = lambda[k];
    }
    const u1 = Gl[1] + bu[1];
    const u2 = Gl[2] + bu[2];
    const push = lambda[0] / rho;
    memory.sticks[at] = mu[0] > 0 && Math.sqrt(u1 * u1 + u2 * u2) <= still * (1 + push) ? 1 : 0;
    memory.solved[at] = 1;
    memory.residual[at] = residual;
    memory.error[at] = error;
    memory.addedEnergy[at] = energy;
  }
}

/** The product of three numbers each. */
function along(a: Float64Array, i: number, v: Float64Array, j: number): number {
  return 0 + a[i] * v[j] + a[i + 1] * v[j + 1] + a[i + 2] * v[j + 2];
}
/** dv = W J^T lambda, and J dv. */
function respond(): void {
  const x0 = lambda[0];
  const x1 = lambda[1];
  const x2 = lambda[2];
  const any = x0 !== 0 || x1 !== 0 || x2 !== 0;
  for (let k = 0; k < 3; k++) dv[k] = any ? 0 + (x0 * Y[k] + x1 * Y[3 + k] + x2 * Y[6 + k]) : 0;
  for (let r = 0; r < 3; r++) Gl[r] = along(J, 3 * r, dv, 0);
}
/** See problem.ts. */
function residualOf(rho: number, mass: number, rounding: number): number {
  const fastest = Math.max(digits * rounding, Math.abs(b[0]), Math.abs(b[1]), Math.abs(b[2]));
  const demand = (0 + mass + rho) * fastest;
  const largest = Math.max(0, Math.abs(lambda[0]), Math.abs(lambda[1]), Math.abs(lambda[2]));
  const scale = Math.max(
    1e-300,
    rho * (digits * rounding),
    rho * Math.abs(b[0]),
    rho * Math.abs(b[1]),
    rho * Math.abs(b[2]),
  );
  const zn = lambda[0] - rho * (Gl[0] + b[0]);
  const z1 = lambda[1] - rho * (Gl[1] + b[1]);
  const z2 = lambda[2] - rho * (Gl[2] + b[2]);
  const normal = zn > 0 ? zn : 0;
  const bound = mu[0] * normal;
  const size = Math.sqrt(z1 * z1 + z2 * z2);
  const part = size > bound ? bound / size : 1;
  const worst = Math.max(
    0,
    Math.abs(lambda[0] - normal),
    Math.abs(lambda[1] - part * z1),
    Math.abs(lambda[2] - part * z2),
  );
  return Math.max(worst, Number.EPSILON * largest) / Math.max(scale, Math.min(largest, demand));
}
