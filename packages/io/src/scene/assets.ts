/** The files that a scene names. They are read before it is built, so that building it needs no disk and no waiting. */
import type { SceneDef } from './schema.ts';

/** By the name that the scene gives: the bytes, or why there are none. */
export type Assets = ReadonlyMap<string, Uint8Array | Error>;

export function assetNames({ bodies }: SceneDef): string[] {
  const names = bodies.flatMap((body) => ('mesh' in body && body.mesh?.kind === 'file' ? [body.mesh.file] : []));
  return [...new Set(names)];
}

/** read: takes a name as the scene gives it */
export async function readAssets(def: SceneDef, read: (name: string) => Promise<Uint8Array>): Promise<Assets> {
  const assets = new Map<string, Uint8Array | Error>();
  for (const name of assetNames(def)) {
    assets.set(name, await read(name).catch((error: unknown) => new Error(readingFailed(error, 'a mesh file'))));
  }
  return assets;
}

/** Why a file cannot be read, in words. */
export function readingFailed(error: unknown, wanted: string): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === 'ENOENT') return 'there is no such file; check the path.';
  if (code === 'EISDIR') return `this is a folder; give ${wanted}.`;
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read; check its permissions.';
  return `the file cannot be read: ${typeof message === 'string' ? message : String(error)}`;
}
