import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import type { TetSpringsOptions } from '../bodies/tet/tet-springs.ts';
import { tetSprings } from '../bodies/tet/tet-springs.ts';
import { nail } from '../constraints/kinds/constraints.ts';
import { box } from '../meshes/box.ts';
import { chain } from '../meshes/chain.ts';
import { localMethod } from '../methods/local/local.ts';
import { force, kineticEnergy, linearMomentum, potentialEnergy } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';

const integrator = 'implicit-euler';
const free = (step: number): World => createWorld({ step, gravity: [0, 0, 0], integrator });
const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);
const stiff: Partial<TetSpringsOptions> = { density: 10, stretch: 1e5, bulk: 1e5 };
const cube = box({ size: [1, 1, 1], cells: [3, 3, 3] });

/** Two masses on a spring along x, pulled apart by `stretch`. */
function pair(world: World, options: Partial<TetSpringsOptions> & { stretchedBy: number }): void {
  const { stretchedBy, ...rest } = options;
  world.add(
    tetSprings(chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 2 }), {
      id: 'pair',
      form: 'spring',
      stretch: 50,
      mass: [1, 3],
      ...rest,
    }),
  );
  world.positions('pair')[3] += stretchedBy;
}
const stretchOf = (world: World): number => world.positions('pair')[3] - world.positions('pair')[0] - 1;

test('a spring does what implicit Euler does to an oscillator, also after a change of h', () => {
  const [k, d, drag, m] = [50, 2, 0.5, 1 / (1 + 1 / 3)];
  const world = free(0.02);
  pair(world, { stretchedBy: 0.1, damping: d, drag });
  let [x, v] = [0.1, 0];
  for (let n = 0; n < 200; n++) {
    if (n === 100) world.h = 0.07;
    const { h } = world;
    world.step();
    v = (v - (h * k * x) / m) / (1 + h * (d / m + drag) + (h * h * k) / m);
    x += h * v;
    expect(Math.abs(stretchOf(world) - x)).toBeLessThan(1e-13);
  }
  expect(Math.abs(x)).toBeLessThan(0.01);
});

test('halving h halves the error', () => {
  const omega = Math.sqrt(50 * (1 + 1 / 3));
  const error = (steps: number): number => {
    const world = free(1 / steps);
    pair(world, { stretchedBy: 0.1 });
    world.step(steps);
    return Math.abs(stretchOf(world) - 0.1 * Math.cos(omega));
  };
  expect(Math.abs(Math.log2(error(1000) / error(2000)) - 1)).toBeLessThan(0.05);
});

test('drag: v is divided by 1 + h rate in each step; without anything it falls', () => {
  const world = createWorld({ step: 0.1, integrator });
  world.add(particles([0, 0, 0, 1, 0, 0], { id: 'p', mass: [1, 5], drag: 30, velocities: [2, 0, 0, 0, 3, 0] }));
  world.step();
  const v = world.velocities('p');
  expect(v[0]).toBeCloseTo(2 / 4, 14);
  expect(v[4]).toBeCloseTo((3 - 0.981) / 4, 14);
  world.step(200); // 15 times the longest stable step of the others
  expect(world.velocities('p')[1]).toBeCloseTo(-9.81 / 30, 14);
});

