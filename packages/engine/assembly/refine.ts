/** A x = b of a factored system, in the order of its caller, as far as doubles go. */
import { getF, getI, setF } from './memory';
import { solveGiven } from './solve';
import { System } from './system';

/** 45 eps: what is left of b beyond this, against the terms that it is a sum of, asks for another round. */
const rounding: f64 = 1e-14;

/** x = A^-1 b, refined once where it has to be; room: 3 n numbers. */
export function solveRefined(address: usize, b: usize, x: usize, room: usize): void {
  const n = changetype<System>(address).n;
  const bytes = (<usize>n) << 3;
  const r = room + bytes;
  memory.copy(x, b, bytes);
  solveGiven(address, x, room);
  if (residual(address, b, x, r, r + bytes) <= rounding) return;
  solveGiven(address, r, room);
  for (let i = 0; i < n; i++) setF(x, i, getF(x, i) + getF(r, i));
}

/**
 * r becomes b - A x, `size` |b| + |A| |x|, row by row. Returns the largest |r_i| / size_i: by so much, against itself, each entry
 * of A and b would have to change for x to be the solution (W. Oettli, W. Prager, Compatibility of approximate solution of
 * linear equations with given error bounds, Numer. Math. 6 (1964)).
 */
function residual(address: usize, b: usize, x: usize, r: usize, size: usize): f64 {
  const system = changetype<System>(address);
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
  let worst: f64 = 0;
  for (let i = 0; i < n; i++) {
    const part = abs<f64>(getF(r, i));
    if (part > worst * getF(size, i)) worst = part / getF(size, i);
  }
  return worst;
}
