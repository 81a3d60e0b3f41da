/** What a tet costs in blocks of a thousand to a million of them: time and memory. */
import { atMost, cpuTimed, leastTimes, type Row, type Times, told } from '../../harness.ts';
import { blockWorld, type Lame } from './block.ts';

const lame: Lame = { mu: 4000, la: 16000 };
/** 5 n^3 tets: 1,080, 10,985, 98,415 and 1,026,895 */
const sizes = [6, 13, 27, 59];
const tetsOf = (n: number): number => 5 * n * n * n;
/** Of each size the nanoseconds that a tet takes. */
const each = (times: Times): number[] => sizes.map((n) => (1e6 * times[`${tetsOf(n)} tets`]) / tetsOf(n));

export const linearRow: Row = {
  name: 'fem-linear',
  what: 'time of a tet in a step, the largest over the least, from a thousand to a million tets (neo-Hookean)',
  scores: [
    { target: atMost(1.3, 'x'), of: (times) => Math.max(...each(times)) / Math.min(...each(times)) },
    { name: 'a-tet-of-a-million', target: told('ns'), of: (times) => each(times)[sizes.length - 1] },
    // bytes stand among the times: they are the same in every process
    { name: 'memory', target: told('bytes a tet'), of: ({ bytes }) => bytes / tetsOf(sizes[sizes.length - 1]) },
  ],
  async measure() {
    const found: Record<string, number> = {};
    for (const n of sizes) {
      const before = memory();
      const world = blockWorld(n, 'neo-hookean', lame);
      world.step(2);
      found.bytes = memory() - before; // of the last, which is the largest
      const { step } = await leastTimes(
        { step: cpuTimed(() => world.step()) },
        { warmUpMs: 300, sliceMs: 20, rounds: 12 },
      );
      found[`${tetsOf(n)} tets`] = step;
    }
    return found;
  },
};

/** Memory of the process, with what a world is made from. */
const memory = (): number => process.memoryUsage().rss;
