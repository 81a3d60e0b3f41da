/** Worlds whose steps have something to share: identical bodies, elements through index tables, one large body, ropes. */
import {
  box,
  copyOf,
  createWorld,
  distance,
  distances,
  join,
  joins,
  nail,
  node,
  particles,
  spline,
  splinePoint,
  type ThreadPool,
  tetFem,
  tetSprings,
  type World,
  type WorldOptions,
  worldPoint,
} from '../../packages/engine/src/index.ts';
import { Random } from './random.ts';
import { softHeap } from './soft-heap.ts';

export interface ThreadScene {
  readonly name: string;
  /** jobs that are shared at least */
  readonly jobs: number;
  /** after those in which workers start; 40 if not given */
  readonly steps?: number;
  build(threads?: ThreadPool): World;
}

const worldOf = (options: WorldOptions, threads?: ThreadPool): World =>
  createWorld({ ...options, ...(threads ? { threads } : {}) });

/** Cubes in rows, joined where they touch, the first row nailed. */
function curtain(path: 'archetype' | 'indexed', integrator: string, rows = 8) {
  return (threads?: ThreadPool): World => {
    const world = worldOf({ step: 1 / 2000, integrator: integrator as 'verlet' }, threads);
    const cube = tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
      density: 50,
      stretch: 2e4,
      bulk: 1e4,
      damping: 50,
    });
    const columns = 12;
    const cubes = Array.from({ length: rows * columns }, (_, c) => {
      const translate = [c % columns, -Math.floor(c / columns), 0.01 * (c % 3)] as const;
      const copy = copyOf(cube, { id: `cube-${c}`, translate });
      return world.add(path === 'archetype' ? copy : { ...copy, elements: [...cube.elements] });
    });
    const corner = (c: number, n: number) => node(cubes[c], n);
    const pairs = cubes.flatMap((_, c) => [
      ...(c % columns < columns - 1 ? [[corner(c, 1), corner(c + 1, 0)]] : []),
      ...(c + columns < cubes.length ? [[corner(c, 4), corner(c + columns, 6)]] : []),
    ]);
    world.constrain(joins(pairs as [ReturnType<typeof corner>, ReturnType<typeof corner>][]), { id: 'joins' });
    for (let c = 0; c < columns; c++) {
      const [x, y, z] = world.positions(cubes[c].id).slice(3 * 7, 3 * 7 + 3);
      world.constrain(nail(corner(c, 7), worldPoint(x, y, z)), { id: `nail-${c}` });
    }
    return world;
  };
}

/** One body, cut between its nodes. */
function block(options: object, integrator: string) {
  return (threads?: ThreadPool): World => {
    const world = worldOf({ step: 1 / 4000, integrator: integrator as 'verlet' }, threads);
    const mesh = box({ size: [2, 1, 1], cells: [12, 6, 6] });
    const body = world.add(tetFem(mesh, { density: 1000, young: 1e5, poisson: 0.3, ...options }));
    for (const n of [0, 1, 2]) {
      const at = world.positions(body.id).slice(3 * n, 3 * n + 3);
      world.constrain(nail(node(body, n), worldPoint(at[0], at[1], at[2])), { id: `nail-${n}` });
    }
    return world;
  };
}

/** Beams side by side, large enough to be solved in blocks; joined by rows that are kept by projection. */
function beams(integrator: string, method: string, count: number, options: object) {
  return (threads?: ThreadPool): World => {
    const world = worldOf({ step: 1 / 100, integrator: integrator as 'backward-euler', method }, threads);
    const mesh = box({ size: [2, 0.5, 0.5], cells: [12, 5, 5] });
    const bodies = Array.from({ length: count }, (_, k) =>
      world.add(
        copyOf(tetFem(mesh, { density: 1000, young: 1e5, poisson: 0.4, fixed: [0, 13], ...options }), {
          id: `beam-${k}`,
          translate: [0, 0, 0.5 * k],
        }),
      ),
    );
    const back = mesh.positions.length / 3 - 1;
    const front = 13 * 6 - 1;
    for (let k = 0; k + 1 < count; k++)
      world.constrain(join(node(bodies[k], back), node(bodies[k + 1], front)), { id: `join-${k}` });
    return world;
  };
}

/** Pairs of points that lie apart, joined by the method `local`. */
function joinedPairs(threads?: ThreadPool): World {
  const world = worldOf({ step: 1 / 1000 }, threads);
  const count = 2100;
  const positions = Array.from({ length: 2 * count }, (_, i) => [i % 2, i >> 1, 0.01 * (i % 7)]).flat();
  const points = world.add(particles(positions, { id: 'points', mass: 0.01 }));
  const pairs = Array.from({ length: count }, (_, k) => [node(points, 2 * k), node(points, 2 * k + 1)] as const);
  world.constrain(joins(pairs), { id: 'joins' });
  return world;
}

/** Points in chains of rods, under one method. */
function ropes(method: 'lagrange' | 'local') {
  return (threads?: ThreadPool): World => {
    const world = worldOf({ step: 1 / 1000, method }, threads);
    const [count, length] = [24, 30];
    for (let r = 0; r < count; r++) {
      const positions = Array.from({ length }, (_, i) => [0.1 * i, 0, 0.2 * r]).flat();
      const rope = world.add(particles(positions, { id: `rope-${r}`, mass: 0.01 }));
      world.constrain(nail(node(rope, 0), worldPoint(0, 0, 0.2 * r)), { id: `nail-${r}` });
      for (let i = 0; i + 1 < length; i++)
        world.constrain(distance(node(rope, i), node(rope, i + 1), 0.1), { id: `rod-${r}-${i}` });
    }
    return world;
  };
}

