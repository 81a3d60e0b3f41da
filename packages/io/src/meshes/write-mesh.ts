/** Meshes to files: by the ending of the name to the writer of the format. */
import type { MeshData } from './mesh-data.ts';
import { MeshError } from './mesh-error.ts';
import { endingOf } from './read/scan/format.ts';
import type { MeshWriter, WriteOptions, WrittenMesh } from './write/format.ts';
import { glbWriter } from './write/glb.ts';
import { gmshWriter } from './write/gmsh.ts';
import { objWriter } from './write/obj.ts';
import { plyWriter } from './write/ply.ts';
import { stlWriter } from './write/stl.ts';
import { tetgenWriter } from './write/tetgen.ts';
import { vtuWriter } from './write/vtu.ts';

/** A new format is an entry here. */
const writers: readonly MeshWriter[] = [
  gmshWriter,
  tetgenWriter,
  vtuWriter,
  objWriter,
  stlWriter,
  plyWriter,
  glbWriter,
];

/** Of the names of files that can be written. */
export const writtenEndings: readonly string[] = writers.flatMap(({ endings }) => endings);

/** name: of the file, for its ending; the mesh has no dangling corners */
export async function writeMesh(
  mesh: MeshData,
  name: string,
  { binary = true }: WriteOptions = {},
): Promise<WrittenMesh> {
  const ending = endingOf(name);
  const writer = writers.find(({ endings }) => endings.includes(ending));
  if (!writer) {
    const what = ending === '' ? 'a file without an ending' : `"${ending}"`;
    throw new MeshError(`${what} is not a format that can be written; these are: ${writtenEndings.join(', ')}.`);
  }
  if (mesh.dangling.length) throw new MeshError('the mesh refers to vertices that it does not have; repair it first.');
  return writer.write(mesh, { binary }, ending);
}
