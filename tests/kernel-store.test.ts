/**
 * The kernels that the build stored are those that the compiler makes of the sources as they are: of some examples, in
 * `npm run test:long` of all of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildScene, loadScene, readKernels } from '@pliant/io';
import { expect, test } from 'vitest';
import { recordKernels } from '../packages/engine/src/kernel/compile/store.ts';
import { Runner } from '../packages/studio/src/worker/runner.ts';
import { committedVersion, generatedVersion } from '../scripts/compiler-version.mjs';
import { sample } from './support/sample.ts';

const examples = fileURLToPath(new URL('../examples/', import.meta.url));
const stored = readKernels(
  new Uint8Array(readFileSync(new URL('../packages/engine/dist/kernels.bin', import.meta.url))),
);
const few = ['hello', 'rigid/slider-crank', 'micado-2008/bow'];
const all = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json') && !name.endsWith('curtain-500.json'))
  .map((name) => name.slice(0, -'.json'.length));

test('the version of the compiler is of its sources; if not: npm run build', () => {
  expect(committedVersion()).toBe(generatedVersion());
  expect(committedVersion()).toContain(`'${stored.compiler}'`);
});

test('every kernel is the one that the compiler makes', { timeout: 600_000 }, async () => {
  const { kernels } = recordKernels();
  for (const name of sample(few, all)) {
    const file = `${examples}${name}.json`;
    const { def, assets } = await loadScene(file, async (path) => new Uint8Array(await readFile(path)));
    const runner = new Runner(buildScene(def, file, {}, assets), () => undefined);
    runner.step(2);
    runner.turn();
  }
  expect(kernels.size).toBeGreaterThan(50);
  for (const [key, made] of kernels) expect(stored.kernels.get(key), key).toEqual(made);
  if (sample(false, true)) expect([...stored.kernels.keys()].sort()).toEqual([...kernels.keys()].sort());
});
