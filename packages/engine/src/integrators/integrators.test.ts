import { describe, expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { nail } from '../constraints.ts';
import { addParticles, addTetSprings, createWorld } from '../create.ts';
import { chain } from '../meshes/chain.ts';
import { kineticEnergy, linearMomentum, potentialEnergy } from '../record/probes.ts';
import type { World } from '../world.ts';
import { integrators } from './index.ts';

const all = Object.values(integrators);

/** Two particles on a spring: distance 1 + 0.1 cos wt + b sin wt along x, w^2 = k (1/m0 + 1/m1). */
const k = 50;
const masses = [1, 3];
const omega = Math.sqrt(k * (1 / masses[0] + 1 / masses[1]));
const reducedMass = 1 / (1 / masses[0] + 1 / masses[1]);
interface Start {
  readonly stretch: number;
  readonly speed: number;
}
function oscillator(integrator: string, h: number, { stretch, speed }: Start): World {
  const world = createWorld({ step: h, gravity: [0, 0, 0], integrator });
  addTetSprings(world, chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 2 }), {
    id: 'pair',
    form: 'spring',
    stretch: k,
    mass: masses,
    velocities: [(-speed * reducedMass) / masses[0], 0, 0, (speed * reducedMass) / masses[1], 0, 0],
  });
  const q = world.positions('pair');
  q[0] -= (stretch * reducedMass) / masses[0];
  q[3] += (stretch * reducedMass) / masses[1];
  return world;
}
const exact = ({ stretch, speed }: Start, t: number): number =>
  1 + stretch * Math.cos(omega * t) + (speed / omega) * Math.sin(omega * t);
const rate = ({ stretch, speed }: Start, t: number): number =>
  speed * Math.cos(omega * t) - stretch * omega * Math.sin(omega * t);
const distance = (world: World): number => world.positions('pair')[3] - world.positions('pair')[0];
const approach = (world: World): number => {
  const v = world.velocities('pair');
  return v[3] - v[0];
};

/** By how much halving h divides an error, as a power of two. */
function order(error: (steps: number) => number): number {
  return Math.log2(error(400) / error(800));
}
/** The next term of the error leaves this much between the measured order and the whole number at these steps. */
const nearly = 0.06;

