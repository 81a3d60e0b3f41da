/** What is wrong with each cell by itself, and the sense in which cells are turned. */
import { isFlat, tetVolume } from '@pliant/engine';
import { type CellKind, type Cells, cellCount, cornersOf, counted, type MeshData } from './mesh-data.ts';

export const cellStates = ['good', 'dangling', 'repeated', 'non-finite', 'flat', 'inverted'] as const;
export type CellState = (typeof cellStates)[number];
const [good, dangling, repeated, nonFinite, flat, inverted] = [0, 1, 2, 3, 4, 5];

/** The number of its state for each cell. Only the first thing that is wrong with a cell is told. */
export function statesOf(mesh: MeshData, kind: CellKind): Uint8Array {
  const { nodes } = mesh[kind];
  const width = cornersOf[kind];
  const count = cellCount(mesh[kind]);
  const states = new Uint8Array(count);
  const finite = finiteVertices(mesh.points);
  const volumeOf = kind === 'tets' ? tetVolume : kind === 'hexes' ? hexVolume : undefined;
  for (let c = 0; c < count; c++) {
    if (kind === 'tets' && tetIsSound(mesh.points, nodes, c)) continue;
    states[c] = cornerState(nodes, c * width, width, finite);
    if (states[c] !== good) continue;
    if (volumeOf === undefined) states[c] = flatTriangle(mesh.points, nodes, c) ? flat : good;
    else if (kind === 'tets' ? isFlat(mesh.points, nodes, c) : flatHex(mesh.points, nodes, c)) states[c] = flat;
    else if (volumeOf(mesh.points, nodes, c) < 0) states[c] = inverted;
  }
  const { midsides } = mesh[kind];
  if (midsides) {
    for (let i = 0; i < midsides.length; i++) {
      const c = Math.floor(i / 6);
      if (midsides[i] < 0) states[c] = dangling;
      else if (finite && !finite[midsides[i]] && states[c] !== dangling) states[c] = nonFinite;
    }
  }
  return states;
}
function cornerState(nodes: Int32Array, from: number, width: number, finite: Uint8Array | undefined): number {
  let state = good;
  for (let k = 0; k < width; k++) {
    const n = nodes[from + k];
    if (n < 0) return dangling;
    for (let l = 0; l < k; l++) if (nodes[from + l] === n) state = repeated;
    if (finite && !finite[n] && state === good) state = nonFinite;
  }
  return state;
}
/** 1 for a vertex with three finite coordinates; undefined if all are. */
export function finiteVertices(points: Float64Array): Uint8Array | undefined {
  let sum = 0;
  for (let i = 0; i < points.length; i++) sum += 0 * points[i]; // NaN as soon as one is not finite
  if (sum === 0) return undefined;
  return Uint8Array.from({ length: points.length / 3 }, (_, n) =>
    points.subarray(3 * n, 3 * n + 3).every(Number.isFinite) ? 1 : 0,
  );
}

/**
 * Whether a tet has four distinct vertices, a positive volume, and is surely not flat by the engine's bound on V / edge^3:
 * that bound is on the mean edge, which is at most the root of the mean square. The squares
 * of all six edges are at most seven times those of the three edges at one corner.
 * Most tets pass; the others are looked at one by one. Written out, as every reading goes through here: with a function
 * for each edge it took four times as long.
 */
