/**
 * Inertia of a rod whose material flows through its coordinates (see pieces.ts).
 *
 *   V = x_t - (x'/sigma) S_t = L v         L = [ b_i I | -(x'/sigma)(1 - xi/N) | -(x'/sigma) xi/N ]      of four nodes, S_a, S_b
 *   M(q) = int rhoA L^T L dS
 *
 * In a step, with the last two configurations as functions of the material (semi-Lagrangian):
 *
 *   r = x(xi) - 2 X^n(S) + X^{n-1}(S),   S = S(xi)          force -rhoA L^T r/h^2, matrix rhoA L^T L/h^2, at four Gauss points
 *
 * X^{n-1} is the configuration q - h v with S - h S_t, so that nothing but q and v is state. The old point may be in another piece: material
 * that passes an eye keeps its own velocity. Drag acts on (x - X^n(S))/h. Angles have the same inertia, with rhoJ. Those in frames have the inertia of
 * places, rhoJ theta_tt: what flowing material brings along of its spin, rhoJ (m S_t)_t with m its twist, is left out. It is less than that of the
 * rod's own velocity by the square of its radius over the length of a turn. On a pulley x and L are those of an arc (wrap/arc-motion.ts).
 */

import type { Flow } from '../../body.ts';
import { cubic } from '../centreline/cubic.ts';
import { type ArcPlaces, arcAxes, arcCoordinates, arcPlace, arcPoints, arcSlopes } from '../wrap/arc-motion.ts';
import { nodeBasis, type Pieces } from './pieces.ts';

export interface FlowOptions {
  readonly rhoA: number;
  /** 0: without angles */
  readonly rhoJ: number;
  /** angles are those in frames of places on the curve (cut-frames.ts) */
  readonly framed: boolean;
  /** m */
  readonly restLength: number;
}

/** An arc on a pulley, or the span k, of the piece j, with its Gauss points. */
interface FlowingArc {
  readonly j: number;
  readonly k: number;
  readonly arc: ArcPlaces;
  readonly points: readonly { readonly at: number; readonly weight: number }[];
}
interface FlowingSpan {
  readonly j: number;
  readonly k: number;
  readonly node: number;
  readonly points: readonly ({ readonly at: number; readonly weight: number } & ReturnType<typeof nodeBasis>)[];
}

