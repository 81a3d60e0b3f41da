/** A scene from the disk: found, read, checked. */
import { dirname, join } from 'node:path';
import { type AssetOptions, type LoadedScene, loadScene } from '@pliant/io';
import { findScene, type SceneFile } from '../base/examples.ts';
import { readWhole } from './input-file.ts';
import './kernels.ts';
import type { Named } from './outputs.ts';

export interface OpenedScene extends SceneFile, LoadedScene {
  /** what was read: the scene and the files it names */
  readonly files: readonly Named[];
}

/** For commands that read scenes. */
export const allowOutside = [
  '--allow-outside',
  'read mesh files outside the folder of the scene as well ("../")',
] as const;

export async function openScene(given: string, options: AssetOptions = {}): Promise<OpenedScene> {
  const { path, label } = findScene(given);
  // messages use the name as given, not the path of an example
  const loaded = await loadScene(path, readWhole, label, options);
  const meshes = Array.from(loaded.assets.keys(), (name) => ({
    name: 'a mesh of the scene',
    path: join(dirname(path), name),
  }));
  return { path, label, files: [{ name: 'the scene', path }, ...meshes], ...loaded };
}
