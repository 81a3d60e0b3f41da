/**
 * Tets of second order: ten nodes each, the four corners and one amid each edge 01 12 02 03 13 23. Between them they are
 * handled as the eight linear tets that the middles cut each into: what is drawn, embedded, anchored or measured sees
 * these, as it sees any other tets.
 *
 *   corner k     corner k and the middles of its three edges
 *   inner four   around the diagonal from the middle of 02 to that of 13
 */
import { refusing } from '../base/refusal.ts';
import { type Mesh, mesh, mirroredTen, tetVolume } from './mesh.ts';

/** Corners of the edges that the nodes 4 to 9 lie on. */
export const middleEdges = [0, 1, 1, 2, 0, 2, 0, 3, 1, 3, 2, 3];
/** The eight parts, by the ten nodes, each as positive as the whole. */
const parts = [
  ...[0, 4, 6, 7, 4, 1, 5, 8, 6, 5, 2, 9, 7, 8, 9, 3],
  ...[4, 8, 6, 7, 4, 5, 6, 8, 6, 7, 8, 9, 6, 8, 5, 9],
];
export const partCount = parts.length / 4;

/**
 * The mesh with a node amid each edge. The new nodes follow the others, in the order in which tets first name their edges.
 * @example secondOrder(boxMesh).secondOrder
 */
export function secondOrder(source: Pick<Mesh, 'positions' | 'tets' | 'regions'>): Mesh {
  const { positions: x, tets, regions } = source;
  const count = x.length / 3;
  const numbers = new Map<number, number>(); // by both ends
  const middles: number[] = [];
  const cells = new Int32Array((10 * tets.length) / 4);
  for (let t = 0; t < tets.length / 4; t++) {
    cells.set(tets.subarray(4 * t, 4 * t + 4), 10 * t);
    for (let e = 0; e < 6; e++) {
      const [a, b] = [tets[4 * t + middleEdges[2 * e]], tets[4 * t + middleEdges[2 * e + 1]]];
      const key = Math.min(a, b) * count + Math.max(a, b);
      let node = numbers.get(key);
      if (node === undefined) {
        node = count + middles.length / 3;
        numbers.set(key, node);
        for (let axis = 0; axis < 3; axis++) middles.push((x[3 * a + axis] + x[3 * b + axis]) / 2);
      }
      cells[10 * t + 4 + e] = node;
    }
  }
  const positions = new Float64Array(x.length + middles.length);
  positions.set(x);
  positions.set(middles, x.length);
  return meshOfSecondOrder({ positions, cells, ...(regions ? { regions } : {}) });
}

/**
 * A mesh of tets of ten nodes, whose middles need not lie straight between the corners. A tet that they turn inside out is
 * refused.
 * @example meshOfSecondOrder({ positions: secondOrder(boxMesh).positions, cells: secondOrder(boxMesh).secondOrder ?? [] })
 */
export function meshOfSecondOrder(input: {
  readonly positions: ArrayLike<number>;
  /** ten nodes for each tet */
  readonly cells: ArrayLike<number>;
  /** one for each tet */
  readonly regions?: ArrayLike<number>;
}): Mesh {
  const [positions, cells] = [Float64Array.from(input.positions), Int32Array.from(input.cells)];
  const count = cells.length / 10;
  const refuse = refusing({ of: 'mesh' });
  if (!Number.isInteger(count)) throw refuse('tets', `${cells.length} indices are not whole tets (give 10 for each).`);
  for (let t = 0; t < count; t++) if (cornerVolume(positions, cells, t) < 0) turn(cells, t);
  const tets = new Int32Array(4 * partCount * count);
  for (let t = 0; t < count; t++)
    for (let k = 0; k < parts.length; k++) tets[parts.length * t + k] = cells[10 * t + parts[k]];
  for (let part = 0; part < tets.length / 4; part++) {
    if (tetVolume(positions, tets, part) > 0) continue;
    const own = Math.floor(part / partCount);
    const nodes = cells.slice(10 * own, 10 * own + 10).join(', ');
    throw refuse(`tets[${own}]`, `nodes ${nodes}: the nodes amid its edges turn it inside out (move them).`);
  }
  const regions = input.regions && Int32Array.from({ length: tets.length / 4 }, (_, k) => regionAt(input, k));
  return { ...mesh({ positions, tets, ...(regions ? { regions } : {}) }), secondOrder: cells };
}
const regionAt = ({ regions = [] }: { readonly regions?: ArrayLike<number> }, part: number): number =>
  regions[Math.floor(part / partCount)];

function cornerVolume(positions: Float64Array, cells: Int32Array, t: number): number {
  return tetVolume(positions, cells.subarray(10 * t, 10 * t + 4), 0);
}
/** The last two corners change places, and the nodes on their edges with them. */
function turn(cells: Int32Array, t: number): void {
  const own = cells.slice(10 * t, 10 * t + 10);
  cells.set(
    mirroredTen.map((k) => own[k]),
    10 * t,
  );
}
