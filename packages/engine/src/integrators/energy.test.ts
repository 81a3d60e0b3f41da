import { describe, expect, test } from 'vitest';
import { approach, distance, omega, oscillator } from '../../../../tests/support/oscillator.ts';
import { kineticEnergy, linearMomentum, potentialEnergy } from '../record/probes.ts';
import type { World } from '../world/world.ts';

const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);
const x = 0.1; // h omega
const start = { stretch: 0.1, speed: 0.2 };

describe('energy', () => {
  const grown = (kind: string, steps: number): number => {
    const world = oscillator(kind, x / omega, start);
    const before = energy(world);
    world.step(steps);
    for (const p of linearMomentum(world)) expect(Math.abs(p)).toBeLessThan(1e-12 * (1 + energy(world) / before));
    return energy(world) / before;
  };
  // an eigenvector of the spring is multiplied by R(i x) in each step, and its energy by |R|^2
  test.each([
    { kind: 'explicit-euler', law: 'R = 1 + z: it grows by x^2', square: 1 + x ** 2 },
    { kind: 'midpoint', law: 'R = 1 + z + z^2/2: it grows by x^4 / 4', square: 1 + x ** 4 / 4 },
    { kind: 'rk2', law: 'R = 1 + z + z^2/2: it grows by x^4 / 4', square: 1 + x ** 4 / 4 },
    { kind: 'rk4', law: 'to z^4/24: it fades by x^6 / 72', square: 1 - x ** 6 / 72 + x ** 8 / 576 },
  ])('$kind: $law a step', ({ kind, square }) => {
    for (const steps of [1, 200])
      expect(Math.abs(grown(kind, steps) / square ** steps - 1)).toBeLessThan(1e-11 * steps);
  });

  test.each(['euler-cromer', 'verlet', 'verlet-as-printed', 'velocity-verlet', 'beeman'])(
    '%s: it ripples, and does not drift over 2e4 steps; momentum stays',
    (kind) => {
      const world = oscillator(kind, x / omega, start);
      world.step();
      const turns = 2010; // 32 periods, of 2 pi / (2 asin x/2) = 62.80 steps
      const means: number[] = [];
      let low = Number.POSITIVE_INFINITY;
      let high = 0;
      for (let tenth = 0; tenth < 10; tenth++) {
        let sum = 0;
        for (let n = 0; n < turns; n++) {
          world.step();
          const e = energy(world);
          low = Math.min(low, e);
          high = Math.max(high, e);
          sum += e / turns;
        }
        means.push(sum);
      }
      // of order 1 by x / 2 both ways, of order 2 by its square
      expect(high / low - 1).toBeLessThan(kind === 'euler-cromer' ? 1.2 * x : 2 * x * x);
      expect(Math.abs(means[9] / means[0] - 1)).toBeLessThan(1e-4);
      for (const p of linearMomentum(world)) expect(Math.abs(p)).toBeLessThan(1e-12);
    },
  );

  test('euler-cromer: v^2 + omega^2 x^2 - h omega^2 x v stays to rounding', () => {
    const world = oscillator('euler-cromer', x / omega, start);
    const invariant = (): number => {
      const [s, v] = [omega * (distance(world) - 1), approach(world)];
      return v * v + s * s - x * s * v;
    };
    const before = invariant();
    world.step(10_000);
    expect(Math.abs(invariant() / before - 1)).toBeLessThan(1e-11);
  });

  test('velocity Verlet and Beeman go through the places of Verlet', () => {
    const worlds = ['verlet', 'velocity-verlet', 'beeman'].map((kind) => oscillator(kind, x / omega, start));
    for (let n = 0; n < 1000; n++) {
      for (const world of worlds) world.step();
      const [verlet, ...others] = worlds.map(distance);
      for (const other of others) expect(Math.abs(other - verlet)).toBeLessThan(1e-12);
    }
  });
});
