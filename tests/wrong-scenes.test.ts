/** Scenes that are wrong in several ways at once: the faults that are told are exactly those, each with its place and remedy. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildScene, loadScene, SceneError } from '../packages/io/src/index.ts';

interface Wrong {
  readonly faults: readonly { readonly path: string; readonly says: readonly string[] }[];
  readonly scene: object;
}
const folder = new URL('wrong-scenes/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

async function faultsOf(scene: object): Promise<readonly { path: string; message: string }[]> {
  try {
    const text = new TextEncoder().encode(JSON.stringify(scene));
    const { def, assets } = await loadScene('scene.json', async () => text);
    buildScene(def, 'scene.json', {}, assets);
    return [];
  } catch (error) {
    if (error instanceof SceneError) return error.faults;
    throw error;
  }
}

test('there are forty of them, with two to five faults each', () => {
  expect(names.length).toBeGreaterThanOrEqual(40);
  for (const name of names) {
    const { faults }: Wrong = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
    expect(faults.length, name).toBeGreaterThanOrEqual(2);
    expect(faults.length, name).toBeLessThanOrEqual(5);
  }
});

test.each(names)('%s', async (name) => {
  const { faults, scene }: Wrong = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  const found = await faultsOf(scene);
  const sorted = (paths: readonly { path: string }[]): string[] => paths.map(({ path }) => path).sort();
  expect(sorted(found), found.map(({ path, message }) => `${path} — ${message}`).join('\n')).toEqual(sorted(faults));
  for (const { path, says } of faults) {
    const message = found.find((one) => one.path === path)?.message ?? '';
    for (const words of says) expect(message).toContain(words);
    // a fact, and what would do
    expect(message).toMatch(/[;.:?(] ?[^;.:]*\S/);
  }
});
