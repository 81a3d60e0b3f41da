/**
 * Accept a pivot, or report its row as dependent on the rows before it.
 *
 * The sign is known beforehand: + for a primal unknown, - for a multiplier, + for a slider behind multipliers. A pivot of the
 * wrong sign is a zero that rounding has pushed over.
 *
 *   scale_j = |a_jj| + sum over k of l_jk^2 scale_k
 *
 * bounds the error of d_j but for the machine epsilon: an error e in d_k changes d_j by l_jk^2 e. A multiplier has a_jj = 0
 * and a pivot J K^-1 J^T that has nothing to do with the size of K, so nothing else would be right for it; and it has no
 * units. A pivot well above what its scale allows for is sound; the others are in doubt.
 *
 * In a positive semi-definite system these are looked at closely (doubt.ts), because the bound alone cannot judge them: with a
 * tolerance of 1e-14 it took a sound rod for dependent in 6 of 20 numberings of a block of 2863 rods, of which 1333 are
 * redundant; a part of max |a_jj| misses 22 of those. In a saddle-point system the closer look misses redundant multipliers
 * (16 to 21 of 23 found), and the bound is right up to 279 rods; with 473 redundant ones of 1115 it found 473 to 475.
 *
 * A dropped row's column of L and its 1/d are zero: x_j = 0, and the other rows are solved as if it were not there. That is
 * also how rows are left out (sign 0). NaN is no dependent row: it goes on to the solution.
 */
import { isLost } from './doubt';
import { getF, getI, setF, setI } from './memory';
import { System } from './system';

/** A pivot above this part of its scale is sound. */
const soundness: f64 = 1e-13;
/** In a saddle-point system: one up to this part is not. */
const tolerance: f64 = 1e-14;

/** Records pivot d of column j; returns 1/d, or 0 when the row is dropped. */
export function takePivot(system: System, j: i32, d: f64): f64 {
  const sign = getI(system.sign, j);
  if (sign === 0) return drop(system, j);
  const size = <f64>sign * d;
  const scale = getF(system.scale, j);
  const dependent = system.saddle ? size <= tolerance * scale : size <= soundness * scale && isLost(system, j, size);
  if (dependent) {
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
