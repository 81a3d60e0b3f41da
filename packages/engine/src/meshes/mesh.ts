/**
 * Mesh: nodes in space and the tetrahedra, triangles and edges between them, checked and completed once, at build time.
 *
 * Orders depend on the input alone: sides of elements are numbered in the order in which they first appear.
 */

import { checkOptions, numbers, required } from '../base/options.ts';
import { refusing } from '../base/refusal.ts';
import { hexVolume } from './hex-mesh.ts';

/**
 * Nodes, and the tets, triangles and edges between them: checked and completed.
 * @example const boxMesh: Mesh = box({ size: [1, 1, 1], cells: [4, 4, 4] });
 */
export interface Mesh {
  /** 3 per node, metres. */
  readonly positions: Float64Array;
  /** 4 per tet, positively oriented: det(x1 - x0, x2 - x0, x3 - x0) > 0. May be empty. */
  readonly tets: Int32Array;
  /** 3 per triangle: the boundary surface, outward by the right-hand rule; of a sheet, its faces. */
  readonly triangles: Int32Array;
  /** 2 per distinct edge. */
  readonly edges: Int32Array;
  /** Of each tet the number of the region it belongs to: the domains of a mesh file. */
  readonly regions?: Int32Array;
  /** 8 per hexahedral cell, as in hex-mesh.ts; a mesh has tets or cells. */
  readonly hexes?: Int32Array;
  /** 10 per tet of second order, as in second-order.ts; `tets` are then the eight parts of each. */
  readonly secondOrder?: Int32Array;
}

export interface MeshInput {
  positions: ArrayLike<number>;
  tets?: ArrayLike<number>;
  /** Default: the boundary of the tets. */
  triangles?: ArrayLike<number>;
  /** Default: every edge of the tets and triangles. */
  edges?: ArrayLike<number>;
  /** One for each tet. */
  regions?: ArrayLike<number>;
}

/** Scaled about the origin, then rotated about it, then moved. */
export interface Transform {
  /** One factor, or one for each axis; an odd number of negative ones mirrors. */
  scale?: number | readonly [number, number, number];
  /** Quaternion [x, y, z, w], of any length but 0. */
  rotate?: readonly [number, number, number, number];
  translate?: readonly [number, number, number];
}

/** A tet is refused when its volume is at most this times the cube of its mean edge. */
export const flatTet = 1e-12;

// Corners of the sides of a tet. The faces point outward when the tet is positively oriented.
const tetEdges = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3];
const tetFaces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const triangleEdges = [0, 1, 1, 2, 2, 0];
/** The ten nodes of a tet of second order whose last two corners change places. */
export const mirroredTen = [0, 1, 3, 2, 4, 8, 7, 6, 5, 9];
const swappedParts = [0, 1, 3, 2, 4, 5, 6, 7].flatMap((part) => [0, 1, 2, 3].map((k) => 4 * part + k));

/**
 * Checks a mesh and completes what is not given. Tets with a negative volume have their last two nodes swapped. The
 * arrays are copied.
 * @example mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], tets: [0, 1, 2, 3] })
 */
export function mesh(input: MeshInput): Mesh {
  checkOptions('mesh', input, {
    positions: required(numbers),
    tets: numbers,
    triangles: numbers,
    edges: numbers,
    regions: numbers,
  });
  const positions = new Float64Array(input.positions);
  const nodes = positions.length / 3;
  if (!Number.isInteger(nodes)) fail('positions', `${positions.length} numbers are not whole points (give 3 per node)`);
  const bad = positions.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) {
    const node = Math.floor(bad / 3);
    fail(`positions[${bad}]`, `${positions[bad]} is not a coordinate for node ${node} (give a finite number)`);
  }
  const tets = elements('tets', input.tets ?? [], 4, nodes);
  orient(positions, tets);
  const triangles = input.triangles ? elements('triangles', input.triangles, 3, nodes) : boundaryOf(tets);
  const edges = input.edges ? elements('edges', input.edges, 2, nodes) : edgesOf(tets, triangles);
  if (input.edges) refuseRepeated(edges);
  const regions = input.regions && new Int32Array(input.regions);
  if (regions && regions.length !== tets.length / 4) {
    fail('regions', `${regions.length} numbers for ${tets.length / 4} tets (give one for each)`);
  }
  return { positions, tets, triangles, edges, ...(regions ? { regions } : {}) };
}

/** All distinct triangles of the tets, inner ones too, each outward from the first tet that has it. */
export function facesOf(tets: Int32Array): Int32Array {
  const faces = sidesOf(tets, 4, tetFaces);
  return gather(faces, 3, numbered(faces, 3).first);
}

