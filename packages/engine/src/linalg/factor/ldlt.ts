/**
 * Small sparse symmetric systems A x = b with A = J c J^T, positive semi-definite: constraints with points in common. Ordered and
 * analysed once, then factored as often as the values change; no WebAssembly, as there may be thousands of them. Those of one pattern
 * share what follows from it, and the arrays that are free between calls: 40,000 nodes that a nail and a join hold took 550 MB.
 *
 *   P A P^T = L D L^T      row k of L:  y = L^-1 A(0..k-1, k),  l_ki = y_i / d_i,  d_k = a_kk - sum l_ki y_i
 *
 * T. A. Davis, Algorithm 849: a concise sparse Cholesky factorization package, ACM Trans. Math. Softw. 31 (2005).
 *
 * A row that depends on others (a node nailed twice, three joins in a triangle) has a pivot that is zero but for rounding.
 * What a pivot is made of:  d_k = w^T A w  with L^T w = e_k. A product J c J^T is known to eps sqrt(a_ii a_jj), so d_k is
 * known to eps times
 *
 *   u_k = sum over the entries of A of |w_i| |w_j| sqrt(a_ii a_jj),
 *
 * and a row with d_k <= `rounding` u_k is dependent. None of this has units: rows may be scaled at will. u costs a
 * substitution and is made only in doubt, as u_k >= a_kk, and as a running bound tells most sound pivots: an error of e
 * in d_i changes d_k by l_ki^2 e, hence s_k = a_kk + sum l_ki^2 s_i. The running bound is not sufficient:
 * d <= 1e-16 s misses dependent rows in nets of joins, d <= 5e-16 s takes sound rods of over-braced frames for dependent.
 *
 * A dependent row gets no multiplier, x_k = 0; the others are solved as if it were not there. `residual` then shows whether
 * it is satisfied all the same (redundant) or not (contradictory). An A that is not semi-definite shows in the same way.
 * With masses of six decades the residual of a redundant row is 1e-10, because A x is a difference of large numbers; after a
 * second solve for what the moved points lack it is rounding.
 *
 * Saddle-point systems come with the rank of each unknown (precedence.ts). Their pivots have a known sign, and sqrt(a_ii a_jj)
 * says nothing about the rounding of a multiplier's row. saddle-doubt.ts has what they are compared with.
 */

import { minimumDegree } from '../ordering/order.ts';
import { type Fill, fillOf } from '../pattern/fill.ts';
import { graphOf } from '../pattern/graph.ts';
import { checkUpper, lowerRows, type Pattern } from '../pattern/pattern.ts';
import { notable, PatternSolver } from '../solver.ts';
import { RecentPlans } from './recent-plans.ts';
import { SaddleDoubt } from './saddle-doubt.ts';

/** 4.5 eps: a pivot this small relative to u is a rounding error. */
const rounding = 1e-15;
/** A pivot above this part of s is sound. */
const soundness = 1e-13;
/** An entry of a null vector this small, against the largest, is rounding: those of L are zero where they should be. */
const negligible = 1e-8;

/** What follows from the pattern and the ranks. */
interface SmallPlan {
  readonly pattern: Pattern;
  /** expected signs of the pivots, in a saddle-point system */
  readonly signs: Int32Array | undefined;
  /** order[k]: the row that is eliminated as the k-th. Everything below is in this order. */
  readonly order: Int32Array;
  readonly starts: Int32Array; //  A by rows: (n + 1)
  readonly columns: Int32Array; // columns up to the diagonal, which is last
  readonly slots: Int32Array; //   where their values are
  readonly fill: Fill;
  // free between calls
  readonly next: Int32Array; //    where the next entry of a column of L is stored
  readonly y: Float64Array; //     0 between calls
  readonly w: Float64Array;
  readonly r: Float64Array;
}
const none = new Uint8Array(0);
const plans = new RecentPlans((pattern, rank): SmallPlan => {
  const n = pattern.pointers.length - 1;
  checkUpper(n, pattern.pointers, pattern.indices);
  const order = minimumDegree(graphOf(pattern), rank.length ? rank : undefined);
  const lower = lowerRows(order, pattern.pointers, pattern.indices);
  return {
    pattern,
    signs: rank.length ? order.map((row) => (rank[row] % 2 === 1 ? -1 : 1)) : undefined,
    order,
    ...lower,
    fill: fillOf(n, lower.starts, lower.columns),
    next: new Int32Array(n),
    y: new Float64Array(n),
    w: new Float64Array(n),
    r: new Float64Array(n),
  };
});

export class Ldlt extends PatternSolver {
  readonly kind = 'small';
  readonly values: Float64Array;
  readonly #plan: SmallPlan;
  readonly #L: Float64Array; //       by columns
  readonly #inverse: Float64Array; // 1 / d; 0 for a dependent row
  readonly #scale: Float64Array; //   s; m in a saddle-point system
  readonly #doubt = new SaddleDoubt();

  /** The upper triangle by rows: columns j >= i, ascending; the diagonal is always there. */
  constructor(
    n: number,
    pointers: Int32Array, // start of each row   (n + 1)
    indices: Int32Array, //  columns, row by row
    rank?: Uint8Array, //    of each unknown, in a saddle-point system   (n)
  ) {
    const plan = plans.find({ pointers, indices }, rank?.slice() ?? none);
    super(n, plan.pattern, plan.r);
    this.#plan = plan;
    this.values = new Float64Array(pointers[n]);
    this.#L = new Float64Array(plan.fill.rows.length);
    this.#inverse = new Float64Array(n);
    this.#scale = new Float64Array(n);
  }

