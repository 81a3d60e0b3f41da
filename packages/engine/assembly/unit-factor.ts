/**
 * H = L U of a sparse matrix of blocks of 6 x 6 numbers, lines 6 apart; units have 3 or 6 rows, and the rest of a block is zero. Not symmetric; pivots are
 * chosen inside the diagonal blocks.
 *
 *   blocks   diagonal blocks in the order of elimination, then U and L of each entry of `later`
 *   later    units that are eliminated later and are coupled to the k-th: later[first[k]] up to first[k + 1], ascending
 *   sizes    rows of each unit, in the order of elimination
 *
 * Sums have the order of the plain loops, with two columns at a time.
 */
import { getF, getI, setF, setI } from './memory';

/** bytes of a block, and of a line of it */
const block: usize = 288;
const line: usize = 48;
/** Pivots that are smaller, as a part of the largest entry of their block, are doubtful. */
const doubtful: f64 = 1e-13;

/** 1, or 0 where a pivot is doubtful. pivots: 6 for each unit */
export function factorUnits(n: i32, first: usize, later: usize, sizes: usize, blocks: usize, pivots: usize): i32 {
  const couplings = blocks + <usize>n * block;
  for (let k = 0; k < n; k++) {
    const size = getI(sizes, k);
    const own = blocks + <usize>k * block;
    const chosen = pivots + <usize>k * 24;
    if (!factorBlock(own, size, chosen)) return 0;
    const from = getI(first, k);
    const to = getI(first, k + 1);
    for (let e = from; e < to; e++)
      solveBlock(own, size, chosen, couplings + <usize>e * 2 * block, getI(sizes, getI(later, e)));
    for (let e = from; e < to; e++) {
      const row = getI(later, e);
      const rows = getI(sizes, row);
      const U = couplings + <usize>e * 2 * block;
      const L = U + block;
      subtractProduct(blocks + <usize>row * block, L, U, rows, size, rows);
      let at = getI(first, row);
      for (let g = e + 1; g < to; g++) {
        const other = getI(later, g);
        while (getI(later, at) !== other) at++;
        const columns = getI(sizes, other);
        const target = couplings + <usize>at * 2 * block;
        const V = couplings + <usize>g * 2 * block;
        subtractProduct(target, L, V, rows, size, columns);
        subtractProduct(target + block, V + block, U, columns, size, rows);
      }
    }
  }
  return 1;
}

/** x becomes H^-1 x; x: 6 numbers for each unit, in the order of elimination, zero where it has none */
export function solveUnits(
  n: i32,
  first: usize,
  later: usize,
  sizes: usize,
  blocks: usize,
  pivots: usize,
  x: usize,
): void {
  const couplings = blocks + <usize>n * block;
  for (let k = 0; k < n; k++) {
    const own = x + <usize>k * line;
    solveVector(blocks + <usize>k * block, getI(sizes, k), pivots + <usize>k * 24, own);
    const x0 = v128.load(own);
    const x1 = v128.load(own, 16);
    const x2 = v128.load(own, 32);
    const to = getI(first, k + 1);
    for (let e = getI(first, k); e < to; e++) {
      const other = getI(later, e);
      subtractVector(x + <usize>other * line, couplings + (<usize>e * 2 + 1) * block, getI(sizes, other), x0, x1, x2);
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    const own = x + <usize>k * line;
    const rows = getI(sizes, k);
    const to = getI(first, k + 1);
    for (let e = getI(first, k); e < to; e++) {
      const other = x + <usize>getI(later, e) * line;
      const U = couplings + <usize>e * 2 * block;
      subtractVector(own, U, rows, v128.load(other), v128.load(other, 16), v128.load(other, 32));
    }
  }
}

/** y -= A x */
function subtractVector(y: usize, A: usize, rows: i32, x0: v128, x1: v128, x2: v128): void {
  for (let r = 0; r < rows; r++, A += line) {
    const sum = f64x2.add(
      f64x2.add(f64x2.mul(v128.load(A), x0), f64x2.mul(v128.load(A, 16), x1)),
      f64x2.mul(v128.load(A, 32), x2),
    );
    setF(y, r, getF(y, r) - (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)));
  }
}

