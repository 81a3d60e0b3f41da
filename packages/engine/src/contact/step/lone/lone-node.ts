/**
 * An island of one node that touches a half space, as most of a soft body on a floor are: nothing else answers to its impulse, and its gap is linear in p.
 *
 * It is what island-solve.ts does, with the same operations in the same order and so the same bits, in one function without lists. Whatever takes more than the first solve, as
 * restitution, gaps that are negative at the start or passes, is left to that. Of the islands of `contact/soft-pile` at rest two thirds are such nodes: 1.2 us each for 4.6.
 */
import type { State } from '../../../state/state.ts';
import type { OneContact } from '../../coulomb/one-contact.ts';
import { digits } from '../../coulomb/problem.ts';
import { rowTypes } from '../../detect/row.ts';
import { units as sideUnits, sideVertices } from '../../detect/row-memory.ts';
import { isIndirect } from '../../schemes.ts';
import { firstTolerance, gapTolerance, type IslandReport, still, touching } from '../island-report.ts';
import type { Island } from '../islands.ts';
import type { Span } from '../span.ts';

export class LoneNode {
  readonly #b = new Float64Array(3);
  readonly #mu = new Float64Array(1);
  readonly #lambda = new Float64Array(3);
  readonly #problem = { b: this.#b, mu: this.#mu };

  constructor(
    private readonly state: State,
    private readonly thickness: number,
    private readonly one: OneContact,
  ) {}

