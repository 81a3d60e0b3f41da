/** Gmsh's element types: shape and number of nodes. */
import type { Shape } from '../scan/mesh-builder.ts';

export interface GmshType {
  readonly shape: Shape;
  readonly nodes: number;
}
const type = (shape: Shape, nodes: number): GmshType => ({ shape, nodes });

export const gmshTypes: Readonly<Record<number, GmshType>> = {
  ...{ 1: type('line', 2), 2: type('triangle', 3), 3: type('quad', 4), 4: type('tet', 4), 5: type('hex', 8) },
  ...{ 6: type('prism', 6), 7: type('pyramid', 5), 8: type('line', 3), 9: type('triangle', 6), 10: type('quad', 9) },
  ...{ 11: type('tet', 10), 12: type('hex', 27), 13: type('prism', 18), 14: type('pyramid', 14), 15: type('point', 1) },
  ...{ 16: type('quad', 8), 17: type('hex', 20), 18: type('prism', 15), 19: type('pyramid', 13) },
  ...{ 20: type('triangle', 9), 21: type('triangle', 10), 22: type('triangle', 12), 23: type('triangle', 15) },
  ...{ 24: type('triangle', 15), 25: type('triangle', 21), 26: type('line', 4), 27: type('line', 5) },
  ...{ 28: type('line', 6), 29: type('tet', 20), 30: type('tet', 35), 31: type('tet', 56) },
  ...{ 92: type('hex', 64), 93: type('hex', 125) },
};
export const mostNodes = 125;
/** Numbers of the types that are written. */
export const gmshNumbers = { triangle: 2, tet: 4, hex: 5, tet10: 11 } as const;

/** Gmsh lists the last two edges of a tet as 23 13, we as 13 23. Its own inverse. */
export function swapLastEdges(nodes: Int32Array, from: number): void {
  const kept = nodes[from + 8];
  nodes[from + 8] = nodes[from + 9];
  nodes[from + 9] = kept;
}
