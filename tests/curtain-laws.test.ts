// Constraints hold by forces, not by moving points to where they should be: momentum, energy, and what nails carry.
import { describe, expect, test, vi } from 'vitest';
import {
  force,
  integrators,
  kineticEnergy,
  linearMomentum,
  potentialEnergy,
  totalMass,
} from '../packages/engine/src/index.ts';
import { curtain, momentumSince, storedMomentum, throwAndSpin } from './support/curtain.ts';
import { apart } from './support/exact.ts';

vi.setConfig({ testTimeout: 120_000 }); // whole runs, on a machine that may be busy

const schemes = Object.values(integrators);
const steps = 2000;
/** These go through Verlet's places: sum m x^t x (x^t - x^{t-h}) / h stays. The others keep it as far as their order goes. */
const verlets = new Set(['verlet', 'verlet-as-printed', 'euler-cromer', 'velocity-verlet', 'beeman']);

test.each(schemes.filter((s) => !s.implicit))(
  '$kind: the joins of a curtain that flies and turns (seed 4) keep its momentum over 2,000 steps',
  ({ kind, history }) => {
    const world = curtain({ integrator: kind, steps, hung: false, damping: 10 });
    throwAndSpin(world, 4);
    const angularMomentum = (): readonly number[] => {
      if (!history.length) return storedMomentum(world).angular;
      const before = world.state.column('q').slice();
      world.step();
      return momentumSince(world, before).angular;
    };
    world.step(2); // capture
    const { linear, scale } = storedMomentum(world);
    const reported = linearMomentum(world);
    const angular = angularMomentum();
    const off = { linear: 0, reported: 0, angular: 0 };
    for (let n = 0; n < steps; n += 200) {
      world.step(200);
      off.linear = Math.max(off.linear, apart(storedMomentum(world).linear, linear) / scale.linear);
      off.reported = Math.max(off.reported, apart(linearMomentum(world), reported) / scale.linear);
      off.angular = Math.max(off.angular, apart(angularMomentum(), angular) / scale.angular);
    }
    expect(off.linear).toBeLessThan(1e-13);
    expect(off.reported).toBeLessThan(1e-13);
    expect(off.angular).toBeLessThan(verlets.has(kind) ? 1e-12 : 1e-6);
  },
);

describe('a curtain that hangs', () => {
  // midpoint and Runge-Kutta also project velocities: there nails act by impulses too
  test.each(schemes.filter((s) => !s.projected))(
    '$kind: in every step nails and weight make the change of its momentum',
    ({ kind, implicit, history }) => {
      const world = curtain({ integrator: kind, steps, hung: true, damping: 10 });
      const weight = 9.81 * totalMass(world);
      let places = new Float64Array();
      const momentum = () => (history.length ? momentumSince(world, places) : storedMomentum(world)).linear;
      const step = (): void => {
        places = world.state.column('q').slice();
        world.step();
      };
      world.step(5);
      step();
      let before = momentum();
      let off = 0;
      for (let n = 0; n < (implicit ? 5 : 50); n++) {
        step();
        const now = momentum();
        const pushed = force(world, 'rail').map((R, k) => world.h * (R - (k === 1 ? weight : 0)));
        const change = now.map((p, k) => p - before[k]);
        off = Math.max(off, apart(pushed, change) / (world.h * weight));
        before = now;
      }
      expect(off).toBeLessThan(1e-9);
    },
  );

  test('verlet, undamped: its energy ripples and does not drift', () => {
    const world = curtain({ integrator: 'verlet', steps, hung: true, damping: 0 });
    const start = potentialEnergy(world);
    const off = [0, 0];
    let kinetic = 0;
    for (let n = 0; n < steps; n += 10) {
      world.step(10);
      const moving = kineticEnergy(world);
      kinetic = Math.max(kinetic, moving);
      const half = n < steps / 2 ? 0 : 1;
      off[half] = Math.max(off[half], Math.abs(moving + potentialEnergy(world) - start));
    }
    expect(kinetic).toBeGreaterThan(100);
    // seen: 0.025 J of 118 J, in the first thousand steps as in the second
    expect(Math.max(...off)).toBeLessThan(3e-4 * kinetic);
    expect(off[1]).toBeLessThan(1.1 * off[0]);
  });
});
