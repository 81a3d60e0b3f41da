/** Ropes in contact: rods under backward Euler against floors, bars and themselves.                 [contact notes, sec. 3, 7] */
import { expect, test } from 'vitest';
import { sample } from '../../../../tests/support/sample.ts';
import {
  createWorld,
  kineticEnergy,
  linearMomentum,
  plane,
  potentialEnergy,
  rigid,
  spline,
  totalMass,
  type World,
} from '../index.ts';

const g = 9.81;
const rope = (points: number[], count: number, damping = 0) =>
  spline({ id: 'rope', points, count, EA: 1e3, EI: 1e-3, rhoA: 0.1, damping, drag: 1, diameter: 0.02 });

test('a rope falls on the floor and lies there: true gaps, the floor carries its weight', () => {
  const world = createWorld({ step: 0.002, integrator: 'backward-euler', contact: { friction: 0.4 } });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const body = world.add(rope([0, 0.05, 0, 0.5, 0.09, 0, 1, 0.06, 0], 9));
  let worst = 0;
  for (let k = 0; k < 300; k++) {
    world.step();
    const { converged, error } = world.contactReport();
    expect(converged).toBe(true);
    worst = Math.max(worst, error);
  }
  expect(worst).toBeLessThan(1e-10);
  const [pair] = world.contacts('rope');
  expect(pair.name).toBe('rope/floor');
  expect(Math.abs(pair.gap)).toBeLessThan(1e-12);
  // it still creeps: control points beyond its ends settle slowly
  expect(Math.abs(pair.force[1] / (0.1 * body.restLength * g) - 1)).toBeLessThan(5e-3);
  expect(pair.points.length).toBe(9);
});

/**
 * Impacts are found within a step: places after them differ by a part of h times the speed there, 1 m/s, and not by the same part each time.
 * Without damping they differ by 1 to 30 mm at all steps from 5 to 0.5 ms, though every step is solved and none gains energy: the waves that an
 * impact starts are as damped as the step is long (see the end-on impact below).
 */
test('a damped rope that falls on the floor: half of the step changes places by less than h 1 m/s / 2, and hardly where it comes to rest', () => {
  const fall = (step: number): Float64Array[] => {
    const world = createWorld({ step, integrator: 'backward-euler', contact: { friction: 0.4 } });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const elastic = { EA: 50, EI: 1e-2, rhoA: 0.1, drag: 10, damping: 0.5 };
    const points = [0, 0.05, 0, 0.5, 0.09, 0, 1, 0.06, 0];
    world.add(spline({ id: 'rope', points, count: 9, diameter: 0.02, ...elastic }));
    return [0.08, 0.16, 0.3].map((time) => {
      world.step(Math.round((time - world.time) / step));
      expect(world.contactReport().converged).toBe(true);
      return Float64Array.from(world.positions('rope'));
    });
  };
  const apart = (x: Float64Array, y: Float64Array): number => Math.max(...x.map((value, k) => Math.abs(value - y[k])));
  const steps = sample([0.004, 0.002], [0.004, 0.002, 0.001, 0.0005]);
  const runs = steps.map(fall);
  for (let k = 0; k + 1 < steps.length; k++) {
    const [flying, landing, resting] = runs[k].map((x, time) => apart(x, runs[k + 1][time]));
    // g t h / 4 without drag
    expect(flying).toBeLessThan((g * 0.08 * steps[k]) / 4);
    expect(landing).toBeLessThan(0.5 * steps[k]);
    expect(resting).toBeLessThan(3e-5);
  }
});

/** A straight rope without weight hits the floor with its end, at 0.5 m/s: what becomes of its speed, the force of the floor and how long it lasts. */
function endOn(step: number, damping: number): { rebound: number; force: number; until: number } {
  const speed = 0.5;
  const world = createWorld({ step, gravity: [0, 0, 0], integrator: 'backward-euler', contact: true });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const velocities = Array.from({ length: 13 }, () => [0, -speed, 0]).flat();
  const points = [0, 0.0101, 0, 0, 1.0101, 0];
  world.add(
    spline({ id: 'rope', points, count: 13, EA: 50, EI: 1e-2, rhoA: 0.1, diameter: 0.02, damping, velocities }),
  );
  const mass = totalMass(world);
  let [impulse, until, force, energy] = [0, 0, 0, 0.5 * mass * speed * speed];
  while (world.time < 0.11) {
    world.step();
    expect(world.contactReport().converged).toBe(true);
    const push = world.contacts().reduce((sum, pair) => sum + pair.force[1], 0);
    impulse += step * push;
    if (push > 0) until = world.time;
    if (world.time < 0.03) force = push;
    const now = kineticEnergy(world) + potentialEnergy(world);
    expect(now).toBeLessThan(energy * (1 + 1e-12));
    energy = now;
  }
  const [, up] = linearMomentum(world);
  expect(Math.abs(impulse - mass * speed - up)).toBeLessThan(1e-10 * mass * speed);
  return { rebound: up / mass / speed, force: force / speed, until };
}
/**
 * The wave of compression runs to the free end and returns after 2 L/c as a wave of release; until then the floor pushes with rhoA c v, and an elastic bar
 * leaves it with the speed it came with. Backward Euler makes a mode of frequency w smaller by 1/sqrt(1 + w^2 h^2) in a step, exp(-w^2 h t/2), as a damping
 * of beta does with exp(-w^2 beta t/2). So the front is spread by sigma = sqrt(2 c (h + beta) L) when it returns, the force goes through zero as
 * 1 - 2 Phi(c (t - 2 L/c)/sigma) does, and the rope leaves with v (1 - sqrt(2/pi) sigma/L) = v (1 - 2 sqrt(c (h + beta)/(pi L))).
 */
