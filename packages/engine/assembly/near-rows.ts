/**
 * Rows of pairs of features that were found (near-features.ts), of two bodies that are not both rigid: see packages/engine/src/contact/detect/feature-pairs.ts for the plain loops. Sums have the
 * order of those, so that both agree to the last bit.
 */
import {
  along,
  alongOther,
  closestOnCell,
  det,
  scale,
  squaredBetweenSegments,
  wa as weightA,
  wb as weightB,
  wc as weightC,
} from './closest';
import { getF, getI, setF, setI } from './memory';
import { isLeastAtEdge, isLeastAtVertex, NearFeatures, parallel, setApart, tiny } from './near-features';
import { types } from './row-lists';

/** In the order of `near-rows.ts`. */
@unmanaged
export class NearRows {
  /** 1: the vertex belongs to body b of the row; 1: the second body encloses a volume */
  flipped: i32;
  closed: i32;
  /** numbers of features: of the first edge of both bodies, and of the first triangle of the second */
  edgesA: i32;
  edgesB: i32;
  trianglesB: i32;
  /** of the second body: triangles at vertices */
  firstTriangle: usize;
  trianglesAt: usize;
  /** of each pair that was found `rowNumbers`, and four whole ones: how many corners the second side has, and which */
  numbers: usize;
  corners: usize;
}
const rowNumbers: i32 = 13;
/** Features of a body, at most. */
const most: f64 = 4_194_304;

/** r, and the normal of the triangle that was looked at last */
let rx: f64 = 0;
let ry: f64 = 0;
let rz: f64 = 0;
let nx: f64 = 0;
let ny: f64 = 0;
let nz: f64 = 0;

function keyOf(a: i32, b: i32, type: i32): f64 {
  return (<f64>a * most + <f64>b) * 8 + <f64>type;
}
/** `type` below 0: no row. */
function write(
  to: usize,
  type: i32,
  key: f64,
  distance: f64,
  apart: f64,
  x: f64,
  y: f64,
  z: f64,
  w0: f64,
  w1: f64,
  w2: f64,
): void {
  setF(to, 0, <f64>type);
  setF(to, 1, key);
  setF(to, 2, distance);
  setF(to, 3, apart);
  setF(to, 4, rx);
  setF(to, 5, ry);
  setF(to, 6, rz);
  setF(to, 7, x);
  setF(to, 8, y);
  setF(to, 9, z);
  setF(to, 10, w0);
  setF(to, 11, w1);
  setF(to, 12, w2);
}

/** Of edges: weights are s and t. */
export function edgeRows(s: NearFeatures, out: NearRows, count: i32): void {
  for (let n = 0; n < count; n++) {
    const k = getI(s.found, n);
    const e = getI(s.first, k);
    const f = getI(s.second, k);
    const a0 = s.x + <usize>getI(s.endsA, 2 * e) * 24;
    const a1 = s.x + <usize>getI(s.endsA, 2 * e + 1) * 24;
    const b0 = s.y + <usize>getI(s.endsB, 2 * f) * 24;
    const b1 = s.y + <usize>getI(s.endsB, 2 * f + 1) * 24;
    const distance = sqrt(squaredBetweenSegments(a0, a1, b0, b1));
    const p = along;
    const t = alongOther;
    const px = (1 - p) * getF(a0, 0) + p * getF(a1, 0);
    const py = (1 - p) * getF(a0, 1) + p * getF(a1, 1);
    const pz = (1 - p) * getF(a0, 2) + p * getF(a1, 2);
    const qx = (1 - t) * getF(b0, 0) + t * getF(b1, 0);
    const qy = (1 - t) * getF(b0, 1) + t * getF(b1, 1);
    const qz = (1 - t) * getF(b0, 2) + t * getF(b1, 2);
    rx = px - qx;
    ry = py - qy;
    rz = pz - qz;
    setApart(rx, ry, rz);
    const isRow =
      !(distance === 0 || det / scale < parallel || p < tiny || p > 1 - tiny || t < tiny || t > 1 - tiny) &&
      isLeastAtEdge(s.oppositeA, e, s.x, px, py, pz, 1, 0) &&
      isLeastAtEdge(s.oppositeB, f, s.y, qx, qy, qz, -1, 0);
    const to = out.numbers + <usize>(rowNumbers * n) * 8;
    const key = keyOf(out.edgesA + e, out.edgesB + f, types.edges);
    write(to, isRow ? types.edges : -1, key, distance, distance, qx, qy, qz, p, t, 0);
  }
}

