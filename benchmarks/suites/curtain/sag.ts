/** A frame of the 790 cubes on which other engines were measured. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { cpuTimed, leastTimes, milliseconds, type Row } from '../../harness.ts';
import { wholeSteps } from './curtain.ts';

const scene = 'examples/gissler-2006/sag-790.json';
const file = fileURLToPath(new URL(`../../../${scene}`, import.meta.url));
const frame = 1 / 60;

export const sag: Row = {
  name: 'sag-790',
  what: 'the scene sag-790, a frame of 1/60 s',
  scores: [{ target: milliseconds(0.7), of: (times) => times.frame }],
  missing: existsSync(file) ? undefined : `left out; there is no ${scene}.`,
  async measure() {
    const { buildScene, loadScene } = await import('@pliant/io');
    const { def } = await loadScene(file, (path) => readFile(path));
    const simulation = buildScene(def, file);
    const steps = Math.round(frame / simulation.world.h);
    return leastTimes({ frame: cpuTimed(() => simulation.step(steps)) }, wholeSteps);
  },
};