/**
 * The volume of tet t, det(x1 - x0, x2 - x0, x3 - x0) / 6: positive when x1, x2, x3 are anticlockwise seen from the
 * side away from x0.
 * @example tetVolume(boxMesh.positions, boxMesh.tets, 0)
 */
export function tetVolume(positions: Float64Array, tets: Int32Array, t: number): number {
  const a = 3 * tets[4 * t];
  const b = 3 * tets[4 * t + 1];
  const c = 3 * tets[4 * t + 2];
  const d = 3 * tets[4 * t + 3];
  const ax = positions[a];
  const ay = positions[a + 1];
  const az = positions[a + 2];
  const bx = positions[b] - ax;
  const by = positions[b + 1] - ay;
  const bz = positions[b + 2] - az;
  const cx = positions[c] - ax;
  const cy = positions[c + 1] - ay;
  const cz = positions[c + 2] - az;
  const dx = positions[d] - ax;
  const dy = positions[d + 1] - ay;
  const dz = positions[d + 2] - az;
  return (bx * (cy * dz - cz * dy) + by * (cz * dx - cx * dz) + bz * (cx * dy - cy * dx)) / 6;
}

/**
 * Whether the corners of tet t lie in a plane, within rounding: see `flatTet`.
 * @example isFlat(boxMesh.positions, boxMesh.tets, 0)
 */
export function isFlat(positions: Float64Array, tets: Int32Array, t: number): boolean {
  let edge = 0; // mean edge
  for (let k = 0; k < 12; k += 2) {
    const a = 3 * tets[4 * t + tetEdges[k]];
    const b = 3 * tets[4 * t + tetEdges[k + 1]];
    const x = positions[b] - positions[a];
    const y = positions[b + 1] - positions[a + 1];
    const z = positions[b + 2] - positions[a + 2];
    edge += Math.sqrt(x * x + y * y + z * z) / 6;
  }
  return !(Math.abs(tetVolume(positions, tets, t)) > flatTet * edge * edge * edge);
}

/**
 * The volume of all tets or cells, m^3; 0 for a sheet or a chain.
 * @example meshVolume(boxMesh)
 */
export function meshVolume({ positions, tets, hexes }: Pick<Mesh, 'positions' | 'tets' | 'hexes'>): number {
  let volume = 0;
  for (let t = 0; t < tets.length / 4; t++) volume += tetVolume(positions, tets, t);
  for (let h = 0; hexes && h < hexes.length / 8; h++) volume += hexVolume(positions, hexes, h);
  return volume;
}

/**
 * A copy of a mesh, scaled, rotated and moved. A mirrored copy keeps its tets positive and its triangles outward.
 * @example transformed(boxMesh, { scale: 2, translate: [0, 1, 0] })
 */
export function transformed(source: Mesh, transform: Transform): Mesh {
  const positions = movedPositions(source.positions, transform);
  const factors =
    typeof transform.scale === 'object' ? transform.scale : new Array<number>(3).fill(transform.scale ?? 1);
  const mirrored = factors.filter((factor) => factor < 0).length % 2 === 1;
  const triangles = mirrored ? sidesOf(source.triangles, 3, [0, 2, 1]) : source.triangles;
  const { edges, regions, hexes, secondOrder } = source;
  // the parts at the last two corners of a tet of second order change places as these do
  const tets = mirrored && secondOrder ? sidesOf(source.tets, 32, swappedParts) : source.tets;
  const made = mesh({ positions, tets, triangles, edges, ...(regions ? { regions } : {}) });
  return {
    ...made,
    ...(hexes && { hexes: mirrored ? sidesOf(hexes, 8, [1, 0, 3, 2, 5, 4, 7, 6]) : hexes }),
    ...(secondOrder && { secondOrder: mirrored ? sidesOf(secondOrder, 10, mirroredTen) : secondOrder }),
  };
}

