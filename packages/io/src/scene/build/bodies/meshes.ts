/** Meshes of a scene: generated, written out, or from a file. */
import {
  ballMesh,
  block,
  box,
  chain,
  grid,
  hexMesh,
  type Mesh,
  mesh as meshFrom,
  meshOfHexes,
  ring,
  secondOrder,
} from '@pliant/engine';
import type { HexMeshDef } from '../../schema/bodies/meshes.ts';
import type { MeshDef } from '../../schema.ts';
import { optionsOf } from '../defined.ts';
import type { Marks, MeshFiles } from './mesh-files.ts';

/** More cells than this are taken for a slip of the pen: a load takes about 0.1 ms and 3 kB for each. */
const mostCells = 500_000;

/** A mesh, and what its file says of its nodes, if it has one. */
export interface Shape {
  readonly mesh: Mesh;
  readonly marks?: Marks;
}

/** quadratic: with a node amid each edge of the tets, that of the file where it has one */
export function shapeOf(def: MeshDef | HexMeshDef, files: MeshFiles, quadratic = false): Shape {
  if (def.kind === 'file') return files.mesh(def, quadratic);
  const shape = generated(def, files);
  return quadratic && shape.mesh.tets.length ? { mesh: secondOrder(shape.mesh) } : shape;
}

function generated(def: Exclude<MeshDef | HexMeshDef, { kind: 'file' }>, files: MeshFiles): Shape {
  if (def.kind === 'block') return { mesh: meshOfHexes(block(optionsOf(def))) };
  if (def.kind === 'voxels') return { mesh: meshOfHexes(files.voxels(def)) };
  if (def.kind === 'cells')
    return { mesh: meshOfHexes(hexMesh({ positions: def.positions.flat(), hexes: def.cells.flat() })) };
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
export function tooLarge(def: MeshDef | HexMeshDef): { key: string; message: string } | undefined {
  if (def.kind === 'chain') {
    if (def.nodes <= mostCells) return undefined;
    return { key: 'nodes', message: `${def.nodes} nodes are more than the ${mostCells} possible; give fewer.` };
  }
  const cells = cellsOf(def);
  if (cells <= mostCells) return undefined;
  return { key: 'cells', message: `${cells} cells are more than the ${mostCells} possible; give fewer.` };
}
function cellsOf(def: MeshDef | HexMeshDef): number {
  if (def.kind === 'cells') return def.cells.length;
  if (def.kind === 'ball') return 20 * def.cells ** 3;
  return 'cells' in def ? def.cells.reduce((a: number, b) => a * b, 1) : 0;
}