/** A cube of points and rods between neighbours, side points along each edge, hung up at two corners. */
export function net(side: number) {
  return (threads?: ThreadPool): World => {
    const world = worldOf({ step: 1 / 1000, method: 'lagrange' }, threads);
    const random = new Random(1);
    const points = Array.from({ length: side ** 3 }, (_, i) =>
      [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)].map((x) => x + random.between(-0.2, 0.2)),
    );
    const body = world.add(particles(points.flat(), { id: 'points', mass: 0.01 }));
    const pairs = points.flatMap((_, i) =>
      [1, side, side ** 2].flatMap((step) => (Math.floor(i / step) % side < side - 1 ? [[i, i + step]] : [])),
    );
    const ends = (k: number) => pairs.map((pair) => node(body, pair[k]));
    const lengths = pairs.map(([i, j]) => Math.hypot(...points[i].map((x, axis) => x - points[j][axis])));
    world.constrain(distances(ends(0), ends(1), lengths), { id: 'rods' });
    for (const i of [0, side - 1]) {
      const [x, y, z] = points[i];
      world.constrain(nail(node(body, i), worldPoint(x, y, z)), { id: `nail-${i}` });
    }
    return world;
  };
}

/** A block that hangs on a rope, both implicit: one system of all their unknowns. */
/** From 1,500 nodes on the block is solved iteratively, with the rope as a border. */
export const hangingBlock =
  (cells: readonly [number, number, number]) =>
  (threads?: ThreadPool): World => {
    const world = worldOf({ step: 1 / 200, integrator: 'backward-euler', method: 'displacement' }, threads);
    const block = world.add(
      tetFem(box({ size: [1, 0.5, 0.5], cells }), { id: 'block', density: 100, young: 1e5, poisson: 0.3 }),
    );
    const [x, y, z] = world.positions('block').slice(0, 3);
    const curve = Array.from({ length: 13 }, (_, k) => [x, y + 0.1 * (12 - k), z]);
    const rope = world.add(spline({ id: 'rope', points: curve.flat(), EA: 1e5, EI: 0.1, GJ: 0.05, rhoA: 0.2 }));
    world.constrain(nail(splinePoint(rope, 0), worldPoint(...(curve[0] as [number, number, number]))), { id: 'top' });
    world.constrain(join(splinePoint(rope, 12), node(block, 0)), { id: 'knot' });
    return world;
  };

/** A heap of small bodies below a block that is large enough for eight threads. */
function heapBelowBlock(threads?: ThreadPool): World {
  const world = softHeap(threads);
  const mesh = box({ size: [0.8, 0.8, 0.8], cells: [10, 10, 10] });
  const above = tetSprings(mesh, { density: 400, stretch: 3e3, bulk: 3e3, damping: 3 });
  world.add(copyOf(above, { id: 'block', translate: [0.3, 3, 0.3] }));
  return world;
}

/** Batches so large that they get code for their place in memory. */
export const placedScenes: readonly ThreadScene[] = [
  { name: 'curtain through index tables', jobs: 1, build: curtain('indexed', 'verlet', 12) },
  { name: 'FEM body', jobs: 1, build: block({}, 'verlet') },
  { name: 'pairs of points under local', jobs: 1, build: joinedPairs },
];

export const threadScenes: readonly ThreadScene[] = [
  { name: 'curtain of identical cubes', jobs: 1, build: curtain('archetype', 'verlet') },
  { name: 'curtain through index tables', jobs: 1, build: curtain('indexed', 'verlet') },
  { name: 'curtain under rk4', jobs: 1, build: curtain('indexed', 'rk4') },
  { name: 'FEM body', jobs: 1, build: block({}, 'verlet') },
  { name: 'FEM body, damped', jobs: 1, build: block({ viscosity: 10 }, 'verlet-as-printed') },
  { name: 'FEM body under Euler-Cromer, damped', jobs: 1, build: block({ viscosity: 10 }, 'euler-cromer') },
  { name: 'FEM body under Beeman', jobs: 1, build: block({}, 'beeman') },
  { name: 'ropes under lagrange', jobs: 1, build: ropes('lagrange') },
  { name: 'net under lagrange', jobs: 2, steps: 4, build: net(8) },
  { name: 'heap of soft cubes and spheres, to a tolerance', jobs: 1, steps: 30, build: heapBelowBlock },
  { name: 'block on a rope, one implicit system', jobs: 1, steps: 2, build: hangingBlock([10, 5, 5]) },
  {
    name: 'beams under backward-euler, joined',
    jobs: 5,
    steps: 2,
    build: beams('backward-euler', 'displacement', 2, {}),
  },
  {
    name: 'beam under implicit-euler, viscous',
    jobs: 3,
    steps: 2,
    build: beams('implicit-euler', 'lagrange', 1, { viscosity: 50 }),
  },
  { name: 'ropes under local', jobs: 0, build: ropes('local') },
];
