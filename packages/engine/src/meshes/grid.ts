/**
 * Grid: a flat sheet of cells, two triangles each. The diagonal changes from cell to cell, so that the sheet is equally
 * stiff both ways. The faces point along the positive third axis: +y for the plane xz, +z for xy, +x for yz.
 */

import { checkOptions, numbers, oneOf, required } from '../base/options.ts';
import { checkNumbers, type Mesh, mesh } from './mesh.ts';

type Pair = readonly [number, number];

export interface GridOptions {
  /** Metres, along the first and the second axis of the plane. */
  size: Pair;
  cells: Pair;
  centre?: readonly [number, number, number];
  plane?: 'xz' | 'xy' | 'yz';
}

/**
 * What `grid` uses for options that are not given.
 * @example grid({ ...gridDefaults, size: [1, 1], cells: [10, 10] })
 */
export const gridDefaults = { centre: [0, 0, 0], plane: 'xz' } as const;

// The two axes, and whether their cross product points along the negative third axis.
const planes = { xz: [0, 2, true], xy: [0, 1, false], yz: [1, 2, false] } as const;

// Corners of a cell: i + 2j.
const rising = [0, 1, 3, 0, 3, 2];
const falling = [0, 1, 2, 1, 3, 2];

/**
 * A flat sheet of triangles. Node i + (n0 + 1) j is in column i along the first axis and row j along the second; n0 is
 * the first number of cells.
 * @example grid({ size: [1, 1], cells: [10, 10] })
 */
export function grid(options: GridOptions): Mesh {
  checkOptions('grid', options, {
    size: required(numbers),
    cells: required(numbers),
    centre: numbers,
    plane: oneOf(...Object.keys(planes)),
  });
  const { size, cells, centre = gridDefaults.centre, plane = gridDefaults.plane } = options;
  checkNumbers('grid: size', size, 2, 'positive');
  checkNumbers('grid: cells', cells, 2, 'whole and positive');
  checkNumbers('grid: centre', centre, 3, 'finite');
  const [first, second, reversed] = planes[plane];
  const [nx, ny] = cells;
  const row = nx + 1;

  const positions = new Float64Array(3 * row * (ny + 1));
  for (let j = 0; j <= ny; j++) {
    for (let i = 0; i <= nx; i++) {
      const p = 3 * (i + row * j);
      positions.set(centre, p);
      positions[p + first] += size[0] * ((2 * i - nx) / (2 * nx));
      positions[p + second] += size[1] * ((2 * j - ny) / (2 * ny));
    }
  }

  const corner = reversed ? [0, row, 1, row + 1] : [0, 1, row, row + 1];
  const triangles = new Int32Array(6 * nx * ny);
  let t = 0;
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const cut = (i + j) % 2 === 0 ? rising : falling;
      for (let c = 0; c < 6; c++) triangles[t++] = i + row * j + corner[cut[c]];
    }
  }
  return mesh({ positions, triangles });
}
