/**
 * From a scene's file to its first step, in a process that has done nothing yet but load the code: with the kernels that `npm run build`
 * has stored, as the command line has them, or without. CPU time of the main thread.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { committedVersion, generatedVersion } from '../../../scripts/compiler-version.mjs';
import { milliseconds, type Row, threadMs } from '../../harness.ts';

const store = new URL('../../../packages/engine/dist/kernels.bin', import.meta.url);
/** They are of the compiler as it is. */
const isStored = existsSync(store) && committedVersion() === generatedVersion();

function startRow(example: string, target?: number, stored = true): Row {
  return {
    name: `start-${example.replace(/^.*\//, '')}${stored ? '' : '-compiled'}`,
    what: `reading, checking, building and the first step of ${example}${stored ? '' : ', all formulas compiled'}`,
    missing: stored && !isStored ? 'kernels are not stored, or of another compiler; run npm run build.' : undefined,
    scores: [{ target: milliseconds(target), of: ({ read, build, step }) => read + build + step }],
    async measure() {
      const { buildScene, loadScene, readKernels } = await import('@pliant/io');
      const { useKernels } = await import('@pliant/engine');
      if (stored) useKernels(() => readKernels(readFileSync(store)));
      const file = fileURLToPath(new URL(`../../../examples/${example}.json`, import.meta.url));
      const times = [threadMs()];
      const { def, assets } = await loadScene(file, async (path) => new Uint8Array(await readFile(path)));
      times.push(threadMs());
      const simulation = buildScene(def, file, {}, assets);
      times.push(threadMs());
      simulation.step();
      times.push(threadMs());
      const [read, build, step] = [0, 1, 2].map((k) => times[k + 1] - times[k]);
      return { read, build, step };
    },
  };
}

export const rows: readonly Row[] = [
  startRow('hello', 500),
  startRow('gissler-2006/curtain-500', 500),
  startRow('gissler-2006/curtain-40', 500),
  startRow('rods/coil-spring', 500),
  startRow('micado-2008/harness', 500),
  startRow('metaxas-1993/balloons-2', 500),
  startRow('rigid/slider-crank', 500),
  startRow('hello', undefined, false),
  startRow('gissler-2006/curtain-500', undefined, false),
  startRow('rods/coil-spring', undefined, false),
  startRow('metaxas-1993/balloons-2', undefined, false),
  startRow('rigid/slider-crank', undefined, false),
];
