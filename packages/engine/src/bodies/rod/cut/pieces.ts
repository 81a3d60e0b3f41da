/**
 * The pieces of a rod that is cut where it slides through eyes and pearls.
 *
 * Between two cuts the rod is a cubic B-spline of its own, xi from 0 to N. The material coordinate S (rest length from the start of the
 * rod, m) of a cut is an unknown, so that material passes the cut and no knot does:
 *
 *   S(xi) = S_a + xi sigma,   sigma = (S_b - S_a)/N           a, b: the ends of the piece; 0 and the rest length at the ends of the rod
 *
 * The end of a piece is a coordinate itself, shared with the next piece: P = x(0) instead of the first control point,
 *
 *   q_0 = 6 P - 4 q_1 - q_2,     q_{N+2} = 6 P' - 4 q_{N+1} - q_N
 *
 * so that pieces cannot come apart, an eye is a nail on a node, and a pearl a join. Nodes: P_0, q_1 .. q_{N+1}, P_1, ...
 * Coordinates: x y z of nodes, an angle for each, then S of P_0, P_1, ...; the first and the last S never change. Of a rod with frames, whose
 * angles differ on both sides of a cut (twist-passage.ts), the angles after the cuts follow.
 *
 * A piece may also lie on a pulley: an arc between two nodes, without spans, with coordinates of its own behind all S (wrap/wrap.ts).
 */
import { basisAt } from '../centreline/centreline.ts';
import { cubic } from '../centreline/cubic.ts';
import type { ArcPlaces } from '../wrap/arc-motion.ts';
import { type DrawnWrap, wrapWidth } from '../wrap/wrap.ts';

export interface Piece {
  /** the node at its start; the one at its end is `first + spans + 2`, of an arc `first + 1` */
  readonly first: number;
  readonly spans: number;
  /** it lies on a pulley */
  readonly arc?: ArcPlaces;
}

export interface Pieces {
  readonly pieces: readonly Piece[];
  readonly nodes: number;
  /** spans of all pieces */
  readonly spans: number;
  /** nodes that are ends of pieces: P_0, P_1, ... */
  readonly ends: readonly number[];
  /** the coordinate of S of the first of them */
  readonly firstS: number;
  readonly coordinates: number;
  /** the coordinate of the angle of a node, as a node of the piece j */
  angleOf(j: number, node: number): number;
}

/** The pieces of a rod from their spans, or from the pulley that each lies on. `framed`: with angles on both sides of each cut. */
export function piecesOf(shape: readonly (number | DrawnWrap)[], framed = false): Pieces {
  const places: number[] = [];
  let first = 0;
  for (const one of shape) {
    places.push(first);
    first += typeof one === 'number' ? one + 2 : 1;
  }
  const nodes = first + 1;
  const firstS = 4 * nodes;
  const behind = firstS + shape.length + 1;
  let next = behind + (framed ? shape.length - 1 : 0);
  const pieces = shape.map((one, j): Piece => {
    const at = places[j];
    if (typeof one === 'number') return { first: at, spans: one };
    const angle = next;
    next += wrapWidth;
    const twist = [3 * nodes + at, 3 * nodes + at + 1] as const;
    return { first: at, spans: 0, arc: { A: 3 * at, B: 3 * at + 3, angle, S: firstS + j, twist, wrap: one } };
  });
  return {
    pieces,
    nodes,
    spans: pieces.reduce((sum, { spans }) => sum + spans, 0),
    ends: [...places, first],
    firstS,
    coordinates: next,
    angleOf: (j, node) => (framed && j > 0 && node === places[j] ? behind + j - 1 : 3 * nodes + node),
  };
}

/** Weights of the four control points under a span as weights of its four nodes. */
export function overNodes(
  [w0, w1, w2, w3]: readonly number[],
  { spans }: Pick<Piece, 'spans'>,
  span: number,
): [number, number, number, number] {
  const [start, end] = [span === 0, span === spans - 1];
  return [
    start ? 6 * w0 : w0,
    w1 - (start ? 4 * w0 : 0) - (end ? w3 : 0),
    w2 - (start ? w0 : 0) - (end ? 4 * w3 : 0),
    end ? 6 * w3 : w3,
  ];
}

/** Basis functions and derivatives over the nodes of a span, at t from 0 to 1 in it. */
export function nodeBasis(piece: Pick<Piece, 'spans'>, span: number, t: number) {
  const { b, slope, bend } = basisAt(cubic, 1, t);
  const [at, along, curved] = [b, slope, bend].map((w) => overNodes(w, piece, span));
  return { b: at, slope: along, bend: curved };
}

/** Numbers of all coordinates, block by block. */
export function byBlocks<T>(all: readonly T[], blocks: readonly { readonly length: number }[]): T[][] {
  let next = 0;
  return blocks.map(({ length }) => {
    next += length;
    return all.slice(next - length, next);
  });
}

/** The nodes of a piece from the control points of its curve. */
export function nodesOfPiece(x: Float64Array): Float64Array {
  const out = x.slice();
  const n = x.length / 3;
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = (x[axis] + 4 * x[3 + axis] + x[6 + axis]) / 6;
    const last = 3 * (n - 1) + axis;
    out[last] = (x[last - 6] + 4 * x[last - 3] + x[last]) / 6;
  }
  return out;
}
