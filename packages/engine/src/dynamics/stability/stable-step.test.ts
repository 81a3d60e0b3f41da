import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { copyOf } from '../../bodies/copy.ts';
import { particles } from '../../bodies/particles.ts';
import { plane } from '../../bodies/plane.ts';
import type { TetSpringsOptions } from '../../bodies/tet/tet-springs.ts';
import { tetSprings } from '../../bodies/tet/tet-springs.ts';
import { box } from '../../meshes/box.ts';
import { chain } from '../../meshes/chain.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { DivergenceError } from './divergence.ts';

const unitCube = box({ size: [1, 1, 1], cells: [1, 1, 1] });

function world(h: number, options: Partial<TetSpringsOptions>, mesh = unitCube, integrator = 'verlet'): World {
  const made = createWorld({ step: h, gravity: [0, 0, 0], integrator });
  const mass = options.density === undefined && options.mass === undefined ? { mass: 1 } : {};
  made.add(tetSprings(mesh, { id: 'cube', ...mass, ...options }));
  return made;
}

describe('of the unit cube of five tets with equal masses: 2 / sqrt(lambda / m) [GBT06 notes, 8]', () => {
  test.each([
    { name: 'edges', lambda: 3.4142, form: { stretch: 7 } },
    { name: 'faces', lambda: 11.474, form: { area: 7 } },
    { name: 'volumes', lambda: 7.8541, form: { bulk: 7 } },
  ])('$name: lambda = $lambda k', ({ lambda, form }) => {
    for (const m of [0.1, 1, 30]) {
      const bound = world(1, { form: 'joule', mass: m, ...form }).stableStep();
      expect(Math.abs(bound / (2 / Math.sqrt((7 * lambda) / m)) - 1)).toBeLessThan(1e-3); // 1 % is asked
    }
  });

  test.each([0.1, 3, 10])('in joules lambda goes with 1/side^2: the bound with the side (%s m)', (side) => {
    const options = { form: 'joule', stretch: 2, area: 1, bulk: 3 } as const;
    const mesh = box({ size: [side, side, side], cells: [1, 1, 1] });
    expect(world(1, options, mesh).stableStep() / world(1, options).stableStep()).toBeCloseTo(side, 3);
  });

  test('in Pa with a density it goes with the side too: the time of a wave through a cell', () => {
    const options = { density: 10, stretch: 2e3, area: 1e3, bulk: 3e3 } as const;
    const bound = (side: number, cells: number): number =>
      world(1, options, box({ size: [side, side, side], cells: [cells, cells, cells] })).stableStep();
    expect(bound(10, 2) / bound(1, 2)).toBeCloseTo(10, 2);
    // cells of one size, few or many: the largest mode is local
    expect(Math.abs(bound(1, 4) / bound(2, 8) - 1)).toBeLessThan(0.05);
  });

  test('a chain of masses: lambda = 4 k sin^2 at its end, 2 k for a pair', () => {
    const pair = world(
      1,
      { form: 'spring', stretch: 50, mass: 2 },
      chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 2 }),
    );
    expect(pair.stableStep() / (2 / Math.sqrt((2 * 50) / 2))).toBeCloseTo(1, 4);
    const n = 12;
    const long = world(
      1,
      { form: 'spring', stretch: 50, mass: 2 },
      chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: n }),
    );
    const sine = Math.sin(((n - 1) * Math.PI) / (2 * n));
    expect(long.stableStep() / (2 / Math.sqrt((4 * 50 * sine * sine) / 2))).toBeCloseTo(1, 4);
  });

  test('damping: h^2 K + 2 h D = 4, for a pair and its spring; drag alone: h = 2 / rate', () => {
    const [k, d, m] = [50, 3, 2];
    const [K, D] = [(2 * k) / m, (2 * d) / m];
    const pair = world(
      1,
      { form: 'spring', stretch: k, damping: d, mass: m },
      chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 2 }),
    );
    const exact = (-D + Math.sqrt(D * D + 4 * K)) / K;
    expect(pair.stableStep() / exact).toBeCloseTo(1, 3);
    const dust = createWorld({ step: 1 });
    dust.add(particles([0, 0, 0], { mass: 1, drag: 5 }));
    expect(dust.stableStep() / (2 / 5)).toBeCloseTo(1, 3);
  });

  test('the smallest of several bodies; none without elements', () => {
    const many = createWorld({ step: 1 });
    expect(many.stableStep()).toBe(Number.POSITIVE_INFINITY);
    many.add(particles([0, 0, 0], { id: 'dust', mass: 1e-9 }));
    many.add(plane({ normal: [0, 1, 0] }));
    expect(many.stableStep()).toBe(Number.POSITIVE_INFINITY);
    many.add(tetSprings(unitCube, { id: 'soft', density: 1, stretch: 10 }));
    const soft = many.stableStep();
    many.add(tetSprings(unitCube, { id: 'stiff', density: 1, stretch: 1000 }));
    expect(many.stableStep() / soft).toBeCloseTo(0.1, 3);
    many.removeBody('stiff');
    expect(many.stableStep()).toBe(soft);
  });
});

