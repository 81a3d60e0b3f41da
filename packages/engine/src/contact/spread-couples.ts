/**
 * Couples of vertices and edges, by the nodes around them.                                            [contact notes, sec. 5]
 *
 * Friction t at x_a and -t at x_b has the moment (x_a - x_b) x t. A vertex carries none, an edge none about itself; with the corners next to it, `helpers`,
 * either does. Forces on nodes of both bodies, without a sum on either, of least norm:
 *
 *   f_k = -omega x r_k at a,  omega x r_k at b,  r_k = x_k - mean of its side        -sum of r x f at a + sum at b = M
 *   (I_a + I_b) omega = M = (x_a - x_b) x t,  I = sum |r_k|^2 - r_k r_k^T
 *
 *   a vertex and an edge      the edge, with the corners opposite to it; if they are too near to its line the neighbours of the vertex, too
 *   two edges                 both, with the corners opposite to them if they are nearly parallel
 *   two vertices              both, with their neighbours
 *   a vertex above an edge or a corner inside a flat face        the corners of all triangles there, in equal parts: with those of one of them, that with the lowest number,
 *                             cubes that met differed by 3e-8 m with other numbers of cells
 *
 * Directions in which the nodes are nearer to one line than x_a to x_b are left out: forces would be larger than the friction. Nothing carries friction
 * across two chains that are straight and parallel, nor that of the ends of two such chains in one line.
 */
import { symmetricEigen } from '../linalg/dense/jacobi-rotation.ts';
import type { Row, Side } from './detect/row.ts';
import { coupleNumbers, mostHelpers } from './detect/row.ts';

/** Sine of the angle by which corners are out of a plane: more than twice what a face may be from being across a row (detect/gauss-map.ts). */
const inPlane = 3e-5;
const I = new Float64Array(9);
const V = new Float64Array(9);
const mean = new Float64Array(6);
const omega = new Float64Array(3);

