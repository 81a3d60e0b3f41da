/** Sparse symmetric systems: factor and solve, beside Eigen and CHOLMOD in the C++ program of --yardstick. */
import * as problems from '../../../tests/support/sparse-problems.ts';
import { milliseconds, type Row, type Score, type Times, timesTheTime } from '../../harness.ts';
import { yardstickGiven } from '../../yardstick.ts';
import { measuredOurs } from './ours.ts';
import { type Library, measuredTheirs } from './theirs.ts';

/** The other program cannot take turns with us at every repetition; in small systems it does so a few times. */
const turnsOf = (n: number): number => (n > 5000 ? 1 : 3);

type Work = 'factor' | 'solve';
interface Goal {
  readonly work: Work;
  readonly against: Library;
  readonly most?: number;
}
const toEigen: Goal = { work: 'factor', against: 'eigen', most: 1 };

/** The first goal goes under the row's name. Without a yardstick, or where nobody else can factor it, our own time does. */
function sparseRow(name: string, make: () => problems.SparseProblem, goals: readonly Goal[] = []): Row {
  const scores: (Score & { name: string })[] = yardstickGiven('C++')
    ? goals.map(({ work, against, most }) => ({
        name: `${work}-${against}`,
        target: timesTheTime(most),
        of: (times) => times[work] / times[`${against} ${work}`],
      }))
    : [];
  const own: Score & { name: string } = { name: 'factor', target: milliseconds(), of: ({ factor }) => factor };
  const [first, ...others] = scores.length > 0 ? scores : [own];
  const { target, of } = first;
  return {
    name,
    what: `LDL^T and triangular solves${scores.length > 0 ? `, against ${goals.map((g) => g.against).join(', ')}` : ''}`,
    scores: [{ target, of }, ...others],
    async measure() {
      const problem = make();
      const least: Record<string, number> = {};
      const note = (times: Times): void => {
        for (const [what, ms] of Object.entries(times)) least[what] = Math.min(ms, least[what] ?? ms);
      };
      for (let turn = 0; turn < turnsOf(problem.n); turn++) {
        note(await measuredOurs(problem));
        if (scores.length === 0) continue;
        const theirs = measuredTheirs(problem);
        const missing = goals.find(({ against }) => !theirs[against]);
        if (missing) throw new Error(`${name} — ${missing.against} cannot factor it.`);
        for (const [library, { factor, solve }] of Object.entries(theirs)) {
          note({ [`${library} factor`]: factor, [`${library} solve`]: solve });
        }
      }
      return least;
    },
  };
}

const sizes = [1e2, 1e3, 1e4, 1e5];
export const rows: readonly Row[] = [
  sparseRow('network-11520', () => problems.network(16), [
    { ...toEigen, most: 0.25 },
    { work: 'factor', against: 'cholmod-supernodal', most: 0.8 },
    { work: 'solve', against: 'eigen', most: 1 },
  ]),
  sparseRow('network-540', () => problems.network(6), [toEigen, { work: 'solve', against: 'eigen' }]),
  sparseRow('network-39744', () => problems.network(24), [
    { ...toEigen, most: 0.25 },
    { work: 'factor', against: 'cholmod-supernodal', most: 1 },
    { work: 'solve', against: 'eigen' },
  ]),
  ...sizes.map((n) => sparseRow(`rope-${n}`, () => problems.chain(n), [toEigen])),
  ...sizes.map((n) => sparseRow(`ladder-${n}`, () => problems.ladder(n), [toEigen])),
  sparseRow('bridge-533', problems.bridge, [toEigen]),
  // Exact zeros on the diagonal: neither Eigen nor CHOLMOD can factor these in their own order.
  sparseRow('cloth-1580', () => problems.cloth(20)),
  sparseRow('cloth-14340', () => problems.cloth(60)),
];