/** By how much nudges of 1e-7 (seed 3) have grown at most, at a step, until they leave what is linear. */
function growth(run: World, steps: number): number {
  const rest = run.positions('cube').slice();
  const random = new Random(3);
  const q = run.positions('cube');
  for (let i = 0; i < q.length; i++) q[i] += random.between(-1e-7, 1e-7);
  let largest = 0;
  for (let n = 0; n < steps && largest < 1e4; n++) {
    run.step();
    run.positions('cube').forEach((x, i) => {
      largest = Math.max(largest, Math.abs(x - rest[i]) / 1e-7);
    });
  }
  return largest;
}

describe('is where runs stop being stable', () => {
  const meshes = {
    cube: unitCube,
    'box of 5-tet cells': box({ size: [1, 0.7, 0.9], cells: [3, 2, 2] }),
    'box of 6-tet cells': box({ size: [1, 1, 2], cells: [2, 1, 2], tetsPerCell: 6 }),
  };
  const without = { density: 10, stretch: 1e4, area: 3e3, bulk: 5e3 };
  const materials: Record<string, Partial<TetSpringsOptions>> = {
    'without damping': without,
    'with damping': { density: 10, stretch: 1e4, bulk: 5e3, damping: 100, bulkDamping: 40 },
    'mostly damping': { density: 10, stretch: 1e3, damping: 1000 },
    'with drag': { density: 10, stretch: 1e4, bulk: 1e3, drag: 300 },
  };
  const cases = Object.entries(meshes).flatMap(([shape, mesh]) =>
    Object.entries(materials).flatMap(([how, material]) =>
      ['verlet', 'euler-cromer'].map((scheme) => ({ shape, mesh, how, material, scheme })),
    ),
  );
  test.each(cases)('$shape $how, $scheme: quiet at 0.95 of it, lost at 1.05', ({ mesh, material, scheme }) => {
    const bound = world(1, material, mesh).stableStep();
    expect(growth(world(0.95 * bound, material, mesh, scheme), 300)).toBeLessThan(50);
    expect(growth(world(1.05 * bound, material, mesh, scheme), 300)).toBeGreaterThan(1e4);
  });

  // without damping the places of all of these are Verlet's; RK4 is stable up to h omega = 2 sqrt 2
  const others = Object.entries(meshes).flatMap(([shape, mesh]) => [
    ...['verlet-as-printed', 'velocity-verlet', 'beeman'].map((scheme) => ({ shape, mesh, scheme, times: 1 })),
    { shape, mesh, scheme: 'rk4', times: Math.SQRT2 },
  ]);
  test.each(others)('$shape without damping, $scheme: at $times times it', ({ mesh, scheme, times }) => {
    const bound = times * world(1, without, mesh).stableStep();
    expect(growth(world(0.95 * bound, without, mesh, scheme), 300)).toBeLessThan(50);
    expect(growth(world(1.05 * bound, without, mesh, scheme), 300)).toBeGreaterThan(1e4);
  });
});

