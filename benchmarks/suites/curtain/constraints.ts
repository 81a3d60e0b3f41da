/** What one constraint costs, in a small curtain and in a large one. */
import { atMost, cpuTimed, leastTimes, type Row, type Times, told } from '../../harness.ts';
import { constraintPass, wholeSteps, widths } from './curtain.ts';
import { curtain } from './problem.ts';

const small = widths[0];
const large = widths[widths.length - 1];

function nanoseconds(times: Times, width: number): number {
  const { joins, nails } = curtain(width);
  return (1e6 * times[`pass-${width}`]) / (joins.length + nails.length);
}

export const constraintCost: Row = {
  name: 'constraint-cost',
  what: `a join or nail among those of a curtain ${large} wide against one ${small} wide`,
  scores: [
    { target: atMost(1.3, 'x the cost'), of: (times) => nanoseconds(times, large) / nanoseconds(times, small) },
    ...widths.map((width) => ({
      name: String(width),
      target: told('ns per constraint'),
      of: (times: Times) => nanoseconds(times, width),
    })),
  ],
  measure() {
    const passes = widths.map((width) => [`pass-${width}`, cpuTimed(constraintPass(width, 'archetype'))] as const);
    return leastTimes(Object.fromEntries(passes), wholeSteps);
  },
};
