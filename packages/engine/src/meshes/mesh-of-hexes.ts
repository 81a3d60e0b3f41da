/** A hexahedral mesh as a Mesh, the form that bodies use: nodes, surface and edges, with the cells in addition. */
import type { HexMesh } from './hex-mesh.ts';
import type { Mesh } from './mesh.ts';

/**
 * A hexahedral mesh in the form that bodies use.
 * @example const mesh = meshOfHexes(block({ size: [1, 1, 1], cells: [2, 2, 2] }));
 */
export const meshOfHexes = ({
  positions,
  triangles,
  edges,
  hexes,
}: HexMesh): Mesh & { readonly hexes: Int32Array } => ({
  positions,
  tets: new Int32Array(),
  triangles,
  edges,
  hexes,
});