export function materialFlow(layout: Pieces, { rhoA, rhoJ, restLength, framed }: FlowOptions): Flow {
  const { pieces, nodes, firstS } = layout;
  const { t, weights } = cubic.quadrature;
  const axes = rhoJ > 0 ? 4 : 3;
  const flowing = framed ? 3 : axes; // axes whose numbers belong to the material
  const width = 4 * axes + 2;
  const entries = (width * (width + 1)) / 2;
  /** of an axis: its four nodes, S_a and S_b among the coordinates of a span */
  const places = Array.from({ length: axes }, (_, axis) => [
    ...[0, 1, 2, 3].map((i) => (axis < 3 ? 3 * i + axis : 12 + i)),
    width - 2,
    width - 1,
  ]);
  const arcOwn = arcAxes(axes);
  const kept = new Map<string, FlowingSpan['points']>();
  /** Spans at the same place of equal pieces share them: a rope of a thousand pieces has few. */
  const pointsOf = (spans: number, k: number): FlowingSpan['points'] => {
    const key = `${spans} ${k}`;
    const points = kept.get(key) ?? t.map((at, g) => ({ at, weight: weights[g], ...nodeBasis({ spans }, k, at) }));
    kept.set(key, points);
    return points;
  };
  const elements = pieces.flatMap(({ first, spans, arc }, j): (FlowingArc | FlowingSpan)[] =>
    arc
      ? [{ j, k: 0, arc, points: arcPoints(arc.wrap, t, weights) }]
      : Array.from({ length: spans }, (_, k) => ({
          j,
          k,
          node: first + k,
          points: pointsOf(spans, k),
        })),
  );
  const coordinates = Int32Array.from(
    elements.flatMap((one) =>
      'arc' in one
        ? arcCoordinates(one.arc, width)
        : [
            ...Array.from({ length: 12 }, (_, i) => 3 * one.node + i),
            ...(axes === 4 ? [0, 1, 2, 3].map((i) => layout.angleOf(one.j, one.node + i)) : []),
            firstS + one.j,
            firstS + one.j + 1,
          ],
    ),
  );
  const b = new Float64Array(4);
  /** S of a cut in the configuration q - back v. */
  const endAt = (j: number, q: Float64Array, v: Float64Array, back: number): number =>
    q[firstS + j] - back * v[firstS + j];
  /** The place of the material S, and its angle, in the configuration q - back v. */
  const locate = (
    S: number,
    q: Float64Array,
    v: Float64Array,
    back: number,
    near: number,
    out: Float64Array, // (axes), written
  ): void => {
    let j = near;
    while (j > 0 && S < endAt(j, q, v, back)) j--;
    while (j < pieces.length - 1 && S > endAt(j + 1, q, v, back)) j++;
    const { first, spans: N, arc } = pieces[j];
    const [from, to] = [endAt(j, q, v, back), endAt(j + 1, q, v, back)];
    if (arc) {
      const s = Math.max(0, Math.min(1, (S - from) / (to - from)));
      arcPlace(arc, q, v, back, s, axes, out);
      return;
    }
    const xi = Math.max(0, Math.min(N, (N * (S - from)) / (to - from)));
    const k = Math.min(N - 1, Math.floor(xi));
    const s = xi - k;
    const u = 1 - s;
    const w0 = (u * u * u) / 6;
    const w3 = (s * s * s) / 6;
    b[0] = w0;
    b[1] = 2 / 3 - s * s * (1 - s / 2);
    b[2] = 2 / 3 - u * u * (1 - u / 2);
    b[3] = w3;
    if (k === 0) {
      b[0] = 6 * w0;
      b[1] -= 4 * w0;
      b[2] -= w0;
    }
    if (k === N - 1) {
      b[3] = 6 * w3;
      b[2] -= 4 * w3;
      b[1] -= w3;
    }
    for (let axis = 0; axis < flowing; axis++) {
      out[axis] = 0;
      for (let i = 0; i < 4; i++) {
        const c = placeOf(first + k + i, axis);
        out[axis] += b[i] * (back === 0 ? q[c] : q[c] - back * v[c]);
      }
    }
  };
  /** The coordinate of an axis of a node. */
  const placeOf = (node: number, axis: number): number => (axis < 3 ? 3 * node + axis : 3 * nodes + node);
  /** Where a Gauss point of an element is, and L, axis by axis. */
  const here = (n: number, g: number, q: Float64Array): void => {
    const one = elements[n];
    if ('arc' in one) {
      const { at } = one.points[g];
      arcPlace(one.arc, q, q, 0, at, axes, x);
      arcSlopes(one.arc, q, at, axes, L);
      return;
    }
    const { j, k } = one;
    const { at, b, slope } = one.points[g];
    const N = pieces[j].spans;
    const part = (k + at) / N;
    const sigma = (q[firstS + j + 1] - q[firstS + j]) / N;
    for (let axis = 0; axis < axes; axis++) {
      let place = 0;
      let tangent = 0;
      for (let i = 0; i < 4; i++) {
        const c = coordinates[n * width + places[axis][i]];
        place += b[i] * q[c];
        if (axis < flowing) tangent += slope[i] * q[c];
        L[6 * axis + i] = b[i];
      }
      x[axis] = place;
      L[6 * axis + 4] = (-tangent / sigma) * (1 - part);
      L[6 * axis + 5] = (-tangent / sigma) * part;
    }
  };
  /** Angles in frames belong to places: those before at a Gauss point of a span. */
  const placed = (n: number, g: number, q: Float64Array, v: Float64Array, h: number): void => {
    const one = elements[n];
    if ('arc' in one) return;
    const { b } = one.points[g];
    for (let axis = flowing; axis < axes; axis++) {
      old[axis] = 0;
      older[axis] = 0;
      for (let i = 0; i < 4; i++) {
        const c = coordinates[n * width + places[axis][i]];
        old[axis] += b[i] * q[c];
        older[axis] += b[i] * (q[c] - h * v[c]);
      }
    }
  };
  /** Adds a force and a stiffness along a row of L. `own`: the coordinates of L in the element, which are `first` on in `coordinates`. */
  const addTo = (
    own: readonly number[],
    from: number,
    first: number,
    matrix: number,
    force: number,
    kappa: number,
    f: Float64Array,
    K: Float64Array,
  ): void => {
    for (let i = 0; i < 6; i++) {
      f[coordinates[first + own[i]]] += L[from + i] * force;
      for (let l = 0; l < 6; l++) {
        if (own[l] > own[i]) continue;
        K[matrix + (own[i] * (own[i] + 1)) / 2 + own[l]] += kappa * L[from + i] * L[from + l];
      }
    }
  };
  const [old, older, x] = [new Float64Array(4), new Float64Array(4), new Float64Array(4)];
  const L = new Float64Array(24);
  return {
    mass: rhoA * restLength,
    width,
    coordinates,
    inertia(q, v, p, h, drag, f, K) {
      K.fill(0);
      for (let n = 0; n < elements.length; n++) {
        const { j, k, points } = elements[n];
        const pieceSpans = pieces[j].spans || 1;
        const [Sa, Sb] = [p[firstS + j], p[firstS + j + 1]];
        const sigma = (Sb - Sa) / pieceSpans;
        const own = 'arc' in elements[n] ? arcOwn : places;
        for (let g = 0; g < points.length; g++) {
          const { at, weight } = points[g];
          const S = Sa + ((k + at) / pieceSpans) * (Sb - Sa);
          locate(S, q, v, 0, j, old);
          locate(S, q, v, h, j, older);
          here(n, g, p);
          if (flowing < axes) placed(n, g, q, v, h);
          for (let axis = 0; axis < axes; axis++) {
            const m = (axis < 3 ? rhoA : rhoJ) * sigma * weight;
            const force = -(m / h) * ((x[axis] - 2 * old[axis] + older[axis]) / h + drag * (x[axis] - old[axis]));
            const kappa = (m / h) * (1 / h + drag);
            addTo(own[axis], 6 * axis, n * width, n * entries, force, kappa, f, K);
          }
        }
      }
    },
    applyM(q, v, out) {
      out.fill(0);
      for (let n = 0; n < elements.length; n++) {
        const { j, points } = elements[n];
        const sigma = (q[firstS + j + 1] - q[firstS + j]) / (pieces[j].spans || 1);
        const own = 'arc' in elements[n] ? arcOwn : places;
        for (let g = 0; g < points.length; g++) {
          here(n, g, q);
          for (let axis = 0; axis < axes; axis++) {
            const m = (axis < 3 ? rhoA : rhoJ) * sigma * points[g].weight;
            let speed = 0;
            for (let i = 0; i < 6; i++) speed += L[6 * axis + i] * v[coordinates[n * width + own[axis][i]]];
            for (let i = 0; i < 6; i++) out[coordinates[n * width + own[axis][i]]] += m * speed * L[6 * axis + i];
          }
        }
      }
    },
    rigidMotion(q, linear, angular, out) {
      out.fill(0);
      for (let i = 0; i < 3 * nodes; i += 3)
        for (let axis = 0; axis < 3; axis++) {
          const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
          out[i + axis] = linear[axis] + angular[a] * q[i + b] - angular[b] * q[i + a];
        }
      for (const { arc } of pieces) {
        if (!arc) continue;
        const { axis } = arc.wrap;
        const rate = angular[0] * axis[0] + angular[1] * axis[1] + angular[2] * axis[2];
        out.fill(rate, arc.angle, arc.angle + 2);
      }
    },
  };
}

/** Of each node, its part of the mass at the start, kg. */
export function lumpedMasses({ pieces, nodes }: Pieces, rhoA: number, S: readonly number[]): Float64Array {
  const out = new Float64Array(nodes);
  const { t, weights } = cubic.quadrature;
  pieces.forEach((piece, j) => {
    const sigma = (S[j + 1] - S[j]) / (piece.spans || 1);
    for (let end = 0; piece.arc && end < 2; end++) out[piece.first + end] += 0.5 * rhoA * sigma;
    for (let k = 0; k < piece.spans; k++)
      t.forEach((at, g) => {
        const { b } = nodeBasis(piece, k, at);
        for (let i = 0; i < 4; i++) out[piece.first + k + i] += rhoA * sigma * weights[g] * b[i];
      });
  });
  return out;
}
