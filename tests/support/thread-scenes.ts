/** Worlds whose steps have something to share: identical bodies, elements through index tables, one large body, ropes. */
import {
  box,
  copyOf,
  createWorld,
  distance,
  joins,
  nail,
  node,
  particles,
  type ThreadPool,
  tetFem,
  tetSprings,
  type World,
  type WorldOptions,
  worldPoint,
} from '../../packages/engine/src/index.ts';

export interface ThreadScene {
  readonly name: string;
  /** jobs that are shared at least */
  readonly jobs: number;
  build(threads?: ThreadPool): World;
}

const worldOf = (options: WorldOptions, threads?: ThreadPool): World =>
  createWorld({ ...options, ...(threads ? { threads } : {}) });

/** Cubes in rows, joined where they touch, the first row nailed. */
function curtain(path: 'archetype' | 'indexed', integrator: string) {
  return (threads?: ThreadPool): World => {
    const world = worldOf({ step: 1 / 2000, integrator: integrator as 'verlet' }, threads);
    const cube = tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
      density: 50,
      stretch: 2e4,
      bulk: 1e4,
      damping: 50,
    });
    const [rows, columns] = [8, 12];
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

export const threadScenes: readonly ThreadScene[] = [
  { name: 'curtain of identical cubes', jobs: 1, build: curtain('archetype', 'verlet') },
  { name: 'curtain through index tables', jobs: 1, build: curtain('indexed', 'verlet') },
  { name: 'curtain under rk4', jobs: 1, build: curtain('indexed', 'rk4') },
  { name: 'FEM body', jobs: 1, build: block({}, 'verlet') },
  { name: 'FEM body, damped', jobs: 1, build: block({ viscosity: 10 }, 'verlet-as-printed') },
  { name: 'FEM body under Euler-Cromer, damped', jobs: 1, build: block({ viscosity: 10 }, 'euler-cromer') },
  { name: 'FEM body under Beeman', jobs: 1, build: block({}, 'beeman') },
  { name: 'ropes under lagrange', jobs: 1, build: ropes('lagrange') },
  { name: 'ropes under local', jobs: 0, build: ropes('local') },
];
