/**
 * Two threads against one, by turns in one process, by the clock: CPU time would count both. The machine has to be idle, with two
 * cores at the least. Both worlds compute the same bits, which is checked.
 */

import { Arena } from '../../../packages/engine/src/kernel/run/memory.ts';
import { planOf } from '../../../packages/engine/src/linalg/factor/plan.ts';
import { Supernodal } from '../../../packages/engine/src/linalg/factor/supernodal.ts';
import { cheapestOrder } from '../../../packages/engine/src/linalg/ordering/order.ts';
import * as problems from '../../../tests/support/sparse-problems.ts';
import { testPool, untilReady } from '../../../tests/support/threads.ts';
import { box, type ThreadPool, tetFem, World } from '../../engine.ts';
import { leastTimes, type Row, type Timed, timesTheTime, told } from '../../harness.ts';
import { curtainWorld } from '../curtain/worlds.ts';
import { blockWorld } from '../fem/block.ts';
import { helloRow, oneCoreRow } from './one-core.ts';

const clocked =
  (run: () => void): Timed =>
  (repetitions) => {
    const start = performance.now();
    for (let i = 0; i < repetitions; i++) run();
    return performance.now() - start;
  };

/** What is done again and again, and a word for its result. */
interface Contender {
  run(): void;
  result(): string;
}
/** Steps are shared after 64 without a change; factorisations after three. */
const [stepsBefore, factorsBefore] = [80, 6];

function threadsRow(
  name: string,
  what: string,
  most: number | undefined,
  make: (pool?: ThreadPool) => Contender,
  before = stepsBefore,
): Row {
  return {
    name: `threads-${name}`,
    what: `${what}: two threads against one`,
    scores: [
      { target: timesTheTime(most), of: ({ two, one }) => two / one },
      { name: 'one', target: told('ms'), of: ({ one }) => one },
    ],
    async measure() {
      const pool = testPool(2);
      try {
        const [one, two] = [make(), make(pool)];
        for (let i = 0; i < before; i++) {
          one.run();
          two.run();
          if (i === before >> 1) await untilReady(pool);
        }
        await untilReady(pool);
        if (one.result() !== two.result()) throw new Error(`${name} — two threads have other bits than one.`);
        return await leastTimes(
          { one: clocked(one.run), two: clocked(two.run) },
          { warmUpMs: 100, sliceMs: 25, rounds: 40 },
        );
      } finally {
        pool.close();
      }
    },
  };
}
const ofWorld = (world: World): Contender => ({ run: () => world.step(), result: () => world.hash() });

function factored(problem: problems.SparseProblem): (pool?: ThreadPool) => Contender {
  const { pattern, rank, values } = problem;
  const plan = planOf(cheapestOrder(pattern, rank));
  return (pool) => {
    const solver = new Supernodal(pattern, plan, new Arena(1 << 20, pool), rank);
    solver.values.set(values);
    const x = new Float64Array(solver.n).fill(1);
    return {
      run: () => solver.factor(),
      result: () => {
        solver.solve(x.fill(1));
        return x.join();
      },
    };
  };
}

function implicitWorld(threads?: ThreadPool): World {
  const cells = [13, 13, 14] as const;
  const world = new World({ step: 0.005, ...(threads ? { threads } : {}) });
  const moduli = { young: 1e6, poisson: 0.4, density: 1000 };
  world.add(
    tetFem(box({ size: [1, 1, 1], cells }), {
      ...{ id: 'box', material: 'neo-hookean', ...moduli, integrator: 'backward-euler', fixed: [0, cells[0]] },
    }),
  );
  return world;
}

const widths = [40, 150, 500];
export const rows: readonly Row[] = [
  ...widths.flatMap((width) =>
    (['archetype', 'indexed'] as const).map((path) =>
      threadsRow(`curtain-${width}-${path}`, `a step of the curtain, ${path}`, width > 100 ? 0.56 : undefined, (pool) =>
        ofWorld(curtainWorld(width, path, pool)),
      ),
    ),
  ),
  ...['st-venant-kirchhoff', 'neo-hookean'].map((material) =>
    threadsRow(`fem-${material}`, `a step of 53,240 tets, ${material}`, 0.58, (pool) =>
      ofWorld(blockWorld(22, material, { mu: 4000, la: 16000 }, pool)),
    ),
  ),
  ...[16, 24].map((side) => {
    let make: ((pool?: ThreadPool) => Contender) | undefined;
    return threadsRow(
      `factor-${side === 16 ? 11520 : 39744}`,
      'LDL^T of a network of rods',
      0.56,
      (pool) => {
        make ??= factored(problems.network(side));
        return make(pool);
      },
      factorsBefore,
    );
  }),
  // 80 steps of it would take a second and settle nothing
  threadsRow(
    'implicit',
    'an implicit step of 11,830 tets, neo-hookean, h = 5 ms',
    0.7,
    (pool) => ofWorld(implicitWorld(pool)),
    factorsBefore,
  ),
  oneCoreRow('curtain-150', 1.05, (pool) => curtainWorld(150, 'archetype', pool)),
  oneCoreRow('fem', 1.05, (pool) => blockWorld(22, 'neo-hookean', { mu: 4000, la: 16000 }, pool)),
  oneCoreRow('implicit', 1.05, implicitWorld),
  helloRow,
];