/** LU with partial pivots of a block. */
function factorBlock(a: usize, n: i32, pivots: usize): bool {
  let scale: f64 = 0;
  for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) scale = max(scale, abs(getF(a + <usize>r * line, c)));
  for (let k = 0; k < n; k++) {
    const kk = a + <usize>k * line;
    let best = k;
    let largest = abs(getF(kk, k));
    for (let i = k + 1; i < n; i++) {
      const size = abs(getF(a + <usize>i * line, k));
      if (size > largest) {
        largest = size;
        best = i;
      }
    }
    if (!(largest > doubtful * scale)) return false;
    setI(pivots, k, best);
    if (best !== k) swapLines(kk, a + <usize>best * line);
    const inverse = 1 / getF(kk, k);
    for (let i = k + 1; i < n; i++) {
      const ii = a + <usize>i * line;
      const factor = getF(ii, k) * inverse;
      setF(ii, k, factor);
      for (let j = k + 1; j < n; j++) setF(ii, j, getF(ii, j) - factor * getF(kk, j));
    }
  }
  return true;
}
function swapLines(p: usize, q: usize): void {
  for (let at: usize = 0; at < line; at += 16) {
    const x = v128.load(p + at);
    v128.store(p + at, v128.load(q + at));
    v128.store(q + at, x);
  }
}
/** b becomes A^-1 b, b with some columns: two at a time */
function solveBlock(a: usize, n: i32, pivots: usize, b: usize, columns: i32): void {
  if (n === 3 && columns === 3) {
    solveBlock3(a, pivots, b);
    return;
  }
  for (let k = 0; k < n; k++) {
    const other = getI(pivots, k);
    if (other !== k) swapLines(b + <usize>k * line, b + <usize>other * line);
  }
  const width = (<usize>((columns + 1) >> 1)) << 4;
  for (let i = 1; i < n; i++)
    for (let j = 0; j < i; j++)
      subtractLine(b + <usize>i * line, b + <usize>j * line, getF(a + <usize>i * line, j), width);
  for (let i = n - 1; i >= 0; i--) {
    const to = b + <usize>i * line;
    for (let j = i + 1; j < n; j++) subtractLine(to, b + <usize>j * line, getF(a + <usize>i * line, j), width);
    const inverse = f64x2.splat(1 / getF(a + <usize>i * line, i));
    for (let at: usize = 0; at < width; at += 16) v128.store(to + at, f64x2.mul(v128.load(to + at), inverse));
  }
}
/** The same of two nodes. */
function solveBlock3(a: usize, pivots: usize, b: usize): void {
  for (let k = 0; k < 3; k++) {
    const other = getI(pivots, k);
    if (other !== k) swapLines(b + <usize>k * line, b + <usize>other * line);
  }
  let factor = v128.load64_splat(a, 48);
  const p0 = v128.load(b);
  const q0 = v128.load(b, 16);
  let p1 = f64x2.sub(v128.load(b, 48), f64x2.mul(factor, p0));
  let q1 = f64x2.sub(v128.load(b, 64), f64x2.mul(factor, q0));
  factor = v128.load64_splat(a, 96);
  let p2 = f64x2.sub(v128.load(b, 96), f64x2.mul(factor, p0));
  let q2 = f64x2.sub(v128.load(b, 112), f64x2.mul(factor, q0));
  factor = v128.load64_splat(a, 104);
  let inverse = f64x2.splat(1 / getF(a, 14));
  p2 = f64x2.mul(f64x2.sub(p2, f64x2.mul(factor, p1)), inverse);
  q2 = f64x2.mul(f64x2.sub(q2, f64x2.mul(factor, q1)), inverse);
  factor = v128.load64_splat(a, 64);
  inverse = f64x2.splat(1 / getF(a, 7));
  p1 = f64x2.mul(f64x2.sub(p1, f64x2.mul(factor, p2)), inverse);
  q1 = f64x2.mul(f64x2.sub(q1, f64x2.mul(factor, q2)), inverse);
  factor = v128.load64_splat(a, 8);
  const other = v128.load64_splat(a, 16);
  inverse = f64x2.splat(1 / getF(a, 0));
  v128.store(b, f64x2.mul(f64x2.sub(f64x2.sub(p0, f64x2.mul(factor, p1)), f64x2.mul(other, p2)), inverse));
  v128.store(b, f64x2.mul(f64x2.sub(f64x2.sub(q0, f64x2.mul(factor, q1)), f64x2.mul(other, q2)), inverse), 16);
  v128.store(b, p1, 48);
  v128.store(b, q1, 64);
  v128.store(b, p2, 96);
  v128.store(b, q2, 112);
}
function subtractLine(to: usize, from: usize, factor: f64, width: usize): void {
  const f = f64x2.splat(factor);
  for (let at: usize = 0; at < width; at += 16)
    v128.store(to + at, f64x2.sub(v128.load(to + at), f64x2.mul(f, v128.load(from + at))));
}
function solveVector(a: usize, n: i32, pivots: usize, x: usize): void {
  for (let k = 0; k < n; k++) {
    const other = getI(pivots, k);
    const t = getF(x, k);
    setF(x, k, getF(x, other));
    setF(x, other, t);
  }
  for (let i = 1; i < n; i++) {
    let sum = getF(x, i);
    for (let j = 0; j < i; j++) sum -= getF(a + <usize>i * line, j) * getF(x, j);
    setF(x, i, sum);
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = getF(x, i);
    for (let j = i + 1; j < n; j++) sum -= getF(a + <usize>i * line, j) * getF(x, j);
    setF(x, i, sum / getF(a + <usize>i * line, i));
  }
}

