/** Meshes of a scene: generated, written out, or from a file. */
import { ballMesh, box, chain, grid, type Mesh, mesh as meshFrom, ring } from '@pliant/engine';
import type { MeshDef } from '../../schema.ts';
import { optionsOf } from '../defined.ts';
import type { Marks, MeshFiles } from './mesh-files.ts';

/** More cells than this are taken for a slip of the pen. */
const mostCells = 5_000_000;

/** A mesh, and what its file says of its nodes, if it has one. */
export interface Shape {
  readonly mesh: Mesh;
  readonly marks?: Marks;
}

export function shapeOf(def: MeshDef, files: MeshFiles): Shape {
  if (def.kind === 'file') return files.mesh(def);
  return { mesh: def.kind === 'fill' ? files.fill(def) : meshOf(def) };
}

function meshOf(def: Exclude<MeshDef, { kind: 'file' | 'fill' }>): Mesh {
  switch (def.kind) {
    case 'box':
      return box(optionsOf(def));
    case 'chain':
      return chain(optionsOf(def));
    case 'grid':
      return grid(optionsOf(def) as Parameters<typeof grid>[0]);
    case 'ring':
      return ring(optionsOf(def));
    case 'ball':
      return ballMesh(optionsOf(def));
    case 'inline': {
      const { positions, tets, triangles, edges } = def;
      return meshFrom({
        positions: positions.flat(),
        ...(tets ? { tets: tets.flat() } : {}),
        ...(triangles ? { triangles: triangles.flat() } : {}),
        ...(edges ? { edges: edges.flat() } : {}),
      });
    }
  }
}

/** What is too large to be meant: a key of the mesh, and words. */
export function tooLarge(def: MeshDef): { key: string; message: string } | undefined {
  if (def.kind === 'chain') {
    if (def.nodes <= mostCells) return undefined;
    return { key: 'nodes', message: `${def.nodes} nodes are more than the ${mostCells} possible; give fewer.` };
  }
  const cells = cellsOf(def);
  if (cells <= mostCells) return undefined;
  return { key: 'cells', message: `${cells} cells are more than the ${mostCells} possible; give fewer.` };
}
function cellsOf(def: MeshDef): number {
  if (def.kind === 'ball') return 20 * def.cells ** 3;
  return 'cells' in def ? def.cells.reduce((a: number, b) => a * b, 1) : 0;
}
