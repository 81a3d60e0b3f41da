/**
 * packages/engine/dist/kernels.bin: the kernels of the examples, compiled by what `tsc -b` made. Each example is opened as the studio
 * opens it, which reads more than a run does, and makes two steps; a formula is stored once, whichever scene it comes from. So are those of
 * the scenes that the studio rehearses.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildScene, loadScene } from '@pliant/io';
import { recordKernels } from '../packages/engine/dist/kernel/compile/store.js';
import { writeKernels } from '../packages/io/dist/kernels/kernel-file.js';
import { Rehearsal } from '../packages/studio/dist/lib/worker/rehearsal.js';
import { Runner } from '../packages/studio/dist/lib/worker/runner.js';

const examples = fileURLToPath(new URL('../examples/', import.meta.url));
/** A larger one of the same cubes adds no formula. @param {string} name */
const isLarge = (name) => name.endsWith('curtain-500.json');
const scenes = readdirSync(examples, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.json') && !isLarge(name))
  .filter((name) => JSON.parse(readFileSync(examples + name, 'utf8')).pliant !== undefined)
  .sort();

const store = recordKernels();
for (const scene of scenes) {
  const file = examples + scene;
  const { def, assets } = await loadScene(file, async (path) => new Uint8Array(await readFile(path)));
  const runner = new Runner(buildScene(def, file, {}, assets), () => undefined);
  runner.step(2);
  runner.turn();
}
for (const rehearsal = new Rehearsal(); !rehearsal.isDone; ) rehearsal.next();
writeFileSync(new URL('../packages/engine/dist/kernels.bin', import.meta.url), writeKernels(store));