  /** Leaves u and p of the node and the impulse of its row, and the report; false where island-solve.ts has to do it. */
  solve(island: Island, span: Span, report: IslandReport): boolean {
    const w = this.state.column('w');
    if (!this.#isLone(island, span, w)) return false;
    const { rows, places, units } = island;
    const { memory } = rows[0];
    const at = places[0];
    const { first, collider } = units[0];
    const { h, q, v0, freeU, u, p } = span;
    // J, and Y = J W
    const frame = memory.frame;
    const f = 9 * at;
    const [w0, w1, w2] = [w[first], w[first + 1], w[first + 2]];
    const [n0, n1, n2] = [0 + frame[f], 0 + frame[f + 1], 0 + frame[f + 2]];
    const [s0, s1, s2] = [0 + frame[f + 3], 0 + frame[f + 4], 0 + frame[f + 5]];
    const [t0, t1, t2] = [0 + frame[f + 6], 0 + frame[f + 7], 0 + frame[f + 8]];
    const [N0, N1, N2] = [0 + n0 * w0, 0 + n1 * w1, 0 + n2 * w2];
    const [S0, S1, S2] = [0 + s0 * w0, 0 + s1 * w1, 0 + s2 * w2];
    const [T0, T1, T2] = [0 + t0 * w0, 0 + t1 * w1, 0 + t2 * w2];
    const G = this.one.G;
    G[0] = 0 + n0 * N0 + n1 * N1 + n2 * N2;
    G[1] = G[3] = 0 + n0 * S0 + n1 * S1 + n2 * S2;
    G[2] = G[6] = 0 + n0 * T0 + n1 * T1 + n2 * T2;
    G[4] = 0 + s0 * S0 + s1 * S1 + s2 * S2;
    G[5] = G[7] = 0 + s0 * T0 + s1 * T1 + s2 * T2;
    G[8] = 0 + t0 * T0 + t1 * T1 + t2 * T2;
    const lines = (G[0] > 0 ? 1 : 0) + (G[4] > 0 ? 1 : 0) + (G[8] > 0 ? 1 : 0);
    const trace = 0 + G[0] + G[4] + G[8];
    const rho = trace > 0 ? lines / trace : 1;
    // velocities without impulses
    const [a0, a1, a2] = [freeU[first], freeU[first + 1], freeU[first + 2]];
    const bn = 0 + n0 * a0 + n1 * a1 + n2 * a2;
    const bs = 0 + s0 * a0 + s1 * a1 + s2 * a2;
    const bt = 0 + t0 * a0 + t1 * a1 + t2 * a2;
    const gap = memory.gap[at];
    const g = gap > touching * this.thickness ? gap : 0;
    const target = -g / h;
    const { point } = memory;
    const size = Math.max(0, Math.abs(point[3 * at]), Math.abs(point[3 * at + 1]), Math.abs(point[3 * at + 2]));
    const rounding = (4 * Number.EPSILON * size) / h;
    const b = this.#b;
    b[0] = bn - target;
    b[1] = bs;
    b[2] = bt;
    const mu = memory.mu[at];
    this.#mu[0] = mu;
    const lambda = this.#lambda;
    const isOpen = !(b[0] < -rounding);
    if (isOpen) lambda[0] = lambda[1] = lambda[2] = 0;
    else if (!this.one.find(this.#problem, lambda)) return false;
    const l0 = lambda[0];
    const l1 = lambda[1];
    const l2 = lambda[2];
    // W J^T lambda, and G lambda
    const m0 = 0 + (l0 * N0 + l1 * S0 + l2 * T0);
    const m1 = 0 + (l0 * N1 + l1 * S1 + l2 * T1);
    const m2 = 0 + (l0 * N2 + l1 * S2 + l2 * T2);
    const gn = 0 + n0 * m0 + n1 * m1 + n2 * m2;
    const gs = 0 + s0 * m0 + s1 * m1 + s2 * m2;
    const gt = 0 + t0 * m0 + t1 * m1 + t2 * m2;
    const residual = isOpen ? 0 : this.#residual(1 / w0 + rho, rho, digits * rounding, gn + b[0], gs + b[1], gt + b[2]);
    if (!(residual <= firstTolerance)) return false;
    u[first] = a0 + m0;
    u[first + 1] = a1 + m1;
    u[first + 2] = a2 + m2;
    for (let c = first; c < first + 3; c++) p[c] = q[c] + h * u[c];
    const { normal, offset } = rows[0].b.collider.halfSpace as NonNullable<typeof collider.halfSpace>;
    const end = normal[0] * p[first] + normal[1] * p[first + 1] + normal[2] * p[first + 2] - offset - memory.radius[at];
    const off = end - (g > 0 ? 0 : gap);
    const error = Math.abs(l0 > 0 ? off - (g + h * target) : Math.min(0, off));
    if (!(error <= gapTolerance)) return false;
    let work = 0;
    for (let c = first; c < first + 3; c++) work += ((freeU[c] + v0[c]) * (freeU[c] - v0[c])) / w[c];
    const added = 0 + l0 * (bn + 0.5 * gn) + l1 * (bs + 0.5 * gs) + l2 * (bt + 0.5 * gt);
    report.residual = residual;
    report.error = error;
    report.addedEnergy = Math.max(0, added - Math.max(0, -(0.5 * work)));
    report.newtonSteps = report.admmIterations = 0;
    report.isHeap = false;
    const { impulse, first: kept, correction } = memory;
    for (let line = 0; line < 3; line++) {
      const to = 3 * at + line;
      correction[to] = impulse[to] - kept[to];
      kept[to] = impulse[to] = lambda[line];
    }
    const [us, ut] = [gs + bs, gt + bt];
    memory.sticks[at] = mu > 0 && Math.sqrt(us * us + ut * ut) <= still * (1 + l0 / rho) ? 1 : 0;
    return true;
  }
  /** One node that moves freely and is as far from a plane as it should be, without restitution. */
  #isLone({ rows, places, units, links }: Island, { impactU, freeU }: Span, w: Float64Array): boolean {
    if (rows.length !== 1 || units.length !== 1 || links.length || impactU !== freeU) return false;
    const { memory } = rows[0];
    const at = places[0];
    if (memory.type[at] !== rowTypes.plane || memory.unit[2 * at] !== sideUnits.nodes) return false;
    if (memory.restitution[at] > 0 || memory.gap[at] < -gapTolerance || memory.hasCouples[at]) return false;
    if (memory.count[2 * at] !== 1 || memory.weights[2 * sideVertices * at] !== 1) return false;
    const { collider, first, size } = units[0];
    if (size !== 3 || collider.points.weights || isIndirect(collider)) return false;
    return w[first] > 0 && w[first + 1] > 0 && w[first + 2] > 0;
  }
  /** As `residualOf`; demand: that of mass and rho; speed: of rounding, times digits; u: velocities less targets. */
  #residual(inertia: number, rho: number, speed: number, un: number, us: number, ut: number): number {
    const lambda = this.#lambda;
    const b = this.#b;
    const [l0, l1, l2] = [lambda[0], lambda[1], lambda[2]];
    const fastest = Math.max(Math.abs(b[0]), Math.abs(b[1]), Math.abs(b[2]));
    const largest = Math.max(Math.abs(l0), Math.abs(l1), Math.abs(l2));
    const scale = Math.max(1e-300, rho * speed, rho * fastest);
    const z1 = l1 - rho * us;
    const z2 = l2 - rho * ut;
    const zn = l0 - rho * un;
    const normal = zn > 0 ? zn : 0;
    const bound = this.#mu[0] * normal;
    const size = Math.sqrt(z1 * z1 + z2 * z2);
    const part = size > bound ? bound / size : 1;
    const worst = Math.max(Math.abs(l0 - normal), Math.abs(l1 - part * z1), Math.abs(l2 - part * z2));
    const demand = inertia * Math.max(speed, fastest);
    return Math.max(worst, Number.EPSILON * largest) / Math.max(scale, Math.min(largest, demand));
  }
}
