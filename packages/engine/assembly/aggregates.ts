/**
 * A coarse space of rigid motions: nodes belong to aggregates, each of which moves by t + w x d, d from its centre to the node.
 *
 *   P_i = [I, -[d_i]x]      P_i' A P_j = [A, rows of A crossed; columns of A crossed, both]
 */
import { getF, getI, setF } from './memory';

/** out += P' r: force and torque on each aggregate, six numbers */
export function toAggregates(nodes: i32, aggregate: usize, d: usize, r: usize, out: usize): void {
  for (let i = 0; i < nodes; i++, d += 24, r += 24) {
    const o = out + <usize>getI(aggregate, i) * 48;
    const x = load<f64>(r);
    const y = load<f64>(r, 8);
    const z = load<f64>(r, 16);
    const a = load<f64>(d);
    const b = load<f64>(d, 8);
    const c = load<f64>(d, 16);
    store<f64>(o, load<f64>(o) + x);
    store<f64>(o, load<f64>(o, 8) + y, 8);
    store<f64>(o, load<f64>(o, 16) + z, 16);
    store<f64>(o, load<f64>(o, 24) + b * z - c * y, 24);
    store<f64>(o, load<f64>(o, 32) + c * x - a * z, 32);
    store<f64>(o, load<f64>(o, 40) + a * y - b * x, 40);
  }
}

/** z += mask .* P m */
export function fromAggregates(nodes: i32, aggregate: usize, d: usize, mask: usize, m: usize, z: usize): void {
  for (let i = 0; i < nodes; i++, d += 24, z += 24, mask += 24) {
    const o = m + <usize>getI(aggregate, i) * 48;
    const x = load<f64>(o, 24);
    const y = load<f64>(o, 32);
    const w = load<f64>(o, 40);
    const a = load<f64>(d);
    const b = load<f64>(d, 8);
    const c = load<f64>(d, 16);
    store<f64>(z, load<f64>(z) + load<f64>(mask) * (load<f64>(o) + y * c - w * b));
    store<f64>(z, load<f64>(z, 8) + load<f64>(mask, 8) * (load<f64>(o, 8) + w * a - x * c), 8);
    store<f64>(z, load<f64>(z, 16) + load<f64>(mask, 16) * (load<f64>(o, 16) + x * b - y * a), 16);
  }
}

/**
 * out += P' A P, in blocks of 6x6. places: of each block of A, the coarse block that it counts in, and how: 0 as it is, 1 transposed,
 * 2 both. room: 36 numbers.
 */
export function coarseBlocks(
  nodes: i32,
  pointers: usize,
  indices: usize,
  values: usize,
  d: usize,
  places: usize,
  room: usize,
  out: usize,
): void {
  let at = getI(pointers, 0);
  for (let i = 0; i < nodes; i++) {
    const di = d + <usize>i * 24;
    const a0 = getF(di, 0);
    const a1 = getF(di, 1);
    const a2 = getF(di, 2);
    for (const end = getI(pointers, i + 1); at < end; at++) {
      const dj = d + <usize>getI(indices, at) * 24;
      const b0 = getF(dj, 0);
      const b1 = getF(dj, 1);
      const b2 = getF(dj, 2);
      const block = values + <usize>at * 72;
      for (let r = 0; r < 3; r++) {
        const x = getF(block, 3 * r);
        const y = getF(block, 3 * r + 1);
        const z = getF(block, 3 * r + 2);
        setF(room, 6 * r, x);
        setF(room, 6 * r + 1, y);
        setF(room, 6 * r + 2, z);
        setF(room, 6 * r + 3, b1 * z - b2 * y);
        setF(room, 6 * r + 4, b2 * x - b0 * z);
        setF(room, 6 * r + 5, b0 * y - b1 * x);
      }
      for (let c = 0; c < 6; c++) {
        const x = getF(room, c);
        const y = getF(room, 6 + c);
        const z = getF(room, 12 + c);
        setF(room, 18 + c, a1 * z - a2 * y);
        setF(room, 24 + c, a2 * x - a0 * z);
        setF(room, 30 + c, a0 * y - a1 * x);
      }
      const o = out + <usize>getI(places, 2 * at) * 288;
      const how = getI(places, 2 * at + 1);
      if (how !== 1)
        for (let e: usize = 0; e < 288; e += 16) v128.store(o + e, f64x2.add(v128.load(o + e), v128.load(room + e)));
      if (how !== 0)
        for (let r = 0; r < 6; r++)
          for (let c = 0; c < 6; c++) setF(o, 6 * r + c, getF(o, 6 * r + c) + getF(room, 6 * c + r));
    }
  }
}
