/**
 * Vertices of surfaces: one for each node and each smooth side around it, so that a cube has edges and a ball has none. A surface that is the
 * one before it in another place, as copies of a body are, takes over its split: of ten thousand cubes that takes 5 ms for 45.
 */

/** Faces that meet at more than this at rest meet in an edge. */
const crease = Math.cos((38 * Math.PI) / 180);

export interface Split {
  /** the vertices of all triangles (3 each) */
  readonly index: Uint32Array;
  /** of each vertex its node */
  readonly vertexNode: Uint32Array;
  /** vertices of list k: from starts[k] up to starts[k + 1] */
  readonly starts: Uint32Array;
}

/** lists: the nodes of the triangles of each surface; no two share a node. x: nodes at rest */
export function splitAtCreases(lists: readonly Int32Array[], x: Float32Array): Split {
  const corners = lists.reduce((sum, { length }) => sum + length, 0);
  const index = new Uint32Array(corners);
  const vertexNode = new Uint32Array(corners);
  const starts = new Uint32Array(lists.length + 1);
  const sides = new Sides(x.length / 3, corners);
  let at = 0;
  for (let k = 0; k < lists.length; k++) {
    const triangles = lists[k];
    const before = at - triangles.length;
    starts[k + 1] =
      k > 0 && isMoved(lists[k - 1], triangles, x)
        ? copy(index, vertexNode, before, at, starts[k - 1], starts[k], triangles[0] - lists[k - 1][0])
        : sides.split(triangles, x, index, at, vertexNode, starts[k]);
    at += triangles.length;
  }
  return { index, vertexNode: vertexNode.slice(0, starts[lists.length]), starts };
}

/** Part of its size by which a copy may differ: coordinates far from the origin are rounded to more. */
const likeness = 1e-4;
const rounding = 2 ** -21;
/** Whether triangles are those before with other nodes, at the same places but for a translation. */
function isMoved(before: Int32Array, triangles: Int32Array, x: Float32Array): boolean {
  const { length } = triangles;
  if (before.length !== length) return false;
  const shift = triangles[0] - before[0];
  for (let i = 0; i < length; i++) if (triangles[i] - before[i] !== shift) return false;
  const [a, b] = [3 * before[0], 3 * triangles[0]];
  let [size, error, far] = [0, 0, 0];
  for (let i = 0; i < length; i++)
    for (let axis = 0; axis < 3; axis++) {
      const old = x[3 * before[i] + axis] - x[a + axis];
      const at = x[3 * triangles[i] + axis];
      const difference = Math.abs(at - x[b + axis] - old);
      if (difference > error) error = difference;
      if (Math.abs(old) > size) size = Math.abs(old);
      if (Math.abs(at) > far) far = Math.abs(at);
    }
  return error <= likeness * size + rounding * far;
}
/** The split of the surface before, whose corners begin at `before` and whose vertices are first to end. Returns where the copies end. */
function copy(
  index: Uint32Array,
  vertexNode: Uint32Array,
  before: number,
  at: number,
  first: number,
  end: number,
  shift: number,
): number {
  const count = end - first;
  for (let i = 0; i < at - before; i++) index[at + i] = index[before + i] + count;
  for (let v = 0; v < count; v++) vertexNode[end + v] = vertexNode[first + v] + shift;
  return end + count;
}

/** The sides around each node: of each vertex the normal that it began with, and the next vertex of its node. */
class Sides {
  readonly #normal: Float64Array;
  readonly #next: Int32Array;
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #n = new Float64Array(3);

  constructor(nodes: number, corners: number) {
    this.#normal = new Float64Array(3 * corners);
    this.#next = new Int32Array(corners).fill(-1);
    this.#first = new Int32Array(nodes).fill(-1);
    this.#last = new Int32Array(nodes);
  }
  /** Writes index from `at` on, vertices from `count` on; returns where these end. */
  split(
    triangles: Int32Array,
    x: Float32Array,
    index: Uint32Array,
    at: number,
    vertexNode: Uint32Array,
    count: number,
  ): number {
    const [normal, next, first, last, n] = [this.#normal, this.#next, this.#first, this.#last, this.#n];
    let vertices = count;
    for (let t = 0; t < triangles.length; t += 3) {
      unitNormal(triangles, t, x, n);
      for (let k = t; k < t + 3; k++) {
        const node = triangles[k];
        let vertex = first[node];
        while (vertex >= 0) {
          const v = 3 * vertex;
          if (normal[v] * n[0] + normal[v + 1] * n[1] + normal[v + 2] * n[2] > crease) break;
          vertex = next[vertex];
        }
        if (vertex < 0) {
          vertex = vertices++;
          vertexNode[vertex] = node;
          normal.set(n, 3 * vertex);
          if (first[node] < 0) first[node] = vertex;
          else next[last[node]] = vertex;
          last[node] = vertex;
        }
        index[at + k] = vertex;
      }
    }
    return vertices;
  }
}

/** n: written */
function unitNormal(triangles: Int32Array, t: number, x: Float32Array, n: Float64Array): void {
  const a = 3 * triangles[t];
  const b = 3 * triangles[t + 1];
  const c = 3 * triangles[t + 2];
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  n[0] = uy * vz - uz * vy;
  n[1] = uz * vx - ux * vz;
  n[2] = ux * vy - uy * vx;
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) || 1;
  for (let k = 0; k < 3; k++) n[k] /= length;
}
