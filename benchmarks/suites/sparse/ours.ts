/** What our solvers take for a matrix. */
import { createSolver, type SolverOptions } from '../../../packages/engine/src/linalg/create-solver.ts';
import type { SparseProblem } from '../../../tests/support/sparse-problems.ts';
import { cpuTimed, leastTimes, type Rounds, type Times } from '../../harness.ts';

const short: Rounds = { warmUpMs: 200, sliceMs: 2, rounds: 80 };
const long: Rounds = { warmUpMs: 200, sliceMs: 2, rounds: 12 };
/** Both must solve the same system: what is left of a right-hand side of about 1. */
const solved = 1e-9;

/** Milliseconds to factor and to solve, by whatever solver suits or by one of a kind. */
export async function measuredOurs(problem: SparseProblem, kind?: SolverOptions['kind']): Promise<Times> {
  const solver = createSolver(problem.pattern, { rank: problem.rank, kind });
  solver.values.set(problem.values);
  solver.factor();
  const b = Float64Array.from({ length: problem.n }, (_, k) => ((k * 7919) % 1000) / 1000 - 0.5);
  const x = b.slice();
  solver.solve(x);
  const r = new Float64Array(problem.n);
  solver.residual(b, x, r);
  const left = r.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  if (!(left < solved)) throw new Error(`${problem.name} — our residual is ${left}.`);
  return leastTimes(
    {
      factor: cpuTimed(() => solver.factor()),
      solve: cpuTimed(() => {
        x.set(b);
        solver.solve(x);
      }),
    },
    problem.n > 5000 ? long : short,
  );
}
