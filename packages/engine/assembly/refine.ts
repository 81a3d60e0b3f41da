/** A x = b of a factored system, in the order of its caller, as far as doubles go. */
import { getF, getI, setF } from './memory';
import { solveGiven } from './solve';
import { System } from './system';

/** 45 eps: what is left of b beyond this, against the terms that it is a sum of, asks for another round. */
const rounding: f64 = 1e-14;

/**
 * x = A^-1 b, refined once where it has to be; room: 3 n numbers. In rows of multipliers `enough` is as good as nothing: there
 * b - A x may be a difference of much larger numbers than b and x, where multipliers hold what hardly moves.
 */
export function solveRefined(address: usize, b: usize, x: usize, room: usize, enough: f64): void {
  const system = changetype<System>(address);
  const n = system.n;
  const bytes = (<usize>n) << 3;
  const r = room + bytes;
  memory.copy(x, b, bytes);
  solveGiven(address, x, room);
  residual(system, b, x, r, r + bytes);
  if (isRounding(system, r, r + bytes, 1, 0) && isRounding(system, r, r + bytes, -1, enough)) return;
  solveGiven(address, r, room);
  for (let i = 0; i < n; i++) setF(x, i, getF(x, i) + getF(r, i));
}

/** r becomes b - A x, `size` |b| + |A| |x|. */
function residual(system: System, b: usize, x: usize, r: usize, size: usize): void {
  const n = system.n;
  const pointers = system.pointers;
  const indices = system.indices;
  const values = system.values;
  for (let i = 0; i < n; i++) {
    setF(r, i, getF(b, i));
    setF(size, i, abs<f64>(getF(b, i)));
  }
  let at = 0;
  for (let i = 0; i < n; i++) {
    const end = getI(pointers, i + 1);
    const xi = getF(x, i);
    let sum = getF(values, at) * xi; // the diagonal comes first
    let all = abs<f64>(sum);
    for (at++; at < end; at++) {
      const j = getI(indices, at);
      const a = getF(values, at);
      const row = a * getF(x, j);
      const column = a * xi;
      sum += row;
      all += abs<f64>(row);
      setF(r, j, getF(r, j) - column);
      setF(size, j, getF(size, j) + abs<f64>(column));
    }
    setF(r, i, getF(r, i) - sum);
    setF(size, i, getF(size, i) + all);
  }
}

/**
 * Whether r is nothing, in the rows whose pivots have a sign: those of multipliers have other units than the rest. Compared
 * with the largest of them, because rows of which nothing is asked hold nothing but rounding.
 */
function isRounding(system: System, r: usize, size: usize, sign: i32, enough: f64): bool {
  let left: f64 = 0;
  let all: f64 = 0;
  for (let k = 0, n = system.n; k < n; k++) {
    if (getI(system.sign, k) !== sign) continue;
    const i = getI(system.order, k);
    left = max<f64>(left, abs<f64>(getF(r, i)));
    all = max<f64>(all, getF(size, i));
  }
  return left <= max<f64>(enough, rounding * all);
}
