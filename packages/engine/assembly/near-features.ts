/**
 * Which pairs of features of a list have to be looked at: see packages/engine/src/contact/detect/near/near-filter.ts, and feature-pairs.ts, segments.ts,
 * closest-on-cell.ts, geometry/closest.ts and gauss-map.ts for the plain loops. Sums have the order of those, so that both agree to the last bit.
 */
import {
  along,
  alongOther,
  closestOnCell,
  det,
  endsBeforeCrossing,
  scale,
  squaredBetweenSegments,
  wa as weightA,
  wb as weightB,
  wc as weightC,
} from './closest';
import { getF, getI, setF, setI } from './memory';

/** In the order of `near-filter.ts`. */
@unmanaged
export class NearFeatures {
  /** m: pairs that are due beyond are not near; how far bodies have travelled since the list was made */
  until: f64;
  travelled: f64;
  /** m: pairs that are farther apart are left out; from `sure` on those that can be no row are, too */
  margin: f64;
  sure: f64;
  /** m: how much nearer than a row's places corners beside them may be */
  ahead: f64;
  count: i32;
  /** 1: all within the margin are asked for */
  all: i32;
  /** 1: rows of two vertices are made elsewhere */
  noCorners: i32;
  /** pairs, and when they are due; numbers of those that were found */
  first: usize;
  second: usize;
  due: usize;
  found: usize;
  /** of both bodies: vertices; ends of edges; corners opposite to edges; neighbours of vertices, with the first of each vertex */
  x: usize;
  endsA: usize;
  oppositeA: usize;
  firstA: usize;
  neighboursA: usize;
  y: usize;
  endsB: usize;
  oppositeB: usize;
  firstB: usize;
  neighboursB: usize;
  /** of the second body: cells, and the edge of each side of a triangle */
  cells: usize;
  edgeOf: usize;
}
/** Weights below count as zero. */
export const tiny: f64 = 1e-9;
export const parallel: f64 = 1e-6;
/** See gauss-map.ts. */
const tolerance: f64 = 1e-6;
const turning: f64 = 0.05;

/** from the second to the first place */
let rx: f64 = 0;
let ry: f64 = 0;
let rz: f64 = 0;
/** For the functions below. */
export function setApart(x: f64, y: f64, z: f64): void {
  rx = x;
  ry = y;
  rz = z;
}

/** Edges; returns how many were found. Most of those within the margin of a sheet on a model end before they cross. */
export function nearEdges(s: NearFeatures): i32 {
  const until = s.until;
  const count = s.count;
  const first = s.first;
  const second = s.second;
  const due = s.due;
  const x = s.x;
  const y = s.y;
  const endsA = s.endsA;
  const endsB = s.endsB;
  const travelled = s.travelled;
  const margin = s.margin;
  const sure = s.sure;
  const all = s.all !== 0;
  let found = 0;
  for (let k = 0; k < count; k++) {
    if (getF(due, k) > until) continue;
    const e = getI(first, k);
    const f = getI(second, k);
    const a0 = x + <usize>getI(endsA, 2 * e) * 24;
    const a1 = x + <usize>getI(endsA, 2 * e + 1) * 24;
    const b0 = y + <usize>getI(endsB, 2 * f) * 24;
    const b1 = y + <usize>getI(endsB, 2 * f + 1) * 24;
    if (!all && getF(due, k) - travelled > sure && endsBeforeCrossing(a0, a1, b0, b1)) continue;
    const distance = sqrt(squaredBetweenSegments(a0, a1, b0, b1));
    setF(due, k, travelled + distance);
    if (!(distance <= margin)) continue;
    if (!all && distance >= sure) {
      const p = along;
      const t = alongOther;
      if (det / scale < parallel || p < tiny || p > 1 - tiny || t < tiny || t > 1 - tiny) continue;
      const px = (1 - p) * getF(a0, 0) + p * getF(a1, 0);
      const py = (1 - p) * getF(a0, 1) + p * getF(a1, 1);
      const pz = (1 - p) * getF(a0, 2) + p * getF(a1, 2);
      const qx = (1 - t) * getF(b0, 0) + t * getF(b1, 0);
      const qy = (1 - t) * getF(b0, 1) + t * getF(b1, 1);
      const qz = (1 - t) * getF(b0, 2) + t * getF(b1, 2);
      rx = px - qx;
      ry = py - qy;
      rz = pz - qz;
      if (!isLeastAtEdge(s.oppositeA, e, x, px, py, pz, 1, s.ahead)) continue;
      if (!isLeastAtEdge(s.oppositeB, f, y, qx, qy, qz, -1, s.ahead)) continue;
    }
    setI(s.found, found++, k);
  }
  return found;
}