/** Of vertices of the first body and cells of the second. */
export function cellRows(s: NearFeatures, out: NearRows, count: i32): void {
  const flipped = out.flipped !== 0;
  const y = s.y;
  let vertex = -1;
  /** the first pair of this vertex */
  let start = 0;
  for (let f = 0; f < count; f++) {
    const k = getI(s.found, f);
    const v = getI(s.first, k);
    if (v !== vertex) start = f;
    vertex = v;
    const cell = getI(s.second, k);
    const c = 3 * cell;
    const i = getI(s.cells, c);
    const j = getI(s.cells, c + 1);
    const m = getI(s.cells, c + 2);
    const at = s.x + <usize>v * 24;
    const px = getF(at, 0);
    const py = getF(at, 1);
    const pz = getF(at, 2);
    closestOnCell(y, i, j, m, px, py, pz);
    const hasA = weightA > tiny;
    const hasB = j >= 0 && weightB > tiny;
    const hasC = m >= 0 && weightC > tiny;
    // corners with a weight are the feature
    let w0: f64 = 0;
    let w1: f64 = 0;
    let w2: f64 = 0;
    let c0 = -1;
    let c1 = -1;
    let c2 = -1;
    let n = 0;
    let sum: f64 = 0;
    if (hasA) {
      c0 = i;
      w0 = weightA;
      sum += w0;
      n = 1;
    }
    if (hasB) {
      if (n === 0) {
        c0 = j;
        w0 = weightB;
      } else {
        c1 = j;
        w1 = weightB;
      }
      sum += weightB;
      n++;
    }
    if (hasC) {
      if (n === 0) {
        c0 = m;
        w0 = weightC;
      } else if (n === 1) {
        c1 = m;
        w1 = weightC;
      } else {
        c2 = m;
        w2 = weightC;
      }
      sum += weightC;
      n++;
    }
    w0 /= sum;
    let b = y + <usize>c0 * 24;
    let qx = 0 + w0 * getF(b, 0);
    let qy = 0 + w0 * getF(b, 1);
    let qz = 0 + w0 * getF(b, 2);
    if (n > 1) {
      w1 /= sum;
      b = y + <usize>c1 * 24;
      qx += w1 * getF(b, 0);
      qy += w1 * getF(b, 1);
      qz += w1 * getF(b, 2);
    }
    if (n > 2) {
      w2 /= sum;
      b = y + <usize>c2 * 24;
      qx += w2 * getF(b, 0);
      qy += w2 * getF(b, 1);
      qz += w2 * getF(b, 2);
    }
    rx = px - qx;
    ry = py - qy;
    rz = pz - qz;
    const distance = sqrt(rx * rx + ry * ry + rz * rz);
    const to = out.numbers + <usize>(rowNumbers * f) * 8;
    setF(to, 0, -1);
    setF(to, 2, distance);
    if (distance === 0 || (n === 1 && flipped)) continue;
    const edge = n !== 2 ? -1 : m < 0 ? cell : getI(s.edgeOf, c + (!hasC ? 0 : !hasA ? 1 : 2));
    const feature = n === 1 ? c0 : n === 2 ? out.edgesB + edge : out.trianglesB + cell;
    let type = n === 3 ? types.face : n === 1 ? types.vertices : types.edge;
    let key = flipped ? keyOf(feature, v, type) : keyOf(v, feature, type);
    if (isKnown(out.numbers, start, f, flipped ? key + 0.5 : key)) continue;
    let flat = cell;
    if (n === 3) {
      if (out.closed && !(alongNormal(y, i, j, m) > 0)) continue;
    } else {
      setApart(rx, ry, rz);
      if (!isLeastAtVertex(s.firstA, s.neighboursA, v, s.x, px, py, pz, 1, 0)) continue;
      const isLeast =
        n === 1
          ? isLeastAtVertex(s.firstB, s.neighboursB, c0, y, qx, qy, qz, -1, 0)
          : isLeastAtEdge(s.oppositeB, edge, y, qx, qy, qz, -1, 0);
      if (!isLeast) continue;
      if (m >= 0) flat = cellAcross(s, out, c0, c1, n);
    }
    // an edge or a corner of a face that is right below is as good as the face, whose plane goes on beyond it
    if (n < 3 && m >= 0 && flat >= 0) {
      type = types.face;
      const a0 = getI(s.cells, 3 * flat);
      const a1 = getI(s.cells, 3 * flat + 1);
      const a2 = getI(s.cells, 3 * flat + 2);
      const u0 = w0;
      const u1 = w1;
      w0 = a0 === c0 ? u0 : n > 1 && a0 === c1 ? u1 : 0;
      w1 = a1 === c0 ? u0 : n > 1 && a1 === c1 ? u1 : 0;
      w2 = a2 === c0 ? u0 : n > 1 && a2 === c1 ? u1 : 0;
      c0 = a0;
      c1 = a1;
      c2 = a2;
      n = 3;
    }
    const apart = type === types.face ? straighten(s, flat) : distance;
    if (flipped) key += 0.5;
    write(to, type, key, distance, apart, qx, qy, qz, w0, w1, w2);
    const corners = out.corners + ((<usize>f) << 4);
    setI(corners, 0, n);
    setI(corners, 1, c0);
    setI(corners, 2, c1);
    setI(corners, 3, c2);
  }
}
/** There is a row with this key among pairs from `start` on. */
function isKnown(numbers: usize, start: i32, end: i32, key: f64): bool {
  for (let k = start; k < end; k++) {
    const at = numbers + <usize>(rowNumbers * k) * 8;
    if (getF(at, 0) >= 0 && getF(at, 1) === key) return true;
  }
  return false;
}
/** r along the normal of a triangle, times twice its area. */
function alongNormal(y: usize, i: i32, j: i32, m: i32): f64 {
  const a = y + <usize>i * 24;
  const b = y + <usize>j * 24;
  const c = y + <usize>m * 24;
  const ux = getF(b, 0) - getF(a, 0);
  const uy = getF(b, 1) - getF(a, 1);
  const uz = getF(b, 2) - getF(a, 2);
  const vx = getF(c, 0) - getF(a, 0);
  const vy = getF(c, 1) - getF(a, 1);
  const vz = getF(c, 2) - getF(a, 2);
  nx = uy * vz - uz * vy;
  ny = uz * vx - ux * vz;
  nz = ux * vy - uy * vx;
  return rx * nx + ry * ny + rz * nz;
}
/** r is at right angles to a triangle; leaves its normal. */
function isAcross(s: NearFeatures, cell: i32): bool {
  const c = 3 * cell;
  alongNormal(s.y, getI(s.cells, c), getI(s.cells, c + 1), getI(s.cells, c + 2));
  const along = nx * rx + ny * ry + nz * rz;
  const limit = (nx * nx + ny * ny + nz * nz) * (rx * rx + ry * ry + rz * rz);
  return along * along >= (1 - 1e-10) * limit;
}
/** A triangle at the corner or edge that r is across; -1 where there is none. */
function cellAcross(s: NearFeatures, out: NearRows, c0: i32, c1: i32, n: i32): i32 {
  for (let k = getI(out.firstTriangle, c0); k < getI(out.firstTriangle, c0 + 1); k++) {
    const c = getI(out.trianglesAt, k);
    const isAt = n === 1 || getI(s.cells, c) === c1 || getI(s.cells, c + 1) === c1 || getI(s.cells, c + 2) === c1;
    if (isAt && isAcross(s, c / 3)) return c / 3;
  }
  return -1;
}
/** r becomes its part along the normal of a triangle; returns its length. */
function straighten(s: NearFeatures, cell: i32): f64 {
  isAcross(s, cell);
  const size = sqrt(nx * nx + ny * ny + nz * nz);
  const along = (nx * rx + ny * ry + nz * rz) / size;
  rx = (along * nx) / size;
  ry = (along * ny) / size;
  rz = (along * nz) / size;
  return abs(along);
}
