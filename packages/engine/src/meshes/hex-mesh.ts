/**
 * Hexahedral mesh: nodes and cells of eight, numbered as in VTK: four corners of the bottom, anticlockwise seen from above, then
 * the four above them. A cell is the image of the cube [0, 1]^3 under the trilinear map of its corners.
 *
 * The order of boundary quads depends on the input alone: that of cells, then of their sides.
 */
import { refusing } from '../base/refusal.ts';
import { hexCorners } from '../geometry/hex-cell.ts';

/**
 * A mesh of hexahedral cells, checked, with its boundary and edges.
 * @example const cells: HexMesh = block({ size: [1, 1, 1], cells: [2, 2, 2] });
 */
export interface HexMesh {
  /** 3 per node, metres */
  readonly positions: Float64Array;
  /** 8 per cell */
  readonly hexes: Int32Array;
  /** 4 per boundary face, outward by the right-hand rule */
  readonly quads: Int32Array;
  /** 3 per triangle: every boundary face cut in two */
  readonly triangles: Int32Array;
  /** 2 per distinct edge of the cells */
  readonly edges: Int32Array;
}

/**
 * What `hexMesh` takes: x y z of each node, and 8 nodes for each cell.
 * @example const input: HexMeshInput = { positions: cells.positions, hexes: cells.hexes };
 */
export interface HexMeshInput {
  positions: ArrayLike<number>;
  hexes: ArrayLike<number>;
}

// Sides of a cell; faces point outward.
const faceCorners = [0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7];
const edgeCorners = [0, 1, 1, 2, 2, 3, 3, 0, 4, 5, 5, 6, 6, 7, 7, 4, 0, 4, 1, 5, 2, 6, 3, 7];
// The neighbours of each corner along the three axes of the cell, in right-handed order.
const cornerNeighbours = [1, 3, 4, 2, 0, 5, 3, 1, 6, 0, 2, 7, 7, 5, 0, 4, 6, 1, 5, 7, 2, 6, 4, 3];

/** A corner is refused if its volume, relative to the cube of its longest edge, is at most this. */
const flatCorner = 1e-12;

/**
 * Checks a mesh of hexahedral cells and finds its boundary and edges. A cell that is inverted or flat at a corner is
 * refused.
 * @example hexMesh({ positions: cells.positions, hexes: cells.hexes })
 */
export function hexMesh(input: HexMeshInput): HexMesh {
  const positions = new Float64Array(input.positions);
  const hexes = new Int32Array(input.hexes);
  const nodes = positions.length / 3;
  if (!Number.isInteger(nodes)) fail('positions', `${positions.length} numbers are not whole points (give 3 per node)`);
  const bad = positions.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) fail(`positions[${bad}]`, `${positions[bad]} is not a coordinate (give a finite number)`);
  if (hexes.length % 8) fail('hexes', `${hexes.length} indices are not whole cells (give 8 for each)`);
  for (let i = 0; i < hexes.length; i++) {
    const h = Math.floor(i / 8);
    if (hexes[i] !== input.hexes[i] || hexes[i] < 0 || hexes[i] >= nodes) {
      fail(`hexes[${h}]`, `${input.hexes[i]} is not a node (nodes run 0 to ${nodes - 1})`);
    }
    if (hexes.indexOf(hexes[i], 8 * h) < i)
      fail(`hexes[${h}]`, `node ${hexes[i]} is listed twice (give 8 different nodes)`);
  }
  for (let h = 0; h < hexes.length / 8; h++) refuseInsideOut(positions, hexes, h);
  const quads = boundaryQuads(hexes);
  const triangles = new Int32Array((quads.length / 4) * 6);
  for (let q = 0; q < quads.length / 4; q++) {
    const [a, b, c, d] = quads.subarray(4 * q, 4 * q + 4);
    triangles.set([a, b, c, a, c, d], 6 * q);
  }
  return { positions, hexes, quads, triangles, edges: edgesOf(hexes) };
}

/**
 * The Jacobian determinant of the trilinear map at a corner of cell h: the volume spanned by its three edges there.
 * @example cornerJacobian(cells.positions, cells.hexes, 0, 7)
 */
export function cornerJacobian(x: Float64Array, hexes: Int32Array, h: number, corner: number): number {
  const at = 3 * hexes[8 * h + corner];
  const u = 3 * hexes[8 * h + cornerNeighbours[3 * corner]];
  const v = 3 * hexes[8 * h + cornerNeighbours[3 * corner + 1]];
  const w = 3 * hexes[8 * h + cornerNeighbours[3 * corner + 2]];
  const [ux, uy, uz] = [x[u] - x[at], x[u + 1] - x[at + 1], x[u + 2] - x[at + 2]];
  const [vx, vy, vz] = [x[v] - x[at], x[v + 1] - x[at + 1], x[v + 2] - x[at + 2]];
  const [wx, wy, wz] = [x[w] - x[at], x[w + 1] - x[at + 1], x[w + 2] - x[at + 2]];
  return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
}

/**
 * The volume of cell h under the trilinear map, m^3. The Jacobian determinant is of second degree in each variable, so
 * two Gauss points in each direction are exact.
 * @example hexVolume(cells.positions, cells.hexes, 0)
 */
