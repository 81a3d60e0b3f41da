/**
 * Points that follow tets: each is a fixed mean of the corners of the tet it lies in.                [GBT06, sec. 5]
 *
 *   p = sum_k w_k x_k,   k = 1..4,   sum_k w_k = 1
 *
 * A point outside all tets uses the map of the closest one; some of its weights are negative. All points reproduce their given
 * positions as long as the nodes do not move, and follow every linear motion of the nodes.
 */
import { Bvh } from './bvh.ts';
import { tetWeights } from './closest.ts';
import { evaluateInHexes } from './embed-hex.ts';

export interface Embedding {
  /** 4 nodes for each point, or `width`. */
  readonly corners: Int32Array;
  /** as many for each point, of sum 1 */
  readonly weights: Float64Array;
  /** nodes of each point, where it follows cells of eight corners, or is itself a node */
  readonly width?: 1 | 8;
  /** Points farther than rounding (1e-12 of the tets' extent) from all tets. */
  readonly outside: number;
  /** Distance of the farthest of these from the tets, in metres; 0 if there are none. */
  readonly farthest: number;
}

/** Tolerance of a point on the surface, relative to the extent of the tets. */
const onSurface = 1e-12;

/** Of several tets that contain a point, or are equally close, the lowest is used. */
export function embed(
  points: Float64Array, // 3 per point
  positions: Float64Array, // 3 per node
  tets: Int32Array, // 4 nodes each
): Embedding {
  check(points, tets);
  const count = points.length / 3;
  const corners = new Int32Array(4 * count);
  const weights = new Float64Array(4 * count);
  const bvh = new Bvh(tets, 4, positions);
  const tolerance = onSurface * bvh.size;
  let outside = 0;
  let farthest = 0;
  for (let i = 0; i < count; i++) {
    const [px, py, pz] = points.subarray(3 * i, 3 * i + 3);
    const w = weights.subarray(4 * i, 4 * i + 4);
    const tet = bvh.closest(positions, 0, px, py, pz, w);
    const nodes = tets.subarray(4 * tet, 4 * tet + 4);
    const [a, b, c, d] = nodes;
    if (!tetWeights(positions, 3 * a, 3 * b, 3 * c, 3 * d, px, py, pz, w)) {
      throw new Error(
        `embed: tets[${tet}] — nodes ${nodes.join(', ')} lie in a plane (move a node or leave the tet out).`,
      );
    }
    refine(positions, nodes, px, py, pz, w);
    corners.set(nodes, 4 * i);
    const distance = Math.sqrt(bvh.squared);
    if (!(distance > tolerance)) continue;
    outside++;
    farthest = Math.max(farthest, distance);
  }
  return { corners, weights, outside, farthest };
}

const change = new Float64Array(4);

/**
 * One step of iterative refinement: adds the weights of the error p - sum w_k x_k, relative to the first corner. In a tet 1e4
 * times as wide as high it reduces the error of a point from 1e-9 to 1e-15.
 */
function refine(x: Float64Array, nodes: Int32Array, px: number, py: number, pz: number, w: Float64Array): void {
  const [a, b, c, d] = nodes.map((n) => 3 * n);
  const error = (p: number, axis: number) => {
    const origin = x[a + axis];
    const there = w[1] * (x[b + axis] - origin) + w[2] * (x[c + axis] - origin) + w[3] * (x[d + axis] - origin);
    return origin + (p - origin - there);
  };
  tetWeights(x, a, b, c, d, error(px, 0), error(py, 1), error(pz, 2), change);
  for (let k = 1; k < 4; k++) w[k] += change[k];
  w[0] = 1 - w[1] - w[2] - w[3];
}

/** How many points there are. */
export const pointCount = ({ corners, width }: Pick<Embedding, 'corners' | 'width'>): number =>
  corners.length / (width ?? 4);

/** Where the points are, written to `out`. */
export function evaluate(
  embedding: Embedding,
  x: Float64Array, // 3 per node
  out: Float64Array, // 3 per point
): void {
  const { corners, weights } = embedding;
  if (embedding.width === 8) {
    evaluateInHexes(embedding, x, out);
    return;
  }
  if (embedding.width === 1) {
    corners.forEach((n, i) => {
      for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = x[3 * n + axis];
    });
    return;
  }
  for (let i = 0; i < corners.length / 4; i++) {
    const a = 3 * corners[4 * i];
    const b = 3 * corners[4 * i + 1];
    const c = 3 * corners[4 * i + 2];
    const d = 3 * corners[4 * i + 3];
    const wa = weights[4 * i];
    const wb = weights[4 * i + 1];
    const wc = weights[4 * i + 2];
    const wd = weights[4 * i + 3];
    for (let axis = 0; axis < 3; axis++) {
      out[3 * i + axis] = wa * x[a + axis] + wb * x[b + axis] + wc * x[c + axis] + wd * x[d + axis];
    }
  }
}

function check(points: Float64Array, tets: Int32Array): void {
  if (tets.length === 0) throw new Error('embed: tets — there are none (give a mesh that has tets).');
  if (points.length % 3 !== 0) {
    throw new Error(`embed: points — ${points.length} numbers are not whole points (give 3 per point).`);
  }
  const bad = points.findIndex((p) => !Number.isFinite(p));
  if (bad >= 0) throw new Error(`embed: points[${bad}] — ${points[bad]} is not a coordinate (give a finite number).`);
}
