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
 * rod's own velocity by the square of its radius over the length of a turn.
 */

import type { Flow } from '../../body.ts';
import { cubic } from '../centreline/cubic.ts';
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
  const spans = pieces.flatMap((piece, j) =>
    Array.from({ length: piece.spans }, (_, k) => ({
      j,
      k,
      node: piece.first + k,
      points: t.map((at, g) => ({ at, weight: weights[g], ...nodeBasis(piece, k, at) })),
    })),
  );
  const coordinates = Int32Array.from(
    spans.flatMap(({ j, node }) => [
      ...Array.from({ length: 12 }, (_, i) => 3 * node + i),
      ...(axes === 4 ? [0, 1, 2, 3].map((i) => layout.angleOf(j, node + i)) : []),
      firstS + j,
      firstS + j + 1,
    ]),
  );
  const found = { node: 0, b: new Float64Array(4) };
  /** Finds where the material S is in a configuration whose S are `at(j)`: the first of four nodes, and their weights. */
  const locate = (S: number, q: Float64Array, v: Float64Array, back: number, near: number): void => {
    const end = (j: number): number => q[firstS + j] - back * v[firstS + j];
    let j = near;
    while (j > 0 && S < end(j)) j--;
    while (j < pieces.length - 1 && S > end(j + 1)) j++;
    const { first, spans: N } = pieces[j];
    const xi = Math.max(0, Math.min(N, (N * (S - end(j))) / (end(j + 1) - end(j))));
    const k = Math.min(N - 1, Math.floor(xi));
    const s = xi - k;
    const u = 1 - s;
    const w0 = (u * u * u) / 6;
    const w3 = (s * s * s) / 6;
    const { b } = found;
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
    found.node = first + k;
  };
  /** The coordinate of an axis of a node. */
  const placeOf = (node: number, axis: number): number => (axis < 3 ? 3 * node + axis : 3 * nodes + node);
  const [old, older] = [new Float64Array(4), new Float64Array(4)];
  const L = new Float64Array(6);
  return {
    mass: rhoA * restLength,
    width,
    coordinates,
    inertia(q, v, p, h, drag, f, K) {
      K.fill(0);
      for (let n = 0; n < spans.length; n++) {
        const { j, k, points } = spans[n];
        const N = pieces[j].spans;
        const [Sa, Sb] = [p[firstS + j], p[firstS + j + 1]];
        const sigma = (Sb - Sa) / N;
        for (let g = 0; g < points.length; g++) {
          const { at, weight, b, slope } = points[g];
          const part = (k + at) / N;
          const S = Sa + part * (Sb - Sa);
          locate(S, q, v, 0, j);
          for (let axis = 0; axis < flowing; axis++) {
            old[axis] = 0;
            for (let i = 0; i < 4; i++) old[axis] += found.b[i] * q[placeOf(found.node + i, axis)];
          }
          locate(S, q, v, h, j);
          for (let axis = 0; axis < flowing; axis++) {
            older[axis] = 0;
            for (let i = 0; i < 4; i++) {
              const c = placeOf(found.node + i, axis);
              older[axis] += found.b[i] * (q[c] - h * v[c]);
            }
          }
          for (let axis = 0; axis < axes; axis++) {
            const m = (axis < 3 ? rhoA : rhoJ) * sigma * weight;
            const own = places[axis];
            let [x, tangent] = [0, 0];
            for (let i = 0; i < 4; i++) {
              const c = coordinates[n * width + own[i]];
              x += b[i] * p[c];
              if (axis < flowing) tangent += slope[i] * p[c];
              L[i] = b[i];
            }
            if (axis >= flowing) {
              old[axis] = 0;
              older[axis] = 0;
              for (let i = 0; i < 4; i++) {
                const c = coordinates[n * width + own[i]];
                old[axis] += b[i] * q[c];
                older[axis] += b[i] * (q[c] - h * v[c]);
              }
            }
            L[4] = (-tangent / sigma) * (1 - part);
            L[5] = (-tangent / sigma) * part;
            const force = -(m / h) * ((x - 2 * old[axis] + older[axis]) / h + drag * (x - old[axis]));
            const kappa = (m / h) * (1 / h + drag);
            for (let i = 0; i < 6; i++) {
              f[coordinates[n * width + own[i]]] += L[i] * force;
              const row = n * entries + (own[i] * (own[i] + 1)) / 2;
              for (let l = 0; l <= i; l++) K[row + own[l]] += kappa * L[i] * L[l];
            }
          }
        }
      }
    },
    applyM(q, v, out) {
      out.fill(0);
      for (let n = 0; n < spans.length; n++) {
        const { j, k, points } = spans[n];
        const N = pieces[j].spans;
        const sigma = (q[firstS + j + 1] - q[firstS + j]) / N;
        for (let g = 0; g < points.length; g++) {
          const { at, weight, b, slope } = points[g];
          const part = (k + at) / N;
          for (let axis = 0; axis < axes; axis++) {
            const m = (axis < 3 ? rhoA : rhoJ) * sigma * weight;
            let tangent = 0;
            for (let i = 0; i < 4; i++) {
              L[i] = b[i];
              if (axis < flowing) tangent += slope[i] * q[coordinates[n * width + places[axis][i]]];
            }
            L[4] = (-tangent / sigma) * (1 - part);
            L[5] = (-tangent / sigma) * part;
            let speed = 0;
            for (let i = 0; i < 6; i++) speed += L[i] * v[coordinates[n * width + places[axis][i]]];
            for (let i = 0; i < 6; i++) out[coordinates[n * width + places[axis][i]]] += m * speed * L[i];
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
    },
  };
}

/** Of each node, its part of the mass at the start, kg. */
export function lumpedMasses({ pieces, nodes }: Pieces, rhoA: number, S: readonly number[]): Float64Array {
  const out = new Float64Array(nodes);
  const { t, weights } = cubic.quadrature;
  pieces.forEach((piece, j) => {
    const sigma = (S[j + 1] - S[j]) / piece.spans;
    for (let k = 0; k < piece.spans; k++)
      t.forEach((at, g) => {
        const { b } = nodeBasis(piece, k, at);
        for (let i = 0; i < 4; i++) out[piece.first + k + i] += rhoA * sigma * weights[g] * b[i];
      });
  });
  return out;
}
