/**
 * The curtain as the C program has it: what is where, and what is held.                              [GBT06, fig. 1, 2]
 *
 * Twenty rows of unit cubes, w and w - 1 by turns, hang edge to edge; a cube's corner n has x = n & 1, y = n >> 1 & 1 and
 * z = n >> 2. Two corners of an edge are joined to two of the cube below, and the upper corners of the first row nailed.
 */
export const step = 0.002;
/** the central tet, then the four around it */
export const tets = [0, 3, 5, 6, 1, 0, 3, 5, 2, 0, 3, 6, 4, 0, 5, 6, 7, 3, 5, 6];
const rows = 20;

export interface Corner {
  readonly cube: number;
  readonly node: number;
}

export interface Curtain {
  /** lower left corner of each cube */
  readonly places: readonly (readonly [number, number, number])[];
  readonly joins: readonly (readonly [Corner, Corner])[];
  readonly nails: readonly Corner[];
}

export function curtain(width: number): Curtain {
  const places: [number, number, number][] = [];
  const wide = (row: number): number => width - (row % 2);
  const cubeAt = (row: number, column: number): number => row * width - Math.floor(row / 2) + column;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < wide(row); column++) places.push([2 * column + (row % 2), -row - 1, 0]);
  }
  const joins: [Corner, Corner][] = [];
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < wide(row); column++) {
      for (const side of [0, 1]) {
        const below = column + side - 1 + (row % 2);
        if (below < 0 || below >= wide(row + 1)) continue;
        for (const back of [0, 4]) {
          const upper = { cube: cubeAt(row, column), node: side + back };
          joins.push([upper, { cube: cubeAt(row + 1, below), node: 1 - side + 2 + back }]);
        }
      }
    }
  }
  const nails = Array.from({ length: width }, (_, cube) => [2, 3, 6, 7].map((node) => ({ cube, node })));
  return { places, joins, nails: nails.flat() };
}

/** How far corner `i`, counted over all cubes, starts off its place along z: +-0.01, so that nothing is symmetric. */
export function noise(i: number): number {
  let u = Math.imul(i, 2654435761);
  u = Math.imul(u ^ (u >>> 15), 2246822519);
  return 0.02 * (((u ^ (u >>> 13)) & 0xffffff) / 16777216 - 0.5);
}
