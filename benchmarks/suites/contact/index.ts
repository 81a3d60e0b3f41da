/** Whole steps with contact: what detection costs where nothing touches, stacks at rest, a pile that settles, and how the broad phase grows. */
import { readFileSync } from 'node:fs';
import { buildScene, parseScene } from '@pliant/io';
import {
  box,
  createWorld,
  grid,
  model,
  plane,
  rigid,
  tetFem,
  tetSprings,
  transformed,
  type World,
} from '../../engine.ts';
import { atMost, cpuTimed, leastTimes, milliseconds, type Rounds, type Row, type Times, told } from '../../harness.ts';
import { pile } from '../../peers/scenes.ts';
import { pileWorld } from './pile-world.ts';

const rounds: Rounds = { warmUpMs: 400, sliceMs: 5, rounds: 20 };
const floor = () => plane({ id: 'floor', normal: [0, 1, 0] });

/** Ten boxes at rest, one on another. */
function stack(count: number): World {
  const world = createWorld({ step: 0.01, contact: { friction: 0.5 }, integrator: 'euler-cromer' });
  world.add(floor());
  const shape = { kind: 'box', size: [0.2, 0.2, 0.2] } as const;
  for (let k = 0; k < count; k++) world.add(rigid({ id: `${k}`, shape, mass: 1, position: [0, 0.1 + 0.2 * k, 0] }));
  world.step(20);
  return world;
}
/** Spheres far apart, on a grid. */
function gas(count: number): World {
  const world = createWorld({ step: 0.001, gravity: [0, 0, 0], contact: true, integrator: 'euler-cromer' });
  const side = Math.ceil(Math.cbrt(count));
  const shape = { kind: 'sphere', radius: 0.1 } as const;
  for (let k = 0; k < count; k++) {
    const at = [k % side, Math.floor(k / side) % side, Math.floor(k / (side * side))];
    const position = at.map((n, axis) => 0.5 * n + 0.01 * ((7 * k + axis) % 5)) as [number, number, number];
    world.add(rigid({ id: `${k}`, shape, mass: 1, position }));
  }
  return world;
}
/** A soft body in the air, with and without contact. */
function jelly(contact: boolean): World {
  const world = createWorld({ step: 1e-4, gravity: [0, 0, 0], ...(contact ? { contact: true } : {}) });
  world.add(floor());
  const mesh = transformed(box({ size: [1, 1, 1], cells: [12, 12, 12] }), { translate: [0, 3, 0] });
  world.add(tetFem(mesh, { id: 'jelly', density: 500, young: 3e4, poisson: 0.3 }));
  return world;
}

/** A sheet of 5041 nodes on a closed surface of 10,080 triangles, wavy above; it lies on the waves. */
function sheetOnModel(): World {
  const world = createWorld({ step: 1e-4, contact: { friction: 0.3, thickness: 2e-3 } });
  const n = 70;
  const wavy = (x: number, z: number): number => 0.02 * (Math.sin(9 * x) + Math.cos(7 * z)) - 0.04;
  const positions: number[] = [];
  for (let j = 0; j <= n; j++)
    for (let i = 0; i <= n; i++) {
      const [x, z] = [i / n - 0.5, j / n - 0.5];
      positions.push(1.2 * x, wavy(x, z), 1.2 * z);
    }
  const triangles: number[] = [];
  const at = (i: number, j: number): number => i + (n + 1) * j;
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      triangles.push(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i + 1, j));
    }
  // closed below by one point
  const below = positions.length / 3;
  positions.push(0, -0.6, 0);
  const rim: number[] = [];
  for (let i = 0; i < n; i++) rim.push(at(i, 0));
  for (let j = 0; j < n; j++) rim.push(at(n, j));
  for (let i = n; i > 0; i--) rim.push(at(i, n));
  for (let j = n; j > 0; j--) rim.push(at(0, j));
  rim.forEach((v, k) => {
    triangles.push(below, v, rim[(k + 1) % rim.length]);
  });
  world.add(model({ positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) }, { id: 'model' }));
  const sheet = transformed(grid({ size: [1, 1], cells: [n, n] }), { translate: [0, 0.0021, 0] });
  world.add(tetSprings(sheet, { id: 'sheet', mass: 1e-3, form: 'spring', stretch: 50, damping: 0.01, drag: 3 }));
  world.step(60);
  return world;
}
/** Spheres in a box, while they settle. */
function heap(count: number): World {
  return pileWorld(pile(count), 0.005);
}
/** Milliseconds of a step, over so many from where a world is. */
function meanOf(world: World, steps: number): number {
  const before = process.cpuUsage();
  world.step(steps);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3 / steps;
}

