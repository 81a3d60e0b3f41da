/** A mesh to the disk, in the format that the name tells. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type MeshData, type WriteOptions, writeMesh } from '@pliant/io';
import { attempt, UsageError } from './failure.ts';
import { told } from './mesh-file.ts';

/** Writes a mesh made of the file `from`: the names of the files, and what they could not hold. */
export async function saveMesh(
  mesh: MeshData,
  from: string,
  to: string,
  options: WriteOptions,
): Promise<{ names: string[]; notices: readonly string[] }> {
  const { files, notices } = await told(to, () => writeMesh(mesh, to, options));
  const base = to.replace(/\.[^./\\]*$/, '');
  const names: string[] = [];
  for (const [ending, bytes] of files) {
    // the name as it was given; others beside it
    const name = to.toLowerCase().endsWith(ending) ? to : base + ending;
    if (resolve(name) === resolve(from)) throw new UsageError(`${name} is the file that is read; give another one.`);
    attempt(name, () => writeFileSync(name, bytes));
    names.push(name);
  }
  return { names, notices };
}
