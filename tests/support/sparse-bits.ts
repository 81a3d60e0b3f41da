/** A fingerprint of what the sparse solvers compute, which must be the same everywhere. */
import { Hash } from '../../packages/engine/src/base/hash.ts';
import { createSolver } from '../../packages/engine/src/linalg/create-solver.ts';
import * as problems from './sparse-problems.ts';

export const goldenSparse = '66b3f5826fb5f2ce';

export function sparseBits(): string {
  const hash = new Hash();
  for (const problem of [
    problems.chain(30),
    problems.ladder(400),
    problems.network(6),
    problems.network(9), // large: updates ascend
    problems.cloth(8, true),
    problems.braced(4).problem,
  ]) {
    const { n, pattern, rank, values } = problem;
    const solver = createSolver(pattern, { rank });
    solver.values.set(values);
    solver.factor();
    const b = problems.times(
      problem,
      Float64Array.from({ length: n }, (_, k) => (k % 7) - 3),
    );
    const x = b.slice();
    solver.solve(x);
    solver.refine(b, x);
    const xs = new Float64Array(2 * n);
    solver.solveMany(Float64Array.from([...b, ...x]), xs, 2);
    hash.numbers(solver.dependent).numbers(x).numbers(xs);
  }
  return hash.digest();
}
