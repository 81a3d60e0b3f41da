/** A x = b of a factored system, in the order of its caller, as far as doubles go. */
import { getF, getI, setF } from './memory';
import { solveGiven } from './solve';
import { System } from './system';

/** 45 eps: what is left of b beyond this, against the terms that it is a sum of, asks for another round. */
const rounding: f64 = 1e-14;

/**
 * x = A^-1 b, refined once where rows of multipliers are not met; room: 2 n numbers. Their b - A x may be a difference of much
 * larger numbers than b and x, where multipliers hold what hardly moves: `enough` is as good as nothing; any is if it is infinite.
 */
export function solveRefined(address: usize, b: usize, x: usize, room: usize, enough: f64): void {
  const system = changetype<System>(address);
  memory.copy(x, b, (<usize>system.n) << 3);
  solveGiven(address, x, room);
  if (system.direct || enough === Infinity || areMet(system, b, x, enough)) return;
  correct(address, b, x, room);
}

/** x += A'^-1 (b - A x), where A' is the system when it was factored: its values may have changed since. room: 2 n numbers */
export function correct(address: usize, b: usize, x: usize, room: usize): void {
  const system = changetype<System>(address);
  const n = system.n;
  const bytes = (<usize>n) << 3;
  const r = room + bytes;
  memory.copy(r, b, bytes);
  subtractProduct(system, x, r);
  solveGiven(address, r, room);
  for (let i = 0; i < n; i++) setF(x, i, getF(x, i) + getF(r, i));
}

/** Whether b - A x is nothing in the rows of multipliers. */
function areMet(system: System, b: usize, x: usize, enough: f64): bool {
  let left: f64 = 0;
  let all: f64 = 0;
  for (let k = 0, at = 0, count = system.multiplierCount; k < count; k++) {
    const row = getI(system.multipliers, k);
    let sum = getF(b, row);
    let size = abs<f64>(sum);
    for (const end = getI(system.multiplierEnds, k); at < end; at++) {
      const term = getF(system.values, getI(system.multiplierEntries, at)) * getF(x, getI(system.multiplierOthers, at));
      sum -= term;
      size += abs<f64>(term);
    }
    left = max<f64>(left, abs<f64>(sum));
    all = max<f64>(all, size);
  }
  return left <= max<f64>(enough, rounding * all);
}

/** r -= A x */
function subtractProduct(system: System, x: usize, r: usize): void {
  const pointers = system.pointers;
  const indices = system.indices;
  const values = system.values;
  for (let i = 0, at = 0, n = system.n; i < n; i++) {
    const end = getI(pointers, i + 1);
    const xi = getF(x, i);
    let sum = getF(values, at) * xi; // the diagonal comes first
    for (at++; at < end; at++) {
      const j = getI(indices, at);
      const a = getF(values, at);
      sum += a * getF(x, j);
      setF(r, j, getF(r, j) - a * xi);
    }
    setF(r, i, getF(r, i) - sum);
  }
}
