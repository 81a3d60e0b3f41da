/** A mesh from the disk, with the files that belong to it. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { companionsOf, type MeshData, MeshError, parseMesh } from '@pliant/io';
import { Failure, reason } from './failure.ts';

/** What it holds, problems included. */
export async function openMesh(path: string): Promise<MeshData> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new Failure(`${path}: ${reason(error)}.`);
  }
  return told(path, async () => {
    const companions = new Map<string, Uint8Array | Error>();
    for (const { name, optional } of companionsOf(path, bytes)) {
      // names of TetGen's files come with their folder, those in a glTF scene without
      const place = dirname(name) === dirname(path) ? name : join(dirname(path), name);
      try {
        companions.set(place, await readFile(place));
      } catch (error) {
        if (!optional) companions.set(place, new Error(`${reason(error)}.`));
      }
    }
    return parseMesh(bytes, path, companions);
  });
}

/** Faults of a mesh with the name of its file. */
export async function told<T>(path: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof MeshError ? new Failure(`${path}: ${error.message}`) : error;
  }
}
