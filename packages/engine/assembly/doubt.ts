/**
 * Whether a pivot in doubt is nothing but rounding. What it is made of:  d_j = w^T A w  with L^T w = e_j, so that an error E in A
 * is one of w^T E w in d_j. It costs a substitution over the columns that j hangs on, which lie side by side. As in
 * src/linalg/ldlt.ts and src/linalg/saddle-doubt.ts.
 *
 * In a positive semi-definite system an entry of A = J W J^T is known to eps sqrt(a_ii a_kk), the size of the products that it
 * is a sum of, so d_j is known to eps times
 *
 *   u_j = sum over the entries of A of |w_i| |w_k| sqrt(a_ii a_kk).
 *
 * That says nothing about a multiplier, whose a_ii is zero. But the computed factors are those of A + E exactly, with
 * |E| <= eps |L| |D| |L^T| up to a small factor, so in a saddle-point system d_j is known to eps times
 *
 *   u_j = sum over k of w_k^2 m_k,     m_k = |a_kk| + sum over i of l_ki^2 |d_i|.
 *
 * A pivot is lost if it is not more than a few of that.
 */
import { atF, atI, getF, getI, setF } from './memory';
import { System } from './system';

/** 4.5 eps */
const roundingOfProducts: f64 = 1e-15;
/** 45 eps */
const roundingOfFactors: f64 = 1e-14;
/** Terms of u this small, against the first one, m_j, and against the u of a lost pivot: their w is as good as zero. */
const negligible: f64 = 1e-4;
const negligibleInAll: f64 = 1e-10;

/** All columns before j are final, in the rows up to j. */
export function isLost(system: System, j: i32, size: f64): bool {
  return system.saddle ? isLostAmongFactors(system, j, size) : isLostAmongProducts(system, j, size);
}

/** The scale of a saddle-point system's pivots is m. How unsure a pivot is that is kept is noted for those after it. */
function isLostAmongFactors(system: System, j: i32, size: f64): bool {
  const m = system.scale;
  const mj = getF(m, j);
  if (size <= roundingOfFactors * mj) return true;
  const w = system.w;
  let u: f64 = 0;
  const least = min<f64>(negligible * mj, negligibleInAll * (size / roundingOfFactors));
  for (let k = nullVector(system, j, least); k <= j; k++) {
    u += getF(w, k) * getF(w, k) * getF(m, k);
    setF(w, k, 0);
  }
  const rounding = roundingOfFactors * u;
  if (size <= rounding) return true;
  system.unsure = max<f32>(system.unsure, <f32>(rounding / size));
  return false;
}

function isLostAmongProducts(system: System, j: i32, d: f64): bool {
  if (d <= roundingOfProducts * diagonal(system, j)) return true;
  const w = system.w;
  const share = system.share; // |w_i| sqrt(a_ii), in the order of the caller
  const from = nullVector(system, j, 0);
  for (let k = from; k <= j; k++) {
    setF(share, getI(system.order, k), abs<f64>(getF(w, k)) * sqrt<f64>(max<f64>(0, diagonal(system, k))));
    setF(w, k, 0);
  }
  let u: f64 = 0;
  for (let k = from; k <= j; k++) {
    const i = getI(system.order, k);
    let row = 0.5 * getF(share, i);
    for (let p = getI(system.pointers, i) + 1, end = getI(system.pointers, i + 1); p < end; p++) {
      row += getF(share, getI(system.indices, p));
    }
    u += 2 * getF(share, i) * row;
  }
  for (let k = from; k <= j; k++) setF(share, getI(system.order, k), 0);
  return d <= roundingOfProducts * u;
}

/** a_jj; the diagonal comes first in every row. */
function diagonal(system: System, j: i32): f64 {
  return getF(system.values, getI(system.pointers, getI(system.order, j)));
}

/**
 * w with L^T w = e_j, which is zero before: panel by panel from that of j down to the first that it hangs on. Entries whose
 * w_k^2 scale_k is below `least` are left zero. Where w is zero in all rows below a panel, it is zero in all columns that the
 * panel hangs on. Returns the first column in which w may not be zero.
 */
function nullVector(system: System, j: i32, least: f64): i32 {
  const w = system.w;
  const last = getI(system.nodeOf, j);
  const end = getI(system.subtree, last);
  let from = j;
  setF(w, j, 1);
  for (let s = last; s >= end; s--) {
    const first = getI(system.start, s);
    const rows = atI(system.rows, getI(system.rowsAt, s));
    const height = s === last ? j - first + 1 : getI(system.rowsEnd, s) - getI(system.rowsAt, s);
    const width = s === last ? j - first : getI(system.start, s + 1) - first;
    if (isZero(w, rows, width, height)) {
      s = getI(system.subtree, s);
      continue;
    }
    const scale = atF(system.scale, first);
    const ld = (<usize>getI(system.stride, s)) << 3;
    let column = atF(system.panels, getI(system.panelAt, s)) + <usize>(width - 1) * ld;
    for (let c = width - 1; c >= 0; c--, column -= ld) {
      let t: f64 = 0;
      for (let i = c + 1; i < height; i++) t -= getF(column, i) * getF(w, getI(rows, i));
      if (!(t * t * getF(scale, c) < least)) setF(w, first + c, t);
    }
    from = first;
  }
  return from;
}

/** Whether w is zero in the rows from i on. */
function isZero(w: usize, rows: usize, i: i32, end: i32): bool {
  for (; i < end; i++) if (getF(w, getI(rows, i)) !== 0) return false;
  return true;
}
