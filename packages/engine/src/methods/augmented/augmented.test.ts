/** Multipliers that follow a differential equation: against closed solutions. [PB88; notes, 9, checks A9 to A13] */
import { describe, expect, test } from 'vitest';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { plane } from '../../bodies/plane.ts';
import { above, equation, nail } from '../../constraints/kinds/constraints.ts';
import { integrators } from '../../integrators/index.ts';
import { force, notices } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { penalty } from '../penalty/penalty.ts';
import { augmented } from './augmented.ts';

/** One point of 1 kg, free to move; under first-order flow its drag is 1/s, so that xdot = f. */
function onePoint(step: number, integrator: string, at: readonly number[] = [0, 0, 0], gravity = [0, 0, 0]): World {
  const world = createWorld({ step, integrator, gravity: gravity as [number, number, number] });
  world.add(particles(at, { id: 'p', mass: 1, ...(integrator === 'first-order-flow' ? { drag: 1 } : {}) }));
  return world;
}
const point = (world: World) => ({ a: node(world.body('p'), 0) });
const lambda = (world: World, id: string): number => world.stateOf(id)[0][0];

describe('A9: min x^2 + y^2 on x + y = 1, first order', () => {
  const flowing = (step: number): World => {
    const world = onePoint(step, 'first-order-flow');
    // x^2 + y^2 as penalties with k = 2
    world.constrain(equation('a.x = 0', point(world)), { id: 'fx', method: penalty({ stiffness: 2 }) });
    world.constrain(equation('a.y = 0', point(world)), { id: 'fy', method: penalty({ stiffness: 2 }) });
    world.constrain(equation('a.x + a.y = 1', point(world)), { id: 'g', method: augmented({ gain: 1 }) });
    return world;
  };
  /** x, y and lam at t, as h goes to 0: Euler's error is a series in h, of which four steps take away three terms. */
  const limitAt = (t: number): number[] => {
    let rows = [1, 2, 4, 8].map((part) => {
      const world = flowing(2e-3 / part);
      world.step(Math.round((t * part) / 2e-3));
      return [...world.positions('p').subarray(0, 2), lambda(world, 'g')];
    });
    for (let order = 1; rows.length > 1; order++)
      rows = rows.slice(1).map((row, n) => row.map((e, k) => e + (e - rows[n][k]) / (2 ** order - 1)));
    return rows[0];
  };
  test.each([0.5, 1, 2, 5])('lam = -1 + e^-t cos t, x = y = (1 - e^-t (cos t + sin t))/2 at t = %d', (t) => {
    const [x, y, lam] = limitAt(t);
    const fade = Math.exp(-t);
    expect(Math.abs(lam - (-1 + fade * Math.cos(t)))).toBeLessThan(1e-8);
    expect(Math.abs(x - (1 - fade * (Math.cos(t) + Math.sin(t))) / 2)).toBeLessThan(1e-8);
    expect(y).toBe(x);
  });
  test('and ends where it should: x = 1/2, lam = -1', () => {
    const world = flowing(1e-3);
    world.step(45_000);
    expect(Math.abs(world.positions('p')[0] - 0.5)).toBeLessThan(1e-12);
    expect(Math.abs(lambda(world, 'g') + 1)).toBeLessThan(1e-12);
  });
});

describe('A10: the paper form, g = x, unit mass and load, k = 2, kappa = c = 1', () => {
  const gains = { form: 'paper', stiffness: 2, gain: 1 } as const;
  test('x = t^2 e^-t/2, peak 0.27067 at t = 2, lam -> 1', () => {
    const world = onePoint(1e-2, 'rk4', [0, 0, 0], [1, 0, 0]);
    world.constrain(equation('a.x = 0', point(world)), { id: 'g', method: augmented({ ...gains, damping: 1 }) });
    let peak = 0;
    for (let n = 1; n <= 4000; n++) {
      world.step();
      const [x] = world.positions('p');
      const t = world.time;
      expect(Math.abs(x - (t * t * Math.exp(-t)) / 2)).toBeLessThan(1e-9);
      peak = Math.max(peak, x);
    }
    expect(peak).toBeCloseTo(0.27067, 5);
    expect(lambda(world, 'g')).toBeCloseTo(1, 8);
    expect(force(world, 'g')[0]).toBeCloseTo(-1, 8);
  });
  test('without any damping of v a load stays violated for ever: x -> 1', () => {
    const world = onePoint(1e-2, 'rk4', [0, 0, 0], [1, 0, 0]);
    world.constrain(equation('a.x = 0', point(world)), { id: 'g', method: augmented({ ...gains, damping: 0 }) });
    world.step(4000);
    expect(world.positions('p')[0]).toBeCloseTo(1, 8);
  });
});

