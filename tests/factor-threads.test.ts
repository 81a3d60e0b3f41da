// Large systems factored on several threads, more than there are cores included: the bits of one, whatever the pattern is, and which
// rows depend on others. Every factorisation is shared here, whatever the clock says.
import { afterAll, expect, test } from 'vitest';
import { Hash } from '../packages/engine/src/base/hash.ts';
import { Arena } from '../packages/engine/src/kernel/run/memory.ts';
import type { ThreadPool } from '../packages/engine/src/kernel/threads/pool.ts';
import { leastShared, type Plan, planOf } from '../packages/engine/src/linalg/factor/plan.ts';
import { Supernodal } from '../packages/engine/src/linalg/factor/supernodal.ts';
import { tasksOf } from '../packages/engine/src/linalg/factor/tasks.ts';
import { cheapestOrder } from '../packages/engine/src/linalg/ordering/order.ts';
import { bracedSaddle } from './support/saddle-problems.ts';
import { everyNth } from './support/sample.ts';
import * as problems from './support/sparse-problems.ts';
import { testPool, untilReady } from './support/threads.ts';

const pools = [2, 3, 4, 8].map((count) => testPool(count));
afterAll(() => {
  for (const pool of pools) pool.close();
});

const arenas = new WeakMap<Supernodal, Arena>();
interface Planned {
  readonly problem: problems.SparseProblem;
  readonly plan: Plan;
}
function planned(problem: problems.SparseProblem): Planned {
  const plan = planOf(cheapestOrder(problem.pattern, problem.rank));
  expect(plan.flops).toBeGreaterThan(leastShared);
  return { problem, plan };
}
function solverOf({ problem: { pattern, rank, values }, plan }: Planned, pool?: ThreadPool): Supernodal {
  const arena = new Arena(1 << 20, pool);
  const solver = new Supernodal(pattern, plan, arena, rank);
  arenas.set(solver, arena);
  solver.values.set(values);
  return solver;
}
/** Everything that a factorisation leaves behind, through what can be asked. */
function bits(solver: Supernodal): string {
  solver.factor();
  const x = Float64Array.from({ length: solver.n }, (_, k) => (k % 7) - 3);
  solver.solve(x);
  return new Hash().numbers(x).numbers(solver.dependent).numbers([solver.negativeCount]).digest();
}
/** Factored until all workers know it, which takes three runs at the least. */
async function readied(solver: Supernodal, pool: ThreadPool): Promise<Supernodal> {
  for (let run = 0; run < 3; run++) solver.factor();
  await untilReady(pool);
  return solver;
}
async function sameBits(system: Planned, pool: ThreadPool): Promise<void> {
  const expected = bits(solverOf(system));
  const solver = await readied(solverOf(system, pool), pool);
  for (let run = 0; run < 3; run++)
    expect({ threads: pool.count, hash: bits(solver) }).toEqual({ threads: pool.count, hash: expected });
  solver.release();
}

test.each(
  [
    ['a network of rods', () => problems.network(10)],
    ['cloth with sliders, a saddle-point system', () => problems.cloth(36, true)],
    ['473 redundant rods of 1115', () => problems.braced(6).problem],
    ['473 redundant rods of 1115 in a saddle-point system', () => bracedSaddle(6, 1e6).problem],
    ['the same, pivots in doubt (numbering 7)', () => problems.shuffled(bracedSaddle(6, 1e6).problem, 7)],
    ['the same, judged one after another (numbering 1)', () => problems.shuffled(bracedSaddle(6, 1e6).problem, 1)],
  ].map(
    ([name, make], row) => ({ name, make, row }) as { name: string; make: () => problems.SparseProblem; row: number },
  ),
)('$name: 1, 2, 3, 4 and 8 threads give the same bits', async ({ make, row }) => {
  const system = planned(make());
  for (const pool of pools.filter((_, column) => everyNth(2, row, column))) await sameBits(system, pool);
});

test('random patterns, seeds 1 to 10: the bits of one thread', async () => {
  for (let seed = 1; seed <= 10; seed++)
    await sameBits(planned(problems.dominant(1000, 2, seed)), pools[seed % pools.length]);
});

test('pivots so unsure that those after them are judged one after another: made again on one thread, which is kept for a while', async () => {
  const system = planned(problems.shuffled(bracedSaddle(6, 1e6).problem, 1));
  const { pattern, rank, values } = system.problem;
  const [pool] = pools;
  // multipliers with a diagonal are sound
  const sound = values.map((value, e) => (isMultiplier(pattern, rank as Uint8Array, e) ? -1e-3 : value));
  const [alone, shared] = [solverOf(system), solverOf(system, pool)];
  for (const solver of [alone, shared]) solver.values.set(sound);
  await readied(shared, pool);
  expect(bits(shared)).toBe(bits(alone));
  for (const solver of [alone, shared]) solver.values.set(values);
  expect(bits(shared)).toBe(bits(alone));
  expect(shared.dependentCount).toBe(473);
  const { handed } = pool;
  for (let run = 0; run < 5; run++) expect(bits(shared)).toBe(bits(alone));
  expect(pool.handed).toBe(handed);
});
const isMultiplier = ({ pointers }: problems.SparseProblem['pattern'], rank: Uint8Array, entry: number): boolean =>
  rank.some((one, row) => one === 1 && pointers[row] === entry);

test('entries change, rows are left out and come back; trees that stay are kept; solved while it is factored', async () => {
  const one = problems.network(9);
  const rows = one.n;
  const system = planned({
    ...one,
    n: 2 * rows,
    pattern: {
      pointers: Int32Array.from([
        ...one.pattern.pointers,
        ...one.pattern.pointers.slice(1).map((p) => p + one.values.length),
      ]),
      indices: Int32Array.from([...one.pattern.indices, ...one.pattern.indices.map((i) => i + rows)]),
    },
    values: Float64Array.from([...one.values, ...one.values]),
  });
  expect(system.plan.subtree.at(-1)).toBeGreaterThan(0); // more than one tree
  const pool = pools[1];
  const shared = await readied(solverOf(system, pool), pool);
  const { values } = system.problem;
  const changes: ((solver: Supernodal) => void)[] = [
    (solver) => solver.values.set(values.map((value, e) => (e < one.values.length ? value : 1.5 * value))),
    (solver) => solver.values.set(values),
    (solver) => solver.values.set(values.map((value) => 2 * value)),
    (solver) => solver.setActive(5, false),
    (solver) => solver.setActive(rows + 7, false),
    (solver) => solver.setActive(5, true),
  ];
  const alone = solverOf(system);
  for (const change of changes) {
    for (const solver of [alone, shared]) change(solver);
    expect(bits(shared)).toBe(bits(alone));
    expect(bits(shared)).toBe(bits(alone));
  }
  const [expected, found] = [alone, shared].map((solver) => {
    const arena = arenas.get(solver) as Arena;
    const [b, x] = [arena.f64(solver.n), arena.f64(solver.n)];
    b.view().forEach((_, k, all) => {
      all[k] = (k % 5) - 2;
    });
    solver.factorWith(b);
    solver.solveRest(x);
    return [...x.view()];
  });
  expect(found).toEqual(expected);
});

test('workers take tasks', async () => {
  const [pool] = pools;
  const solver = await readied(solverOf(planned(problems.network(10)), pool), pool);
  const { handed } = pool;
  while (pool.handed === handed) {
    solver.factor();
    await new Promise((done) => setTimeout(done, 5)); // ends with the test's time
  }
});

test('a chain has nothing to share', () => {
  expect(tasksOf(planned(problems.chain(1e5)).plan)).toBeUndefined();
});