/** Finds helpers and couples of a row between a vertex or an edge of each side. */
export function spreadCouples(
  row: Row,
  q: Float64Array,
  x: Float64Array, // x_a, x_b
  from: number, // the first line
  moments: Float64Array, // M of each line
  helped: boolean, // with the nodes around features
): void {
  const { a, b, couples } = row;
  const [dx, dy, dz] = [x[0] - x[3], x[1] - x[4], x[2] - x[5]];
  const least = dx * dx + dy * dy + dz * dz;
  const alike = a.count === b.count;
  let carries = findAxes(row, q, least);
  if (!carries && helped) {
    if (alike || a.count === 2) addHelpers(a);
    if (alike || b.count === 2) addHelpers(b);
    carries = findAxes(row, q, least);
  }
  if (!carries && helped && !alike) {
    addHelpers(a.count === 1 ? a : b);
    findAxes(row, q, least);
  }
  couples.fill(0, 0, 9 * (a.count + a.helpers));
  couples.fill(0, coupleNumbers, coupleNumbers + 9 * (b.count + b.helpers));
  for (let line = from; line < 3; line++) {
    turn(moments, 3 * line, least);
    write(a, q, mean, 0, couples, 3 * line, -1);
    write(b, q, mean, 3, couples, coupleNumbers + 3 * line, 1);
  }
}
/** Finds couples of side 0 or 1, whose face has the vertex of the other above an edge or a corner; false where no triangle beside it is in its plane. */
export function spreadOnFlat(
  row: Row,
  number: number,
  q: Float64Array,
  from: number,
  moments: Float64Array,
  least: number,
): boolean {
  const side = number ? row.b : row.a;
  addFlat(side, q);
  if (!side.helpers) return false;
  I.fill(0);
  addInertia(side, q, 0);
  symmetricEigen(I, V);
  row.couples.fill(0);
  for (let line = from; line < 3; line++) {
    turn(moments, 3 * line, least);
    write(side, q, mean, 0, row.couples, coupleNumbers * number + 3 * line, number ? 1 : -1);
  }
  return true;
}
/** Corners of triangles in the plane of the face of a side, which share its corners with weights. */
function addFlat(side: Side, q: Float64Array): void {
  const { vertices, weights, collider } = side;
  const { firstNeighbour, neighbours } = collider;
  const [o, i, j] = [0, 1, 2].map((k) => side.coordinate(k));
  const [ux, uy, uz] = [q[i] - q[o], q[i + 1] - q[o + 1], q[i + 2] - q[o + 2]];
  const [vx, vy, vz] = [q[j] - q[o], q[j + 1] - q[o + 1], q[j + 2] - q[o + 2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const square = nx * nx + ny * ny + nz * nz;
  const first = weights[0] > 0 ? 0 : weights[1] > 0 ? 1 : 2;
  const second = [1, 2].find((k) => k > first && weights[k] > 0);
  for (let k = firstNeighbour[vertices[first]]; k < firstNeighbour[vertices[first] + 1]; k++) {
    if (side.helpers === mostHelpers) return;
    const v = neighbours[k];
    if (v === vertices[0] || v === vertices[1] || v === vertices[2]) continue;
    if (second !== undefined && !isNeighbour(firstNeighbour, neighbours, vertices[second], v)) continue;
    weights[3 + side.helpers] = 0;
    vertices[3 + side.helpers] = v;
    const c = side.coordinate(3 + side.helpers);
    const [wx, wy, wz] = [q[c] - q[o], q[c + 1] - q[o + 1], q[c + 2] - q[o + 2]];
    const height = nx * wx + ny * wy + nz * wz;
    if (height * height <= inPlane * inPlane * square * (wx * wx + wy * wy + wz * wz)) side.helpers++;
  }
}
/** The corners next to a feature: neighbours of a vertex; of an edge those of both its ends. */
function addHelpers(side: Side): void {
  const { collider, vertices, count, weights } = side;
  const { firstNeighbour, neighbours } = collider;
  const other = count === 2 ? vertices[1] : -1;
  for (let k = firstNeighbour[vertices[0]]; k < firstNeighbour[vertices[0] + 1]; k++) {
    if (side.helpers === mostHelpers) return;
    const v = neighbours[k];
    if (v === other || (other >= 0 && !isNeighbour(firstNeighbour, neighbours, other, v))) continue;
    weights[count + side.helpers] = 0;
    vertices[count + side.helpers++] = v;
  }
}
function isNeighbour(first: Int32Array, neighbours: Int32Array, v: number, w: number): boolean {
  for (let k = first[v]; k < first[v + 1]; k++) if (neighbours[k] === w) return true;
  return false;
}
/** I_a + I_b and its axes; false where one of them carries nothing. */
function findAxes({ a, b }: Row, q: Float64Array, least: number): boolean {
  I.fill(0);
  addInertia(a, q, 0);
  addInertia(b, q, 3);
  symmetricEigen(I, V);
  return Math.min(I[0], I[4], I[8]) >= least;
}
function addInertia(side: Side, q: Float64Array, at: number): void {
  const n = side.count + side.helpers;
  mean.fill(0, at, at + 3);
  for (let k = 0; k < n; k++) {
    const c = side.coordinate(k);
    for (let axis = 0; axis < 3; axis++) mean[at + axis] += q[c + axis] / n;
  }
  for (let k = 0; k < n; k++) {
    const c = side.coordinate(k);
    const rx = q[c] - mean[at];
    const ry = q[c + 1] - mean[at + 1];
    const rz = q[c + 2] - mean[at + 2];
    I[0] += ry * ry + rz * rz;
    I[4] += rx * rx + rz * rz;
    I[8] += rx * rx + ry * ry;
    I[1] -= rx * ry;
    I[5] -= ry * rz;
    I[2] -= rx * rz;
  }
  I[3] = I[1];
  I[6] = I[2];
  I[7] = I[5];
}
/** omega of a moment, along the axes that carry it. */
function turn(M: Float64Array, at: number, least: number): void {
  omega.fill(0);
  for (let e = 0; e < 3; e++) {
    const value = I[4 * e];
    if (!(value >= least)) continue;
    const along = (V[e] * M[at] + V[3 + e] * M[at + 1] + V[6 + e] * M[at + 2]) / value;
    for (let k = 0; k < 3; k++) omega[k] += along * V[3 * k + e];
  }
}
function write(
  side: Side,
  q: Float64Array,
  means: Float64Array,
  own: number,
  out: Float64Array,
  at: number,
  sign: number,
): void {
  for (let k = 0; k < side.count + side.helpers; k++) {
    const c = side.coordinate(k);
    const rx = sign * (q[c] - means[own]);
    const ry = sign * (q[c + 1] - means[own + 1]);
    const rz = sign * (q[c + 2] - means[own + 2]);
    out[at + 9 * k] = omega[1] * rz - omega[2] * ry;
    out[at + 9 * k + 1] = omega[2] * rx - omega[0] * rz;
    out[at + 9 * k + 2] = omega[0] * ry - omega[1] * rx;
  }
}
