/** Whole steps under `lagrange`: how they grow with the number of rows. */
import { createWorld, distances, node, particles, type World } from '../../engine.ts';
import { atMost, cpuTimed, leastTimes, type Rounds, type Row, type Times, told } from '../../harness.ts';
import { sceneRows } from './scenes.ts';

const sizes = [1e2, 1e3, 1e4, 1e5] as const;
/** Steps take up to a fifth of a second: few rounds of one. */
const longSteps: Rounds = { warmUpMs: 500, sliceMs: 2, rounds: 12 };

/** Points and the rods between them. */
interface Frame {
  readonly positions: number[];
  readonly rods: readonly (readonly [number, number])[];
  readonly fixed: readonly number[];
}

/** A rope of rods that zigzags down. */
function chain(rows: number): Frame {
  const positions = Array.from({ length: rows + 1 }, (_, i) => [0.05 * (i % 2), -0.1 * i, 0.03 * (i % 3)]).flat();
  return { positions, rods: Array.from({ length: rows }, (_, i) => [i, i + 1] as const), fixed: [0] };
}
/** A binary tree of rods. */
function tree(rows: number): Frame {
  const positions = Array.from({ length: rows + 1 }, (_, i) => {
    const level = Math.floor(Math.log2(i + 1));
    const along = (i + 1 - 2 ** level + 0.5) / 2 ** level;
    return [4 * along - 2, -0.3 * level, 0.01 * (i % 5)];
  }).flat();
  return { positions, rods: Array.from({ length: rows }, (_, i) => [Math.floor(i / 2), i + 1] as const), fixed: [0] };
}
/** Two ropes with rungs and braces between them, not flat. */
function ladder(rows: number): Frame {
  const length = Math.floor(rows / 4) + 1;
  const positions = Array.from({ length }, (_, i) => [
    0,
    -0.2 * i,
    0.02 * (i % 2),
    0.3,
    -0.2 * i,
    0.02 * (i % 3),
  ]).flat();
  const rods = Array.from({ length: length - 1 }, (_, i): [number, number][] => {
    const [a, b] = [2 * i, 2 * i + 1];
    return [
      [a, a + 2],
      [b, b + 2],
      [a, b + 2],
      [a + 2, b + 2],
    ];
  }).flat();
  return { positions, rods, fixed: [0, 1] };
}

function worldOf({ positions, rods, fixed }: Frame, method: string = 'lagrange'): World {
  const world = createWorld({ step: 1e-4, integrator: 'euler-cromer', method });
  const dots = world.add(particles(positions, { id: 'dots', mass: 0.01, fixed }));
  const at = (i: number): number[] => positions.slice(3 * i, 3 * i + 3);
  const lengths = rods.map(([i, j]) => Math.hypot(...at(i).map((x, axis) => x - at(j)[axis])));
  const ends = (k: 0 | 1) => rods.map((rod) => node(dots, rod[k]));
  world.constrain(distances(ends(0), ends(1), lengths), { id: 'rods' });
  return world;
}

const rowOf = (times: Times, size: number): number => (1e6 * times[String(size)]) / size;
/** From a thousand rows on; smaller systems wait for the overhead of a step. */
const large = sizes.filter((size) => size >= 1e3);

const growth = (name: string, what: string, frame: (rows: number) => Frame): Row => ({
  name,
  what: `a step of ${what} of rods: a row of the largest against the cheapest`,
  scores: [
    {
      target: atMost(2, 'x the cost of a row'),
      of: (times) => rowOf(times, 1e5) / Math.min(...large.map((size) => rowOf(times, size))),
    },
    ...sizes.map((size) => ({
      name: String(size),
      target: told('ns per row and step'),
      of: (times: Times) => rowOf(times, size),
    })),
  ],
  async measure() {
    const times: Record<string, number> = {};
    for (const size of sizes) {
      const world = worldOf(frame(size));
      Object.assign(times, await leastTimes({ [size]: cpuTimed(() => world.step()) }, longSteps));
    }
    return times;
  },
});

/** The same from a thousand to a million rows, and under `local`, where rods hang from fixed points one by one. */
const manySizes = [1e3, 1e4, 1e5, 1e6] as const;
const linear = (method: string, frame: (rows: number) => Frame): Row => ({
  name: `constraints-linear-${method}`,
  what: `time of a constraint in a step under ${method}, the largest over the least, from a thousand to a million`,
  scores: [
    {
      target: atMost(1.3, 'x'),
      of: (times) =>
        Math.max(...manySizes.map((n) => rowOf(times, n))) / Math.min(...manySizes.map((n) => rowOf(times, n))),
    },
    ...manySizes.map((size) => ({
      name: String(size),
      target: told('ns per constraint and step'),
      of: (times: Times) => rowOf(times, size),
    })),
  ],
  async measure() {
    const times: Record<string, number> = {};
    for (const size of manySizes) {
      const world = worldOf(frame(size), method);
      Object.assign(times, await leastTimes({ [size]: cpuTimed(() => world.step()) }, longSteps));
    }
    return times;
  },
});
/** Rods side by side, each with one end fixed. */
function pendulums(rows: number): Frame {
  const positions = Array.from({ length: rows }, (_, i) => [0.01 * i, 0, 0, 0.01 * i + 0.05, -0.1, 0]).flat();
  const rods = Array.from({ length: rows }, (_, i) => [2 * i, 2 * i + 1] as const);
  return { positions, rods, fixed: rods.map(([top]) => top) };
}

export const rows: readonly Row[] = [
  linear('lagrange', chain),
  linear('local', pendulums),
  growth('lagrange-chain', 'a chain', chain),
  growth('lagrange-tree', 'a tree', tree),
  growth('lagrange-ladder', 'a ladder', ladder),
  ...sceneRows,
];
