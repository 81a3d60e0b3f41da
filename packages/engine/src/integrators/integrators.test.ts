import { describe, expect, test } from 'vitest';
import { approach, distance, error, k, masses, oscillator, type Start } from '../../../../tests/support/oscillator.ts';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { copyOf } from '../bodies/copy.ts';
import { particles } from '../bodies/particles.ts';
import { tetSprings } from '../bodies/tet/tet-springs.ts';
import { nail } from '../constraints/kinds/constraints.ts';
import { box } from '../meshes/box.ts';
import { linearMomentum } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';
import { allIntegrators, integrators } from './index.ts';

/** implicit-euler.test.ts has the one that solves */
const all = Object.values(integrators).filter((i) => !i.implicit);

/** By how much halving h divides an error, as a power of two. */
function order(of: (steps: number) => number, steps = 400): number {
  return Math.log2(of(steps) / of(2 * steps));
}
/** The next term of the error leaves this much between the measured order and the whole number at these steps. */
const nearly = 0.06;

/**
 * Orders with damping, of what is free and of what swings from a nail. Verlet's damping sees a velocity that is half a step
 * old, as printed one that is a whole step old. Between the stages of a Runge-Kutta scheme a held point falls freely, since
 * the reaction is known at the end of the step: damping sees that fall.
 */
const withDamping: Readonly<Record<string, { free: number; held: number }>> = {
  'explicit-euler': { free: 1, held: 1 },
  'euler-cromer': { free: 1, held: 1 },
  midpoint: { free: 2, held: 1 },
  rk2: { free: 2, held: 1 },
  rk4: { free: 4, held: 1 },
  verlet: { free: 1, held: 1 },
  'verlet-as-printed': { free: 1, held: 1 },
  'velocity-verlet': { free: 2, held: 2 },
  beeman: { free: 2, held: 2 },
};

