/** Numbers for formats that number their cells across all shapes: those of the mesh where they are clear, or new ones. */
import { type CellKind, cellCount, cellKinds, type MeshData, vertexCount } from '../mesh-data.ts';

export interface Numbering {
  vertex(n: number): number;
  cell(kind: CellKind, c: number): number;
  readonly notices: readonly string[];
}

/** From 1 on, as Gmsh numbers. */
export function numberingFromOne(mesh: MeshData): Numbering {
  const notices: string[] = [];
  const { vertexIds } = mesh;
  const least = vertexIds ? vertexIds.reduce((a, b) => Math.min(a, b), 1) : mesh.firstId;
  const shift = 1 - Math.min(1, least);
  if (shift && (vertexIds || mesh.firstId === 0) && vertexCount(mesh)) {
    notices.push('vertices count from 0 in the mesh and from 1 in the file: each has a number one larger.');
  }
  const present = cellKinds.filter((kind) => cellCount(mesh[kind]) > 0);
  const kept = present.every((kind) => mesh[kind].ids) && distinct(mesh, present);
  if (!kept && present.some((kind) => mesh[kind].ids)) {
    notices.push('cells were renumbered: the file needs a number from 1 on for each, and none twice.');
  }
  const first = {
    triangles: 1,
    tets: 1 + cellCount(mesh.triangles),
    hexes: 1 + cellCount(mesh.triangles) + cellCount(mesh.tets),
  };
  return {
    vertex: (n) => (vertexIds?.[n] ?? mesh.firstId + n) + shift,
    cell: (kind, c) => (kept ? (mesh[kind].ids as Int32Array)[c] : first[kind] + c),
    notices,
  };
}
/** Above 0, and none twice. */
function distinct(mesh: MeshData, kinds: readonly CellKind[]): boolean {
  const all = new Int32Array(kinds.reduce((sum, kind) => sum + cellCount(mesh[kind]), 0));
  let at = 0;
  for (const kind of kinds) {
    all.set(mesh[kind].ids as Int32Array, at);
    at += cellCount(mesh[kind]);
  }
  all.sort();
  for (let i = 0; i < all.length; i++) if (all[i] < 1 || (i > 0 && all[i] === all[i - 1])) return false;
  return true;
}