/** 2 s of a heap that is solved to 1e-3, in steps of 5 ms. */
function settled(count: number): { ms: number; unsolved: number; gap: number } {
  const world = pileWorld(pile(count), 0.005, 1e-3);
  const steps = 400;
  let [total, unsolved, gap] = [0, 0, 0];
  for (let k = 0; k < steps; k++) {
    total += meanOf(world, 1);
    const { converged, error } = world.contactReport();
    if (!converged) unsolved++;
    gap = Math.max(gap, error);
  }
  return { ms: total / steps, unsolved, gap };
}
/** Milliseconds of a step of the 2 s of `contact/soft-pile`, by the clock; what other threads compile meanwhile is not in it. */
function softPile(): number {
  const file = new URL('../../../examples/contact/soft-pile.json', import.meta.url);
  const simulation = buildScene(parseScene(readFileSync(file, 'utf8'), 'soft-pile'), 'soft-pile');
  const steps = 2000;
  const before = performance.now();
  for (let k = 0; k < steps; k++) simulation.step();
  return (performance.now() - before) / steps;
}
const perSphere = (times: Times, n: number): number => times[n] / n;
const grows = [100, 300, 1000] as const;
const each = (times: Times, n: number): number => (1e3 * times[n]) / n;

export const rows: readonly Row[] = [
  {
    name: 'nothing touches',
    what: 'a step of 8640 tets in the air above a floor, with contact against without',
    scores: [{ target: atMost(1.05, 'x the time'), of: ({ with: on, without }) => on / without }],
    async measure() {
      const [on, off] = [jelly(true), jelly(false)];
      return leastTimes({ with: cpuTimed(() => on.step()), without: cpuTimed(() => off.step()) }, rounds);
    },
  },
  {
    name: 'stack of 10',
    what: 'a step of ten boxes at rest, one on another',
    scores: [{ target: milliseconds(0.3), of: ({ stack: ms }) => ms }],
    async measure() {
      const world = stack(10);
      return leastTimes({ stack: cpuTimed(() => world.step()) }, rounds);
    },
  },
  {
    name: 'soft pile',
    what: 'a step of 1 ms of 12 soft and 18 rigid bodies that fall on each other, over 2 s of a new process, by the clock',
    scores: [{ target: milliseconds(1), of: ({ pile: ms }) => ms }],
    measure: () => ({ pile: softPile() }),
  },
  {
    name: 'sheet on a model',
    what: 'a step of a sheet of 5041 nodes that comes to lie on the waves of a model of 10,080 triangles: 240 steps, in which 35 to 90 places push, and 40 where it lies',
    scores: [
      { target: milliseconds(3), of: ({ sheet }) => sheet },
      { name: 'where it lies', target: milliseconds(3), of: ({ lying }) => lying },
      { name: 'places that push', target: told('there'), of: ({ places }) => places },
    ],
    measure: () => {
      const world = sheetOnModel();
      const sheet = meanOf(world, 240);
      world.step(600);
      const lying = meanOf(world, 40);
      return { sheet, lying, places: world.contacts().reduce((sum, { points }) => sum + points.length, 0) };
    },
  },
  {
    name: 'heap of 27',
    what: 'a step of spheres that settle in a box, over 0.5 s from their fall',
    scores: [
      { target: told('ms'), of: (times) => times[27] },
      { name: '64', target: told('ms'), of: (times) => times[64] },
    ],
    measure: () => ({ 27: meanOf(heap(27), 100), 64: meanOf(heap(64), 100) }),
  },
  {
    name: 'heap of 1000',
    what: 'a step of spheres that fall and settle in a box within 2 s, to a residual of 1e-3, nothing asleep',
    scores: [
      { target: milliseconds(50), of: (times) => times[1000] },
      {
        name: 'growth',
        target: atMost(1.3, 'x the cost of a sphere among 216'),
        of: (times) => perSphere(times, 1000) / perSphere(times, 216),
      },
      { name: '216', target: told('ms'), of: (times) => times[216] },
      { name: 'unsolved', target: told('steps of 800'), of: ({ unsolved }) => unsolved },
      { name: 'gap', target: told('m off at most'), of: ({ gap }) => gap },
    ],
    measure: () => {
      const [small, large] = [settled(216), settled(1000)];
      return {
        216: small.ms,
        1000: large.ms,
        unsolved: small.unsolved + large.unsolved,
        gap: Math.max(small.gap, large.gap),
      };
    },
  },
  {
    name: 'spheres apart',
    what: 'a step of spheres that do not touch: the cost of one among a thousand against one among a hundred',
    scores: [
      { target: atMost(2, 'x the cost of a sphere'), of: (times) => each(times, 1000) / each(times, 100) },
      ...grows.map((n) => ({
        name: String(n),
        target: told('us per sphere and step'),
        of: (times: Times) => each(times, n),
      })),
    ],
    async measure() {
      const times: Record<string, number> = {};
      for (const n of grows) {
        const world = gas(n);
        Object.assign(times, await leastTimes({ [n]: cpuTimed(() => world.step()) }, rounds));
      }
      return times;
    },
  },
];
