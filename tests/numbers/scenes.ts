/** Small scenes that have every numeric field of the format between them: examples, pieces of the pages of kinds, and a few of our own. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildScene, loadScene, type Simulation } from '@pliant/io';
import { examples } from '../support/examples.ts';
import { hostScene } from '../support/host-scene.ts';
import { blocksOf, pagesIn, root } from '../support/pages.ts';
import { Random } from '../support/random.ts';
import { generateScene } from '../support/scene-generator.ts';
import { type NumericField, numericFieldsOf } from './fields.ts';
import { ownScenes } from './own-scenes.ts';

export interface NamedScene {
  readonly name: string;
  readonly scene: object;
}
export interface FieldCase extends NumericField {
  readonly of: NamedScene;
}

/** The mesh files that scenes name are among the examples. */
const meshFolders = [...new Set(examples.map((name) => dirname(name)))];
const readBeside =
  (text: string) =>
  async (path: string): Promise<Uint8Array> => {
    if (path === 'scene.json') return new TextEncoder().encode(text);
    const found = meshFolders.map((folder) => join(root, 'examples', folder, path)).find(existsSync);
    return readFileSync(found ?? path);
  };
/** Throws a SceneError if the scene is refused. */
export async function built(scene: object): Promise<Simulation> {
  const { def, assets } = await loadScene('scene.json', readBeside(JSON.stringify(scene)));
  return buildScene(def, 'scene.json', {}, assets);
}

function candidates(): NamedScene[] {
  const ofExamples = examples.map((name) => ({
    name,
    scene: JSON.parse(readFileSync(join(root, 'examples', name), 'utf8')),
  }));
  const ofPages = pagesIn('docs/kinds').flatMap((page) =>
    blocksOf(page)
      .filter(({ info }) => info === 'json' || info === 'json body')
      .map(({ code }) => ({ name: page, scene: hostScene(JSON.parse(code)) })),
  );
  const generated = Array.from({ length: 60 }, (_, i) => ({
    name: `generated, seed ${i + 1}`,
    scene: generateScene(new Random(i + 1), { fitting: true }),
  }));
  return [...ownScenes, ...ofPages, ...generated, ...ofExamples];
}

/** For every numeric field one place in a scene, the shortest scene that has it and is accepted. */
export async function fieldCases(scenes: readonly NamedScene[] = candidates()): Promise<FieldCase[]> {
  const best = new Map<string, FieldCase>();
  const inOrder = scenes
    .map((one) => ({ ...one, length: JSON.stringify(one.scene).length }))
    .sort((a, b) => a.length - b.length);
  for (const { name, scene } of inOrder) {
    const fresh = numericFieldsOf(scene).filter((field) => !best.has(field.name));
    if (!fresh.length) continue;
    try {
      await built(scene);
    } catch {
      continue; // generated scenes may be refused
    }
    for (const field of fresh) if (!best.has(field.name)) best.set(field.name, { ...field, of: { name, scene } });
  }
  return [...best.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
