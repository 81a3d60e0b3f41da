/**
 * The order of the paper: reverse Cuthill-McKee on a graph "considering that constraint equation only involves one degree of
 * freedom per DODE point involved". A vertex is a control point with all of its coordinates, a constraint with all of its rows,
 * or a slider; a rod is a chain, and a constraint or slider has one edge to the middle of each of its supports. [MIC08, sec. 6.1]
 *
 * It is here for comparison: linalg/ordering/rcm.ts uses the true graph.
 */

import { rcm } from '../linalg/ordering/rcm.ts';
import { type Pattern, upperPattern } from '../linalg/pattern/pattern.ts';
import { rowsOf } from '../linalg/spy.ts';
import type { Kkt } from '../methods/displacement/kkt.ts';

/** Vertices of bodies are numbered along each, and there is a gap between two bodies. */
interface Vertices {
  readonly of: Int32Array; // of each unknown
  readonly count: number;
  /** vertices below this number belong to bodies */
  readonly bodies: number;
  /** 1 for those of rods */
  readonly rod: Uint8Array;
}

export function reducedOrder(kkt: Kkt, pattern: Pattern): Int32Array {
  const vertices = verticesOf(kkt);
  const { order } = rcm(upperPattern(vertices.count, edgesOf(vertices, pattern)));
  const members: number[][] = Array.from({ length: vertices.count }, () => []);
  vertices.of.forEach((vertex, k) => {
    members[vertex].push(k);
  });
  return Int32Array.from(Array.from(order).flatMap((vertex) => members[vertex]));
}

function verticesOf({ placed, rows, unknowns: { coordinates } }: Kkt): Vertices {
  const of = new Int32Array(coordinates.length + rows.size);
  const firsts: number[] = [];
  let count = 0;
  for (const { body } of placed) {
    firsts.push(count);
    count += body.nodeCount + 1;
  }
  const bodies = count;
  const rod = new Uint8Array(bodies);
  placed.forEach(({ body }, b) => {
    if (!body.mesh) rod.fill(1, firsts[b], firsts[b] + body.nodeCount);
  });
  coordinates.forEach((i, k) => {
    const b = placed.findIndex(({ start, size }) => start <= i && i < start + size);
    if (b < 0) {
      of[k] = count++;
      return;
    }
    // x y z of each, then a twist of each
    const [own, n] = [i - placed[b].start, placed[b].body.nodeCount];
    of[k] = firsts[b] + (own < 3 * n ? Math.floor(own / 3) : own - 3 * n);
  });
  for (const { first, size, shape } of rows.tables) {
    for (let m = 0; m < shape.members.length; m++, count++)
      of.fill(count, coordinates.length + first + m * size, coordinates.length + first + (m + 1) * size);
  }
  return { of, count, bodies, rod };
}

function edgesOf({ of, count, bodies, rod }: Vertices, pattern: Pattern): [number, number][] {
  const rows = rowsOf(pattern);
  const edges: [number, number][] = [];
  const under: Set<number>[] = Array.from({ length: count }, () => new Set());
  pattern.indices.forEach((j, e) => {
    const [a, b] = [Math.min(of[rows[e]], of[j]), Math.max(of[rows[e]], of[j])];
    if (b < bodies) {
      if (!rod[a] || !rod[b] || b - a === 1) edges.push([a, b]);
    } else if (a >= bodies) edges.push([a, b]);
    else under[b].add(a);
  });
  under.forEach((points, vertex) => {
    for (const middle of middles([...points].sort((a, b) => a - b))) edges.push([middle, vertex]);
  });
  return edges;
}

/** The middle of each run of vertices that follow each other. */
function middles(points: readonly number[]): number[] {
  const found: number[] = [];
  for (let from = 0; from < points.length; ) {
    let to = from + 1;
    while (to < points.length && points[to] === points[to - 1] + 1) to++;
    found.push(points[(from + to) >> 1]);
    from = to;
  }
  return found;
}
