/** Boxes of nodes. */
import { setF } from './memory';

/**
 * Lowest x y z and highest x y z of nodes in the column q, to `out`; returns the square of the longest way from q to p. places: of each node,
 * where its x is, in bytes from the start of a column.
 */
export function extent(count: i32, places: usize, q: usize, p: usize, out: usize): f64 {
  let low = f64x2.splat(Infinity);
  let high = f64x2.splat(-Infinity);
  let lowZ: f64 = Infinity;
  let highZ: f64 = -Infinity;
  let farthest: f64 = 0;
  for (const end = places + ((<usize>count) << 2); places < end; places += 4) {
    const at = <usize>load<u32>(places);
    const xy = v128.load(q + at);
    const z = load<f64>(q + at, 16);
    const d = f64x2.sub(v128.load(p + at), xy);
    const dz = load<f64>(p + at, 16) - z;
    const squares = f64x2.mul(d, d);
    const squared = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + dz * dz;
    if (!(squared <= farthest)) farthest = squared;
    low = f64x2.pmin(low, xy);
    high = f64x2.pmax(high, xy);
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  v128.store(out, low);
  setF(out, 2, lowZ);
  v128.store(out + 24, high);
  setF(out, 5, highZ);
  return farthest;
}
