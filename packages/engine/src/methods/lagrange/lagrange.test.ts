import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { onPath, worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { tetSprings } from '../../bodies/tet/tet-springs.ts';
import { distance, distances, nail } from '../../constraints/kinds/constraints.ts';
import { integrators } from '../../integrators/index.ts';
import { chain } from '../../meshes/chain.ts';
import { kineticEnergy, potentialEnergy, residual } from '../../record/probes.ts';
import { jacobianEntries, rowsReport } from '../../record/rows.ts';
import { createWorld } from '../../world/create.ts';
import { lagrange, lagrangeMethod } from './lagrange.ts';

const paper = (a: number) => lagrangeMethod({ a, paper: true });

/** A bob on a rod of 1 m, let go at an angle from the vertical. */
function pendulum(angle: number, step: number, method = paper(0.2), integrator = 'euler-cromer') {
  const world = createWorld({ step, integrator });
  const bob = world.add(particles([Math.sin(angle), -Math.cos(angle), 0], { id: 'bob', mass: 2 }));
  world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), 1), { id: 'rod', method });
  return world;
}
/** The mean time of a swing, from crossings of x = 0. */
function period(world: ReturnType<typeof pendulum>, swings: number): number {
  const crossings: number[] = [];
  let before = world.positions('bob')[0];
  while (crossings.length < 2 * swings + 1) {
    world.step();
    const x = world.positions('bob')[0];
    if (x * before < 0) crossings.push(world.time - (world.h * x) / (x - before));
    before = x;
  }
  return (crossings[2 * swings] - crossings[0]) / swings;
}
const apart = (a: Float64Array, b: Float64Array): number => Math.hypot(...a.map((x, i) => x - b[i]));
const stretch = (world: ReturnType<typeof pendulum>): number => Math.abs(Math.hypot(...world.positions('bob')) - 1);

describe('as printed: the laws of the stabilised equations', () => {
  // T = 4 sqrt(L/g) K(m = 1/2) [HCY notes, check 5]
  const largeSwing = 2.367842;
  test('a pendulum let go at 90 degrees keeps its time, its length by h^2, and its energy', () => {
    const world = pendulum(Math.PI / 2, 1e-3);
    expect(Math.abs(period(world, 5) / largeSwing - 1)).toBeLessThan(1e-4);
    const worst = (step: number): { length: number; energy: number } => {
      const one = pendulum(Math.PI / 2, step);
      const mgl = 2 * 9.81;
      const start = kineticEnergy(one) + potentialEnergy(one);
      const most = { length: 0, energy: 0 };
      for (let n = 0; n < 20 / step; n++) {
        one.step();
        most.length = Math.max(most.length, stretch(one));
        most.energy = Math.max(most.energy, Math.abs(kineticEnergy(one) + potentialEnergy(one) - start) / mgl);
      }
      return most;
    };
    const [coarse, fine] = [worst(1e-3), worst(5e-4)];
    expect(coarse.length).toBeLessThan(2e-4);
    expect(coarse.length / fine.length).toBeGreaterThan(3.9);
    expect(coarse.energy).toBeLessThan(3e-3);
  });
  test('small swings take 2 pi sqrt(L/g) (1 + th^2/16)', () => {
    expect(Math.abs(period(pendulum(0.05, 1e-3), 5) / 2.00638 - 1)).toBeLessThan(1e-4);
  });
  test('a point on a circle is h^2 v^2 / (a R) inside it', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const bob = world.add(particles([1, 0, 0], { id: 'bob', mass: 2, velocities: [0, 1, 0] }));
    world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), 1), { method: paper(0.2) });
    world.step(2000);
    const off = Math.hypot(...world.positions('bob')) - 1;
    expect(Math.abs(off / -5e-6 - 1)).toBeLessThan(0.01);
  });
  test.each([
    [0.8, true],
    [0.84, false],
  ])('with a = %f a gap closes: %s', (a, closes) => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const bob = world.add(particles([1 + 1e-6, 0, 0], { id: 'bob', mass: 2 }));
    world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), 1), { method: paper(a) });
    world.step(300);
    if (closes) expect(stretch(world)).toBeLessThan(1e-9);
    else expect(stretch(world)).toBeGreaterThan(1e-3);
  });
});