describe('at 50 times the longest stable step of Verlet', () => {
  const bound = (options: Partial<TetSpringsOptions>, mesh = cube): number => {
    const world = createWorld({ step: 1, integrator: 'verlet' });
    world.add(tetSprings(mesh, { id: 'it', ...options } as TetSpringsOptions));
    return world.stableStep();
  };
  test('a chain that was pulled: energy falls in every step', () => {
    const options = { form: 'spring', stretch: 1e4, mass: 0.1 } as const;
    const line = chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 10 });
    const world = free(50 * bound(options, line));
    world.add(tetSprings(line, { id: 'it', ...options }));
    const q = world.positions('it');
    for (let i = 0; i < 10; i++) q[3 * i] *= 1 + 0.05 * i;
    const start = energy(world);
    let before = start;
    for (let n = 0; n < 100; n++) {
      world.step();
      expect(energy(world)).toBeLessThan(before + 1e-20 * start);
      before = energy(world);
    }
    expect(before).toBeLessThan(1e-20 * start);
  });
  test.each([
    ['without damping', stiff],
    ['with damping', { ...stiff, damping: 1000, bulkDamping: 300 }],
  ])('a box that was shaken, %s: energy fades, momentum stays (seed 5)', (_, options) => {
    const h = 50 * bound(options);
    const world = free(h);
    const random = new Random(5);
    world.add(tetSprings(cube, { id: 'it', ...options, velocities: random.list(3 * 64, -1, 1) } as TetSpringsOptions));
    const momentum = linearMomentum(world);
    const start = energy(world);
    let before = start;
    for (let n = 0; n < 200; n++) {
      world.step();
      expect(energy(world)).toBeLessThan(1.001 * before);
      before = energy(world);
    }
    expect(before).toBeLessThan(0.1 * start); // what is left is flight and spin
    linearMomentum(world).forEach((p, i) => {
      expect(Math.abs(p - momentum[i])).toBeLessThan(1e-12); // rounding of h f over 200 steps
    });
  });
});

describe('constraints after the solve', () => {
  const [m, k, h] = [0.1, 1e4, 0.01];
  const hanging = chain({ from: [0, 0, 0], to: [0, -9, 0], nodes: 10 });

  const method = localMethod({ implicit: 'post' });
  test('a nail with an offset is met at once and stays met [GBT06 notes, T10]', () => {
    const world = free(h);
    const body = world.add(tetSprings(hanging, { id: 'chain', form: 'spring', stretch: k, mass: m }));
    world.constrain(nail(node(body, 0), worldPoint(0, 0.01, 0)), { id: 'nail', method });
    for (let n = 0; n < 50; n++) {
      world.step();
      const [x, y, z] = world.positions('chain');
      expect(Math.abs(x) + Math.abs(y - 0.01) + Math.abs(z)).toBeLessThan(1e-14);
    }
    expect(linearMomentum(world)[1]).toBeGreaterThan(0); // pulled along
  });

  test('at rest a nail carries the weight; its neighbour hangs c R too low', () => {
    const world = createWorld({ step: h, integrator, method });
    const body = world.add(tetSprings(hanging, { id: 'chain', form: 'spring', stretch: k, mass: m, drag: 5 }));
    world.constrain(nail(node(body, 0), worldPoint(0, 0, 0)), { id: 'nail' });
    world.step(4000);
    const R = force(world, 'nail')[1];
    expect(R).toBeCloseTo(10 * m * 9.81, 9);
    const q = world.positions('chain');
    const stretch = (i: number): number => q[3 * i + 1] - q[3 * i + 4] - 1;
    // the solve had given the pull of the nail's node to its neighbours too, and only the node takes it back
    expect(stretch(0)).toBeCloseTo((9 * m * 9.81) / k + (h * h * R) / (m * (1 + 5 * h)), 9);
    for (let i = 1; i < 9; i++) expect(stretch(i)).toBeCloseTo(((9 - i) * m * 9.81) / k, 9);
  });

  test('fixed nodes do not move, and carry the weight exactly', () => {
    const world = createWorld({ step: h, integrator });
    world.add(tetSprings(hanging, { id: 'chain', form: 'spring', stretch: k, mass: m, drag: 5, fixed: [0] }));
    world.step(2000);
    const q = world.positions('chain');
    expect([...q.slice(0, 3)]).toEqual([0, 0, 0]);
    for (let i = 0; i < 9; i++) expect(q[3 * i + 1] - q[3 * i + 4] - 1).toBeCloseTo(((9 - i) * m * 9.81) / k, 11);
  });
});

