/** A typed equation against the built-in relation of the same formula: it comes to the same kernel, as this shows. */

import { equation as typed } from '../../../packages/engine/src/relations/equation/equation.ts';
import { distance } from '../../../packages/engine/src/relations/points/distance.ts';
import { race, relativeDifference, timesTheTime } from '../../harness.ts';
import { distances, rowKernel, rowsOf } from './distance.ts';

const text = '(distance(a, b)^2 - L^2)/(2*L)';

export const equation = race({
  name: 'equation row / distance row',
  what: `10,000 rows of C, J, Cdot, Jdot v: ${text} against the relation distance`,
  target: timesTheTime(1.2),
  prepare() {
    const { batchOf } = distances();
    const ours = batchOf(rowKernel(typed(text, { points: ['a', 'b'], parameters: ['L'] })));
    const theirs = batchOf(rowKernel(distance));
    return {
      ours: () => ours.run(),
      theirs: () => theirs.run(),
      difference: () => relativeDifference(rowsOf(ours), rowsOf(theirs)),
    };
  },
});
