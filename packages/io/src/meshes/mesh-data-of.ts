/** A mesh of the engine as the data of a file, to be written. */
import { type MeshData, noCells } from './mesh-data.ts';

export interface MeshParts {
  readonly positions: Float64Array;
  readonly tets?: Int32Array;
  readonly hexes?: Int32Array;
  readonly triangles?: Int32Array;
}

export function meshDataOf({ positions, tets, hexes, triangles }: MeshParts): MeshData {
  const cells = (nodes: Int32Array | undefined, corners: number) =>
    nodes ? { nodes, regions: new Int32Array(nodes.length / corners) } : noCells;
  return {
    format: 'a mesh of Pliant',
    points: positions,
    firstId: 0,
    tets: cells(tets, 4),
    hexes: cells(hexes, 8),
    triangles: cells(triangles, 3),
    names: { volume: new Map(), surface: new Map() },
    dangling: [],
    notices: [],
  };
}
