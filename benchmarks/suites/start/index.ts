/** From a scene's file to its first step, in a process that has done nothing yet but load the code. CPU time of the main thread. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { milliseconds, type Row, threadMs } from '../../harness.ts';

function startRow(example: string, target?: number): Row {
  return {
    name: `start-${example.replace(/^.*\//, '')}`,
    what: `reading, checking, building and the first step of ${example}`,
    scores: [{ target: milliseconds(target), of: ({ read, build, step }) => read + build + step }],
    async measure() {
      const { buildScene, loadScene } = await import('@pliant/io');
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
];
