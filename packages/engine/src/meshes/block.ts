/** Block: a box of equal hexahedral cells. Nodes are numbered as those of `box`: `boxNode` finds them. */
import { checkOptions, numbers, required } from '../base/options.ts';
import { hexCorners } from '../geometry/hex-cell.ts';
import { boxNode, boxPositions } from './box.ts';
import { type HexMesh, hexMesh } from './hex-mesh.ts';
import { checkNumbers } from './mesh.ts';

type Triple = readonly [number, number, number];

/**
 * Options of `block`.
 * @example const options: BlockOptions = { size: [1, 1, 1], cells: [4, 4, 4] };
 */
export interface BlockOptions {
  /** metres, along x, y, z */
  size: Triple;
  /** cells along x, y, z */
  cells: Triple;
  centre?: Triple;
}

/**
 * What `block` uses for options that are not given.
 * @example block({ ...blockDefaults, size: [1, 1, 1], cells: [4, 4, 4] })
 */
export const blockDefaults = { centre: [0, 0, 0] } as const;

/**
 * A box of equal hexahedral cells; its nodes are numbered as those of `box`.
 * @example block({ size: [1, 1, 1], cells: [4, 4, 4] })
 */
export function block(options: BlockOptions): HexMesh {
  checkOptions('block', options, { size: required(numbers), cells: required(numbers), centre: numbers });
  const { size, cells, centre = blockDefaults.centre } = options;
  checkNumbers('block: size', size, 3, 'positive');
  checkNumbers('block: cells', cells, 3, 'whole and positive');
  checkNumbers('block: centre', centre, 3, 'finite');
  const [nx, ny, nz] = cells;
  const hexes = new Int32Array(8 * nx * ny * nz);
  let h = 0;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        for (let c = 0; c < 24; c += 3) {
          hexes[h++] = boxNode(cells, i + hexCorners[c], j + hexCorners[c + 1], k + hexCorners[c + 2]);
        }
      }
    }
  }
  return hexMesh({ positions: boxPositions(size, cells, centre), hexes });
}