describe.each(all)('$kind', ({ kind, order: claimed, lag, gain }) => {
  test.each([
    { name: 'from rest, stretched', start: { stretch: 0.1, speed: 0 } },
    { name: 'with velocity, at rest length', start: { stretch: 0, speed: 0.7 } },
    { name: 'with both', start: { stretch: 0.05, speed: -0.4 } },
  ])('halving h divides the error by 2^order: $name', ({ start }) => {
    const T = 1.3;
    const after = (steps: number): World => {
      const world = oscillator(kind, T / steps, start);
      world.step(steps);
      return world;
    };
    // of place and velocity together: from rest, Euler-Cromer's velocity alone is of order 2 by symmetry
    const error = (world: World): number =>
      Math.abs(distance(world) - exact(start, T)) + Math.abs(approach(world) - rate(start, T)) / omega;
    expect(Math.abs(order((n) => error(after(n))) - claimed)).toBeLessThan(nearly);
  });

  test('and still after changes of h on the way', () => {
    const start = { stretch: 0.1, speed: 0.3 };
    const T = 1.2;
    const error = (steps: number): number => {
      const world = oscillator(kind, T / steps / 2, start);
      world.step(steps / 2); // a quarter of the time
      world.h = (2 * T) / steps;
      world.step(steps / 4); // a half
      world.h = T / steps;
      world.step(steps / 4);
      expect(world.time).toBeCloseTo(T, 12);
      return Math.abs(distance(world) - exact(start, T));
    };
    expect(Math.abs(order(error) - claimed)).toBeLessThan(2 * nearly);
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

  test('energy is bounded over 1e5 steps and does not drift; momentum stays', () => {
    const h = 0.1 / omega;
    const world = oscillator(kind, h, { stretch: 0.1, speed: 0.2 });
    world.step();
    const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
    const means: number[] = [];
    let low = Number.POSITIVE_INFINITY;
    let high = 0;
    for (let tenth = 0; tenth < 10; tenth++) {
      let sum = 0;
      for (let n = 0; n < 500; n++) {
        world.step(20);
        const e = energy();
        low = Math.min(low, e);
        high = Math.max(high, e);
        sum += e / 500;
      }
      means.push(sum);
    }
    // Euler-Cromer ripples by h omega / 2 = 5 %, Verlet by (h omega)^2 / 4
    expect(high / low - 1).toBeLessThan(claimed === 1 ? 0.12 : 0.02);
    expect(Math.abs(means[9] / means[0] - 1)).toBeLessThan(1e-3);
    for (const p of linearMomentum(world)) expect(Math.abs(p)).toBeLessThan(1e-12);
  });

  test('c is the derivative of a step by the force', () => {
    const moved = (force: number): number => {
      const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: kind });
      addParticles(world, [0, 0, 0], { id: 'p', mass: 4 });
      world.step();
      world.apply({ id: 'push', body: 'p', node: 0, force: [force, 0, 0] });
      // the force jumps now: it acts half a step less on a velocity that lags
      world.step();
      return world.positions('p')[0];
    };
    const c = (gain * 0.01 * 0.01) / 4;
    expect(moved(8)).toBeCloseTo((1 - lag) * c * 8, 18);
  });

  test('free fall', () => {
    const world = createWorld({ step: 1e-3, integrator: kind });
    addParticles(world, [0, 0, 0], { id: 'p', mass: 4, velocities: [1, 2, 3] });
    world.step(1000);
    const [x, y, z] = world.positions('p');
    const late = claimed === 1 ? (9.81 * 1e-3) / 2 : 0; // Euler-Cromer takes the velocity of the end of each step
    expect(x).toBeCloseTo(1, 12);
    expect(z).toBeCloseTo(3, 12);
    expect(Math.abs(y - (2 - 9.81 / 2 - late))).toBeLessThan(1e-12);
    expect(Math.abs(world.velocities('p')[1] - (2 - 9.81))).toBeLessThan(1e-12);
  });

  test('gravity or a load that starts in mid-run acts from then on: order kept', () => {
    const fall = (steps: number): number => {
      const world = createWorld({ step: 1 / steps, gravity: [0, 0, 0], integrator: kind });
      addParticles(world, [0, 0, 0], { id: 'p', mass: 2 });
      world.step(steps / 2);
      world.gravity = [0, -10, 0];
      world.apply({ id: 'push', body: 'p', node: 0, force: [8, 0, 0] });
      world.step(steps / 4);
      world.gravity = [0, 0, 0];
      world.stopLoad('push');
      world.step(steps / 4);
      // v = 10/4 after a quarter of a second, then a quarter at that speed
      expect(Math.abs(world.velocities('p')[1] + 2.5)).toBeLessThan(1e-12);
      return (
        Math.abs(world.positions('p')[1] - (-(10 / 2) / 16 - 2.5 / 4)) +
        Math.abs(world.positions('p')[0] - (4 / 2 / 16 + 1 / 4))
      );
    };
    if (claimed === 2) expect(fall(64)).toBeLessThan(1e-13);
    else expect(Math.abs(Math.log2(fall(64) / fall(128)) - 1)).toBeLessThan(1e-6);
  });

  test('a released nail lets go without a jolt: what swung against it moves on, at order', () => {
    // the spring oscillates against a nail; let go, the pair moves on with the momentum the nail left it
    const run = (steps: number): number => {
      const world = oscillator(kind, 1 / steps, { stretch: 0.1, speed: 0 });
      const pair = world.body('pair');
      const x0 = world.positions('pair')[0];
      world.constrain(nail(node(pair, 0), worldPoint(x0, 0, 0)), { id: 'nail' });
      world.step(steps / 2);
      const momentum = linearMomentum(world)[0];
      world.release('nail');
      expect(Math.abs(linearMomentum(world)[0] - momentum)).toBeLessThan(1e-14);
      world.step(steps / 2);
      return linearMomentum(world)[0];
    };
    const w1 = Math.sqrt(k / masses[1]);
    const expected = -masses[1] * 0.1 * w1 * Math.sin(w1 * 0.5);
    expect(order((n) => Math.abs(run(n) - expected))).toBeGreaterThan(claimed - 2 * nearly);
  });
});

test('an unknown integrator is refused, with those there are', () => {
  expect(() => createWorld({ step: 1, integrator: 'rk9' })).toThrow(
    'integrator — "rk9" is unknown; there are euler-cromer, verlet.',
  );
  const world = createWorld({ step: 1 });
  expect(() => addParticles(world, [0, 0, 0], { id: 'p', mass: 1, integrator: 'rk9' })).toThrow(
    'body "p": integrator — "rk9" is unknown; there are euler-cromer, verlet.',
  );
  expect(world.bodies).toEqual([]);
});
