/** The scenes in examples/, by their paths in it. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ThreadPool } from '../../packages/engine/src/index.ts';
import { assetNames, buildScene, parseScene, type Simulation } from '../../packages/io/src/index.ts';

const folder = new URL('../../examples/', import.meta.url);
export const examples = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort();

export function simulationNamed(name: string, threads?: ThreadPool): Simulation {
  const def = parseScene(readFileSync(new URL(name, folder), 'utf8'), name);
  const read = (file: string): Uint8Array => readFileSync(new URL(file, new URL(name, folder)));
  return buildScene(def, name, {}, new Map(assetNames(def).map((file) => [file, read(file)])), threads);
}