describe('with damping every other integrator has a bound of its own', () => {
  const positiveRoot = (a: number, b: number, c: number): number => (-b + Math.sqrt(b * b + 4 * a * c)) / (2 * a);
  /**
   * A mode x'' = -K x - D x'. Verlet's characteristic equation has the velocity that damping sees in it:
   *
   *   z^2 (z - 2 + h^2 K) + z + h D (z - 1) s(z) = 0,     s = z            (x^t - x^{t-h}) / h
   *                                                        s = (z + 1) / 2  as printed, (x^t - x^{t-2h}) / 2h
   *                                                        s = (3 z - 1)/2  velocity Verlet and Beeman, of time t
   * z = -1 is reached at h^2 K + 2 h D = 4 (dynamics/stable-step.ts) and h^2 K + 4 h D = 4; as printed |z| = 1 at h^2 K + h D = 2.
   */
  const late = (K: number, D: number): number => positiveRoot(K, D, 2);
  const ofNow = (K: number, D: number): number => positiveRoot(K, 4 * D, 4);
  /** A Runge-Kutta scheme multiplies a mode by R = 1 + z + .. + z^order/order!, z = h (-D/2 +- sqrt(D^2/4 - K)). */
  const rungeKutta =
    (order: number) =>
    (K: number, D: number): number => {
      const inside = (D * D) / 4 - K;
      const lambdas =
        inside < 0 ? [[-D / 2, Math.sqrt(-inside)]] : [-1, 1].map((s) => [-D / 2 + s * Math.sqrt(inside), 0]);
      const most = (h: number): number =>
        Math.max(
          ...lambdas.map(([re, im]) => {
            let [sum, term] = [
              [1, 0],
              [1, 0],
            ];
            for (let n = 1; n <= order; n++) {
              term = [(h * (term[0] * re - term[1] * im)) / n, (h * (term[0] * im + term[1] * re)) / n];
              sum = [sum[0] + term[0], sum[1] + term[1]];
            }
            return Math.sqrt(sum[0] ** 2 + sum[1] ** 2);
          }),
        );
      let [low, high] = [0, 1];
      for (let n = 0; n < 50; n++) {
        const middle = (low + high) / 2;
        if (most(middle) < 1) low = middle;
        else high = middle;
      }
      return high;
    };
  const bounds = {
    'verlet-as-printed': late,
    'velocity-verlet': ofNow,
    beeman: ofNow,
    'explicit-euler': rungeKutta(1),
    midpoint: rungeKutta(2),
    rk2: rungeKutta(2),
    rk4: rungeKutta(4),
  };
  const cases = Object.entries(bounds).flatMap(([scheme, bound]) =>
    [3, 30].map((damping) => ({ scheme, damping, bound })),
  );
  test.each(cases)('$scheme, damping $damping: quiet at 0.97 of it, lost at 1.03', ({ scheme, damping, bound }) => {
    const [k, m] = [50, 2];
    const h = bound((2 * k) / m, (2 * damping) / m);
    const mesh = chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 2 });
    const pair = (part: number): World =>
      world(part * h, { form: 'spring', stretch: k, damping, mass: m }, mesh, scheme);
    expect(growth(pair(0.97), 5000)).toBeLessThan(50);
    expect(growth(pair(1.03), 5000)).toBeGreaterThan(1e4);
  });
  test('explicit Euler is stable for h < D / K where it swings: never without damping', () => {
    expect(rungeKutta(1)(50, 3)).toBeCloseTo(3 / 50, 12);
    expect(rungeKutta(1)(50, 0)).toBeLessThan(1e-7);
  });
});

test('a larger mesh is found in reasonable time, and fixed nodes raise the bound if anything', () => {
  const mesh = box({ size: [1, 1, 1], cells: [8, 8, 8] });
  const free = world(1, { density: 10, stretch: 1e4, bulk: 1e4 }, mesh).stableStep();
  const held = world(1, { density: 10, stretch: 1e4, bulk: 1e4, fixed: [0, 1, 2, 3, 4] }, mesh).stableStep();
  expect(held / free).toBeGreaterThan(0.9999);
  expect(held / free).toBeLessThan(1.5);
});

test('DivergenceError is exported with its numbers', () => {
  const error = new DivergenceError(0.5, 'cube', 17, 0.1, 0.02);
  expect(error).toMatchObject({ name: 'DivergenceError', time: 0.5, body: 'cube', node: 17, h: 0.1, stableStep: 0.02 });
  expect(error.message).toBe(
    'diverged at t = 0.5 s, body "cube", node 17. The step of 0.1 s is over the largest stable one, 0.02 s; use at most half of that.',
  );
});

