/** Pairs of features of two surfaces that are near each other: see packages/engine/src/contact/detect/near/near-lists.ts. Trees of boxes that follow features, and the descent into two of them together. */
import { closestOnCell, squared, squaredBetweenSegments, wa, wb, wc } from './closest';
import { getF, getI, setF, setI } from './memory';

/** In the order of `feature-tree.ts`. Nodes are those of geometry/bvh.ts. */
@unmanaged
export class FeatureTree {
  count: i32;
  nodes: i32;
  /** vertices of each item */
  corners: i32;
  items: usize;
  order: usize;
  start: usize;
  end: usize;
  right: usize;
  /** lowest x y z, highest x y z of each node, and of each item */
  boxes: usize;
  own: usize;
}
/** In the order of `near-lists.ts`. */
@unmanaged
export class NearList {
  /** m: how far apart they are at most */
  limit: f64;
  /** 1: two edges, 0: a vertex and a cell */
  edges: i32;
  /** 1: of one body with itself */
  same: i32;
  /** pairs that there is room for */
  capacity: i32;
  treeA: usize;
  treeB: usize;
  /** nodes of both trees that wait */
  waiting: usize;
  /** vertices of both bodies; ends of edges, and which are sharp; cells of the second one */
  x: usize;
  endsA: usize;
  sharpA: usize;
  y: usize;
  endsB: usize;
  sharpB: usize;
  cells: usize;
  /** pairs as they are found, with how far apart they are; then in order */
  foundFirst: usize;
  foundSecond: usize;
  foundDue: usize;
  first: usize;
  second: usize;
  due: usize;
  /** of each feature of the first body: where its pairs begin */
  begin: usize;
}

/** Boxes become those of vertices at x. */
export function fitTree(t: FeatureTree, x: usize): void {
  const corners = t.corners;
  const own = t.own;
  for (let item = 0, at = t.items; item < t.count; item++) {
    let from = x + <usize>load<u32>(at) * 24;
    let low = v128.load(from);
    let high = low;
    let lowZ = getF(from, 2);
    let highZ = lowZ;
    at += 4;
    for (let c = 1; c < corners; c++, at += 4) {
      from = x + <usize>load<u32>(at) * 24;
      const xy = v128.load(from);
      const z = getF(from, 2);
      low = f64x2.pmin(low, xy);
      high = f64x2.pmax(high, xy);
      if (z < lowZ) lowZ = z;
      if (z > highZ) highZ = z;
    }
    const to = own + <usize>item * 48;
    v128.store(to, low);
    setF(to, 2, lowZ);
    v128.store(to, high, 24);
    setF(to, 5, highZ);
  }
  for (let node = t.nodes - 1; node >= 0; node--) {
    const to = t.boxes + <usize>node * 48;
    const right = getI(t.right, node);
    if (right !== 0) {
      copyBox(to + 48, to);
      enclose(to, t.boxes + <usize>right * 48);
      continue;
    }
    const start = getI(t.start, node);
    copyBox(own + <usize>getI(t.order, start) * 48, to);
    for (let m = start + 1; m < getI(t.end, node); m++) enclose(to, own + <usize>getI(t.order, m) * 48);
  }
}
function copyBox(from: usize, to: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
}
/** A box grows until it holds another. */
function enclose(a: usize, b: usize): void {
  v128.store(a, f64x2.pmin(v128.load(a), v128.load(b)));
  const one = v128.load(a, 16);
  const two = v128.load(b, 16);
  v128.store(a, v128.shuffle<f64>(f64x2.pmin(one, two), f64x2.pmax(one, two), 0, 3), 16);
  v128.store(a, f64x2.pmax(v128.load(a, 32), v128.load(b, 32)), 32);
}
function areApart(a: usize, b: usize, margin: f64): bool {
  return (
    getF(a, 0) > getF(b, 3) + margin ||
    getF(b, 0) > getF(a, 3) + margin ||
    getF(a, 1) > getF(b, 4) + margin ||
    getF(b, 1) > getF(a, 4) + margin ||
    getF(a, 2) > getF(b, 5) + margin ||
    getF(b, 2) > getF(a, 5) + margin
  );
}

