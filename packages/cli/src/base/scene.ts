/** A scene from the disk: found, read, checked. */
import { readFile } from 'node:fs/promises';
import { type LoadedScene, loadScene } from '@pliant/io';
import { findScene, type SceneFile } from './examples.ts';

export interface OpenedScene extends SceneFile, LoadedScene {}

export async function openScene(given: string): Promise<OpenedScene> {
  const { path, label } = findScene(given);
  // faults are told under the name that was given, not under where an example happens to lie
  return { path, label, ...(await loadScene(path, (file) => readFile(file), label)) };
}