/** Vertices of the first body and cells of the second; returns how many were found. */
export function nearCells(s: NearFeatures): i32 {
  const until = s.until;
  const count = s.count;
  const due = s.due;
  const x = s.x;
  const y = s.y;
  const cells = s.cells;
  const travelled = s.travelled;
  const margin = s.margin;
  const sure = s.sure;
  const all = s.all !== 0;
  let found = 0;
  for (let k = 0; k < count; k++) {
    if (getF(due, k) > until) continue;
    const v = getI(s.first, k);
    const c = 3 * getI(s.second, k);
    const i = getI(cells, c);
    const j = getI(cells, c + 1);
    const m = getI(cells, c + 2);
    const at = x + <usize>v * 24;
    const px = getF(at, 0);
    const py = getF(at, 1);
    const pz = getF(at, 2);
    const a = y + <usize>i * 24;
    const b = y + <usize>j * 24;
    const d = y + <usize>m * 24;
    closestOnCell(y, i, j, m, px, py, pz);
    let wa = weightA;
    let wb = weightB;
    let wc = weightC;
    // corners with a weight are the feature
    let sum: f64 = 0;
    let n = 0;
    if (wa > tiny) {
      sum = wa;
      n = 1;
    } else wa = 0;
    if (j >= 0 && wb > tiny) {
      sum += wb;
      n++;
    } else wb = 0;
    if (m >= 0 && wc > tiny) {
      sum += wc;
      n++;
    } else wc = 0;
    let qx: f64 = 0;
    let qy: f64 = 0;
    let qz: f64 = 0;
    if (wa > 0) {
      wa /= sum;
      qx += wa * getF(a, 0);
      qy += wa * getF(a, 1);
      qz += wa * getF(a, 2);
    }
    if (wb > 0) {
      wb /= sum;
      qx += wb * getF(b, 0);
      qy += wb * getF(b, 1);
      qz += wb * getF(b, 2);
    }
    if (wc > 0) {
      wc /= sum;
      qx += wc * getF(d, 0);
      qy += wc * getF(d, 1);
      qz += wc * getF(d, 2);
    }
    rx = px - qx;
    ry = py - qy;
    rz = pz - qz;
    const distance = sqrt(rx * rx + ry * ry + rz * rz);
    setF(due, k, travelled + distance);
    if (!(distance <= margin)) continue;
    if (!all && distance >= sure && n < 3 && n > 0 && m >= 0) {
      if (n === 1 && s.noCorners) continue;
      if (!isLeastAtVertex(s.firstA, s.neighboursA, v, x, px, py, pz, 1, s.ahead)) continue;
      if (n === 1) {
        const corner = wa > 0 ? i : wb > 0 ? j : m;
        if (!isLeastAtVertex(s.firstB, s.neighboursB, corner, y, qx, qy, qz, -1, s.ahead)) continue;
      } else {
        const side = wc === 0 ? 0 : wa === 0 ? 1 : 2;
        if (!isLeastAtEdge(s.oppositeB, getI(s.edgeOf, c + side), y, qx, qy, qz, -1, s.ahead)) continue;
      }
    }
    setI(s.found, found++, k);
  }
  return found;
}

/** No corner opposite to an edge is nearer than the place p. */
export function isLeastAtEdge(
  opposite: usize,
  e: i32,
  x: usize,
  px: f64,
  py: f64,
  pz: f64,
  sign: f64,
  ahead: f64,
): bool {
  for (let k = 2 * e; k < 2 * e + 2; k++) {
    const corner = getI(opposite, k);
    if (corner >= 0 && isNearer(x + <usize>corner * 24, px, py, pz, sign, ahead)) return false;
  }
  return true;
}
/** No neighbour of a vertex is. */
export function isLeastAtVertex(
  first: usize,
  neighbours: usize,
  v: i32,
  x: usize,
  px: f64,
  py: f64,
  pz: f64,
  sign: f64,
  ahead: f64,
): bool {
  for (let k = getI(first, v); k < getI(first, v + 1); k++)
    if (isNearer(x + <usize>getI(neighbours, k) * 24, px, py, pz, sign, ahead)) return false;
  return true;
}
function isNearer(at: usize, px: f64, py: f64, pz: f64, sign: f64, ahead: f64): bool {
  const squared = rx * rx + ry * ry + rz * rz;
  const dx = getF(at, 0) - px;
  const dy = getF(at, 1) - py;
  const dz = getF(at, 2) - pz;
  const toward = sign * (rx * dx + ry * dy + rz * dz);
  if (toward >= 0) return false;
  const size = dx * dx + dy * dy + dz * dz;
  if (toward * toward <= tolerance * tolerance * squared * size) return false;
  return !(toward * toward <= min(ahead * ahead, turning * turning * size) * squared);
}
