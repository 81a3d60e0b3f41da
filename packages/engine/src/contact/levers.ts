/**
 * Where the forces of a row act, so that those on both bodies are equal, opposite and on one line: angular momentum is kept.   [contact notes, sec. 5]
 *
 *   rigid and rigid    between both surfaces
 *   rigid and nodes    at the place of the nodes, half a thickness or the radius of a rope inside: the rigid one carries any moment
 *   vertex and face    at the vertex. Friction t at the face is that at the vertex and a couple M = (c - x) x t of its corners:
 *                      f_k = (I^-1 M) x r_k,  r_k = x_k - mean,  I = sum |r_k|^2 - r_k r_k^T         which add up to M, and to no force
 *   edge and edge      t = alpha a + beta b, along the edges a and b: an edge carries a couple that turns it in the plane of n and itself, not one about itself.
 *                      alpha a acts at the place of b, with a couple at a; beta b at the place of a, with a couple at b
 *   others             edges that are nearly parallel, an edge and a vertex, two vertices: by the nodes around them (spread-couples.ts)
 */
import { coupleNumbers, type Row, rowTypes, type Side } from './detect/row.ts';
import { hasNodes } from './detect/row-memory.ts';
import { spreadCouples } from './spread-couples.ts';

/** sin^2 of the angle between edges, below which they are parallel. */
const parallel = 1e-2;
/** Of the cube of the trace: a face without width. */
const flat = 1e-9;
const x = new Float64Array(6);
const t = new Float64Array(3);
const M = new Float64Array(3);
const moments = new Float64Array(9);
const axisA = new Float64Array(3);
const axisB = new Float64Array(3);
const omega = new Float64Array(3);
const mean = new Float64Array(3);
const I = new Float64Array(6);

/** Finds where a row acts at q, and the couples of nodes of its features and, where it `rubs`, around them. */
export function findLever(row: Row, q: Float64Array, rubs: boolean): void {
  const { a, b, lever, point, type } = row;
  row.hasCouples = false;
  a.helpers = b.helpers = 0;
  lever.set(point);
  if (type === rowTypes.plane || type === rowTypes.rim) return;
  const [softA, softB] = [hasNodes(a.collider), hasNodes(b.collider)];
  if (softA) placeOf(a, q, 0);
  if (softB) placeOf(b, q, 3);
  if (softA !== softB) for (let k = 0; k < 3; k++) lever[k] = x[softA ? k : 3 + k];
  if (!softA || !softB) return;
  row.couples ??= new Float64Array(2 * coupleNumbers);
  row.hasCouples = true;
  const { couples, frame } = row;
  const edges = a.count === 2 && b.count === 2;
  const edgeA = axisOf(a, q, edges, axisA);
  const edgeB = axisOf(b, q, edges, axisB);
  const cosine = dot(edgeA, edgeB);
  const square = 1 - cosine * cosine;
  // a row that the certificate adds has the normal of another moment
  const first = type === rowTypes.linear ? 0 : 1;
  if (a.count < 3 && b.count < 3 && !(edges && square >= parallel && first > 0)) {
    for (let line = first; line < 3; line++) {
      for (let k = 0; k < 3; k++) t[k] = frame[3 * line + k];
      momentOf(0, 3, t, 1);
      moments.set(M, 3 * line);
    }
    spreadCouples(row, q, x, first, moments, rubs || first === 0);
    return;
  }
  couples.fill(0, 0, 27);
  couples.fill(0, coupleNumbers, coupleNumbers + 27);
  for (let line = first; line < 3; line++) {
    for (let k = 0; k < 3; k++) t[k] = frame[3 * line + k];
    if (edges) {
      const ta = dot(t, edgeA);
      const tb = dot(t, edgeB);
      momentOf(3, 0, edgeA, (ta - tb * cosine) / square);
      addCouple(a, q, couples, 3 * line);
      momentOf(0, 3, edgeB, (tb - ta * cosine) / square);
      addCouple(b, q, couples, coupleNumbers + 3 * line);
    } else if (a.count === 1) {
      momentOf(0, 3, t, 1);
      addCouple(b, q, couples, coupleNumbers + 3 * line);
    } else {
      momentOf(3, 0, t, 1);
      addCouple(a, q, couples, 3 * line);
    }
  }
}
/** Of side 0 or 1, its node k, along a line of the frame: the part of J that is a couple, along an axis. */
export function coupleOf({ couples }: Row, side: number, k: number, line: number, axis: number): number {
  return couples[coupleNumbers * side + 9 * k + 3 * line + axis];
}

