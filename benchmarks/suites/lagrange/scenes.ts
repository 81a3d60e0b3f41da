/** Scenes of HCY against real time: their whole duration in one run, without output. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { atLeast, type Row, threadMs, told } from '../../harness.ts';

const scenes = ['board', 'board-soft-ball', 'equations', 'mechanism', 'wheels', 'pendulum'];

const sceneRow = (name: string): Row => ({
  name: `real-time-${name}`,
  what: `seconds of the scene hong/${name} in a second of CPU time, over its whole duration`,
  scores: [
    { target: atLeast(1, 'x real time'), of: ({ scene, cpu }) => scene / cpu },
    { name: 'step', target: told('us'), of: ({ cpu, steps }) => (1e3 * cpu) / steps },
  ],
  async measure() {
    const { buildScene, loadScene } = await import('@pliant/io');
    const file = fileURLToPath(new URL(`../../../examples/hong/${name}.json`, import.meta.url));
    const { def, assets } = await loadScene(file, async (path) => new Uint8Array(await readFile(path)));
    const simulation = buildScene(def, file, {}, assets);
    const steps = Math.round((def.duration ?? 5) / def.step);
    simulation.step(60); // starting is measured elsewhere
    const before = threadMs();
    simulation.step(steps - 60);
    return { scene: 1e3 * def.step * (steps - 60), cpu: threadMs() - before, steps: steps - 60 };
  },
});
export const sceneRows: readonly Row[] = scenes.map(sceneRow);
