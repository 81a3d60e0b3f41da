/** Writes a mesh to the disk, in the format of the file's ending. */
import { type MeshData, type WriteOptions, writeMesh } from '@pliant/io';
import { told } from '../base/mesh-file.ts';
import { writeWhole } from './output-file.ts';
import { checkOutputs } from './outputs.ts';

/** Writes a mesh made of the file `from`: returns the names of the files, and what the format cannot represent. */
export async function saveMesh(
  mesh: MeshData,
  from: string,
  to: string,
  options: WriteOptions,
  force = false,
): Promise<{ names: string[]; notices: readonly string[] }> {
  const { files, notices } = await told(to, () => writeMesh(mesh, to, options));
  const base = to.replace(/\.[^./\\]*$/, '');
  // the name as it was given; others beside it
  const parts = Array.from(files, ([ending, bytes]) => ({
    path: to.toLowerCase().endsWith(ending) ? to : base + ending,
    bytes,
  }));
  const outputs = parts.map(({ path }) => ({ name: 'the output', path }));
  checkOutputs([{ name: 'the input', path: from }], outputs, force);
  for (const { path, bytes } of parts) writeWhole(path, bytes);
  return { names: parts.map(({ path }) => path), notices };
}
