/** A scene from the disk: found, read, checked. */
import { readFile } from 'node:fs/promises';
import { type AssetOptions, type LoadedScene, loadScene } from '@pliant/io';
import { findScene, type SceneFile } from './examples.ts';

export interface OpenedScene extends SceneFile, LoadedScene {}

/** For commands that read scenes. */
export const allowOutside = [
  '--allow-outside',
  'read mesh files outside the folder of the scene as well ("../")',
] as const;

export async function openScene(given: string, options: AssetOptions = {}): Promise<OpenedScene> {
  const { path, label } = findScene(given);
  // faults are told under the name that was given, not under where an example happens to lie
  return { path, label, ...(await loadScene(path, (file) => readFile(file), label, options)) };
}
