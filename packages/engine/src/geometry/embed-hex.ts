/**
 * Points that follow hexahedra: each is a fixed mean of the eight corners of the cell it lies in.
 *
 *   p = sum_k w_k x_k,   w_k = N_k(r),   N_k(r) = product over the axes of r_a or 1 - r_a,   k = 1..8
 *
 * r is the place of p in the unit cube of its cell: the inverse of the trilinear map, found by Newton's method.
 *
 * A point outside all cells uses the closest cell; the map is extended linearly from the closest place c of the cube:
 *
 *   w_k = N_k(c) + grad N_k(c).(r - c),   J(c) (r - c) = p - x(c)
 *
 * So the points reproduce their given positions as long as the nodes do not move, the weights sum to 1, and the points follow
 * every linear motion of the nodes.
 */
import { Bvh } from './bvh.ts';
import { hexCorners, hexTets } from './hex-cell.ts';

/**
 * Points as sums over the corners of the hexahedral cells that they are in.
 * @example const embedding: HexEmbedding = embedInHexes(points, cells.positions, cells.hexes);
 */
export interface HexEmbedding {
  /** 8 nodes for each point, in the order of its cell */
  readonly corners: Int32Array;
  /** 8 for each point, of sum 1 */
  readonly weights: Float64Array;
  /** Points farther than rounding from all cells. */
  readonly outside: number;
  /** Distance of the farthest of these from the cells, metres; 0 if there are none. */
  readonly farthest: number;
}

/** Tolerances: of a place in its unit cube; and of a point on the surface, relative to the extent of the cells. */
const onSurface = 1e-9;
const mostSteps = 40;

/**
 * Finds the cell that each point is in, or nearest to, and its weights there.
 * @example embedInHexes(points, cells.positions, cells.hexes)
 */
export function embedInHexes(
  points: Float64Array, // 3 per point
  positions: Float64Array, // 3 per node
  hexes: Int32Array, // 8 nodes each, as `HexMesh` has them
): HexEmbedding {
  check(points, hexes);
  const count = points.length / 3;
  const corners = new Int32Array(8 * count);
  const weights = new Float64Array(8 * count);
  const bvh = new Bvh(tetsOf(hexes), 4, positions);
  const around = cellsAround(hexes);
  const map = new Trilinear(positions, hexes);
  const tetWeights = new Float64Array(4);
  let outside = 0;
  let farthest = 0;
  for (let i = 0; i < count; i++) {
    const [px, py, pz] = points.subarray(3 * i, 3 * i + 3);
    // the tets only approximate a cell with bent faces: try its neighbours, too
    let cell = Math.floor(bvh.closest(positions, 0, px, py, pz, tetWeights) / 6);
    let miss = map.find(cell, px, py, pz);
    if (miss > 0) {
      const first = cell;
      for (const other of around(first)) {
        const there = map.find(other, px, py, pz);
        if (!(there < miss || (there === miss && other < cell))) continue;
        cell = other;
        miss = there;
      }
      map.find(cell, px, py, pz);
    }
    map.weights(px, py, pz, weights.subarray(8 * i, 8 * i + 8));
    corners.set(hexes.subarray(8 * cell, 8 * cell + 8), 8 * i);
    if (!(miss > onSurface * bvh.size)) continue;
    outside++;
    farthest = Math.max(farthest, miss);
  }
  return { corners, weights, outside, farthest };
}

/**
 * Where embedded points are when the nodes are at x; written to `out`.
 * @example evaluateInHexes(embedInHexes(points, cells.positions, cells.hexes), cells.positions, points)
 */
export function evaluateInHexes(
  { corners, weights }: Pick<HexEmbedding, 'corners' | 'weights'>,
  x: Float64Array, // 3 per node
  out: Float64Array, // 3 per point
): void {
  for (let i = 0; i < corners.length / 8; i++) {
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let k = 8 * i; k < 8 * i + 8; k++) sum += weights[k] * x[3 * corners[k] + axis];
      out[3 * i + axis] = sum;
    }
  }
}

/** The map of one cell at a time, and the place in its unit cube that was found last. */
class Trilinear {
  readonly #x: Float64Array;
  readonly #hexes: Int32Array;
  #cell = 0;
  readonly #r = new Float64Array(3);
  readonly #values = new Float64Array(8); // N_k
  readonly #slopes = new Float64Array(24); // grad N_k
  readonly #rest = new Float64Array(3); // p - x(r)
  readonly #J = new Float64Array(9); // columns: dx/dr_a
  readonly #step = new Float64Array(3);

  constructor(x: Float64Array, hexes: Int32Array) {
    this.#x = x;
    this.#hexes = hexes;
  }

