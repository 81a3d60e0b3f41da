/**
 * Accept a pivot, or report its row as dependent on the rows before it: sign_j d_j <= tolerance scale_j.
 *
 * The sign is known beforehand: + for a primal unknown, - for a multiplier, + for a slider behind multipliers. A pivot of the
 * wrong sign is a zero that rounding has pushed over.
 *
 *   scale_j = |a_jj| + sum over k of l_jk^2 scale_k
 *
 * bounds the error of d_j but for the machine epsilon: an error e in d_k changes d_j by l_jk^2 e. A multiplier has a_jj = 0
 * and a pivot J K^-1 J^T that has nothing to do with the size of K, so nothing else would be right for it; and it has no
 * units. A tolerance of 1e-13 takes a sound rod of 2863 for dependent, a part of max |a_jj| misses 22 of 1333.
 *
 * A dropped row's column of L and its 1/d are zero: x_j = 0, and the other rows are solved as if it were not there. That is
 * also how rows are left out (sign 0). NaN is no dependent row: it goes on to the solution.
 */
import { getF, getI, setF, setI } from './memory';
import { System } from './system';

const tolerance: f64 = 1e-14;

/** Records pivot d of column j; returns 1/d, or 0 when the row is dropped. */
export function takePivot(system: System, j: i32, d: f64): f64 {
  const sign = getI(system.sign, j);
  if (sign === 0) return drop(system, j);
  if (<f64>sign * d <= tolerance * getF(system.scale, j)) {
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
