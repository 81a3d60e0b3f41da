/**
 * Nodes of different bodies that touch: clusters of those within a tolerance of each other, found through a grid of cells.
 * Cells are eight times the tolerance wide, so that what is within reach of a node is in one or two of them along each axis.
 * Where numbers of cells are so large that they cannot be counted one by one (2^52 and more), neighbouring numbers of the
 * coordinates are farther apart than the tolerance: there only equal coordinates touch, and these share a cell.
 */
import type { PickedNodes } from '../constraint-kind.ts';

/** Clusters one after another: nodes starts[c] ... up to starts[c + 1], each which of the picked bodies, and its number there. */
export interface Clusters {
  readonly starts: Int32Array;
  readonly body: Int32Array;
  readonly node: Int32Array;
}

/** Nodes that each is compared with, on average, before the tolerance is refused: a load takes no quadratic time. */
const mostNear = 2000;

/** Clusters in the order of their first nodes, each with its nodes in the order they were picked. Undefined: too many are near. */
export function clustersOf(
  picked: readonly PickedNodes[],
  tolerance: number,
  start: (body: string) => ArrayLike<number>,
): Clusters | undefined {
  const count = picked.reduce((n, p) => n + p.nodes.length, 0);
  const x = new Float64Array(3 * count);
  const owner = new Int32Array(count);
  const index = new Int32Array(count);
  let at = 0;
  picked.forEach(({ body, nodes }, b) => {
    const q = start(body.id);
    for (let i = 0; i < nodes.length; i++) {
      const n = nodes[i];
      x[3 * at] = q[3 * n];
      x[3 * at + 1] = q[3 * n + 1];
      x[3 * at + 2] = q[3 * n + 2];
      owner[at] = b;
      index[at++] = n;
    }
  });

  const grid = new Grid(x, owner, tolerance);
  for (let a = 0; a < count; a++) {
    grid.add(a);
    if (grid.looks < 0) return undefined;
  }

  // nodes without others are in no cluster
  const clusterOf = new Int32Array(count).fill(-1);
  const isFirst = new Uint8Array(count);
  for (let a = 0; a < count; a++) if (grid.root(a) !== a) isFirst[grid.root(a)] = 1;
  const starts = new Int32Array(count + 1);
  let clusters = 0;
  for (let a = 0; a < count; a++) {
    if (isFirst[a]) clusterOf[a] = clusters++;
    clusterOf[a] = clusterOf[grid.root(a)];
    if (clusterOf[a] >= 0) starts[clusterOf[a] + 1]++;
  }
  for (let c = 0; c < clusters; c++) starts[c + 1] += starts[c];
  const free = starts.slice(0, clusters);
  const [body, node] = [new Int32Array(starts[clusters]), new Int32Array(starts[clusters])];
  for (let a = 0; a < count; a++) {
    if (clusterOf[a] < 0) continue;
    const to = free[clusterOf[a]]++;
    body[to] = owner[a];
    node[to] = index[a];
  }
  return { starts: starts.subarray(0, clusters + 1), body, node };
}

/**
 * Nodes in chains by cell, joined to those they touch; cells that share a chain only cost a look. What is done for one node is a function
 * of its own: compiled once and not again in the middle of a long loop.
 */
class Grid {
  /** compared nodes that are still allowed */
  looks: number;
  readonly #head: Int32Array;
  readonly #next: Int32Array;
  readonly #parent: Int32Array;
  readonly #searchDistance: number;

  constructor(
    private readonly x: Float64Array,
    private readonly owner: Int32Array,
    private readonly tolerance: number,
  ) {
    const count = owner.length;
    let size = 1024;
    while (size < 2 * count) size *= 2;
    this.#head = new Int32Array(size).fill(-1);
    this.#next = new Int32Array(count);
    this.#parent = Int32Array.from({ length: count }, (_, a) => a);
    this.#searchDistance = tolerance * tolerance;
    this.looks = mostNear * count;
  }
  #slot(i: number, j: number, k: number): number {
    let h = Math.imul(i | 0, 0x9e3779b1) ^ Math.imul(j | 0, 0x85ebca6b) ^ Math.imul(k | 0, 0xc2b2ae35);
    h ^= h >>> 15;
    return h & (this.#head.length - 1);
  }
  /** Round numbers, where most nodes lie, are in the middle of a cell and not on its border. */
  #cell(value: number): number {
    return Math.floor(value / (8 * this.tolerance) + 0.5);
  }
  /** the first node of those that a node is joined to */
  root(a: number): number {
    const parent = this.#parent;
    while (parent[a] !== a) {
      parent[a] = parent[parent[a]];
      a = parent[a];
    }
    return a;
  }
  /** The next node: it is joined to those of other bodies that are there and within reach. */
  add(a: number): void {
    const { x, tolerance } = this;
    const ax = x[3 * a];
    const ay = x[3 * a + 1];
    const az = x[3 * a + 2];
    // one or two cells along each axis
    const i0 = this.#cell(ax - tolerance);
    const i1 = this.#cell(ax + tolerance);
    const j0 = this.#cell(ay - tolerance);
    const j1 = this.#cell(ay + tolerance);
    const k0 = this.#cell(az - tolerance);
    const k1 = this.#cell(az + tolerance);
    for (let nk = k0 === k1 ? 1 : 0; nk < 2; nk++) {
      const k = nk ? k1 : k0;
      for (let nj = j0 === j1 ? 1 : 0; nj < 2; nj++) {
        const j = nj ? j1 : j0;
        for (let ni = i0 === i1 ? 1 : 0; ni < 2; ni++) this.#join(a, this.#slot(ni ? i1 : i0, j, k));
      }
    }
    const own = this.#slot(this.#cell(ax), this.#cell(ay), this.#cell(az));
    this.#next[a] = this.#head[own];
    this.#head[own] = a;
  }
  #join(a: number, slot: number): void {
    const { x, owner } = this;
    const parent = this.#parent;
    for (let b = this.#head[slot]; b >= 0; b = this.#next[b]) {
      this.looks--;
      if (owner[a] === owner[b]) continue;
      const dx = x[3 * a] - x[3 * b];
      const dy = x[3 * a + 1] - x[3 * b + 1];
      const dz = x[3 * a + 2] - x[3 * b + 2];
      if (dx * dx + dy * dy + dz * dz > this.#searchDistance) continue;
      const p = this.root(a);
      const q = this.root(b);
      if (p !== q) parent[Math.max(p, q)] = Math.min(p, q); // the root is the first node
    }
  }
}

/** The same nodes with each body once, and each node of it. */
export function eachOnce(picked: readonly PickedNodes[]): PickedNodes[] {
  const byBody = new Map<string, PickedNodes>();
  for (const one of picked) {
    const { body, nodes } = one;
    const before = byBody.get(body.id);
    byBody.set(body.id, before ? { body, nodes: [...new Set([...before.nodes, ...nodes])] } : one);
  }
  return [...byBody.values()];
}