describe('by default', () => {
  /** Of m g L, over 10 s at h = 1 ms: what the order of each scheme leaves; explicit Euler pumps. */
  const energyDrift: Readonly<Record<string, number>> = {
    'explicit-euler': 0.3,
    'euler-cromer': 2e-3,
    midpoint: 1e-5,
    rk2: 2e-6,
    rk4: 1e-11,
    verlet: 3e-5,
    'verlet-as-printed': 3e-5,
    'velocity-verlet': 3e-5,
    beeman: 3e-5,
  };
  const schemes = Object.keys(integrators).filter((kind) => kind !== 'implicit-euler');
  test.each(schemes)('a pendulum keeps its length to rounding and pulls with its weight at rest (%s)', (integrator) => {
    const world = pendulum(1.5, 1e-3, lagrange, integrator);
    world.step(integrators[integrator].lookahead);
    let worst = 0;
    for (let n = 0; n < 2000; n++) {
      world.step();
      worst = Math.max(worst, residual(world).max);
    }
    expect(worst).toBeLessThan(4e-15);
    const rest = pendulum(0, 1e-3, lagrange, integrator);
    rest.step(20);
    expect(Math.abs(rest.forces('rod')[0][1][1] / (2 * 9.81) - 1)).toBeLessThan(1e-9);
  });
  test.each(schemes)('its energy stays (%s)', (integrator) => {
    const world = pendulum(1.5, 1e-3, lagrange, integrator);
    const start = kineticEnergy(world) + potentialEnergy(world);
    let most = 0;
    for (let n = 0; n < 10_000; n++) {
      world.step();
      most = Math.max(most, Math.abs(kineticEnergy(world) + potentialEnergy(world) - start) / (2 * 9.81));
    }
    expect(most).toBeLessThan(energyDrift[integrator]);
  });
  test.each([
    ['euler-cromer', 1],
    ['midpoint', 2],
    ['rk2', 2],
    ['verlet', 2],
    ['velocity-verlet', 2],
    ['rk4', 4],
  ] as const)('a pendulum on a moving hinge converges with the order of its scheme (%s, %i)', (integrator, order) => {
    // the hinge goes up and down on a cubic: its acceleration is linear in time
    const path = {
      kind: 'smoothstep',
      times: [0, 1],
      points: [
        [0, 0, 0],
        [0.2, 0.3, 0],
      ],
    } as const;
    const end = (step: number): Float64Array => {
      const world = createWorld({ step, integrator });
      const bob = world.add(particles([0.6, -0.8, 0], { id: 'bob', mass: 2 }));
      world.constrain(distance(onPath(path), node(bob, 0), 1), { id: 'rod', method: lagrange });
      world.step(Math.round(0.8 / step));
      return world.positions('bob').slice();
    };
    const exact = end(0.8 / 8192);
    const errors = [64, 128, 256].map((n) => apart(end(0.8 / n), exact));
    const rates = [errors[0] / errors[1], errors[1] / errors[2]].map(Math.log2);
    for (const rate of rates) expect(Math.abs(rate - order)).toBeLessThan(0.15);
  });
});

test('a body whose step is a solve is refused, whenever it becomes one', () => {
  const world = pendulum(0.3, 1e-3, lagrange, 'implicit-euler');
  expect(() => world.step()).toThrow('constraint "rod" (distance): method — "lagrange" makes forces');
  const other = pendulum(0.3, 1e-3, lagrange);
  other.step(3);
  other.setIntegrator('implicit-euler', 'bob');
  expect(() => other.step()).toThrow('implicit-euler');
  other.setIntegrator('verlet', 'bob');
  other.step(3);
});