test('an undamped rope that hits the floor with its end rebounds as the viscosity of the scheme says, at any step', () => {
  const c = Math.sqrt(50 / 0.1);
  for (const step of sample([0.004, 0.001], [0.004, 0.002, 0.001, 0.0005])) {
    const { rebound, force, until } = endOn(step, 0);
    const loss = 2 * Math.sqrt((c * step) / Math.PI);
    expect(Math.abs((1 - rebound) / loss - 1)).toBeLessThan(0.01);
    expect(Math.abs(force / (0.1 * c) - 1)).toBeLessThan(0.02);
    expect(Math.abs(until - 2 / c)).toBeLessThan(0.5 * step + 0.001);
  }
});
test('a step of h is as viscous as a damping of h: half of the step and the other half as damping change hardly anything', () => {
  const [long, short] = [endOn(0.002, 0), endOn(0.001, 0.001)];
  expect(Math.abs(long.rebound - short.rebound)).toBeLessThan(0.01);
  expect(endOn(0.001, 0).rebound - long.rebound).toBeGreaterThan(0.06);
});

/** A rope that slides on the floor, given a push. */
function sliding(step: number, turn: number): World {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const world = createWorld({ step, integrator: 'backward-euler', contact: { friction: 0.3 } });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  world.add(
    spline({
      id: 'rope',
      points: [0, 0.01, 0, 0.5 * c, 0.01, 0.5 * s],
      count: 6,
      EA: 1e3,
      EI: 1e-2,
      rhoA: 0.1,
      diameter: 0.02,
      velocities: Array.from({ length: 6 }, () => [c, 0, s]).flat(),
    }),
  );
  return world;
}
test('a rope that slides slows down at mu g, whichever way it goes', () => {
  for (const turn of [0, 0.7]) {
    const world = sliding(0.002, turn);
    for (let k = 0; k < 100; k++) world.step();
    const v = world.velocities('rope');
    // the mean over the rope: its ends are shaken by nothing
    const along = v[6] * Math.cos(turn) + v[8] * Math.sin(turn);
    expect(Math.abs(along - (1 - 0.3 * g * 0.2))).toBeLessThan(1e-6);
    expect(world.contacts()[0].points.every(({ sticks }) => !sticks)).toBe(true);
  }
});

/** A rope over a bar, which is fixed or hangs on it. */
function overBar(order: boolean): World {
  const world = createWorld({ step: 0.002, integrator: 'backward-euler', contact: { friction: 0.5 } });
  const bar = rigid({
    id: 'bar',
    shape: { kind: 'capsule', radius: 0.05, length: 0.3 },
    mass: 1,
    fixed: true,
    rotate: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    integrator: 'verlet',
  });
  const own = rope([-0.3, 0.075, 0, 0.3, 0.075, 0], 13);
  for (const body of order ? [bar, own] : [own, bar]) world.add(body);
  return world;
}
test('a rope over a bar hangs on both sides of it; restored states and the order of bodies change nothing', () => {
  const [a, b] = [overBar(true), overBar(false)];
  let closest = 1;
  for (let k = 0; k < 60; k++) {
    a.step();
    b.step();
    const x = a.positions('rope');
    for (let i = 0; i < x.length; i += 3) closest = Math.min(closest, Math.sqrt(x[i] * x[i] + x[i + 1] * x[i + 1]));
  }
  const [p, q] = [a.positions('rope'), b.positions('rope')];
  for (let i = 0; i < p.length; i++) expect(Math.abs(p[i] - q[i])).toBeLessThan(1e-8);
  // control points are outside the curve, which keeps 6 cm
  expect(closest).toBeGreaterThan(0.055);
  expect(a.contacts('bar').length).toBe(1);
  const kept = a.snapshot();
  a.step(20);
  const hash = a.hash();
  a.restore(kept);
  a.contacts();
  a.step(20);
  expect(a.hash()).toBe(hash);
});

test('what ropes cannot do is refused', () => {
  const explicit = createWorld({ step: 1e-4, contact: true });
  explicit.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  explicit.add(rope([0, 0.1, 0, 1, 0.1, 0], 5));
  expect(() => explicit.step()).toThrow('rods touch others under "backward-euler"');
  const still = createWorld({ step: 1e-2, integrator: 'quasi-static', contact: true });
  still.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  still.add(rope([0, 0.1, 0, 1, 0.1, 0], 5));
  expect(() => still.step()).toThrow('rods touch others under "backward-euler"');
});