const unscaled = [1, 1, 1] as const;
const unturned = [0, 0, 0, 1] as const;
const unmoved = [0, 0, 0] as const;
/** Points scaled, rotated and moved. There may be ten thousand copies: lists are read by number, not taken apart. */
export function movedPositions(
  points: Float64Array,
  { scale = unscaled, rotate = unturned, translate = unmoved }: Transform,
  positions = new Float64Array(points.length), // written
): Float64Array {
  const factors = typeof scale === 'number' ? [scale, scale, scale] : scale;
  const sx = factors[0];
  const sy = factors[1];
  const sz = factors[2];
  const x = rotate[0];
  const y = rotate[1];
  const z = rotate[2];
  const w = rotate[3];
  const tx = translate[0];
  const ty = translate[1];
  const tz = translate[2];
  const norm = x * x + y * y + z * z + w * w; // |q|^2
  if (factors !== unscaled) checkNumbers('transformed: scale', [sx, sy, sz], 3, 'finite');
  if (rotate !== unturned) checkNumbers('transformed: rotate', rotate, 4, 'finite');
  if (translate !== unmoved) checkNumbers('transformed: translate', translate, 3, 'finite');
  if (sx === 0 || sy === 0 || sz === 0) {
    throw refusing({ of: 'transformed' })('scale', '0 flattens the mesh (give other factors).');
  }
  if (!(norm > 0 && norm < Infinity)) {
    throw refusing({ of: 'transformed' })('rotate', `[${rotate}] has no usable length (no rotation is [0, 0, 0, 1]).`);
  }

  // R = I + 2 (w [u] + [u]^2) / |q|^2, q = (u, w), [u] p = u x p: a rotation whatever the length of q.
  const r = 2 / norm;
  for (let i = 0; i < positions.length; i += 3) {
    const px = sx * points[i];
    const py = sy * points[i + 1];
    const pz = sz * points[i + 2];
    positions[i] = px + r * ((x * y - z * w) * py + (x * z + y * w) * pz - (y * y + z * z) * px) + tx;
    positions[i + 1] = py + r * ((y * z - x * w) * pz + (x * y + z * w) * px - (x * x + z * z) * py) + ty;
    positions[i + 2] = pz + r * ((x * z - y * w) * px + (y * z + x * w) * py - (x * x + y * y) * pz) + tz;
  }
  return positions;
}

/** Conditions on the numbers of an option. */
const demands = {
  finite: { holds: Number.isFinite, words: 'a finite number' },
  positive: { holds: (x: number) => x > 0 && x < Infinity, words: 'a positive number' },
  'whole and positive': { holds: (x: number) => Number.isSafeInteger(x) && x > 0, words: 'a whole number, 1 or more' },
};

/** Refuses an option that is not `count` numbers that meet the condition. `where` is the function and its option. */
export function checkNumbers(
  where: string,
  values: readonly number[],
  count: number,
  demand: keyof typeof demands,
): void {
  const { holds, words } = demands[demand];
  let k = 0;
  while (k < count && holds(values[k])) k++;
  if (values.length === count && k === count) return;
  const refuse = (suffix: string, fact: string) => {
    const [of, name] = where.split(': ');
    return refusing({ of })(`${name}${suffix}`, fact);
  };
  if (values.length !== count) throw refuse('', `${values.length} numbers given (give ${count}).`);
  throw refuse(`[${k}]`, `${values[k]} is not allowed (give ${words}).`);
}

function fail(where: string, what: string): never {
  throw refusing({ of: 'mesh' })(where, `${what}.`);
}

/** A checked copy of a list of elements of `corners` nodes each. */
function elements(name: string, given: ArrayLike<number>, corners: number, nodes: number): Int32Array {
  const copy = new Int32Array(given);
  if (copy.length % corners !== 0) {
    fail(name, `${copy.length} indices are not whole elements (give ${corners} for each)`);
  }
  for (let i = 0; i < copy.length; i++) {
    const e = Math.floor(i / corners);
    const node = copy[i];
    if (node !== given[i] || node < 0 || node >= nodes) {
      const range = nodes > 0 ? `nodes run 0 to ${nodes - 1}` : 'there are no nodes';
      fail(`${name}[${e}]`, `${given[i]} is not a node (${range})`);
    }
    for (let other = e * corners; other < i; other++) {
      if (copy[other] === node) fail(`${name}[${e}]`, `node ${node} is listed twice (give ${corners} different nodes)`);
    }
  }
  return copy;
}

/** Makes every tet positive by swapping its last two vertices; refuses flat ones. */
function orient(positions: Float64Array, tets: Int32Array): void {
  for (let t = 0; t < tets.length / 4; t++) {
    if (isFlat(positions, tets, t)) {
      const nodes = tets.slice(4 * t, 4 * t + 4).join(', ');
      fail(`tets[${t}]`, `nodes ${nodes} lie in a plane (move a node or leave the tet out)`);
    }
    if (tetVolume(positions, tets, t) < 0) {
      const last = tets[4 * t + 3];
      tets[4 * t + 3] = tets[4 * t + 2];
      tets[4 * t + 2] = last;
    }
  }
}

