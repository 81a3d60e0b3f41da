/** Surfaces from mesh files: the triangles of a file that holds no volume. */
import type { TriangleSurface } from '@pliant/engine';
import { cellCount, counted, type MeshData } from './mesh-data.ts';
import { MeshError } from './mesh-error.ts';
import { type Companions, checked, parseMesh } from './read-mesh.ts';

/** name: of the file, for its ending */
export function readSurface(bytes: Uint8Array, name: string, companions?: Companions): TriangleSurface {
  const mesh = parseMesh(bytes, name, companions);
  if (mesh instanceof Promise) {
    mesh.catch(() => {});
    throw new MeshError(
      'a glTF file cannot be read here; use `loadScene`, or make it an OBJ file with `pliant convert`.',
    );
  }
  return surfaceOf(checked(mesh, false));
}

/** The triangles of a mesh that has nothing else. */
export function surfaceOf({ points, triangles, tets, hexes }: MeshData): TriangleSurface {
  const cells = cellCount(tets) + cellCount(hexes);
  if (cells > 0) {
    throw new MeshError(
      `the file contains ${counted(cells, 'volume cell')}: it is filled already. Use it as a mesh "file".`,
    );
  }
  if (cellCount(triangles) === 0)
    throw new MeshError('the file contains no triangles; give a surface, such as an OBJ file.');
  return { positions: points, triangles: triangles.nodes };
}
