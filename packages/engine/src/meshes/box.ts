/**
 * Box: a block of cells, each cut into 5 or 6 tets so that the faces of neighbours match.
 *
 * Corners of a cell are numbered b = i + 2j + 4k.
 *
 * 5  four corner tets around a tet of double volume [GBT06 notes, sec. 8]. Its face diagonals differ from face to
 *    opposite face, so every other cell (i + j + k odd) is mirrored in x: corner b becomes b ^ 1, and the last two
 *    vertices of a tet are swapped to keep it positive.
 * 6  one tet for each way of walking from corner 0 to corner 7 along three edges (Kuhn). Opposite faces have the same
 *    diagonal, so all cells are alike.
 */

import { checkOptions, number, numbers, required } from '../base/options.ts';
import { refusing } from '../base/refusal.ts';
import { checkNumbers, type Mesh, mesh } from './mesh.ts';

type Triple = readonly [number, number, number];

export interface BoxOptions {
  /** Metres, along x, y, z. */
  size: Triple;
  /** Cells along x, y, z. */
  cells: Triple;
  tetsPerCell?: 5 | 6;
  centre?: Triple;
}

/**
 * What `box` uses for options that are not given.
 * @example box({ ...boxDefaults, size: [1, 1, 1], cells: [4, 4, 4] })
 */
export const boxDefaults = { tetsPerCell: 5, centre: [0, 0, 0] } as const;

const five = [0, 1, 2, 4, 3, 2, 1, 7, 5, 4, 7, 1, 6, 7, 4, 2, 1, 2, 4, 7];
const mirroredFive = five.map((_, k) => five[k % 4 < 2 ? k : k ^ 1] ^ 1);
/** The cut into 6: corners of its tets, 4 each. */
export const kuhnTets = [0, 1, 3, 7, 0, 2, 6, 7, 0, 4, 5, 7, 0, 2, 7, 3, 0, 1, 7, 5, 0, 4, 7, 6];

/**
 * The number of the node in column i, layer j, slice k of a box with this many cells; each index runs from 0 to the
 * number of cells.
 * @example boxNode([4, 4, 4], 0, 4, 0)
 */
export const boxNode = ([nx, ny]: Triple, i: number, j: number, k: number): number => i + (nx + 1) * (j + (ny + 1) * k);

/**
 * A box of tets: cells, each cut into 5 or 6 tets.
 * @example box({ size: [1, 1, 1], cells: [4, 4, 4] })
 */
export function box(options: BoxOptions): Mesh {
  checkOptions('box', options, {
    size: required(numbers),
    cells: required(numbers),
    tetsPerCell: number,
    centre: numbers,
  });
  const { size, cells, tetsPerCell = boxDefaults.tetsPerCell, centre = boxDefaults.centre } = options;
  checkNumbers('box: size', size, 3, 'positive');
  checkNumbers('box: cells', cells, 3, 'whole and positive');
  checkNumbers('box: centre', centre, 3, 'finite');
  if (tetsPerCell !== 5 && tetsPerCell !== 6) {
    throw refusing({ of: 'box' })('tetsPerCell', `a cell cannot be cut into ${tetsPerCell} tets (give 5 or 6).`);
  }
  return mesh({ positions: boxPositions(size, cells, centre), tets: tetsOf(cells, tetsPerCell) });
}

/** x = centre + size (2i - n) / 2n: positions are symmetric about the centre to the last bit. */
export function boxPositions(size: Triple, cells: Triple, centre: Triple): Float64Array {
  const [nx, ny, nz] = cells;
  const along = (axis: number, i: number) => centre[axis] + size[axis] * ((2 * i - cells[axis]) / (2 * cells[axis]));
  const positions = new Float64Array(3 * (nx + 1) * (ny + 1) * (nz + 1));
  let p = 0;
  for (let k = 0; k <= nz; k++) {
    for (let j = 0; j <= ny; j++) {
      for (let i = 0; i <= nx; i++) {
        positions[p++] = along(0, i);
        positions[p++] = along(1, j);
        positions[p++] = along(2, k);
      }
    }
  }
  return positions;
}

function tetsOf(cells: Triple, tetsPerCell: 5 | 6): Int32Array {
  const [nx, ny, nz] = cells;
  // number of corner b of a cell minus that of its corner 0
  const corner = Array.from({ length: 8 }, (_, b) => boxNode(cells, b & 1, (b >> 1) & 1, b >> 2));
  const tets = new Int32Array(4 * tetsPerCell * nx * ny * nz);
  let t = 0;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const origin = boxNode(cells, i, j, k);
        const cut = tetsPerCell === 6 ? kuhnTets : (i + j + k) % 2 === 0 ? five : mirroredFive;
        for (let c = 0; c < cut.length; c++) tets[t++] = origin + corner[cut[c]];
      }
    }
  }
  return tets;
}
