/**
 * Accept a pivot, or report its row as dependent on the rows before it.
 *
 * The sign is known beforehand: + for a primal unknown, - for a multiplier, + for a slider behind multipliers. A pivot of the
 * wrong sign is a zero that rounding has pushed over.
 *
 * A pivot well above its scale is sound; the others are in doubt and looked at closely (doubt.ts). In a positive semi-definite
 * system
 *
 *   scale_j = |a_jj| + sum over k of l_jk^2 scale_k
 *
 * bounds the error of d_j but for the machine epsilon: an error e in d_k changes d_j by l_jk^2 e. It cannot judge alone: with a
 * tolerance of 1e-14 it took a sound rod for dependent in 6 of 20 numberings of a block of 2863 rods, of which 1333 are
 * redundant; a part of max |a_jj| misses 22 of those.
 *
 * In a saddle-point system this bound is of no use. It knows no signs of l, and grows exponentially along anything that
 * resists bending: it dropped 12 sound pivots of 100 points in a row. There
 *
 *   scale_j = m_j = |a_jj| + sum over k of l_jk^2 |d_k|
 *
 * is the size of the terms that d_j is a difference of. As d_j = a_jj - sum of l_jk^2 d_k, it is |a_jj| + a_jj - d_j + 2 N, with
 * N the sum over the negative d_k alone: the many positive pivots need no account. A multiplier has a_jj = 0 and a pivot J K^-1 J^T that has nothing to do
 * with the size of K; m has its units. A multiplier below 1e-3 m is in doubt. A primal unknown is below 1e-5 m, because stiff
 * bodies have many that are sound; but once a pivot of d = q u was kept, which is known only to eps / q, any below 1e-14 / q of
 * its m is. With 1e-5 m for all and no q, 472 of 473 redundant rods were found in 6 of 100 numberings. As in
 * src/linalg/saddle-doubt.ts.
 *
 * Where the sign is not known, as the primal unknowns are not definite, it is given as 2 or -2: then the size alone tells, and as many negative pivots as there
 * are multipliers that the matrix is definite on the constraints (Sylvester).
 *
 * A dropped row's column of L and its 1/d are zero: x_j = 0, and the other rows are solved as if it were not there. That is
 * also how rows are left out (sign 0). NaN is no dependent row: it goes on to the solution.
 */
import { isLost } from './doubt';
import { getF, getI, setF, setI } from './memory';
import { System } from './system';

/** A pivot above this part of the bound is sound; of m, in a saddle-point system, unless others are unsure. */
const soundness: f64 = 1e-13;
export const soundPrimal: f64 = 1e-5;
const soundMultiplier: f64 = 1e-3;

/** Records pivot d of column j; returns 1/d, or 0 when the row is dropped. */
export function takePivot(system: System, j: i32, d: f64): f64 {
  const sign = getI(system.sign, j);
  if (sign === 0) return drop(system, j);
  const size = sign === 2 || sign === -2 ? abs<f64>(d) : <f64>sign * d;
  const doubtful = system.saddle ? max<f64>(sign < 0 ? soundMultiplier : soundPrimal, system.unsure) : soundness;
  if (size <= doubtful * getF(system.scale, j) && isLost(system, j, size)) {
    setI(system.dependent, system.dependentCount++, j);
    return drop(system, j);
  }
  if (d < 0) system.negativeCount++;
  const r = 1 / d;
  setF(system.pivots, j, d);
  setF(system.inverse, j, r);
  return r;
}

function drop(system: System, j: i32): f64 {
  setF(system.pivots, j, 0);
  setF(system.inverse, j, 0);
  return 0;
}