  /** Puts r at the place of the cube that maps closest to p; returns how far from p that is, 0 if inside. */
  find(cell: number, px: number, py: number, pz: number): number {
    this.#cell = cell;
    const r = this.#r;
    r.fill(0.5);
    for (let step = 0; step < mostSteps; step++) {
      this.#evaluate(px, py, pz);
      if (!this.#solve()) break;
      let change = 0;
      for (let axis = 0; axis < 3; axis++) {
        // stay near the cube, where the map is one to one
        const next = Math.max(-0.5, Math.min(1.5, r[axis] + this.#step[axis]));
        change = Math.max(change, Math.abs(next - r[axis]));
        r[axis] = next;
      }
      if (change < 1e-15) break;
    }
    let inside = true;
    for (let axis = 0; axis < 3; axis++) {
      inside &&= r[axis] >= -onSurface && r[axis] <= 1 + onSurface;
      r[axis] = Math.max(0, Math.min(1, r[axis]));
    }
    if (!inside) this.#closest(px, py, pz);
    this.#evaluate(px, py, pz);
    const miss = Math.sqrt(this.#squaredRest());
    return inside && miss <= onSurface * this.#size() ? 0 : miss;
  }

  /** Weights of p: the map at the place found, extended linearly. */
  weights(px: number, py: number, pz: number, out: Float64Array): void {
    this.#evaluate(px, py, pz);
    const solved = this.#solve();
    for (let k = 0; k < 8; k++) {
      out[k] = this.#values[k];
      if (!solved) continue;
      for (let axis = 0; axis < 3; axis++) out[k] += this.#slopes[3 * k + axis] * this.#step[axis];
    }
  }

  /** Gauss-Newton for |p - x(r)|^2 over the cube, one coordinate after another: each is then a quadratic in one variable. */
  #closest(px: number, py: number, pz: number): void {
    const r = this.#r;
    for (let sweep = 0; sweep < mostSteps; sweep++) {
      let change = 0;
      for (let axis = 0; axis < 3; axis++) {
        this.#evaluate(px, py, pz);
        const J = this.#J;
        const [a, b, c] = [J[axis], J[3 + axis], J[6 + axis]];
        const along = (a * this.#rest[0] + b * this.#rest[1] + c * this.#rest[2]) / (a * a + b * b + c * c);
        const next = Math.max(0, Math.min(1, r[axis] + along));
        change = Math.max(change, Math.abs(next - r[axis]));
        r[axis] = next;
      }
      if (change < 1e-12) return;
    }
  }

  #squaredRest(): number {
    const d = this.#rest;
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  }

  /** Length of the longest column of J: about an edge of the cell. */
  #size(): number {
    const J = this.#J;
    let longest = 0;
    for (let a = 0; a < 3; a++) longest = Math.max(longest, J[a] * J[a] + J[3 + a] * J[3 + a] + J[6 + a] * J[6 + a]);
    return Math.sqrt(longest);
  }

  #evaluate(px: number, py: number, pz: number): void {
    const [r, s, t] = this.#r;
    this.#J.fill(0);
    this.#rest[0] = px;
    this.#rest[1] = py;
    this.#rest[2] = pz;
    for (let k = 0; k < 8; k++) {
      const [i, j, l] = [hexCorners[3 * k], hexCorners[3 * k + 1], hexCorners[3 * k + 2]];
      const [a, b, c] = [i ? r : 1 - r, j ? s : 1 - s, l ? t : 1 - t];
      this.#values[k] = a * b * c;
      this.#slopes[3 * k] = (i ? 1 : -1) * b * c;
      this.#slopes[3 * k + 1] = (j ? 1 : -1) * a * c;
      this.#slopes[3 * k + 2] = (l ? 1 : -1) * a * b;
      const at = 3 * this.#hexes[8 * this.#cell + k];
      for (let axis = 0; axis < 3; axis++) {
        const x = this.#x[at + axis];
        this.#rest[axis] -= this.#values[k] * x;
        for (let d = 0; d < 3; d++) this.#J[3 * axis + d] += this.#slopes[3 * k + d] * x;
      }
    }
  }

  /** J step = rest, by Cramer's rule; false if the cell is flat there. */
  #solve(): boolean {
    const [a, b, c, d, e, f, g, h, i] = this.#J;
    const [x, y, z] = this.#rest;
    const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
    if (!(Math.abs(det) > 0)) return false;
    this.#step[0] = (x * (e * i - f * h) - b * (y * i - f * z) + c * (y * h - e * z)) / det;
    this.#step[1] = (a * (y * i - f * z) - x * (d * i - f * g) + c * (d * z - y * g)) / det;
    this.#step[2] = (a * (e * z - y * h) - b * (d * z - y * g) + x * (d * h - e * g)) / det;
    return true;
  }
}

function tetsOf(hexes: Int32Array): Int32Array {
  const tets = new Int32Array(3 * hexes.length);
  let at = 0;
  for (let h = 0; h < hexes.length; h += 8) for (const corner of hexTets) tets[at++] = hexes[h + corner];
  return tets;
}

/** Cells that share a node with a cell, in ascending order. */
function cellsAround(hexes: Int32Array): (cell: number) => number[] {
  const at = new Map<number, number[]>();
  hexes.forEach((n, k) => {
    const list = at.get(n);
    if (list) list.push(Math.floor(k / 8));
    else at.set(n, [Math.floor(k / 8)]);
  });
  return (cell) => {
    const found = new Set<number>();
    for (let k = 8 * cell; k < 8 * cell + 8; k++) for (const other of at.get(hexes[k]) as number[]) found.add(other);
    found.delete(cell);
    return [...found].sort((a, b) => a - b);
  };
}

function check(points: Float64Array, hexes: Int32Array): void {
  if (hexes.length === 0) throw new Error('embed: hexes — there are none (give a mesh that has cells).');
  if (points.length % 3 !== 0) {
    throw new Error(`embed: points — ${points.length} numbers are not whole points (give 3 per point).`);
  }
  const bad = points.findIndex((p) => !Number.isFinite(p));
  if (bad >= 0) throw new Error(`embed: points[${bad}] — ${points[bad]} is not a coordinate (give a finite number).`);
}