describe('redundant and contradictory rows', () => {
  /** A square of 1 m with both diagonals and one side twice: 7 rows of rank 5 in its plane. */
  function square(twice: boolean, method = lagrange) {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const dots = world.add(
      particles([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], {
        id: 'dots',
        mass: [1, 2, 3, 4],
        velocities: [0.3, 0, 0, 0, -0.4, 0, 0.2, 0.5, 0, -0.1, 0, 0],
      }),
    );
    const rods: [number, number][] = [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
      [0, 2],
      [1, 3],
      ...(twice ? [[0, 1] as [number, number]] : []),
    ];
    rods.forEach(([i, j], k) => {
      world.constrain(distance(node(dots, i), node(dots, j), k === 4 || k === 5 ? Math.SQRT2 : 1), {
        id: `rod-${k}`,
        method,
      });
    });
    return world;
  }
  test('a braced square moves alike with and without the rod that says nothing new', () => {
    const [once, twice] = [square(false), square(true)];
    const report = rowsReport(twice);
    expect([report.rows, report.independent]).toEqual([7, 5]);
    expect(report.redundant.map((r) => r.constraint)).toContain('rod-6');
    expect(rowsReport(once).independent).toBe(5);
    for (let n = 0; n < 2000; n++) {
      once.step();
      twice.step();
    }
    const [a, b] = [once.positions('dots'), twice.positions('dots')];
    a.forEach((x, i) => {
      expect(Math.abs(x - b[i])).toBeLessThan(1e-8);
    });
    expect(residual(twice).max).toBeLessThan(1e-14);
    for (let k = 0; k < 7; k++) expect(twice.forces(`rod-${k}`).flat(2).every(Number.isFinite)).toBe(true);
    expect(jacobianEntries(twice).length).toBeGreaterThan(0);
  });
  test('as printed too', () => {
    const [once, twice] = [square(false, paper(0.5)), square(true, paper(0.5))];
    once.step(2000);
    twice.step(2000);
    const [a, b] = [once.positions('dots'), twice.positions('dots')];
    a.forEach((x, i) => {
      expect(Math.abs(x - b[i])).toBeLessThan(1e-8);
    });
  });
  test('lengths that no triangle has are named', () => {
    const world = createWorld({ step: 1e-3 });
    const dots = world.add(particles([0, 0, 0, 1, 0, 0, 0.4, 1, 0], { id: 'dots', mass: 1 }));
    const sides: [string, number, number, number][] = [
      ['ab', 0, 1, 1],
      ['bc', 1, 2, 1],
      ['ca', 2, 0, 3],
    ];
    for (const [id, i, j, length] of sides)
      world.constrain(distance(node(dots, i), node(dots, j), length), { id, method: lagrange });
    expect(() => world.check()).toThrow(/"ab" \(distance\), "bc" \(distance\) and "ca" \(distance\) contradict/);
  });
  test('what starts beside its place is brought there as the first step begins, and a check leaves it as it is', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
    const bob = world.add(particles([1.2, 0, 0], { id: 'bob', mass: 2, velocities: [1, 2, 0] }));
    world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), 1), { id: 'rod', method: lagrange });
    world.check();
    expect([...world.positions('bob')]).toEqual([1.2, 0, 0]);
    expect([...world.velocities('bob')]).toEqual([1, 2, 0]);
    world.step();
    // from (1, 0) at (0, 2) on along the circle: Verlet is h^3 off
    const [x, y] = world.positions('bob');
    expect(Math.abs(Math.hypot(x, y) - 1)).toBeLessThan(1e-15);
    expect(Math.abs(y - Math.sin(2e-3))).toBeLessThan(4e-9);
  });
  test('what has no direction is refused', () => {
    const world = createWorld({ step: 1e-3 });
    const dots = world.add(particles([0, 0, 0, 0, 0, 0], { mass: 1 }));
    world.constrain(distance(node(dots, 0), node(dots, 1), 1), { id: 'rod', method: lagrange });
    expect(() => world.check()).toThrow('constraint "rod" (distance): ');
  });
});