/** The faces that belong to one tet only. A face has at most one tet on each side; more are refused. */
function boundaryOf(tets: Int32Array): Int32Array {
  const faces = sidesOf(tets, 4, tetFaces);
  const { number, first } = numbered(faces, 3);
  const behind = new Int32Array(first.length).fill(-1); // the same face, seen from the tet on its other side
  for (let f = 0; f < number.length; f++) {
    const n = number[f];
    if (f === first[n]) continue;
    const taken = sameTurn(faces, f, first[n]) ? first[n] : behind[n];
    if (taken >= 0) {
      const nodes = faces.slice(3 * f, 3 * f + 3).join(', ');
      const overlap = `overlaps tets[${Math.floor(taken / 4)}] at face ${nodes}`;
      fail(`tets[${Math.floor(f / 4)}]`, `${overlap} (leave one out, or give the triangles)`);
    }
    behind[n] = f;
  }
  const outer = first.filter((_, n) => behind[n] < 0);
  return gather(faces, 3, outer);
}

/** Whether two triangles of the same nodes have the same orientation. */
function sameTurn(triangles: Int32Array, f: number, g: number): boolean {
  const a = triangles[3 * g];
  const b = triangles[3 * g + 1];
  for (let k = 0; k < 3; k++) {
    if (triangles[3 * f + k] === a) return triangles[3 * f + ((k + 1) % 3)] === b;
  }
  return false;
}

function edgesOf(tets: Int32Array, triangles: Int32Array): Int32Array {
  const ofTets = sidesOf(tets, 4, tetEdges);
  const ofTriangles = sidesOf(triangles, 3, triangleEdges);
  const edges = new Int32Array(ofTets.length + ofTriangles.length);
  edges.set(ofTets);
  edges.set(ofTriangles, ofTets.length);
  return gather(edges, 2, numbered(edges, 2).first);
}

function refuseRepeated(edges: Int32Array): void {
  const { number, first } = numbered(edges, 2);
  if (first.length === number.length) return;
  const e = number.findIndex((n, side) => first[n] !== side);
  const nodes = `${edges[2 * e]}, ${edges[2 * e + 1]}`;
  fail(`edges[${e}]`, `${nodes} is edges[${first[number[e]]}] again (list every edge once)`);
}

/** The sides of all elements, one element after another. */
function sidesOf(elements: Int32Array, corners: number, pattern: readonly number[]): Int32Array {
  const sides = new Int32Array((elements.length / corners) * pattern.length);
  let s = 0;
  for (let e = 0; e < elements.length; e += corners) {
    for (let k = 0; k < pattern.length; k++) sides[s++] = elements[e + pattern[k]];
  }
  return sides;
}

/** The chosen sides, one after another. */
function gather(sides: Int32Array, width: number, chosen: Int32Array): Int32Array {
  const out = new Int32Array(width * chosen.length);
  for (let k = 0; k < out.length; k++) out[k] = sides[width * chosen[Math.floor(k / width)] + (k % width)];
  return out;
}

/**
 * Numbers sides of 2 or 3 different nodes as they first appear; the order of the nodes in a side does not matter.
 *
 * Every side is kept in the list of the one of its nodes that has the fewest sides (of equals, the lowest). Lists stay short
 * even around a hub, and neighbours in the mesh stay neighbours in memory. Tried and rejected: an open hash table; faces and
 * edges of a box of 1e6 tets took 1.1 s with it, 0.46 s with the lists (of 1.35 s and 0.9 s for the whole box).
 *
 * number  of each side
 * first   the side where each number first appears
 */
function numbered(sides: Int32Array, width: 2 | 3): { number: Int32Array; first: Int32Array } {
  const count = sides.length / width;
  let nodes = 0;
  for (let k = 0; k < sides.length; k++) nodes = Math.max(nodes, sides[k] + 1);
  const busy = new Int32Array(nodes); // sides at each node
  for (let k = 0; k < sides.length; k++) busy[sides[k]]++;

  const head = new Int32Array(nodes).fill(-1);
  const next = new Int32Array(count); // lists of numbers
  const number = new Int32Array(count);
  const first = new Int32Array(count);
  let distinct = 0;
  for (let s = 0; s < count; s++) {
    // An edge is a triangle that has its second node twice.
    const a = sides[width * s];
    const b = sides[width * s + 1];
    const c = sides[width * s + width - 1];
    const ab = busy[a] < busy[b] || (busy[a] === busy[b] && a < b) ? a : b;
    const owner = busy[ab] < busy[c] || (busy[ab] === busy[c] && ab < c) ? ab : c;
    let n = head[owner];
    for (; n >= 0; n = next[n]) {
      const f = width * first[n];
      const p = sides[f];
      const q = sides[f + 1];
      const r = sides[f + width - 1];
      if ((a === p || a === q || a === r) && (b === p || b === q || b === r) && (c === p || c === q || c === r)) break;
    }
    if (n < 0) {
      n = distinct++;
      first[n] = s;
      next[n] = head[owner];
      head[owner] = n;
    }
    number[s] = n;
  }
  return { number, first: first.slice(0, distinct) };
}
