/** The files that a scene names. They are read before it is built, so that building it needs no disk and no waiting. */

import { MeshError } from '../meshes/mesh-error.ts';
import type { Companion } from '../meshes/read/scan/format.ts';
import { companionsByName, companionsOf, parseMesh } from '../meshes/read-mesh.ts';
import { writeMesh } from '../meshes/write-mesh.ts';
import { below } from './schema/bodies/meshes.ts';
import type { SceneDef } from './schema.ts';

/** By the name that the scene gives: the bytes, or why there are none. */
export type Assets = ReadonlyMap<string, Uint8Array | Error>;

/** The names of all files that a scene may need: those that it names, and what belongs to these. */
export const assetNames = (def: SceneDef): string[] => filesOf(def).map(({ name }) => name);

/** The files that a body names: its mesh, shape or surface, and its skin. */
export function namedFiles(body: SceneDef['bodies'][number]): string[] {
  // the scene may have faults of form, which are told elsewhere
  const { mesh, skin, shape, surface } = (body ?? {}) as {
    mesh?: Record<string, unknown>;
    skin?: Record<string, unknown>;
    shape?: Record<string, unknown>;
    surface?: unknown;
  };
  const names = [mesh?.file, mesh?.surface, skin?.file, shape?.file, surface];
  return names.filter((name): name is string => typeof name === 'string' && below.test(name));
}

function filesOf({ bodies }: SceneDef): Companion[] {
  const named = (Array.isArray(bodies) ? bodies : []).flatMap(namedFiles);
  const files = new Map<string, Companion>();
  for (const name of named) files.set(name, { name, optional: false });
  for (const name of named)
    for (const one of companionsByName(name)) if (!files.has(one.name)) files.set(one.name, one);
  return [...files.values()];
}

export interface AssetOptions {
  /** Read files outside the folder of the scene as well: names with "../". */
  readonly allowOutside?: boolean;
}

/** Takes a name as the scene gives it. */
type ReadAsset = (name: string) => Promise<Uint8Array>;
const attempted = (read: ReadAsset, name: string): Promise<Uint8Array | Error> =>
  read(name).catch((error: unknown) => new Error(readingFailed(error, 'a mesh file')));

export async function readAssets(
  def: SceneDef,
  read: ReadAsset,
  { allowOutside = false }: AssetOptions = {},
): Promise<Assets> {
  const assets = new Map<string, Uint8Array | Error>();
  for (const { name, optional } of filesOf(def)) {
    if (!allowOutside && name.split('/').includes('..')) {
      assets.set(
        name,
        new Error('it lies outside the folder of the scene; move it there, or run the command with --allow-outside.'),
      );
      continue;
    }
    const found = await attempted(read, name);
    if (optional && found instanceof Error) continue;
    assets.set(name, isGltf(found, name) ? await triangles(found, name, read) : found);
  }
  return assets;
}

const isGltf = (found: Uint8Array | Error, name: string): found is Uint8Array =>
  !(found instanceof Error) && (/\.gltf$/i.test(name) || [...'glTF'].every((c, i) => found[i] === c.charCodeAt(0)));
/**
 * A glTF file is read by a library that takes its time, and scenes are built without waiting: so its triangles are kept, as a PLY
 * file, which all that reads surfaces knows by its first bytes. The files of its buffers lie beside it or below, never above.
 */
async function triangles(bytes: Uint8Array, name: string, read: ReadAsset): Promise<Uint8Array | Error> {
  const companions = new Map<string, Uint8Array | Error>();
  for (const { name: beside } of companionsOf(name, bytes)) companions.set(beside, await attempted(read, beside));
  try {
    const { files } = await writeMesh(await parseMesh(bytes, name, companions), 'surface.ply', { binary: true });
    return files.get('.ply') ?? new Error('it holds no triangles.');
  } catch (error) {
    if (error instanceof MeshError) return error;
    throw error;
  }
}

/** Why a file cannot be read, in words. */
export function readingFailed(error: unknown, wanted: string): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === 'ENOENT') return 'there is no such file; check the path.';
  if (code === 'EISDIR') return `this is a folder; give ${wanted}.`;
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read; check its permissions.';
  return `the file cannot be read: ${typeof message === 'string' ? message : String(error)}`;
}
