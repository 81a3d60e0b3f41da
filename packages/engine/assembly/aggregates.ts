/**
 * A coarse space of rigid motions: nodes belong to aggregates, each of which moves by t + w x d, d from its centre to the node.
 *
 *   P_i = [I, -[d_i]x]      P_i' A P_j = [A, rows of A crossed; columns of A crossed, both]
 */
import { getF, getI, setF } from './memory';
import { dot } from './vectors';

/** d of the nodes of aggregates [first, last): from the mean of x over an aggregate. */
export function measureArms(first: i32, last: i32, starts: usize, nodes: usize, x: usize, d: usize): void {
  for (let g = first; g < last; g++) {
    const begin = getI(starts, g);
    const end = getI(starts, g + 1);
    let a: f64 = 0;
    let b: f64 = 0;
    let c: f64 = 0;
    for (let at = begin; at < end; at++) {
      const i = <usize>getI(nodes, at) * 24;
      a += load<f64>(x + i);
      b += load<f64>(x + i, 8);
      c += load<f64>(x + i, 16);
    }
    const count = <f64>(end - begin);
    a /= count;
    b /= count;
    c /= count;
    for (let at = begin; at < end; at++) {
      const i = <usize>getI(nodes, at) * 24;
      store<f64>(d + i, load<f64>(x + i) - a);
      store<f64>(d + i, load<f64>(x + i, 8) - b, 8);
      store<f64>(d + i, load<f64>(x + i, 16) - c, 16);
    }
  }
}

/** out = P' r: force and torque on each of the aggregates [first, last), six numbers. nodes: those of each, from starts[a] on. */
export function toAggregates(first: i32, last: i32, starts: usize, nodes: usize, d: usize, r: usize, out: usize): void {
  let at = getI(starts, first);
  for (let g = first; g < last; g++) {
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
    let u: f64 = 0;
    let v: f64 = 0;
    let w: f64 = 0;
    for (const end = getI(starts, g + 1); at < end; at++) {
      const i = <usize>getI(nodes, at) * 24;
      const p = load<f64>(r + i);
      const q = load<f64>(r + i, 8);
      const s = load<f64>(r + i, 16);
      const a = load<f64>(d + i);
      const b = load<f64>(d + i, 8);
      const c = load<f64>(d + i, 16);
      x += p;
      y += q;
      z += s;
      u += b * s - c * q;
      v += c * p - a * s;
      w += a * q - b * p;
    }
    const o = out + <usize>g * 48;
    store<f64>(o, x);
    store<f64>(o, y, 8);
    store<f64>(o, z, 16);
    store<f64>(o, u, 24);
    store<f64>(o, v, 32);
    store<f64>(o, w, 40);
  }
}

/**
 * z = D r + mask .* P m, nodes of segments [first, last), D of 3x3 blocks; sums[s]: the segment's part of r.z. In one pass, so that a thread
 * reads no r but that of its own rows: on two threads another one that had read them made the next change of r three times as slow.
 */
export function applyRigid(
  first: i32,
  last: i32,
  bounds: usize,
  aggregate: usize,
  d: usize,
  mask: usize,
  m: usize,
  inverse: usize,
  r: usize,
  z: usize,
  sums: usize,
): void {
  for (let s = first; s < last; s++) {
    const from = getI(bounds, s);
    const to = getI(bounds, s + 1);
    const skipped = <usize>from * 24;
    const own = inverse + <usize>from * 72;
    moveNodes(from, to, aggregate, d + skipped, mask + skipped, m, own, r + skipped, z + skipped);
    setF(sums, s, dot(3 * (to - from), r + skipped, z + skipped));
  }
}
function moveNodes(
  from: i32,
  to: i32,
  aggregate: usize,
  d: usize,
  mask: usize,
  m: usize,
  inverse: usize,
  r: usize,
  z: usize,
): void {
  for (let i = from; i < to; i++, d += 24, z += 24, mask += 24, r += 24, inverse += 72) {
    const o = m + <usize>getI(aggregate, i) * 48;
    const x = load<f64>(o, 24);
    const y = load<f64>(o, 32);
    const w = load<f64>(o, 40);
    const a = load<f64>(d);
    const b = load<f64>(d, 8);
    const c = load<f64>(d, 16);
    const f = load<f64>(r);
    const g = load<f64>(r, 8);
    const h = load<f64>(r, 16);
    const u = load<f64>(inverse) * f + load<f64>(inverse, 8) * g + load<f64>(inverse, 16) * h;
    const v = load<f64>(inverse, 24) * f + load<f64>(inverse, 32) * g + load<f64>(inverse, 40) * h;
    const t = load<f64>(inverse, 48) * f + load<f64>(inverse, 56) * g + load<f64>(inverse, 64) * h;
    store<f64>(z, u + load<f64>(mask) * (load<f64>(o) + y * c - w * b));
    store<f64>(z, v + load<f64>(mask, 8) * (load<f64>(o, 8) + w * a - x * c), 8);
    store<f64>(z, t + load<f64>(mask, 16) * (load<f64>(o, 16) + x * b - y * a), 16);
  }
}

/**
 * out = P' A P, the coarse blocks [first, last) of 6x6. parts: of each coarse block, from starts on, the blocks of A that count in it:
 * which, its row and column, and how: 0 as it is, 1 transposed, 2 both. room: 36 numbers.
 */
export function coarseBlocks(
  first: i32,
  last: i32,
  starts: usize,
  parts: usize,
  values: usize,
  d: usize,
  room: usize,
  out: usize,
): void {
  let part = parts + ((<usize>getI(starts, first)) << 4);
  for (let k = first; k < last; k++) {
    const o = out + <usize>k * 288;
    memory.fill(o, 0, 288);
    for (const end = parts + ((<usize>getI(starts, k + 1)) << 4); part < end; part += 16) {
      const di = d + <usize>load<i32>(part, 4) * 24;
      const dj = d + <usize>load<i32>(part, 8) * 24;
      spanBlock(values + <usize>load<i32>(part) * 72, di, dj, room);
      const how = load<i32>(part, 12);
      if (how !== 1)
        for (let e: usize = 0; e < 288; e += 16) v128.store(o + e, f64x2.add(v128.load(o + e), v128.load(room + e)));
      if (how !== 0)
        for (let r = 0; r < 6; r++)
          for (let c = 0; c < 6; c++) setF(o, 6 * r + c, getF(o, 6 * r + c) + getF(room, 6 * c + r));
    }
  }
}
/** room = P_i' A P_j */
function spanBlock(block: usize, di: usize, dj: usize, room: usize): void {
  const a0 = getF(di, 0);
  const a1 = getF(di, 1);
  const a2 = getF(di, 2);
  const b0 = getF(dj, 0);
  const b1 = getF(dj, 1);
  const b2 = getF(dj, 2);
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
}