/** C -= A B */
function subtractProduct(C: usize, A: usize, B: usize, rows: i32, inner: i32, columns: i32): void {
  if (inner === 6 && columns === 6) {
    for (let r = 0; r < rows; r++, C += line, A += line) {
      let c0 = v128.load(C);
      let c1 = v128.load(C, 16);
      let c2 = v128.load(C, 32);
      let a = v128.load64_splat(A);
      c0 = f64x2.sub(c0, f64x2.mul(a, v128.load(B)));
      c1 = f64x2.sub(c1, f64x2.mul(a, v128.load(B, 16)));
      c2 = f64x2.sub(c2, f64x2.mul(a, v128.load(B, 32)));
      a = v128.load64_splat(A, 8);
      c0 = f64x2.sub(c0, f64x2.mul(a, v128.load(B, 48)));
      c1 = f64x2.sub(c1, f64x2.mul(a, v128.load(B, 64)));
      c2 = f64x2.sub(c2, f64x2.mul(a, v128.load(B, 80)));
      a = v128.load64_splat(A, 16);
      c0 = f64x2.sub(c0, f64x2.mul(a, v128.load(B, 96)));
      c1 = f64x2.sub(c1, f64x2.mul(a, v128.load(B, 112)));
      c2 = f64x2.sub(c2, f64x2.mul(a, v128.load(B, 128)));
      a = v128.load64_splat(A, 24);
      c0 = f64x2.sub(c0, f64x2.mul(a, v128.load(B, 144)));
      c1 = f64x2.sub(c1, f64x2.mul(a, v128.load(B, 160)));
      c2 = f64x2.sub(c2, f64x2.mul(a, v128.load(B, 176)));
      a = v128.load64_splat(A, 32);
      c0 = f64x2.sub(c0, f64x2.mul(a, v128.load(B, 192)));
      c1 = f64x2.sub(c1, f64x2.mul(a, v128.load(B, 208)));
      c2 = f64x2.sub(c2, f64x2.mul(a, v128.load(B, 224)));
      a = v128.load64_splat(A, 40);
      c0 = f64x2.sub(c0, f64x2.mul(a, v128.load(B, 240)));
      c1 = f64x2.sub(c1, f64x2.mul(a, v128.load(B, 256)));
      c2 = f64x2.sub(c2, f64x2.mul(a, v128.load(B, 272)));
      v128.store(C, c0);
      v128.store(C, c1, 16);
      v128.store(C, c2, 32);
    }
    return;
  }
  if (inner === 3 && columns === 3) {
    const b0 = v128.load(B);
    const d0 = v128.load(B, 16);
    const b1 = v128.load(B, 48);
    const d1 = v128.load(B, 64);
    const b2 = v128.load(B, 96);
    const d2 = v128.load(B, 112);
    for (let r = 0; r < rows; r++, C += line, A += line) {
      const x = v128.load64_splat(A);
      const y = v128.load64_splat(A, 8);
      const z = v128.load64_splat(A, 16);
      const c = f64x2.sub(f64x2.sub(v128.load(C), f64x2.mul(x, b0)), f64x2.mul(y, b1));
      const e = f64x2.sub(f64x2.sub(v128.load(C, 16), f64x2.mul(x, d0)), f64x2.mul(y, d1));
      v128.store(C, f64x2.sub(c, f64x2.mul(z, b2)));
      v128.store(C, f64x2.sub(e, f64x2.mul(z, d2)), 16);
    }
    return;
  }
  const width = (<usize>((columns + 1) >> 1)) << 4;
  for (let r = 0; r < rows; r++, C += line, A += line)
    for (let k = 0; k < inner; k++) subtractLine(C, B + <usize>k * line, getF(A, k), width);
}
