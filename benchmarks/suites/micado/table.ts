/** Table 1 of the paper beside ours: what a step of each of its scenes costs, on one thread. */
import type { Simulation } from '../../../packages/io/src/scene/simulation.ts';
import { cpuTimed, type Row, type Times, timesFaster, told } from '../../harness.ts';
import { missing, type PaperScene, sceneAt, scenes } from './scenes.ts';

/** Steps until V8 has optimised them; then rounds of the same steps, from one moment on. */
const [warmUp, rounds, steps] = [16000, 45, 380];
/** Steps before something else happens in a scene: the bow is let go 0.4 s after its moment. */
const windowed = 390;

/** By turns; the least milliseconds of a step of each. Going back is not counted: it may take longer than all of them. */
async function leastSteps(simulations: Readonly<Record<string, Simulation>>): Promise<Times> {
  const least: Record<string, number> = {};
  const runs = Object.entries(simulations).map(([name, simulation]) => {
    const start = simulation.saveState();
    for (let made = 0; made < warmUp; made += windowed) {
      simulation.restoreState(start);
      simulation.step(windowed);
    }
    least[name] = Number.POSITIVE_INFINITY;
    return { name, simulation, start, timed: cpuTimed(() => simulation.step()) };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { name, simulation, start, timed } of runs) {
      simulation.restoreState(start);
      simulation.step(); // whatever a fresh start costs
      least[name] = Math.min(least[name], (await timed(steps)) / steps);
    }
  }
  return least;
}
function checkRows({ name, absolute, relative }: PaperScene, simulation: Simulation): void {
  const { rows } = simulation.counts();
  if (rows.absolute !== absolute || rows.relative !== relative)
    throw new Error(
      `micado-step-${name} — ${rows.absolute} absolute and ${rows.relative} relative rows; table 1 has ${absolute} and ${relative}.`,
    );
}

const sceneRow = (scene: PaperScene): Row => ({
  name: `micado-step-${scene.name}`,
  what: `a step as printed against the paper's ${scene.paperMs} ms; ${scene.absolute} absolute and ${scene.relative} relative rows`,
  missing: missing(scene),
  scores: [
    { target: timesFaster(scene.goal), of: ({ paper }) => scene.paperMs / paper },
    ...['paper', 'default'].map((mode) => ({
      name: mode,
      target: told('us per step'),
      of: (times: Times) => 1e3 * times[mode],
    })),
  ],
  async measure() {
    const [paper, exact] = [await sceneAt(scene, true), await sceneAt(scene, false)];
    checkRows(scene, paper);
    return leastSteps({ paper, default: exact });
  },
});

export const tableRows = scenes.map(sceneRow);
