/**
 * Where the forces of a row act, so that those on both bodies are equal, opposite and on one line: angular momentum is kept.   [contact notes, sec. 5]
 *
 *   rigid and rigid    between both surfaces
 *   rigid and nodes    at the place of the nodes, half a thickness or the radius of a rope inside: the rigid one carries any moment
 *   vertex and face    at the vertex. Friction t at the face is that at the vertex and a couple M = (c - x) x t of its corners:
 *                      f_k = (I^-1 M) x r_k,  r_k = x_k - mean,  I = sum |r_k|^2 - r_k r_k^T         which add up to M, and to no force
 *                      above an edge or a corner inside a flat face with those of all triangles there (spread-couples.ts)
 *   edge and edge      t = alpha a + beta b, along the edges a and b: an edge carries a couple that turns it in the plane of n and itself, not one about itself.
 *                      alpha a acts at the place of b, with a couple at a; beta b at the place of a, with a couple at b
 *   others             edges that are nearly parallel, an edge and a vertex, two vertices: by the nodes around them (spread-couples.ts)
 */
import { coupleNumbers, type Row, rowTypes } from './detect/row.ts';
import { cornerCouples, coupleKinds, type RowMemory, sideVertices } from './detect/row-memory.ts';
import { spreadCouples, spreadOnFlat } from './spread-couples.ts';

/** sin^2 of the angle between edges, below which they are parallel. */
const parallel = 1e-2;
/** Of the cube of the trace: a face without width. */
const flat = 1e-9;
const x = new Float64Array(6);
const M = new Float64Array(3);
const moments = new Float64Array(9);
const axisA = new Float64Array(3);
const axisB = new Float64Array(3);
const omega = new Float64Array(3);
/** of the corners of a side: from their mean, and what they resist turning with */
const from = new Float64Array(9);
const I = new Float64Array(6);

/** Finds where a row acts at q, and the couples of nodes of its features and, where it `rubs`, around them. */
export function findLever(row: Row, q: Float64Array, rubs: boolean): void {
  findLeverAt(row.memory, row.at, row, q, rubs);
}
/** The same of a row by its place: the row itself is read where helpers carry couples. */
export function findLeverAt(memory: RowMemory, at: number, row: Row, q: Float64Array, rubs: boolean): void {
  const { body, count, lever, point, frame, couples, ofNodes } = memory;
  const type = memory.type[at];
  memory.hasCouples[at] = coupleKinds.none;
  memory.helpers[2 * at] = memory.helpers[2 * at + 1] = 0;
  for (let k = 3 * at; k < 3 * at + 3; k++) lever[k] = point[k];
  if (type === rowTypes.plane || type === rowTypes.rim) return;
  const softA = ofNodes[body[2 * at]];
  const softB = ofNodes[body[2 * at + 1]];
  if (softA) placeOf(memory, 2 * at, q, 0);
  if (softB) placeOf(memory, 2 * at + 1, q, 3);
  if (softA !== softB) for (let k = 0; k < 3; k++) lever[3 * at + k] = x[softA ? k : 3 + k];
  if (!softA || !softB) return;
  const countA = count[2 * at];
  const countB = count[2 * at + 1];
  const edges = countA === 2 && countB === 2;
  if (edges) {
    axisOf(memory, 2 * at, q, axisA);
    axisOf(memory, 2 * at + 1, q, axisB);
  }
  const cosine = dot(axisA, axisB);
  const square = 1 - cosine * cosine;
  // a row that the certificate adds has the normal of another moment
  const first = type === rowTypes.linear ? 0 : 1;
  if (countA < 3 && countB < 3 && !(edges && square >= parallel && first > 0)) {
    memory.hasCouples[at] = coupleKinds.spread;
    row.couples ??= new Float64Array(2 * coupleNumbers);
    for (let line = first; line < 3; line++) {
      momentOf(0, 3, frame, 9 * at + 3 * line, 1);
      moments.set(M, 3 * line);
    }
    spreadCouples(row, q, x, first, moments, rubs || first === 0);
    return;
  }
  if (rubs && type === rowTypes.face && onFlat(memory, at, row, q)) return;
  memory.hasCouples[at] = coupleKinds.corners;
  const to = 2 * cornerCouples * at;
  for (let k = to; k < to + 2 * cornerCouples; k++) couples[k] = 0;
  if (edges || countA !== 1) {
    gatherCorners(memory, 2 * at, q);
    for (let line = first; line < 3; line++) {
      const t = 9 * at + 3 * line;
      if (edges) momentOf(3, 0, axisA, 0, (along(frame, t, axisA) - along(frame, t, axisB) * cosine) / square);
      else momentOf(3, 0, frame, t, 1);
      addCouple(countA, couples, to + 3 * line);
    }
  }
  if (edges || countA === 1) {
    gatherCorners(memory, 2 * at + 1, q);
    for (let line = first; line < 3; line++) {
      const t = 9 * at + 3 * line;
      if (edges) momentOf(0, 3, axisB, 0, (along(frame, t, axisB) - along(frame, t, axisA) * cosine) / square);
      else momentOf(0, 3, frame, t, 1);
      addCouple(countB, couples, to + cornerCouples + 3 * line);
    }
  }
}
/** Couples of a row whose vertex is above an edge or a corner of its face; false where that has no other triangles in its plane. */
function onFlat(memory: RowMemory, at: number, row: Row, q: Float64Array): boolean {
  const { count, weights, frame } = memory;
  const number = count[2 * at] === 1 ? 1 : 0;
  const w = sideVertices * (2 * at + number);
  if (count[2 * at + number] !== 3 || (weights[w] > 0 && weights[w + 1] > 0 && weights[w + 2] > 0)) return false;
  row.couples ??= new Float64Array(2 * coupleNumbers);
  for (let line = 1; line < 3; line++) {
    momentOf(0, 3, frame, 9 * at + 3 * line, 1);
    moments.set(M, 3 * line);
  }
  const [dx, dy, dz] = [x[0] - x[3], x[1] - x[4], x[2] - x[5]];
  if (!spreadOnFlat(row, number, q, 1, moments, dx * dx + dy * dy + dz * dz)) return false;
  memory.hasCouples[at] = coupleKinds.spread;
  return true;
}
/** Of side 0 or 1, its node k, along a line of the frame: the part of J that is a couple, along an axis. */
export function coupleOf({ memory, at, couples }: Row, side: number, k: number, line: number, axis: number): number {
  if (memory.hasCouples[at] === coupleKinds.corners)
    return memory.couples[2 * cornerCouples * at + cornerCouples * side + 9 * k + 3 * line + axis];
  return couples[coupleNumbers * side + 9 * k + 3 * line + axis];
}

