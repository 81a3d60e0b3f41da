/**
 * Steps of large solids under implicit schemes: a box held at two corners, in the swing of its first steps. Means of ten steps after four, the
 * least of several runs from the same state.
 */
import { testPool, untilReady } from '../../../tests/support/threads.ts';
import {
  box,
  join,
  nail,
  node,
  spline,
  splinePoint,
  type ThreadPool,
  tetFem,
  World,
  worldPoint,
} from '../../engine.ts';
import { atMost, cpuTimed, milliseconds, type Row, type Timed, told } from '../../harness.ts';

interface Box {
  /** along each side, five tets each */
  readonly cells: readonly [number, number, number];
  readonly h: number;
  readonly material?: string;
  readonly integrator?: string;
  readonly young?: number;
  /** ms of a step */
  readonly target?: number;
}
const small = [13, 13, 14] as const;
const [stepsBefore, steps, runs] = [4, 10, 4];

function boxWorld({ cells, h, material = 'neo-hookean', integrator = 'backward-euler', young = 1e6 }: Box): World {
  const mesh = box({ size: [1, 1, 1], cells });
  const world = new World({ step: h });
  const moduli = { young, poisson: 0.4, density: 1000 };
  world.add(tetFem(mesh, { id: 'box', material, ...moduli, integrator, fixed: [0, cells[0]] }));
  return world;
}

/** A step of those from here on, by a clock or by CPU time. */
async function meanStep(world: World, timed: (run: () => void) => Timed): Promise<number> {
  const start = world.snapshot();
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    world.restore(start);
    least = Math.min(least, await timed(() => world.step())(steps));
  }
  return least / steps;
}

function row(name: string, given: Box): Row {
  const [x, y, z] = given.cells;
  const { material = 'neo-hookean', integrator = 'backward-euler', h } = given;
  return {
    name,
    what: `a step of ${5 * x * y * z} tets, ${material}, ${integrator}, h = ${1000 * h} ms`,
    scores: [{ target: milliseconds(given.target), of: ({ ours }) => ours }],
    async measure() {
      const world = boxWorld(given);
      world.step(stepsBefore);
      return { ours: await meanStep(world, cpuTimed) };
    },
  };
}

/** A corner of the box hangs on a rope, too: one system with the rope, on two threads, by the clock. */
const ropeRow: Row = {
  name: 'implicit-solid-rope',
  what: 'a step of 11830 tets on a rope of 12 spans, neo-hookean, backward-euler, h = 5 ms: two threads, by the clock',
  scores: [
    { target: milliseconds(25), of: ({ two }) => two },
    { name: 'one', target: told('ms of CPU on one thread'), of: ({ one }) => one },
  ],
  async measure() {
    const pool = testPool(2);
    try {
      const [one, two] = [hanging(), hanging(pool)];
      for (const world of [one, two]) world.step(stepsBefore);
      await untilReady(pool);
      return { one: await meanStep(one, cpuTimed), two: await meanStep(two, clocked) };
    } finally {
      pool.close();
    }
  },
};
const clocked =
  (run: () => void): Timed =>
  (repetitions) => {
    const start = performance.now();
    for (let i = 0; i < repetitions; i++) run();
    return performance.now() - start;
  };
function hanging(threads?: ThreadPool): World {
  const world = new World({
    ...{ step: 0.005, integrator: 'backward-euler', method: 'displacement' },
    ...(threads ? { threads } : {}),
  });
  const mesh = box({ size: [1, 1, 1], cells: small });
  const held = { fixed: [0, small[0]] };
  const block = world.add(tetFem(mesh, { id: 'box', young: 1e6, poisson: 0.4, density: 1000, ...held }));
  const last = mesh.positions.length / 3 - 1;
  const [x, y, z] = world.positions('box').slice(3 * last);
  const curve = Array.from({ length: 13 }, (_, k) => [x, y + 0.1 * (12 - k), z] as const);
  const rope = world.add(spline({ id: 'rope', points: curve.flat(), EA: 1e5, EI: 0.1, GJ: 0.05, rhoA: 0.2 }));
  world.constrain(nail(splinePoint(rope, 0), worldPoint(...curve[0])), { id: 'top' });
  world.constrain(join(splinePoint(rope, 12), node(block, last)), { id: 'knot' });
  return world;
}

const materials = ['neo-hookean', 'st-venant-kirchhoff'];
const youngs = [1e4, 1e5, 1e6];
const lengths = [0.005, 0.01, 0.033];
const swing = 24;
/** Counts stand among the times. */
const convergenceRow: Row = {
  name: 'implicit-unconverged',
  what: `steps of 11830 tets that do not converge: ${materials.join(', ')}, E = 1e4, 1e5, 1e6, h = 5, 10, 33 ms, ${swing} each`,
  scores: [
    { target: atMost(0, 'steps'), of: ({ unconverged }) => unconverged },
    { name: 'of', target: told('steps'), of: ({ all }) => all },
    { name: 'newton', target: told('Newton steps at most'), of: ({ newton }) => newton },
  ],
  measure() {
    let [all, unconverged, newton] = [0, 0, 0];
    for (const material of materials)
      for (const young of youngs)
        for (const h of lengths) {
          const world = boxWorld({ cells: small, h, material, young });
          for (let n = 0; n < swing; n++, all++) {
            world.step();
            const [report] = world.stepReports();
            if (!report.converged) unconverged++;
            newton = Math.max(newton, report.newton);
          }
        }
    return { all, unconverged, newton };
  },
};

export const rows: readonly Row[] = [
  row('implicit-solid', { cells: small, h: 0.005, target: 20 }),
  row('implicit-solid-long', { cells: small, h: 0.033, target: 35 }),
  row('implicit-solid-stvk', { cells: small, h: 0.005, material: 'st-venant-kirchhoff' }),
  row('implicit-solid-corotated', { cells: small, h: 0.005, material: 'corotated' }),
  row('implicit-solid-euler', { cells: small, h: 0.005, integrator: 'implicit-euler' }),
  row('implicit-solid-large', { cells: [27, 27, 27], h: 0.005, target: 120 }),
  ropeRow,
  convergenceRow,
];
