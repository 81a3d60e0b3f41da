/** A hexahedral mesh as bodies carry it: nodes, surface and edges as of any mesh, cells beside them. */
import type { HexMesh } from './hex-mesh.ts';
import type { Mesh } from './mesh.ts';

/**
 * A hexahedral mesh in the form that bodies carry.
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
