/** Sums into the entries of a sparse matrix, and products with it. */
import { getF, getI, setF } from './memory';

/** values[to] += *from; places: `count` times to (bytes from `values` on) and from (an address). Both are loaded as one number. */
export function sum(count: i32, places: usize, values: usize): void {
  const end = places + ((<usize>count) << 3);
  if (count & 1) {
    addAt(load<u64>(places), values);
    places += 8;
  }
  if (count & 2) {
    addAt(load<u64>(places), values);
    addAt(load<u64>(places, 8), values);
    places += 16;
  }
  for (; places < end; places += 32) {
    addAt(load<u64>(places), values);
    addAt(load<u64>(places, 8), values);
    addAt(load<u64>(places, 16), values);
    addAt(load<u64>(places, 24), values);
  }
}
function addAt(place: u64, values: usize): void {
  const q = values + <usize>(<u32>place);
  store<f64>(q, load<f64>(q) + load<f64>(<usize>(<u32>(place >> 32))));
}

/** values[to] += weights[by] *from; places: `count` times to, from, by (bytes from `weights` on). */
export function sumWeighted(count: i32, places: usize, values: usize, weights: usize): void {
  for (const end = places + <usize>count * 12; places < end; places += 12) {
    const q = values + load<u32>(places);
    store<f64>(q, load<f64>(q) + load<f64>(weights + load<u32>(places, 8)) * load<f64>(load<u32>(places, 4)));
  }
}

/** values[to] += weights[by] *a *b; places: `count` times to, a, b, by. */
export function sumProducts(count: i32, places: usize, values: usize, weights: usize): void {
  for (const end = places + ((<usize>count) << 4); places < end; places += 16) {
    const q = values + load<u32>(places);
    const product = load<f64>(load<u32>(places, 4)) * load<f64>(load<u32>(places, 8));
    store<f64>(q, load<f64>(q) + load<f64>(weights + load<u32>(places, 12)) * product);
  }
}

/** out += A x, with the upper triangle of A by rows. */
export function addProduct(n: i32, pointers: usize, indices: usize, values: usize, x: usize, out: usize): void {
  let at = getI(pointers, 0);
  for (let i = 0; i < n; i++) {
    const end = getI(pointers, i + 1);
    const xi = getF(x, i);
    let row: f64 = 0;
    for (; at < end; at++) {
      const j = getI(indices, at);
      const a = getF(values, at);
      row += a * getF(x, j);
      if (j !== i) setF(out, j, getF(out, j) + a * xi);
    }
    setF(out, i, getF(out, i) + row);
  }
}

/** to[k] = from[index[k]] */
export function pick(count: i32, index: usize, from: usize, to: usize): void {
  for (let k = 0; k < count; k++) setF(to, k, getF(from, getI(index, k)));
}

/** to[index[k]] += by[k]; returns the largest |by[k]|, NaN if there is one. */
export function move(count: i32, index: usize, by: usize, to: usize): f64 {
  let farthest: f64 = 0;
  for (let k = 0; k < count; k++) {
    const far = getF(by, k);
    const i = getI(index, k);
    setF(to, i, getF(to, i) + far);
    farthest = max<f64>(farthest, abs<f64>(far));
  }
  return farthest;
}

export function copy(from: usize, to: usize, bytes: usize): void {
  memory.copy(to, from, bytes);
}

export function clear(at: usize, bytes: usize): void {
  memory.fill(at, 0, bytes);
}
