/** The matrix of each scene, as printed, factored: our solvers, beside Eigen's in the C++ program of --yardstick. */

import type { SolverOptions } from '../../../packages/engine/src/linalg/create-solver.ts';
import { inverseOf } from '../../../packages/engine/src/linalg/pattern/graph.ts';
import { kktOf } from '../../../tests/support/kkt.ts';
import { relabelled, type SparseProblem } from '../../../tests/support/sparse-problems.ts';
import { milliseconds, type Row, type Times, timesTheTime } from '../../harness.ts';
import { yardstickGiven } from '../../yardstick.ts';
import { measuredOurs } from '../sparse/ours.ts';
import { measuredTheirs } from '../sparse/theirs.ts';
import { missing, type PaperScene, sceneAt, scenes } from './scenes.ts';

const turns = 3;
const kinds = ['supernodal', 'banded', 'banded-lu'] as const satisfies readonly SolverOptions['kind'][];
/** With zeros on the diagonal Eigen's LDL^T fails in an order of its own; in ours, and by LU, it does not. */
const libraries = ['eigen', 'eigen-as-given', 'eigen-lu'] as const;
/** Ours over the fastest of theirs that can. */
const goals: Readonly<Record<string, number>> = { bridge: 0.7 };

/** Its rows in the order in which we eliminate them: that is as good as any to those who have an order of their own. */
async function matrixOf(scene: PaperScene): Promise<SparseProblem> {
  const { world } = await sceneAt(scene, false); // as printed, entries are gone once they are factored
  const kkt = kktOf(world);
  if (!kkt.matrix) throw new Error(`micado-factor-${scene.name} — the scene has no matrix.`);
  const { n, pattern, values, order } = kkt.matrix;
  return relabelled({ name: scene.name, n, pattern, values, rank: kkt.unknowns.rank }, inverseOf(order));
}

const fastestOf = (times: Times): number =>
  Math.min(...libraries.map((library) => times[library] ?? Number.POSITIVE_INFINITY));

const factorRow = (scene: PaperScene): Row => ({
  name: `micado-factor-${scene.name}`,
  what: 'LDL^T of the matrix of a step, against the fastest of Eigen: SimplicialLDLT in its own order, where it can, and in ours, SparseLU',
  missing: missing(scene),
  scores: [
    yardstickGiven('C++')
      ? { target: timesTheTime(goals[scene.name]), of: (times) => times.supernodal / fastestOf(times) }
      : { target: milliseconds(), of: ({ supernodal }) => supernodal },
    ...kinds.slice(1).map((kind) => ({ name: kind, target: milliseconds(), of: (times: Times) => times[kind] })),
  ],
  async measure() {
    const problem = await matrixOf(scene);
    const least: Record<string, number> = {};
    const note = (what: string, ms: number): void => {
      least[what] = Math.min(ms, least[what] ?? ms);
    };
    for (let turn = 0; turn < turns; turn++) {
      for (const kind of kinds) note(kind, (await measuredOurs(problem, kind)).factor);
      if (!yardstickGiven('C++')) continue;
      const theirs = measuredTheirs(problem);
      for (const library of libraries) {
        const found = theirs[library];
        if (found) note(library, found.factor);
      }
      if (fastestOf(least) === Number.POSITIVE_INFINITY)
        throw new Error(`micado-factor-${scene.name} — the program of --yardstick could not factor the matrix at all.`);
    }
    return least;
  },
});

export const factorRows = scenes.map(factorRow);