describe('the same bits', () => {
  const fill = (world: World, ids: readonly string[]): void => {
    for (const id of ids) {
      world.add(tetSprings(cube, { id, ...stiff, fixed: [0, 1], integrator: id === 'other' ? 'rk4' : integrator }));
    }
  };
  test('whatever else is in the world', () => {
    const alone = createWorld({ step: 1e-3 });
    fill(alone, ['a']);
    const crowd = createWorld({ step: 1e-3 });
    fill(crowd, ['other', 'first', 'a', 'b']);
    for (const world of [alone, crowd]) world.step(20);
    expect([...crowd.positions('a')]).toEqual([...alone.positions('a')]);
    expect([...crowd.positions('b')]).toEqual([...alone.positions('a')]);
    expect(alone.positions('a')[7]).not.toBe(cube.positions[7]);
  });
  test('again, and from a snapshot', () => {
    const run = (): World => {
      const world = createWorld({ step: 5e-3 });
      fill(world, ['a', 'b']);
      world.step(10);
      return world;
    };
    const [one, two] = [run(), run()];
    expect(one.hash()).toBe(two.hash());
    const snapshot = one.snapshot();
    one.step(10);
    two.step(3);
    two.restore(snapshot);
    two.step(10);
    expect(two.hash()).toBe(one.hash());
  });
});

test('what is pressed until it must buckle is refused, by name', () => {
  const world = free(0.01);
  world.add(
    tetSprings(chain({ from: [0, 0, 0], to: [2, 0, 0], nodes: 3 }), {
      id: 'strut',
      form: 'spring',
      stretch: 1e4,
      mass: 0.1,
    }),
  );
  const q = world.positions('strut');
  q[3] -= 0.1;
  q[6] -= 0.2;
  q[4] = 1e-3;
  const kept = world.snapshot();
  expect(() => world.step()).toThrow(
    'body "strut", at t = 0 s: the step of 0.01 s is too long for implicit-euler: it is compressed and would buckle within the step (M - h D - h^2 K is not positive definite). Take a shorter step, or compress it less.',
  );
  world.restore(kept);
  world.h = 1e-3;
  world.step(100);
  expect(energy(world)).toBeLessThan(200);
});

test.each([
  { load: 1e13, node: 0 }, // all of the body goes with it
  { load: 1.7e308, node: 7 },
])('a load of $load N: it stops in that step, and says where', ({ load, node: lost }) => {
  const world = createWorld({ step: 1e-3, integrator });
  world.add(tetSprings(cube, { id: 'it', ...stiff } as TetSpringsOptions));
  world.step();
  world.apply({ id: 'pull', body: 'it', node: 7, force: [load, 0, 0] });
  expect(() => world.step()).toThrow(`diverged at t = 0.002 s, body "it", node ${lost}.`);
});

test('it moves mass points only', () => {
  const world = createWorld({ step: 1e-3, integrator });
  const dust = particles([0, 0, 0], { id: 'top', mass: 1 });
  world.add({ ...dust, kind: 'spinner', inverseMass: { ...dust.inverseMass, apply: (_, f, out) => out.set(f) } });
  expect(() => world.step()).toThrow(
    'body "top": integrator — "implicit-euler" moves mass points only, and this body is of kind "spinner". Use "euler-cromer".',
  );
});

test('it has no longest stable step; that of the other bodies stays', () => {
  const world = createWorld({ step: 1e-3, integrator });
  world.add(tetSprings(cube, { id: 'implicit', ...stiff } as TetSpringsOptions));
  expect(world.stableStep()).toBe(Number.POSITIVE_INFINITY);
  const other = createWorld({ step: 1e-3 });
  for (const each of [world, other])
    each.add(tetSprings(cube, { id: 'soft', density: 10, stretch: 1e3, integrator: 'verlet' }));
  expect(world.stableStep()).toBe(other.stableStep());
});