/** Pairs in ascending order; returns how many there are, of which those beyond the capacity are missing. */
export function listNear(s: NearList): i32 {
  const a = changetype<FeatureTree>(s.treeA);
  const b = changetype<FeatureTree>(s.treeB);
  const isSame = s.treeA === s.treeB;
  const waiting = s.waiting;
  const limit = s.limit;
  let count = 0;
  let depth = 0;
  setI(waiting, depth++, 0);
  setI(waiting, depth++, 0);
  while (depth > 0) {
    const j = getI(waiting, --depth);
    const i = getI(waiting, --depth);
    const rightA = getI(a.right, i);
    if (isSame && i === j) {
      if (rightA === 0) count = addLeaves(s, a, i, b, j, count);
      else {
        setI(waiting, depth++, i + 1);
        setI(waiting, depth++, i + 1);
        setI(waiting, depth++, rightA);
        setI(waiting, depth++, rightA);
        setI(waiting, depth++, i + 1);
        setI(waiting, depth++, rightA);
      }
      continue;
    }
    if (areApart(a.boxes + <usize>i * 48, b.boxes + <usize>j * 48, limit)) continue;
    const rightB = getI(b.right, j);
    if (rightA === 0 && rightB === 0) {
      count = addLeaves(s, a, i, b, j, count);
      continue;
    }
    const sizeA = getI(a.end, i) - getI(a.start, i);
    if (rightB === 0 || (rightA !== 0 && sizeA >= getI(b.end, j) - getI(b.start, j))) {
      setI(waiting, depth++, rightA);
      setI(waiting, depth++, j);
      setI(waiting, depth++, i + 1);
      setI(waiting, depth++, j);
    } else {
      setI(waiting, depth++, i);
      setI(waiting, depth++, rightB);
      setI(waiting, depth++, i);
      setI(waiting, depth++, j + 1);
    }
  }
  if (count <= s.capacity) sort(s, a.count, count);
  return count;
}
/** Pairs of the items of two leaves. */
function addLeaves(s: NearList, a: FeatureTree, i: i32, b: FeatureTree, j: i32, count: i32): i32 {
  const isOne = s.treeA === s.treeB;
  const isSame = isOne && i === j;
  const limit = s.limit;
  const endA = getI(a.end, i);
  const endB = getI(b.end, j);
  for (let k = getI(a.start, i); k < endA; k++) {
    const one = getI(a.order, k);
    const box = a.own + <usize>one * 48;
    if (areApart(box, b.boxes + <usize>j * 48, limit)) continue;
    for (let m = isSame ? k + 1 : getI(b.start, j); m < endB; m++) {
      const two = getI(b.order, m);
      if (areApart(box, b.own + <usize>two * 48, limit)) continue;
      const first = isOne && two < one ? two : one;
      const second = first === one ? two : one;
      if (s.edges && !areAsked(s, first, second)) continue;
      const apart = s.edges ? betweenEdges(s, first, second) : toCell(s, first, second);
      if (!(apart <= limit * limit)) continue;
      if (count < s.capacity) {
        setI(s.foundFirst, count, first);
        setI(s.foundSecond, count, second);
        setF(s.foundDue, count, sqrt(apart));
      }
      count++;
    }
  }
  return count;
}
/** Both edges are sharp, and those of one body do not meet. */
function areAsked(s: NearList, e: i32, f: i32): bool {
  if (!load<u8>(s.sharpA + e) || !load<u8>(s.sharpB + f)) return false;
  if (!s.same) return true;
  const i = getI(s.endsA, 2 * e);
  const j = getI(s.endsA, 2 * e + 1);
  const k = getI(s.endsB, 2 * f);
  const m = getI(s.endsB, 2 * f + 1);
  return !(i === k || i === m || j === k || j === m);
}
function betweenEdges(s: NearList, e: i32, f: i32): f64 {
  return squaredBetweenSegments(
    s.x + <usize>getI(s.endsA, 2 * e) * 24,
    s.x + <usize>getI(s.endsA, 2 * e + 1) * 24,
    s.y + <usize>getI(s.endsB, 2 * f) * 24,
    s.y + <usize>getI(s.endsB, 2 * f + 1) * 24,
  );
}
function toCell(s: NearList, v: i32, cell: i32): f64 {
  const at = s.x + <usize>v * 24;
  const i = getI(s.cells, 3 * cell);
  const j = getI(s.cells, 3 * cell + 1);
  const m = getI(s.cells, 3 * cell + 2);
  closestOnCell(s.y, i, j, m, getF(at, 0), getF(at, 1), getF(at, 2));
  const a = s.y + <usize>i * 24;
  const b = s.y + <usize>(j < 0 ? i : j) * 24;
  const c = s.y + <usize>(m < 0 ? i : m) * 24;
  return squared(
    getF(at, 0) - wa * getF(a, 0) - wb * getF(b, 0) - wc * getF(c, 0),
    getF(at, 1) - wa * getF(a, 1) - wb * getF(b, 1) - wc * getF(c, 1),
    getF(at, 2) - wa * getF(a, 2) - wb * getF(b, 2) - wc * getF(c, 2),
  );
}
/** By the first feature, which are counted, then by the second, of which each has a few. */
function sort(s: NearList, features: i32, count: i32): void {
  const begin = s.begin;
  memory.fill(begin, 0, (<usize>features + 1) << 2);
  for (let k = 0; k < count; k++) {
    const one = getI(s.foundFirst, k);
    setI(begin, one, getI(begin, one) + 1);
  }
  let sum = 0;
  for (let one = 0; one <= features; one++) {
    const own = getI(begin, one);
    setI(begin, one, sum);
    sum += own;
  }
  for (let k = 0; k < count; k++) {
    const one = getI(s.foundFirst, k);
    const to = getI(begin, one);
    setI(begin, one, to + 1);
    setI(s.first, to, one);
    setI(s.second, to, getI(s.foundSecond, k));
    setF(s.due, to, getF(s.foundDue, k));
  }
  for (let k = 1; k < count; k++) {
    const one = getI(s.first, k);
    const two = getI(s.second, k);
    const due = getF(s.due, k);
    let to = k;
    for (; to > 0 && getI(s.first, to - 1) === one && getI(s.second, to - 1) > two; to--) {
      setI(s.second, to, getI(s.second, to - 1));
      setF(s.due, to, getF(s.due, to - 1));
    }
    setI(s.second, to, two);
    setF(s.due, to, due);
  }
}