  /** Entries of L below the diagonal. */
  get fill(): number {
    return this.#L.length;
  }
  get order(): Int32Array {
    return this.#plan.order;
  }
  factor(): void {
    const { columnStarts, rows, rowStarts, columns } = this.#plan.fill;
    const { values, active } = this;
    const order = this.#plan.order,
      starts = this.#plan.starts,
      slots = this.#plan.slots,
      columnsOfA = this.#plan.columns;
    const L = this.#L,
      inverse = this.#inverse,
      scale = this.#scale,
      next = this.#plan.next,
      y = this.#plan.y,
      saddle = this.#plan.signs !== undefined;
    this.foundCount = 0;
    this.#doubt.start();
    for (let k = 0; k < this.n; k++) {
      next[k] = columnStarts[k];
      const diagonal = starts[k + 1] - 1;
      for (let at = starts[k]; at < diagonal; at++) y[columnsOfA[at]] = values[slots[at]];
      let d = values[slots[diagonal]];
      let s = Math.abs(d);
      for (let p = rowStarts[k]; p < rowStarts[k + 1]; p++) {
        const i = columns[p],
          yi = y[i],
          end = next[i];
        y[i] = 0;
        for (let at = columnStarts[i]; at < end; at++) y[rows[at]] -= L[at] * yi;
        const l = yi * inverse[i];
        d -= l * yi;
        s += saddle ? Math.abs(l * yi) : l * l * scale[i];
        L[end] = l;
        next[i] = end + 1;
      }
      scale[k] = s;
      inverse[k] = 0;
      if (active[order[k]] === 0) continue; // its column of L is zero: no effect on later rows
      if (this.#lost(k, d, s)) this.found[this.foundCount++] = order[k];
      else inverse[k] = 1 / d;
    }
  }

  /** Whether pivot d of row k, with the running bound s or with m, is nothing but rounding. */
  #lost(k: number, d: number, s: number): boolean {
    if (this.#plan.signs) return this.#lostInSaddle(k, d, s, this.#plan.signs[k]);
    if (!(d <= soundness * s)) return false;
    const starts = this.#plan.starts,
      columns = this.#plan.columns,
      slots = this.#plan.slots;
    if (d <= rounding * this.values[slots[starts[k + 1] - 1]]) return true;
    const weights = this.#weights(k);
    let u = 0;
    for (let i = 0; i <= k; i++) {
      let row = 0.5 * weights[i];
      for (let at = starts[i]; at < starts[i + 1] - 1; at++) row += weights[columns[at]];
      u += 2 * weights[i] * row;
    }
    return d <= rounding * u;
  }
  #lostInSaddle(k: number, d: number, m: number, sign: number): boolean {
    if (!this.#doubt.isDoubtful(sign * d, m, sign < 0)) return false;
    const w = this.#nullVector(k);
    let u = m;
    for (let i = 0; i < k; i++) u += w[i] * w[i] * this.#scale[i];
    return this.#doubt.isLost(sign * d, u);
  }
  /** |w_i| sqrt(a_ii) for all i <= k, where L^T w = e_k. */
  #weights(k: number): Float64Array {
    const values = this.values,
      starts = this.#plan.starts,
      slots = this.#plan.slots,
      w = this.#nullVector(k);
    for (let j = 0; j <= k; j++) w[j] = Math.abs(w[j]) * Math.sqrt(Math.max(0, values[slots[starts[j + 1] - 1]]));
    return w;
  }
  /** w with L^T w = e_k, up to k. */
  #nullVector(k: number): Float64Array {
    const { columnStarts, rows } = this.#plan.fill;
    const L = this.#L,
      w = this.#plan.w;
    w[k] = 1;
    for (let j = k - 1; j >= 0; j--) {
      let wj = 0;
      for (let at = columnStarts[j]; at < columnStarts[j + 1] && rows[at] <= k; at++) wj -= L[at] * w[rows[at]];
      w[j] = wj;
    }
    return w;
  }

  solve(b: Float64Array): void {
    const { columnStarts, rows } = this.#plan.fill;
    const n = this.n,
      order = this.#plan.order,
      L = this.#L,
      inverse = this.#inverse,
      y = this.#plan.y;
    for (let k = 0; k < n; k++) y[k] = b[order[k]];
    for (let j = 0; j < n; j++) {
      const yj = y[j];
      for (let at = columnStarts[j]; at < columnStarts[j + 1]; at++) y[rows[at]] -= L[at] * yj;
    }
    for (let j = n - 1; j >= 0; j--) {
      let x = y[j] * inverse[j];
      for (let at = columnStarts[j]; at < columnStarts[j + 1]; at++) x -= L[at] * y[rows[at]];
      y[j] = x;
    }
    for (let k = 0; k < n; k++) {
      b[order[k]] = y[k];
      y[k] = 0;
    }
  }
  /** Better than a solve: w with L^T w = e_k. */
  protected override support(row: number): number[] {
    if (this.#plan.signs) return super.support(row);
    const k = this.#plan.order.indexOf(row);
    const weights = new Float64Array(this.n);
    const ordered = this.#weights(k);
    for (let j = 0; j <= k; j++) weights[this.#plan.order[j]] = ordered[j];
    return notable(weights, row, negligible);
  }
  protected override unit(row: number): number {
    return Math.sqrt(this.#scale[this.#plan.order.indexOf(row)]);
  }
}
