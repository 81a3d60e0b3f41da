/**
 * A finer, rounder copy of a mesh's surface: each triangle is cut into four, `levels` times, and then corners and edges are
 * smoothed by diffusion, over a length of about `round` coarse edges.
 *
 *   dx/dt = M^-1 L x,   t = (round l)^2 / 8        L: cotangent weights, M: a third of the area of the triangles at a vertex,
 *                                                  l: mean edge of the coarse surface
 *   S(t) the flow,      x -> 2 S x - S S x         S also shrinks thin limbs; this undoes the shrinking to first order, and
 *                                                  keeps the smoothing of corners
 *
 * With cotangents the diagonal of a square has the weight 0, so the result does not depend on how the sides of a box were cut;
 * weights are computed once, on the flat sides. Negative ones (of obtuse triangles) count as zero, so that S is always a mean.
 * A rim, where the surface ends, stays where it is. (Loop's subdivision depends on the diagonals, which in a cube of 5 tets
 * end in every other corner.)
 */

import { checkOptions, number } from '../base/options.ts';
import { refusing } from '../base/refusal.ts';
import { meanEdge } from './mean-edge.ts';
import { type Mesh, mesh } from './mesh.ts';

/**
 * Options of `refined`.
 * @example const options: RefinedOptions = { levels: 1, round: 0 };
 */
export interface RefinedOptions {
  /** how many times each triangle is cut into four; 2 if not given */
  levels?: number;
  /** length of the smoothing, in mean edges of the surface: 0 keeps the shape, 1 makes a ball of a single cell; 0.5 if not given */
  round?: number;
}

/**
 * What `refined` uses for options that are not given.
 * @example refined(boxMesh, { ...refinedDefaults, levels: 1 })
 */
export const refinedDefaults = { levels: 2, round: 0.5 } as const;

/** 4096 triangles for each. */
const mostLevels = 6;
/** A smoothing over ten edges leaves little of most meshes. */
const mostRound = 10;
/** Edges times passes of the smoothing, some seconds of work: it takes more where some triangles are far smaller than the others. */
const mostWork = 2e8;

/**
 * A finer, rounder copy of the surface of a mesh.
 * @example refined(boxMesh, { levels: 2 })
 */
export function refined(source: Pick<Mesh, 'positions' | 'triangles'>, options: RefinedOptions = {}): Mesh {
  checkOptions('refined', options, { levels: number, round: number });
  const { levels = refinedDefaults.levels, round = refinedDefaults.round } = options;
  if (!(Number.isInteger(levels) && levels >= 0 && levels <= mostLevels))
    throw refusing({ of: 'refined' })('levels', `${levels} is not allowed (give a whole number, 0 to ${mostLevels}).`);
  if (!(round >= 0 && round <= mostRound))
    throw refusing({ of: 'refined' })('round', `${round} is not allowed (give a number, 0 to ${mostRound}).`);
  let surface = mesh(withoutLooseNodes(source));
  const length = round * meanEdge(surface);
  for (let level = 0; level < levels; level++) surface = quartered(surface);
  return round > 0 ? { ...surface, positions: rounded(surface, (length * length) / 8) } : surface;
}

/** Only nodes on the surface, in their order. */
function withoutLooseNodes({ positions, triangles }: Pick<Mesh, 'positions' | 'triangles'>) {
  const number = new Int32Array(positions.length / 3).fill(-1);
  for (const n of triangles) number[n] = 0;
  const kept: number[] = [];
  for (let n = 0; n < number.length; n++) {
    if (number[n] < 0) continue;
    number[n] = kept.length / 3;
    kept.push(positions[3 * n], positions[3 * n + 1], positions[3 * n + 2]);
  }
  return { positions: kept, triangles: triangles.map((n) => number[n]) };
}