function tetIsSound(p: Float64Array, nodes: Int32Array, t: number): boolean {
  const i = nodes[4 * t];
  const j = nodes[4 * t + 1];
  const k = nodes[4 * t + 2];
  const l = nodes[4 * t + 3];
  if (i < 0 || j < 0 || k < 0 || l < 0) return false;
  const ax = p[3 * i];
  const ay = p[3 * i + 1];
  const az = p[3 * i + 2];
  const bx = p[3 * j] - ax;
  const by = p[3 * j + 1] - ay;
  const bz = p[3 * j + 2] - az;
  const cx = p[3 * k] - ax;
  const cy = p[3 * k + 1] - ay;
  const cz = p[3 * k + 2] - az;
  const dx = p[3 * l] - ax;
  const dy = p[3 * l + 1] - ay;
  const dz = p[3 * l + 2] - az;
  const volume = bx * (cy * dz - cz * dy) + by * (cz * dx - cx * dz) + bz * (cx * dy - cy * dx); // six times
  // edges from a, squared; an edge between two others is at most twice the sum of theirs
  const squares = 7 * (bx * bx + by * by + bz * bz + cx * cx + cy * cy + cz * cz + dx * dx + dy * dy + dz * dz);
  const mean = squares / 6;
  return volume > 0 && volume * volume > bound * mean * mean * mean && mean < Infinity;
}
/** (6 V / edge^3)^2 above which no tet is flat: the engine's `isFlat` begins at V = 1e-12 edge^3. */
const bound = (6 * 1e-11) ** 2;
function square(p: Float64Array, a: number, b: number): number {
  const x = p[a] - p[b];
  const y = p[a + 1] - p[b + 1];
  const z = p[a + 2] - p[b + 2];
  return x * x + y * y + z * z;
}
const hexTets = [0, 1, 2, 6, 0, 2, 3, 6, 0, 3, 7, 6, 0, 7, 4, 6, 0, 4, 5, 6, 0, 5, 1, 6];
const corners = new Int32Array(4);
/** The sum of six tets around a diagonal. */
export function hexVolume(points: Float64Array, hexes: Int32Array, h: number): number {
  let volume = 0;
  for (let k = 0; k < 24; k += 4) {
    for (let i = 0; i < 4; i++) corners[i] = hexes[8 * h + hexTets[k + i]];
    volume += tetVolume(points, corners, 0);
  }
  return volume;
}
function flatHex(points: Float64Array, hexes: Int32Array, h: number): boolean {
  let largest = 0;
  for (let k = 1; k < 8; k++) largest = Math.max(largest, square(points, 3 * hexes[8 * h], 3 * hexes[8 * h + k]));
  return !(Math.abs(hexVolume(points, hexes, h)) > 1e-12 * largest * Math.sqrt(largest));
}
/** Its area is at most 1e-12 of the square of its longest edge. */
function flatTriangle(p: Float64Array, nodes: Int32Array, t: number): boolean {
  const [a, b, c] = [3 * nodes[3 * t], 3 * nodes[3 * t + 1], 3 * nodes[3 * t + 2]];
  const u = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const v = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const longest = Math.max(square(p, a, b), square(p, b, c), square(p, c, a));
  return !(Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) > 1e-12 * longest);
}

/** Turns the cells for which `which` holds, and the nodes amid their edges with them. */
export function turn(cells: Cells, kind: 'tets' | 'hexes', which: (c: number) => boolean): Cells {
  const nodes = cells.nodes.slice();
  const midsides = cells.midsides?.slice();
  const swap = (list: Int32Array, a: number, b: number): void => {
    const kept = list[a];
    list[a] = list[b];
    list[b] = kept;
  };
  for (let c = 0; c < cellCount(cells); c++) {
    if (!which(c)) continue;
    if (kind === 'hexes') for (let k = 0; k < 4; k++) swap(nodes, 8 * c + k, 8 * c + k + 4);
    else {
      // corners 2 and 3 change places, and edges 12 with 13, 02 with 03
      swap(nodes, 4 * c + 2, 4 * c + 3);
      if (midsides) swap(midsides, 6 * c + 1, 6 * c + 4);
      if (midsides) swap(midsides, 6 * c + 2, 6 * c + 3);
    }
  }
  return { ...cells, nodes, ...(midsides ? { midsides } : {}) };
}

/** Cells that are all turned the other way (as Netgen's are) are turned. Where only some are, nothing is done. */
export function normalised(mesh: MeshData, states: ReadonlyMap<CellKind, Uint8Array>): MeshData {
  let result = mesh;
  for (const kind of ['tets', 'hexes'] as const) {
    const own = states.get(kind) ?? new Uint8Array();
    let turned = 0;
    let kept = 0;
    for (const state of own) {
      if (state === inverted) turned++;
      else if (state === good) kept++;
    }
    if (turned === 0 || kept > 0) continue;
    for (let c = 0; c < own.length; c++) if (own[c] === inverted) own[c] = good;
    const notice = `${counted(turned, kind === 'tets' ? 'tet' : 'hex', kind)} had negative volumes and ${turned === 1 ? 'was' : 'were all'} turned: two corners were swapped.`;
    result = { ...result, [kind]: turn(mesh[kind], kind, () => true), notices: [...result.notices, notice] };
  }
  return result;
}