const dot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
function placeOf(side: Side, q: Float64Array, at: number): void {
  x.fill(0, at, at + 3);
  for (let k = 0; k < side.count; k++)
    for (let axis = 0; axis < 3; axis++) x[at + axis] += side.weights[k] * q[side.coordinate(k) + axis];
}
/** The direction of an edge. */
function axisOf(side: Side, q: Float64Array, isEdge: boolean, out: Float64Array): Float64Array {
  if (!isEdge) return out;
  const [i, j] = [side.coordinate(0), side.coordinate(1)];
  for (let k = 0; k < 3; k++) out[k] = q[j + k] - q[i + k];
  const size = Math.sqrt(dot(out, out));
  for (let k = 0; k < 3; k++) out[k] /= size;
  return out;
}
/** M = (x of `to` - x of `from`) x along, times `by` */
function momentOf(to: number, from: number, along: Float64Array, by: number): void {
  const [dx, dy, dz] = [x[to] - x[from], x[to + 1] - x[from + 1], x[to + 2] - x[from + 2]];
  M[0] = by * (dy * along[2] - dz * along[1]);
  M[1] = by * (dz * along[0] - dx * along[2]);
  M[2] = by * (dx * along[1] - dy * along[0]);
}
/** Forces of the corners of a side with the moment M. */
function addCouple(side: Side, q: Float64Array, out: Float64Array, at: number): void {
  const { count } = side;
  if (count < 2) return;
  mean.fill(0);
  for (let k = 0; k < count; k++)
    for (let axis = 0; axis < 3; axis++) mean[axis] += q[side.coordinate(k) + axis] / count;
  I.fill(0);
  for (let k = 0; k < count; k++) {
    const c = side.coordinate(k);
    const [rx, ry, rz] = [q[c] - mean[0], q[c + 1] - mean[1], q[c + 2] - mean[2]];
    I[0] += ry * ry + rz * rz;
    I[1] += rx * rx + rz * rz;
    I[2] += rx * rx + ry * ry;
    I[3] -= rx * ry;
    I[4] -= ry * rz;
    I[5] -= rx * rz;
  }
  if (count === 2 ? !turnEdge() : !turnFace()) return;
  for (let k = 0; k < count; k++) {
    const c = side.coordinate(k);
    const [rx, ry, rz] = [q[c] - mean[0], q[c + 1] - mean[1], q[c + 2] - mean[2]];
    out[at + 9 * k] = omega[1] * rz - omega[2] * ry;
    out[at + 9 * k + 1] = omega[2] * rx - omega[0] * rz;
    out[at + 9 * k + 2] = omega[0] * ry - omega[1] * rx;
  }
}
/** omega = I^-1 M, of an edge without the part of M along it: both moments across it are equal. */
function turnEdge(): boolean {
  const moment = 0.5 * (I[0] + I[1] + I[2]);
  for (let k = 0; k < 3; k++) omega[k] = M[k] / moment;
  return moment > 0;
}
function turnFace(): boolean {
  const a = I[0];
  const b = I[1];
  const c = I[2];
  const d = I[3];
  const e = I[4];
  const f = I[5];
  const trace = a + b + c;
  const [A, B, C] = [b * c - e * e, a * c - f * f, a * b - d * d];
  const [D, E, F] = [e * f - c * d, d * f - a * e, d * e - b * f];
  const det = a * A + d * D + f * F;
  if (!(det > flat * trace * trace * trace)) return false;
  omega[0] = (A * M[0] + D * M[1] + F * M[2]) / det;
  omega[1] = (D * M[0] + B * M[1] + E * M[2]) / det;
  omega[2] = (F * M[0] + E * M[1] + C * M[2]) / det;
  return true;
}