test('links of 1e-4 kg under 100 kg: the step is blamed, not the constraints', () => {
  const world = createWorld({ step: 1e-2, method: lagrange });
  const places = Array.from({ length: 21 }, (_, i) => [0.1 * (i + 1), 0, 0]).flat();
  const mass = Array.from({ length: 21 }, (_, i) => (i < 20 ? 1e-4 : 100));
  const links = world.add(particles(places, { mass }));
  world.constrain(distance(worldPoint(0, 0, 0), node(links, 0), 0.1));
  for (let i = 0; i < 20; i++) world.constrain(distance(node(links, i), node(links, i + 1), 0.1));
  expect(() => world.step(50)).toThrow(
    /the step of 0\.01 s is too long for the speed at which they turn, or for their ratio of masses/,
  );
});

describe('led to its goal', () => {
  test('what moves goes on at its speed, and comes to rest on the goal', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer', method: lagrange });
    const bob = world.add(particles([1.3, 0, 0], { id: 'bob', mass: 2, velocities: [0.5, 0.2, 0] }));
    world.step(10);
    world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), 1), { id: 'rod', ramp: { steps: 400 } });
    const before = world.velocities('bob').slice();
    world.step();
    // the spring of a cubic from (C, C') to (0, 0) in T = 0.4 s: C'' = -6 C/T^2 - 4 C'/T at first, and no blow
    const jump = apart(world.velocities('bob'), before);
    expect(jump).toBeLessThan(1e-3 * ((6 * 0.32) / 0.16 + (4 * 0.5) / 0.4) * 1.1);
    world.step(399);
    expect(stretch(world)).toBeLessThan(1e-14);
    const [x, y] = world.positions('bob');
    const [vx, vy] = world.velocities('bob');
    expect(Math.abs(x * vx + y * vy)).toBeLessThan(1e-12);
  });
});

test('a nail at the origin is met to rounding of what it corrects, not of its own coordinates: a run that flies apart says so', () => {
  const world = createWorld({ step: 5e-4, integrator: 'explicit-euler', method: lagrange });
  const mesh = chain({ from: [0, 0, 0], to: [1.5, 0, 0], nodes: 24 });
  const line = world.add(
    tetSprings(mesh, { id: 'line', mass: 0.02, form: 'spring', stretch: 4000, damping: 1, drag: 0.05 }),
  );
  world.constrain(nail(node(line, 0), worldPoint(0, 0, 0)), { id: 'hook' });
  expect(() => world.step(2000)).toThrow('diverged at t = ');
});

test('constraints that come and go between steps leave no trace: the same bits as where they never were', () => {
  const rods = 600;
  const positions = Array.from({ length: rods + 1 }, (_, i) => [0.05 * (i % 2), -0.1 * i, 0.03 * (i % 3)]).flat();
  const at = (i: number): number[] => positions.slice(3 * i, 3 * i + 3);
  const run = (edited: boolean): string => {
    const world = createWorld({ step: 1e-3, integrator: 'euler-cromer', method: lagrange });
    const dots = world.add(particles(positions, { id: 'dots', mass: 0.01, fixed: [0] }));
    const between = (pairs: readonly (readonly [number, number])[]) =>
      distances(
        pairs.map(([i]) => node(dots, i)),
        pairs.map(([, j]) => node(dots, j)),
        pairs.map(([i, j]) => Math.hypot(...at(i).map((x, axis) => x - at(j)[axis]))),
      );
    world.constrain(between(Array.from({ length: rods }, (_, i) => [i, i + 1])), { id: 'rods' });
    for (let k = 0; k < 3; k++) {
      world.step(2);
      for (let again = 0; edited && again < 2; again++) {
        world.constrain(between([[100, 103 + k]]), { id: 'extra' });
        world.removeConstraint('extra');
      }
    }
    world.step();
    return world.hash();
  };
  expect(run(true)).toBe(run(false));
});