describe('the bound of each integrator is where oscillations begin to grow', () => {
  // a pair of masses on a spring: omega^2 = 2 k/m, D = 2 d/m
  const [k, m] = [50, 2];
  const pair = chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 2 });
  const made = (integrator: string, h: number, damping: number): World =>
    world(h, { form: 'spring', stretch: k, damping, mass: m }, pair, integrator);
  /** How often the stretch is larger after some steps than it was. */
  function grown(integrator: string, h: number, damping: number): number {
    const one = createWorld({ step: h, gravity: [0, 0, 0], integrator });
    const velocities = [-1e-7, 0, 0, 1e-7, 0, 0];
    one.add(tetSprings(pair, { id: 'pair', form: 'spring', stretch: k, damping, mass: m, velocities }));
    const largest = (): number => {
      let most = 0;
      for (let n = 0; n < 20; n++) {
        one.step();
        const x = one.positions('pair');
        most = Math.max(most, Math.abs(x[3] - x[0] - 1));
      }
      return most;
    };
    try {
      const first = largest();
      one.step(3000);
      return largest() / first;
    } catch (error) {
      if (error instanceof DivergenceError) return Number.POSITIVE_INFINITY;
      throw error;
    }
  }
  test.each([
    ...['euler-cromer', 'verlet', 'velocity-verlet', 'beeman', 'rk4'].flatMap((name) => [
      [name, 0],
      [name, 3],
    ]),
    ...['explicit-euler', 'midpoint', 'rk2'].map((name) => [name, 3]),
  ] as [string, number][])('%s, damping %d', (name, damping) => {
    const bound = made(name, 1, damping).stableStep();
    expect(grown(name, 0.97 * bound, damping)).toBeLessThan(1.5);
    expect(grown(name, 1.03 * bound, damping)).toBeGreaterThan(3);
  });
  test('RK4: 2 sqrt 2/omega without damping', () => {
    expect(made('rk4', 1, 0).stableStep() / (2 * Math.SQRT2 * Math.sqrt(m / (2 * k)))).toBeCloseTo(1, 4);
  });
  test.each([
    ['explicit-euler', 2, 2],
    ['midpoint', 4, 8],
    ['rk2', 4, 8],
  ] as const)('%s: none without damping, and it grows at the rate that is told', (name, power, divisor) => {
    const h = 0.01;
    const one = made(name, h, 0);
    expect(one.stableStep()).toBe(0);
    const z = h * Math.sqrt((2 * k) / m);
    expect(one.growthRate() / (z ** power / (divisor * h))).toBeCloseTo(1, 6);
    expect(made('verlet', h, 0).growthRate()).toBe(0);
  });
  test('a body of which a part is not damped: none', () => {
    const two = box({ size: [2, 1, 1], cells: [2, 1, 1] });
    const some = Array.from(two.tets.subarray(0, two.tets.length / 4), (_, t) => (t === 0 ? 3 : 0));
    const bound = (damping: number | number[]): number =>
      world(0.01, { form: 'spring', stretch: k, damping, mass: m }, two, 'explicit-euler').stableStep();
    expect(bound(3)).toBeGreaterThan(0);
    expect(bound(some)).toBe(0);
  });
});

test('copies have the bound of their body; one with more drag has its own', () => {
  const cube = tetSprings(unitCube, { id: 'cube', mass: 1, stretch: 2e3, bulk: 1e3 });
  const boundOf = (...bodies: (typeof cube)[]): number => {
    const made = createWorld({ step: 1, gravity: [0, 0, 0] });
    for (const body of bodies) made.add(body);
    return made.stableStep();
  };
  const copies = [1, 2, 3].map((k) => copyOf(cube, { id: `copy-${k}`, translate: [2 * k, 0, 0] }));
  const dragged = { ...copyOf(cube, { id: 'dragged', translate: [9, 0, 0] }), drag: 40 };
  expect(boundOf(cube, ...copies)).toBe(boundOf(cube));
  expect(boundOf(dragged)).toBeLessThan(0.9 * boundOf(cube));
  expect(boundOf(cube, ...copies, dragged) / boundOf(dragged)).toBeCloseTo(1, 4);
});
