/**
 * Which pivots of a saddle-point system A = L D L^T are nothing but rounding. As in packages/engine/assembly/pivot.ts.
 *
 * The sign of each pivot is known: plus for a primal unknown, minus for a multiplier; `size` is the pivot times that sign. The
 * computed factors are those of A + E exactly, with |E| <= eps |L| |D| |L^T| up to a small factor, so that what rounding can have
 * done to d_j is eps times
 *
 *   u_j = sum over k of w_k^2 m_k,     L^T w = e_j,     m_k = |a_kk| + sum over i of l_ki^2 |d_i|
 *
 * and a row of size <= 1e-14 u_j depends on the rows before it. m costs nothing. w is a substitution, made only in doubt: for a
 * multiplier below 1e-3 m_j, for a primal unknown below 1e-5 m_j, as stiff bodies have many that are small and sound. A pivot of
 * q u that is kept is known to eps / q only; after it any pivot below 1e-14 / q of its m is in doubt.
 *
 * In 70 over-braced blocks of 98 to 1115 rods lost pivots had up to 1.3e-16 u, but 2e-5 m, which was 3e-17 m / q at most. One
 * of 1115 had 7e-15 u, and may be either; all others 2e-14 u and more. The running bound s_j = |a_jj| + sum of l_jk^2 s_k was tried in place of u. It knows no signs of l, and
 * grows exponentially along a rod that resists bending: it took 4 pivots of 40 points in a row for lost, and pivots of 3e2 at the
 * end of a rope of 200 points, where s was 6e16.
 */

/** A pivot this small relative to u is a rounding error. */
const rounding = 1e-14;
/** A pivot above this part of m is sound, unless others are unsure. */
const soundPrimal = 1e-5;
const soundMultiplier = 1e-3;

export class SaddleDoubt {
  /** The largest part of a pivot that may be rounding, of those in doubt that were kept. */
  #unsure = 0;

  /** Before the first pivot of a factorisation. */
  start(): void {
    this.#unsure = 0;
  }
  /** Whether a pivot has to be compared with u. */
  isDoubtful(size: number, m: number, multiplier: boolean): boolean {
    return size <= Math.max(multiplier ? soundMultiplier : soundPrimal, this.#unsure) * m;
  }
  isLost(size: number, u: number): boolean {
    if (size <= rounding * u) return true;
    this.#unsure = Math.max(this.#unsure, (rounding * u) / size);
    return false;
  }
}