test.each([
  [0.9, true],
  [1.1, false],
])('A11: force form with k = c = m = 1 and kappa = %d: stable is %s', (gain, stable) => {
  const world = onePoint(1e-2, 'rk4', [1, 0, 0]);
  world.constrain(equation('a.x = 0', point(world)), {
    id: 'g',
    method: augmented({ stiffness: 1, damping: 1, gain }),
  });
  let last = 0;
  for (let n = 0; n < 30_000; n++) {
    world.step();
    if (n >= 29_000) last = Math.max(last, Math.abs(world.positions('p')[0]));
  }
  if (stable) expect(last).toBeLessThan(1e-3);
  else expect(last).toBeGreaterThan(10);
});

describe('A12: x = 0 and x = 1 together', () => {
  const world = onePoint(1e-3, 'first-order-flow');
  const method = augmented({ stiffness: 1, gain: 1, limit: 50 });
  world.constrain(equation('a.x = 0', point(world)), { id: 'zero', method });
  world.constrain(equation('a.x = 1', point(world)), { id: 'one', method });
  test('meet in the middle, with multipliers that grow as t/2', () => {
    world.step(20_000);
    expect(Math.abs(world.positions('p')[0] - 0.5)).toBeLessThan(1e-8);
    expect(lambda(world, 'zero')).toBeCloseTo(10 - 0.25 * (1 - Math.exp(-40)), 0);
    expect(notices(world)).toEqual([]);
  });
  test('until the limit, which is told', () => {
    world.step(100_000);
    expect(Math.abs(world.positions('p')[0] - 0.5)).toBeLessThan(1e-9);
    expect(Math.abs(lambda(world, 'zero') - 50)).toBeLessThan(1e-3);
    expect(notices(world)).toEqual([
      'Constraint "zero" cannot be met (|lambda| at limit 50, violation 0.5): it contradicts another constraint or the load is too large.',
      'Constraint "one" cannot be met (|lambda| at limit 50, violation 0.5): it contradicts another constraint or the load is too large.',
    ]);
  });
});

const secondOrder = Object.keys(integrators);
describe.each(secondOrder)('%s', (integrator) => {
  test('a nail under a load: the multiplier becomes the weight, and the point is where it should be', () => {
    const world = onePoint(1e-3, integrator, [0.1, 0, 0], [0, -9.81, 0]);
    world.constrain(nail(point(world).a, worldPoint(0, 0, 0)), { id: 'nail', method: augmented() });
    world.step(4000);
    const x = world.positions('p');
    for (const e of x) expect(Math.abs(e)).toBeLessThan(1e-9);
    expect(force(world, 'nail')[1]).toBeCloseTo(9.81, 6);
    expect(world.stateOf('nail')[0][1]).toBeCloseTo(9.81, 6); // C = target - point, and F = -lam grad C
  });
  test('one-sided: it rests on the plane, and leaves it when it is pulled up', () => {
    const world = onePoint(1e-3, integrator, [0, 0.05, 0], [0, -9.81, 0]);
    const floor = world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    world.constrain(above(point(world).a, floor), { id: 'table', method: augmented() });
    world.step(6000);
    expect(Math.abs(world.positions('p')[1])).toBeLessThan(1e-8);
    expect(force(world, 'table')[1]).toBeCloseTo(9.81, 6);
    world.gravity = [0, 5, 0];
    world.step(500);
    expect(world.positions('p')[1]).toBeGreaterThan(0.3);
    expect(force(world, 'table')[1]).toBe(0);
  });
});

describe('min (x + 1)^2 with x >= 0, first order', () => {
  const ran = (options: Parameters<typeof augmented>[0], seconds: number, step = 2e-3): World => {
    const world = onePoint(step, 'first-order-flow', [2, 0, 0]);
    world.constrain(equation('a.x = -1', point(world)), { id: 'f', method: penalty({ stiffness: 2 }) });
    const wall = world.add(plane({ id: 'wall', normal: [1, 0, 0] }));
    world.constrain(above(point(world).a, wall), { id: 'h', method: augmented(options) });
    world.step(Math.round(seconds / world.h));
    return world;
  };
  test('projected: x = 0 and lam = 2 to 1e-14', () => {
    const world = ran({ stiffness: 1, gain: 1 }, 150, 0.05);
    expect(Math.abs(world.positions('p')[0])).toBeLessThan(1e-14);
    expect(Math.abs(lambda(world, 'h') - 2)).toBeLessThan(2e-14);
  });
  test('slack: lam = -2', () => {
    const world = ran({ stiffness: 1, gain: 1, inequalities: 'slack' }, 120);
    expect(lambda(world, 'h')).toBeCloseTo(-2, 6);
    expect(Math.abs(world.positions('p')[0])).toBeLessThan(1e-6);
  });
  test('squared: it creeps like -(3t)^(-1/3)', () => {
    for (const t of [100, 400]) {
      const x = ran({ stiffness: 0, gain: 1, inequalities: 'squared' }, t).positions('p')[0];
      expect(x / -((3 * t) ** (-1 / 3))).toBeGreaterThan(0.9);
      expect(x / -((3 * t) ** (-1 / 3))).toBeLessThan(1.1);
    }
  });
});
