/**
 * Nodes of different bodies that touch: clusters of those within a tolerance of each other, found through a grid of cells.
 * Cells are eight times the tolerance wide, so that what is within reach of a node is in one or two of them along each axis.
 * Where numbers of cells are so large that they cannot be counted one by one (2^52 and more), neighbouring numbers of the
 * coordinates are farther apart than the tolerance: there only equal coordinates touch, and these share a cell.
 */
import type { PickedNodes } from '../constraint-kind.ts';

/** A node: which of the picked bodies, and its number there. */
export interface Touching {
  readonly body: number;
  readonly node: number;
}

/** Nodes that each is compared with, on average, before the tolerance is refused: a load takes no quadratic time. */
const mostNear = 2000;

/** Clusters in the order of their first nodes, each with its nodes in the order they were picked. Undefined: too many are near. */
export function clustersOf(
  picked: readonly PickedNodes[],
  tolerance: number,
  start: (body: string) => ArrayLike<number>,
): Touching[][] | undefined {
  const count = picked.reduce((n, p) => n + p.nodes.length, 0);
  const x = new Float64Array(3 * count);
  const owner = new Int32Array(count);
  const index = new Int32Array(count);
  let at = 0;
  picked.forEach(({ body, nodes }, b) => {
    const q = start(body.id);
    for (const n of nodes) {
      x[3 * at] = q[3 * n];
      x[3 * at + 1] = q[3 * n + 1];
      x[3 * at + 2] = q[3 * n + 2];
      owner[at] = b;
      index[at++] = n;
    }
  });

  // chains of nodes by cell; cells that share a chain only cost a look
  let size = 1024;
  while (size < 2 * count) size *= 2;
  const head = new Int32Array(size).fill(-1);
  const next = new Int32Array(count);
  const slot = (i: number, j: number, k: number): number => {
    let h = Math.imul(i | 0, 0x9e3779b1) ^ Math.imul(j | 0, 0x85ebca6b) ^ Math.imul(k | 0, 0xc2b2ae35);
    h ^= h >>> 15;
    return h & (size - 1);
  };
  const cell = (value: number): number => Math.floor(value / (8 * tolerance));
  const cellsAround = (value: number): number[] => {
    const [low, high] = [cell(value - tolerance), cell(value + tolerance)];
    return low === high ? [low] : [low, high];
  };
  const parent = Int32Array.from({ length: count }, (_, a) => a);
  const root = (a: number): number => {
    while (parent[a] !== a) {
      parent[a] = parent[parent[a]];
      a = parent[a];
    }
    return a;
  };
  const searchDistance = tolerance * tolerance;
  let looks = mostNear * count;
  for (let a = 0; a < count; a++) {
    const ax = x[3 * a];
    const ay = x[3 * a + 1];
    const az = x[3 * a + 2];
    for (const k of cellsAround(az)) {
      for (const j of cellsAround(ay)) {
        for (const i of cellsAround(ax)) {
          for (let b = head[slot(i, j, k)]; b >= 0; b = next[b]) {
            looks--;
            if (owner[a] === owner[b]) continue;
            const dx = ax - x[3 * b];
            const dy = ay - x[3 * b + 1];
            const dz = az - x[3 * b + 2];
            if (dx * dx + dy * dy + dz * dz > searchDistance) continue;
            const p = root(a);
            const q = root(b);
            if (p !== q) parent[Math.max(p, q)] = Math.min(p, q); // the first node leads
          }
        }
      }
    }
    if (looks < 0) return undefined;
    const own = slot(cell(ax), cell(ay), cell(az));
    next[a] = head[own];
    head[own] = a;
  }

  // lone nodes lead nobody
  const clusters = new Map<number, Touching[]>();
  const one = (a: number): Touching => ({ body: owner[a], node: index[a] });
  for (let a = 0; a < count; a++) {
    const first = root(a);
    if (first === a) continue;
    const list = clusters.get(first);
    if (list) list.push(one(a));
    else clusters.set(first, [one(first), one(a)]);
  }
  return [...clusters.keys()].sort((a, b) => a - b).map((first) => clusters.get(first) as Touching[]);
}

/** The same nodes with each body once, and each node of it. */
export function eachOnce(picked: readonly PickedNodes[]): PickedNodes[] {
  const byBody = new Map<PickedNodes['body'], Set<number> | readonly number[]>();
  for (const { body, nodes } of picked) {
    const before = byBody.get(body);
    byBody.set(body, before ? new Set([...before, ...nodes]) : nodes);
  }
  return Array.from(byBody, ([body, nodes]) => ({ body, nodes: Array.isArray(nodes) ? nodes : [...nodes] }));
}
