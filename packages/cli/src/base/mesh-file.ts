/** A mesh from the disk, with the files that belong to it. */
import { readFile } from 'node:fs/promises';
import { companionsOf, type MeshData, MeshError, parseMesh } from '@pliant/io';
import { Failure, reason } from './failure.ts';

/** What it holds, problems included. */
export async function openMesh(path: string): Promise<MeshData> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const isFolder = (error as NodeJS.ErrnoException).code === 'EISDIR';
    throw new Failure(`${path}: ${reason(error)}.${isFolder ? ' Give a mesh file.' : ''}`);
  }
  return told(path, async () => {
    const companions = new Map<string, Uint8Array | Error>();
    for (const { name, optional } of companionsOf(path, bytes)) {
      try {
        companions.set(name, await readFile(name));
      } catch (error) {
        if (!optional) companions.set(name, new Error(`${reason(error)}.`));
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
