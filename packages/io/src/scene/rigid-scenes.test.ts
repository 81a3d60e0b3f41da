/** Scenes of rigid bodies: each asserts the number that it shows. */
import { readFileSync } from 'node:fs';
import { angularMomentum, kineticEnergy } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { buildScene } from './build.ts';
import type { Simulation } from './simulation.ts';

const scene = (name: string): Simulation => {
  const file = new URL(`../../../../examples/${name}.json`, import.meta.url);
  return buildScene(JSON.parse(readFileSync(file, 'utf8')), name);
};

test('the piston follows its crank: x = r cos phi + sqrt(l^2 - r^2 sin^2 phi), to rounding', () => {
  const simulation = scene('rigid/slider-crank');
  const { world } = simulation;
  let worst = 0;
  for (let n = 0; n < 100; n++) {
    simulation.step(10);
    const phi = 4 * Math.PI * world.time;
    const x = 0.3 * Math.cos(phi) + Math.sqrt(0.81 - (0.3 * Math.sin(phi)) ** 2);
    worst = Math.max(worst, Math.abs(world.positions('piston')[0] - x));
  }
  expect(worst).toBeLessThan(1e-12);
});

describe('a torque', () => {
  const spun = (...events: readonly unknown[]): Simulation =>
    buildScene(
      {
        pliant: 1,
        name: 'a wheel',
        step: 0.01,
        gravity: [0, 0, 0],
        bodies: [
          { id: 'wheel', kind: 'rigid', shape: { kind: 'sphere', radius: 0.1 }, mass: 1 },
          { id: 'dust', kind: 'particles', positions: [[1, 0, 0]], mass: 1 },
          { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -1 },
        ],
        events,
      } as never,
      'wheel',
    );
  const motor = { at: 0, do: 'apply-torque', id: 'motor', body: 'wheel', torque: [0, 0.004, 0] };
  const stop = { at: 1, do: 'stop-force', id: 'motor' };
  test('turns a body until it is stopped; a saved state has it', () => {
    const simulation = spun(motor, stop);
    simulation.step(50);
    const state = simulation.saveState();
    simulation.step(100);
    expect(Math.abs(simulation.world.coordinateVelocities('wheel')[4] - 1)).toBeLessThan(1e-12);
    const other = spun(motor, stop);
    other.restoreState(state);
    other.step(100);
    expect(other.world.hash()).toBe(simulation.world.hash());
  });
  test('a body that does not turn as a whole is refused', () => {
    expect(() => spun({ ...motor, body: 'dust' })).toThrow(/events\[0\]\.body.*"dust" does not turn as a whole/);
    expect(() => spun({ ...motor, body: 'floor' })).toThrow(/"floor" is a plane.*choose rigid bodies/);
  });
});

test('the gyroscope goes round at (m l + m_axle l / 2) g / (I omega)', () => {
  const simulation = scene('contact/gyroscope');
  const { world } = simulation;
  const angle = (): number => Math.atan2(-world.positions('wheel')[2], world.positions('wheel')[0]);
  let [turned, last] = [0, angle()];
  for (let n = 0; n < 120; n++) {
    simulation.step(50);
    const now = angle();
    turned += Math.atan2(Math.sin(now - last), Math.cos(now - last));
    last = now;
  }
  const rate = ((4 * 0.5 + 0.2 * 0.25) * 9.81) / (((4 * 0.09) / 2) * 120);
  // slow precession, I_1 Omega << I_3 omega: the next term is of the order (Omega / omega)^2 I_1 / I_3
  expect(Math.abs(turned / 3 / rate - 1)).toBeLessThan(0.02);
  expect(world.positions('wheel')[1]).toBeGreaterThan(0.9); // it nods, and does not fall
});

describe('the box that turns over', () => {
  test('does so, while its angular momentum stays and its energy does not drift', () => {
    const simulation = scene('rigid/tumbling');
    const { world } = simulation;
    const [L, energy] = [angularMomentum(world), kineticEnergy(world)];
    let flips = 0;
    let side = 0;
    for (let n = 0; n < 800; n++) {
      simulation.step(10);
      // its third axis against the spin: a corner's height over the centre swings from one side to the other
      const a = world.coordinates('box').slice(3);
      const facing = Math.sign(1 - 2 * (a[1] * a[1] + a[2] * a[2]));
      if (side !== 0 && facing !== side) flips++;
      side = facing;
      expect(Math.abs(kineticEnergy(world) / energy - 1)).toBeLessThan(1e-3);
    }
    expect(flips).toBeGreaterThanOrEqual(2);
    // the velocity is read at the time of q with an error of order 2, which does not grow
    expect(Math.hypot(...angularMomentum(world).map((x, k) => x - L[k]))).toBeLessThan(1e-2);
  });
});