describe.each(all)('$kind', ({ kind, order: claimed }) => {
  const starts = [
    { name: 'from rest, stretched', start: { stretch: 0.1, speed: 0 } },
    { name: 'with velocity, at rest length', start: { stretch: 0, speed: 0.7 } },
    { name: 'with both', start: { stretch: 0.05, speed: -0.4 } },
  ];
  const after = (steps: number, start: Start): World => {
    const world = oscillator(kind, 1.3 / steps, start);
    world.step(steps);
    return world;
  };
  test.each(starts)('halving h divides the error by 2^order: $name', ({ start }) => {
    const measured = order((n) => error(after(n, start), start));
    expect(Math.abs(measured - claimed)).toBeLessThan(nearly);
  });
  test.each(starts)('and with damping: $name', ({ start }) => {
    const damped = { ...start, damping: 2 };
    const measured = order((n) => error(after(n, damped), damped));
    expect(Math.abs(measured - withDamping[kind].free)).toBeLessThan(nearly);
  });

  test.each([0, 2])(
    'and from a nail, where a reaction is one force for the whole step: 2 at most (damping %s)',
    (damping) => {
      // the heavier one swings, by itself
      const gamma = damping / (2 * masses[1]);
      const w = Math.sqrt(k / masses[1] - gamma * gamma);
      const swung = 0.1 * Math.exp(-gamma) * (Math.cos(w) + (gamma / w) * Math.sin(w));
      const rate = -0.1 * Math.exp(-gamma) * (w + (gamma * gamma) / w) * Math.sin(w);
      const run = (steps: number): number => {
        const world = oscillator(kind, 1 / steps, { stretch: 0, speed: 0, damping });
        world.positions('pair')[3] += 0.1;
        world.constrain(nail(node(world.body('pair'), 0), worldPoint(0, 0, 0)), { id: 'nail' });
        world.step(steps);
        return Math.abs(distance(world) - 1 - swung) + Math.abs(approach(world) - rate) / w;
      };
      const expected = damping ? withDamping[kind].held : Math.min(2, claimed);
      expect(Math.abs(order(run) - expected)).toBeLessThan(nearly);
    },
  );

  test('and still after changes of h on the way', () => {
    const start = { stretch: 0.1, speed: 0.3 };
    const T = 1.2;
    const run = (steps: number): number => {
      const world = oscillator(kind, T / steps / 2, start);
      world.step(steps / 2); // a quarter of the time
      world.h = (2 * T) / steps;
      world.step(steps / 4); // a half
      world.h = T / steps;
      world.step(steps / 4);
      expect(world.time).toBeCloseTo(T, 12);
      return error(world, start);
    };
    expect(Math.abs(order(run) - claimed)).toBeLessThan(2 * nearly);
  });

  test('a change of h leaves position, velocity and time alone', () => {
    const world = oscillator(kind, 0.01, { stretch: 0.1, speed: 0.3 });
    world.step(17);
    const [x, v, t] = [distance(world), approach(world), world.time];
    world.h = 0.003;
    expect(distance(world)).toBe(x);
    expect(Math.abs(approach(world) - v)).toBeLessThan(1e-15);
    expect(world.time).toBe(t);
    world.step();
    expect(world.time).toBe(t + 0.003);
  });

  test('a change of h before the first step is as if it had been so from the start', () => {
    const changed = oscillator(kind, 0.5, { stretch: 0.1, speed: 0.3 });
    changed.h = 0.01;
    changed.step(20);
    const built = oscillator(kind, 0.01, { stretch: 0.1, speed: 0.3 });
    built.step(20);
    expect([...changed.positions('pair')]).toEqual([...built.positions('pair')]);
    expect(changed.hash()).toBe(built.hash());
  });

  test('free fall: of order 1, off by the velocity of the wrong end of each step; else exact', () => {
    const h = 1e-3;
    const world = createWorld({ step: h, integrator: kind });
    world.add(particles([0, 0, 0], { id: 'p', mass: 4, velocities: [1, 2, 3] }));
    world.step(1000);
    const [x, y, z] = world.positions('p');
    // sum of h v over the steps: v at their ends, -g h n, is early by h/2, at their beginnings, -g h (n - 1), late by it
    const late = { 'euler-cromer': -0.5, 'explicit-euler': 0.5 }[kind] ?? 0;
    expect(x).toBeCloseTo(1, 12);
    expect(z).toBeCloseTo(3, 12);
    expect(Math.abs(y - (2 - 9.81 / 2 + late * 9.81 * h))).toBeLessThan(1e-12);
    expect(Math.abs(world.velocities('p')[1] - (2 - 9.81))).toBeLessThan(1e-12);
  });

  test('gravity or a load that starts in mid-run acts from then on', () => {
    const steps = 64;
    const world = createWorld({ step: 1 / steps, gravity: [0, 0, 0], integrator: kind });
    world.add(particles([0, 0, 0], { id: 'p', mass: 2 }));
    world.step(steps / 2);
    world.gravity = [0, -10, 0];
    world.apply({ id: 'push', body: 'p', node: 0, force: [8, 0, 0] });
    world.step(steps / 4);
    world.gravity = [0, 0, 0];
    world.stopLoad('push');
    world.step(steps / 4);
    // v = a/4 after a quarter of a second, then a quarter at that speed; of order 1 early or late as in free fall
    const late = { 'euler-cromer': 0.5, 'explicit-euler': -0.5 }[kind] ?? 0;
    const far = (a: number): number => a / 32 + a / 16 + (late * a) / 4 / steps;
    const [x, y] = world.positions('p');
    expect(Math.abs(world.velocities('p')[0] - 1)).toBeLessThan(1e-13);
    expect(Math.abs(world.velocities('p')[1] + 2.5)).toBeLessThan(1e-13);
    expect(Math.abs(x - far(4))).toBeLessThan(1e-13);
    expect(Math.abs(y - far(-10))).toBeLessThan(1e-13);
  });

  test('a released nail lets go without a jolt: what swung against it moves on, at order (2 at most)', () => {
    // the spring oscillates against a nail; let go, the pair moves on with the momentum the nail left it
    const run = (steps: number): number => {
      const world = oscillator(kind, 1 / steps, { stretch: 0.1, speed: 0 });
      const pair = world.body('pair');
      const x0 = world.positions('pair')[0];
      world.constrain(nail(node(pair, 0), worldPoint(x0, 0, 0)), { id: 'nail' });
      world.step(steps / 2);
      const momentum = linearMomentum(world)[0];
      world.release('nail');
      // the rounding of the place, 0.1 m, as a velocity
      expect(Math.abs(linearMomentum(world)[0] - momentum)).toBeLessThan(0.1 * Number.EPSILON * steps);
      world.step(steps / 2);
      return linearMomentum(world)[0];
    };
    const w1 = Math.sqrt(k / masses[1]);
    const expected = -masses[1] * 0.1 * w1 * Math.sin(w1 * 0.5);
    // a reaction is one force for the whole step: with it no scheme is better than of order 2. RK4's part of order 2 is
    // small, and shows in short steps
    const measured = order((n) => Math.abs(run(n) - expected), 3200);
    expect(measured).toBeGreaterThan(Math.min(2, claimed) - nearly);
  });

  test('identical bodies side by side, which run fused, move as one by itself', () => {
    const cube = (copies: number): Float64Array => {
      const world = createWorld({ step: 2e-3, integrator: kind });
      const one = world.add(
        tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
          id: 'cube',
          density: 5,
          stretch: 5e3,
          bulk: 5e3,
          damping: 30,
          drag: 1,
          velocities: Array.from({ length: 24 }, (_, i) => ((7 * i) % 11) / 11),
        }),
      );
      for (let n = 1; n < copies; n++) world.add(copyOf(one, { id: `copy-${n}`, translate: [3 * n, 0, 0] }));
      world.step(20);
      world.apply({ id: 'push', body: 'cube', node: 3, force: [30, 20, 10] });
      world.step(100);
      return world.positions('cube').slice();
    };
    const [alone, among] = [cube(1), cube(4)];
    for (let i = 0; i < 24; i++) expect(Math.abs(alone[i] - among[i])).toBeLessThan(1e-13);
  });
});

test('an unknown integrator is refused, with those there are', () => {
  const known = Object.keys(allIntegrators).join(', ');
  expect(known).toMatch(/^explicit-euler, euler-cromer, midpoint, rk2, rk4, verlet, /);
  expect(() => createWorld({ step: 1, integrator: 'rk9' })).toThrow(
    'createWorld: integrator — "rk9" is unknown. Did you mean "rk2"?',
  );
  const world = createWorld({ step: 1 });
  expect(() => world.add(particles([0, 0, 0], { id: 'p', mass: 1, integrator: 'rk9' }))).toThrow(
    'body "p": integrator — "rk9" is unknown. Did you mean "rk2"?',
  );
  expect(world.bodies).toEqual([]);
});