/** Each triangle cut into four at the middles of its edges, whose numbers follow those of the nodes. */
function quartered({ positions: x, triangles, edges }: Mesh): Mesh {
  const nodes = x.length / 3;
  const positions = new Float64Array(x.length + 1.5 * edges.length);
  positions.set(x);
  const middles = new Map<number, number>(); // by both ends of the edge
  const key = (a: number, b: number): number => Math.min(a, b) * nodes + Math.max(a, b);
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b, m] = [edges[e], edges[e + 1], nodes + e / 2];
    for (let axis = 0; axis < 3; axis++) positions[3 * m + axis] = (x[3 * a + axis] + x[3 * b + axis]) / 2;
    middles.set(key(a, b), m);
  }
  const middle = (a: number, b: number): number => middles.get(key(a, b)) as number;
  const finer: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    finer.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
  }
  return mesh({ positions, triangles: finer });
}

function rounded(surface: Mesh, t: number): Float64Array {
  const { links, weights, step } = flowOn(surface);
  const steps = Math.ceil(t / step);
  if (!(steps * links.length <= mostWork))
    throw refusing({ of: 'refined' })(
      'round',
      `some triangles are so small beside the others that smoothing takes ${steps.toPrecision(2)} passes over ${links.length / 2} edges. Make the triangles alike, give less "round" or fewer "levels", or "round": 0 to leave out the smoothing.`,
    );
  const once = surface.positions.slice();
  for (let k = 0; k < steps; k++) flow(once, links, weights, t / steps);
  const twice = once.slice();
  for (let k = 0; k < steps; k++) flow(twice, links, weights, t / steps);
  return once.map((x, i) => 2 * x - twice[i]);
}

/**
 * links    two vertices each, the ends of the edges                                     (2e)
 * weights  cotangent weight of each, over the area of one end and of the other, 1/m^2   (2e)
 * step     the longest for which every new position is a mean of old ones, m^2
 */
function flowOn({ positions: x, triangles, edges: links }: Mesh) {
  const nodes = x.length / 3;
  const edgeAt = new Map<number, number>();
  for (let e = 0; e < links.length / 2; e++) {
    const [a, b] = [links[2 * e], links[2 * e + 1]];
    edgeAt.set(Math.min(a, b) * nodes + Math.max(a, b), e);
  }
  const cotangents = new Float64Array(links.length / 2);
  const sides = new Int32Array(links.length / 2);
  const area = new Float64Array(nodes);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [p, a, b] = [triangles[t + k], triangles[t + ((k + 1) % 3)], triangles[t + ((k + 2) % 3)]];
      const u = [0, 1, 2].map((axis) => x[3 * a + axis] - x[3 * p + axis]);
      const v = [0, 1, 2].map((axis) => x[3 * b + axis] - x[3 * p + axis]);
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const doubled = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      if (!(doubled > 0)) throw new Error(`refined: triangle ${t / 3} of the surface has no area.`);
      const e = edgeAt.get(Math.min(a, b) * nodes + Math.max(a, b)) as number;
      cotangents[e] += (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / (2 * doubled);
      sides[e]++;
      area[p] += doubled / 6;
    }
  }
  const fixed = new Uint8Array(nodes); // on a rim
  sides.forEach((count, e) => {
    if (count !== 1) return;
    fixed[links[2 * e]] = 1;
    fixed[links[2 * e + 1]] = 1;
  });
  const weights = new Float64Array(links.length);
  const out = new Float64Array(nodes);
  for (let i = 0; i < links.length; i++) {
    weights[i] = fixed[links[i]] ? 0 : Math.max(0, cotangents[i >> 1]) / area[links[i]];
    out[links[i]] += weights[i];
  }
  return { links, weights, step: 1 / out.reduce((most, sum) => Math.max(most, sum), 0) };
}

/** One explicit step of dx/dt = M^-1 L x. */
function flow(x: Float64Array, links: Int32Array, weights: Float64Array, dt: number): void {
  const from = x.slice();
  for (let i = 0; i < links.length; i += 2) {
    const [a, b] = [3 * links[i], 3 * links[i + 1]];
    for (let axis = 0; axis < 3; axis++) {
      const apart = from[b + axis] - from[a + axis];
      x[a + axis] += dt * weights[i] * apart;
      x[b + axis] -= dt * weights[i + 1] * apart;
    }
  }
}
