/** A step of the curtain beside the C program's, by turns, once it is proven that both do the same work. */
import { atMost, cpuTimed, leastTimes, milliseconds, type Rounds, type Row, timesTheTime } from '../../harness.ts';
import { Yardstick, yardstickGiven } from '../../yardstick.ts';
import { checkedSteps, checksum, curtainWorld, type Path, refuseDifferentWork } from './worlds.ts';

export const widths = [40, 150, 500] as const;
/** Several steps at a time, so that the caches are full of the contender's own. */
export const wholeSteps: Rounds = { warmUpMs: 400, sliceMs: 6, rounds: 80 };

/** fused, one cube after another: what is compared with */
const theirs = 'cube1';
/** `edge`, pass by pass as the paper says; `cube4`, four cubes in the lanes of AVX */
const alsoTheirs = ['edge', 'cube4'];

const target: Record<Path, number> = { indexed: 1.1, archetype: 0.85 };

function curtainRow(width: number, path: Path): Row {
  const compared = yardstickGiven();
  const name = `curtain-${width}-${path}`;
  return {
    name,
    what: `a step of ${cubes(width)} cubes, ${path}${compared ? `, against the C program's ${theirs}` : ''}`,
    scores: [
      compared
        ? { target: timesTheTime(target[path]), of: (times) => times.ours / times[theirs] }
        : { target: milliseconds(), of: ({ ours }) => ours },
      { name: 'constraints', target: atMost(15, '% of the step'), of: (t) => (100 * t.constraints) / t.ours },
    ],
    async measure() {
      const world = curtainWorld(width, path);
      const ours = {
        ours: cpuTimed(() => world.step()),
        constraints: cpuTimed(constraintPass(width, path)),
      };
      if (!compared) return leastTimes(ours, wholeSteps);
      const yardstick = new Yardstick({ scene: 'curtain', size: width, mode: 'EV' });
      try {
        world.step(checkedSteps);
        refuseDifferentWork(name, checksum(world), await yardstick.checksum(theirs, checkedSteps));
        const variants = [theirs, ...alsoTheirs].map((variant) => [variant, yardstick.timed(variant)]);
        return await leastTimes({ ...ours, ...Object.fromEntries(variants) }, wholeSteps);
      } finally {
        yardstick.close();
      }
    },
  };
}

const cubes = (width: number): number => 10 * (2 * width - 1);

/**
 * What holds the constraints in a step, by itself, in a world that stands still meanwhile. Predictions that meet already
 * are made to meet again: the same arithmetic.
 */
export function constraintPass(width: number, path: Path): () => void {
  const world = curtainWorld(width, path);
  world.step();
  const { program } = world;
  return () => {
    for (const act of program.constraintSet.hooks.onPrediction) act();
  };
}

export const curtainRows: readonly Row[] = widths.flatMap((width) => [
  curtainRow(width, 'indexed'),
  curtainRow(width, 'archetype'),
]);
