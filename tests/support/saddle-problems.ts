/** Saddle-point systems whose rank is known: for tests of how pivots are judged. */

import { type SparseProblem, sequence, Triplets } from './sparse-matrix.ts';
import { bracedRods } from './sparse-problems.ts';

/** Points in a row with little mass that resist bending, both ends held. */
export function bending(points: number, mass: number): SparseProblem {
  const t = new Triplets(points + 2);
  const bend = [1, -2, 1];
  for (let i = 0; i < points; i++) t.add(i, i, mass);
  for (let i = 0; i + 2 < points; i++)
    for (let a = 0; a < 3; a++) for (let b = 0; b <= a; b++) t.add(i + a, i + b, bend[a] * bend[b]);
  t.add(points, 0, 1);
  t.add(points + 1, points - 1, 1);
  return t.problem(`bending ${points}`, new Uint8Array(t.n).fill(1, points));
}

/** A crooked rope of points that hardly stretches, with little mass, both ends held; stretching is `contrast` times bending. */
export function stiffRope(points: number, contrast: number): SparseProblem {
  const random = sequence(4);
  const t = new Triplets(3 * points + 6);
  const square = (columns: number[], v: number[]): void =>
    columns.forEach((i, k) => {
      for (let l = 0; l <= k; l++) t.add(i, columns[l], v[k] * v[l]);
    });
  for (let i = 0; i < 3 * points; i++) t.add(i, i, 1e-3);
  for (let i = 0; i + 1 < points; i++) {
    const d = [random() - 0.5, random() - 0.5, random() - 0.5];
    const unit = d.map((x) => (x * Math.sqrt(contrast)) / Math.hypot(...d));
    square([3 * i, 3 * i + 1, 3 * i + 2, 3 * i + 3, 3 * i + 4, 3 * i + 5], [...unit.map((x) => -x), ...unit]);
  }
  for (let i = 0; i < 3 * (points - 2); i++) square([i, i + 3, i + 6], [1, -2, 1]);
  for (let c = 0; c < 3; c++) {
    t.add(3 * points + c, c, 1);
    t.add(3 * points + 3 + c, 3 * (points - 1) + c, 1);
  }
  return t.problem(`stiff rope ${points}`, new Uint8Array(t.n).fill(1, 3 * points));
}

/** An over-braced block with a multiplier for each rod. Rigid, so all rods but 3 * points - 6 are redundant. */
export function bracedSaddle(side: number, stiffness: number): { problem: SparseProblem; redundant: number } {
  const { points, edges } = bracedRods(side);
  const primal = 3 * points.length;
  const t = new Triplets(primal + edges.length);
  for (let v = 0; v < primal; v++) t.add(v, v, stiffness * (1 + (v % 3)));
  edges.forEach(([a, b], e) => {
    for (let c = 0; c < 3; c++) {
      const d = points[b][c] - points[a][c];
      t.add(primal + e, 3 * a + c, -d);
      t.add(primal + e, 3 * b + c, d);
    }
  });
  const problem = t.problem(`braced kkt ${edges.length}`, new Uint8Array(t.n).fill(1, primal));
  return { problem, redundant: edges.length - (primal - 6) };
}
