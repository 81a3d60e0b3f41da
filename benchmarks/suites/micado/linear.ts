/** What a thing that slides costs, from ten to ten thousand of them on a rope as long as that takes.        [MIC08, fig. 7] */

import { rcm } from '../../../packages/engine/src/linalg/ordering/rcm.ts';
import { kktOf } from '../../../tests/support/kkt.ts';
import type { World } from '../../engine.ts';
import { atMost, cpuTimed, leastTimes, type Rounds, type Row, type Times, told } from '../../harness.ts';
import { overPegs, throughKeyholes, withPearls } from './ropes.ts';

export const sizes = [10, 100, 1000, 10000] as const;
/** By turns, as they share what V8 has optimised. */
const rounds: Rounds = { warmUpMs: 1500, sliceMs: 20, rounds: 25 };

/** us */
const each = (times: Times, size: number): number => (1e3 * times[String(size)]) / size;

/** The rope is longer, its band must not be wider. */
function checkBand(name: string, bands: readonly number[]): void {
  if (new Set(bands).size > 1)
    throw new Error(`${name} — the half band changes with the length of the rope: ${bands.join(', ')}.`);
}
export function halfBandOf(world: World): number {
  const kkt = kktOf(world);
  if (!kkt.matrix) throw new Error('the rope has not made a step yet.');
  return rcm(kkt.matrix.pattern, kkt.unknowns.rank).halfBand;
}

const linear = (name: string, what: string, make: (count: number) => World): Row => ({
  name,
  what: `a step as printed of a rope with ${what}: the dearest of them against the cheapest, ${sizes.join(', ')} in all`,
  scores: [
    {
      target: atMost(1.3, 'x the cost of one'),
      of: (times) => {
        const costs = sizes.map((size) => each(times, size));
        return Math.max(...costs) / Math.min(...costs);
      },
    },
    ...sizes.map((size) => ({
      name: String(size),
      target: told('us each and step'),
      of: (times: Times) => each(times, size),
    })),
  ],
  async measure() {
    const worlds = sizes.map(make);
    const runs = sizes.map((size, i) => [size, cpuTimed(() => worlds[i].step())] as const);
    const times = await leastTimes(Object.fromEntries(runs), rounds);
    checkBand(name, worlds.map(halfBandOf));
    return times;
  },
});

/** Steps until the rope is taut and at rest. */
const tautAfter = 60;
/** Steps of a rope that becomes taut. With Newton's method a long one at rest would still settle, which takes a second iteration. */
const tautening = 20;
const pegs = [100, 1000] as const;
const overPegsRow = (name: string, what: string, make: (size: number) => () => void): Row => ({
  name,
  what: `${what} of a rope that is cut at ${pegs.join(' and ')} pegs: a peg of many against one of few`,
  scores: [
    { target: atMost(1.3, 'x the cost of one'), of: (times) => each(times, 1000) / each(times, 100) },
    ...pegs.map((size) => ({
      name: String(size),
      target: told('us each'),
      of: (times: Times) => each(times, size),
    })),
  ],
  async measure() {
    const runs = pegs.map((size) => [size, cpuTimed(make(size))] as const);
    return leastTimes(Object.fromEntries(runs), rounds);
  },
});
const cuts = overPegsRow('rods-linear-pegs', 'a step of one linearisation', (size) => {
  const world = overPegs(size);
  world.step(tautAfter);
  return () => world.step();
});
const newton = overPegsRow(
  'rods-linear-pegs-newton',
  `${tautening} steps by default, while it becomes taut,`,
  (size) => {
    const world = overPegs(size, false);
    world.step(3);
    const kept = world.snapshot();
    return () => {
      world.restore(kept);
      world.step(tautening);
    };
  },
);

export const linearRows: readonly Row[] = [
  cuts,
  newton,
  linear('micado-linear-keyholes', 'keyholes', throughKeyholes),
  linear('micado-linear-pearls', 'pearls', withPearls),
];