export function hexVolume(x: Float64Array, hexes: Int32Array, h: number): number {
  const g = 0.21132486540518713; // (1 - 1 / sqrt(3)) / 2
  let sum = 0;
  const J = new Float64Array(9);
  for (let point = 0; point < 8; point++) {
    const r = point & 1 ? 1 - g : g;
    const s = point & 2 ? 1 - g : g;
    const t = point & 4 ? 1 - g : g;
    J.fill(0);
    for (let c = 0; c < 8; c++) {
      const [i, j, k] = [hexCorners[3 * c], hexCorners[3 * c + 1], hexCorners[3 * c + 2]];
      const [a, b, d] = [i ? r : 1 - r, j ? s : 1 - s, k ? t : 1 - t];
      const slopes = [(i ? 1 : -1) * b * d, (j ? 1 : -1) * a * d, (k ? 1 : -1) * a * b];
      const at = 3 * hexes[8 * h + c];
      for (let row = 0; row < 3; row++)
        for (let axis = 0; axis < 3; axis++) J[3 * row + axis] += slopes[row] * x[at + axis];
    }
    sum += J[0] * (J[4] * J[8] - J[5] * J[7]) + J[1] * (J[5] * J[6] - J[3] * J[8]) + J[2] * (J[3] * J[7] - J[4] * J[6]);
  }
  return sum / 8;
}

/**
 * The volume of all cells, m^3.
 * @example hexMeshVolume(cells)
 */
export function hexMeshVolume({ positions, hexes }: HexMesh): number {
  let volume = 0;
  for (let h = 0; h < hexes.length / 8; h++) volume += hexVolume(positions, hexes, h);
  return volume;
}

function fail(where: string, what: string): never {
  throw refusing({ of: 'hexMesh' })(where, `${what}.`);
}

function refuseInsideOut(x: Float64Array, hexes: Int32Array, h: number): void {
  let negative = 0;
  let first = -1;
  for (let corner = 0; corner < 8; corner++) {
    let longest = 0;
    for (let k = 0; k < 3; k++) {
      const a = 3 * hexes[8 * h + corner];
      const b = 3 * hexes[8 * h + cornerNeighbours[3 * corner + k]];
      const [dx, dy, dz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
      longest = Math.max(longest, Math.sqrt(dx * dx + dy * dy + dz * dz));
    }
    if (cornerJacobian(x, hexes, h, corner) > flatCorner * longest * longest * longest) continue;
    negative++;
    if (first < 0) first = corner;
  }
  if (negative === 8) {
    fail(
      `hexes[${h}]`,
      'the cell is inside out (list the bottom four anticlockwise seen from above, then the four above them)',
    );
  }
  if (negative > 0) {
    const node = hexes[8 * h + first];
    fail(
      `hexes[${h}]`,
      `the cell is inside out or flat at node ${node}, its corner ${first} (move the node, or mesh the part again)`,
    );
  }
}

/** Faces that belong to one cell only. A face is identified by its lowest node and the node opposite to it. */
export function boundaryQuads(hexes: Int32Array): Int32Array {
  const faces = (hexes.length / 8) * 6;
  const quads = new Int32Array(4 * faces);
  let nodes = 0;
  for (let f = 0; f < faces; f++) {
    for (let c = 0; c < 4; c++) {
      const n = hexes[8 * Math.floor(f / 6) + faceCorners[4 * (f % 6) + c]];
      quads[4 * f + c] = n;
      nodes = Math.max(nodes, n + 1);
    }
  }
  const head = new Int32Array(nodes).fill(-1);
  const next = new Int32Array(faces);
  const opposite = new Int32Array(faces);
  const twin = new Int32Array(faces).fill(-1);
  for (let f = 0; f < faces; f++) {
    let at = 4 * f;
    for (let c = 4 * f + 1; c < 4 * f + 4; c++) if (quads[c] < quads[at]) at = c;
    const lowest = quads[at];
    opposite[f] = quads[4 * f + ((at + 2) % 4)];
    let g = head[lowest];
    while (g >= 0 && opposite[g] !== opposite[f]) g = next[g];
    if (g < 0) {
      next[f] = head[lowest];
      head[lowest] = f;
    } else {
      if (twin[g] >= 0) {
        const cells = `hexes[${Math.floor(g / 6)}] and hexes[${Math.floor(twin[g] / 6)}]`;
        fail(`hexes[${Math.floor(f / 6)}]`, `shares a face with both ${cells} (leave one out)`);
      }
      twin[g] = f;
      twin[f] = g;
    }
  }
  const out: number[] = [];
  for (let f = 0; f < faces; f++)
    if (twin[f] < 0) out.push(quads[4 * f], quads[4 * f + 1], quads[4 * f + 2], quads[4 * f + 3]);
  return Int32Array.from(out);
}

function edgesOf(hexes: Int32Array): Int32Array {
  let nodes = 0;
  for (let k = 0; k < hexes.length; k++) nodes = Math.max(nodes, hexes[k] + 1);
  const head = new Int32Array(nodes).fill(-1);
  const next: number[] = [];
  const out: number[] = [];
  for (let h = 0; h < hexes.length; h += 8) {
    for (let e = 0; e < 24; e += 2) {
      const [a, b] = [hexes[h + edgeCorners[e]], hexes[h + edgeCorners[e + 1]]];
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      let at = head[low];
      while (at >= 0 && out[2 * at + 1] !== high) at = next[at];
      if (at >= 0) continue;
      next.push(head[low]);
      head[low] = out.length / 2;
      out.push(low, high);
    }
  }
  return Int32Array.from(out);
}