const dot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (t: Float64Array, at: number, b: Float64Array): number =>
  t[at] * b[0] + t[at + 1] * b[1] + t[at + 2] * b[2];
/** The place of a side of nodes into x. */
function placeOf({ count, corner, weights }: RowMemory, side: number, q: Float64Array, to: number): void {
  let px = 0;
  let py = 0;
  let pz = 0;
  for (let k = 0; k < count[side]; k++) {
    const c = corner[3 * side + k];
    const weight = weights[sideVertices * side + k];
    px += weight * q[c];
    py += weight * q[c + 1];
    pz += weight * q[c + 2];
  }
  x[to] = px;
  x[to + 1] = py;
  x[to + 2] = pz;
}
/** The direction of an edge. */
function axisOf({ corner }: RowMemory, side: number, q: Float64Array, out: Float64Array): void {
  const i = corner[3 * side];
  const j = corner[3 * side + 1];
  for (let k = 0; k < 3; k++) out[k] = q[j + k] - q[i + k];
  const size = Math.sqrt(dot(out, out));
  for (let k = 0; k < 3; k++) out[k] /= size;
}
/** M = (x of `to` - x of `start`) x direction, which begins at `at`, times `by` */
function momentOf(to: number, start: number, direction: Float64Array, at: number, by: number): void {
  const dx = x[to] - x[start];
  const dy = x[to + 1] - x[start + 1];
  const dz = x[to + 2] - x[start + 2];
  M[0] = by * (dy * direction[at + 2] - dz * direction[at + 1]);
  M[1] = by * (dz * direction[at] - dx * direction[at + 2]);
  M[2] = by * (dx * direction[at + 1] - dy * direction[at]);
}
/** `from` and I of the corners of a side. */
function gatherCorners({ corner, count }: RowMemory, side: number, q: Float64Array): void {
  const n = count[side];
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let k = 0; k < n; k++) {
    const c = corner[3 * side + k];
    mx += q[c] / n;
    my += q[c + 1] / n;
    mz += q[c + 2] / n;
  }
  I.fill(0);
  for (let k = 0; k < n; k++) {
    const c = corner[3 * side + k];
    const rx = q[c] - mx;
    const ry = q[c + 1] - my;
    const rz = q[c + 2] - mz;
    from[3 * k] = rx;
    from[3 * k + 1] = ry;
    from[3 * k + 2] = rz;
    I[0] += ry * ry + rz * rz;
    I[1] += rx * rx + rz * rz;
    I[2] += rx * rx + ry * ry;
    I[3] -= rx * ry;
    I[4] -= ry * rz;
    I[5] -= rx * rz;
  }
}
/** Forces of these corners with the moment M. */
function addCouple(count: number, out: Float64Array, at: number): void {
  if (count < 2) return;
  if (count === 2 ? !turnEdge() : !turnFace()) return;
  for (let k = 0; k < count; k++) {
    const rx = from[3 * k];
    const ry = from[3 * k + 1];
    const rz = from[3 * k + 2];
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
