import { describe, expect, test } from 'vitest';
import { apart, worstOver } from '../../../../../tests/support/exact.ts';
import { node } from '../../anchors/node.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { particles } from '../../bodies/particles.ts';
import { distance } from '../../constraints/kinds/constraints.ts';
import { integrators } from '../../integrators/index.ts';
import { reaction } from '../../methods/reaction/reaction.ts';
import { angularMomentum, kineticEnergy, linearMomentum, potentialEnergy, residual } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';

const method = reaction();

test('a bob on a rod swings with the period 2 pi sqrt(L/g) (1 + th^2/16) and pulls with its weight', () => {
  const world = createWorld({ step: 1e-3 });
  const [length, angle] = [1, 0.05];
  const bob = world.add(particles([length * Math.sin(angle), -length * Math.cos(angle), 0], { mass: 2 }));
  world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), length), { id: 'rod', method });
  // the time of ten swings, from crossings of x = 0, interpolated
  const crossings: number[] = [];
  let before = world.positions(bob.id)[0];
  while (crossings.length < 21) {
    world.step();
    const x = world.positions(bob.id)[0];
    if (x * before < 0) crossings.push(world.time - (world.h * x) / (x - before));
    before = x;
  }
  const period = (crossings[20] - crossings[0]) / 10;
  const theory = 2 * Math.PI * Math.sqrt(length / 9.81) * (1 + angle ** 2 / 16);
  expect(Math.abs(period / theory - 1)).toBeLessThan(1e-4);
  const [[, onBob]] = world.forces('rod');
  expect(Math.abs(onBob[1] / (2 * 9.81) - 1)).toBeLessThan(2 * angle ** 2);
});

test('two points on a rod: momentum stays, the length is reached and kept', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const dots = world.add(particles([0, 0, 0, 1.2, 0, 0], { mass: [1, 3], velocities: [0, 1, 0, 0, -1 / 3, 0] }));
  world.constrain(distance(node(dots, 0), node(dots, 1), 1), { id: 'rod', method });
  world.step(2000);
  // the reaction brings the row to rest with omega = 0.2/h; what stays is the lag of the orbit, h^2 v^2/R and less
  expect(residual(world).max).toBeLessThan(1e-4);
  const [a, b] = world.forces('rod')[0];
  for (let axis = 0; axis < 3; axis++) expect(a[axis] + b[axis]).toBe(0);
  const v = world.velocities(dots.id);
  for (let axis = 0; axis < 3; axis++) expect(Math.abs(v[axis] + 3 * v[3 + axis])).toBeLessThan(1e-12);
  expect(kineticEnergy(world)).toBeGreaterThan(0.1);
});

test('invalid input is refused with a message', () => {
  const world = createWorld({ step: 1e-3 });
  const dots = world.add(particles([0, 0, 0, 1, 0, 0], { mass: 1 }));
  const rod = (length: number) => distance(node(dots, 0), node(dots, 1), length);
  expect(() => world.constrain(rod(0), { id: 'rod', method })).toThrow('length — 0; give a positive number');
});

describe('under "local"', () => {
  const schemes = Object.keys(integrators);
  /** A bob of 2 kg on a rod of 1 m, let go at an angle from the vertical. */
  const pendulum = (integrator: string, angle: number, step = 1e-3) => {
    const world = createWorld({ step, integrator });
    const bob = world.add(particles([Math.sin(angle), -Math.cos(angle), 0], { id: 'bob', mass: 2 }));
    world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), 1), { id: 'rod' });
    return world;
  };

  test.each(schemes)('a pendulum keeps its length to rounding, at every step (%s)', (integrator) => {
    const world = pendulum(integrator, 2);
    world.step(integrators[integrator].lookahead - 1);
    expect(worstOver(world, 2000)).toBeLessThanOrEqual(1);
    const v = world.velocities('bob');
    expect(Math.hypot(...v)).toBeGreaterThan(0.1);
  });
  test.each(schemes)('at rest it pulls with the weight (%s)', (integrator) => {
    const world = pendulum(integrator, 0);
    world.step(10);
    expect(Math.abs(world.forces('rod')[0][1][1] / (2 * 9.81) - 1)).toBeLessThan(1e-8);
    expect(Math.abs(world.forces('rod')[0][0][1] / (-2 * 9.81) - 1)).toBeLessThan(1e-8);
  });
  test.each(['verlet', 'velocity-verlet', 'beeman'])('its energy is bounded: as with SHAKE (%s)', (integrator) => {
    const world = pendulum(integrator, 1.5);
    const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
    const start = energy();
    let most = 0;
    for (let n = 0; n < 10_000; n++) {
      world.step();
      most = Math.max(most, Math.abs(energy() - start));
    }
    // 10 s, of 2 x 9.81 J or so; the ripple is h^2
    expect(most).toBeLessThan(2e-3);
  });
  test('two bodies: momentum to the last bits, angular momentum to 1e-12', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const dots = world.add(particles([0, 0, 0, 1, 0, 0], { mass: [1, 3], velocities: [0, 1, 0.5, 0, -1, 0] }));
    world.constrain(distance(node(dots, 0), node(dots, 1), 1), { id: 'rod' });
    const [p, l] = [linearMomentum(world), angularMomentum(world)];
    world.step(5000);
    expect(apart(linearMomentum(world), p)).toBeLessThan(1e-13);
    expect(apart(angularMomentum(world), l)).toBeLessThan(1e-12);
  });
  test('what moves too fast for its step, or has no direction, is named', () => {
    const world = createWorld({ step: 0.1, gravity: [0, 0, 0] });
    const bob = world.add(particles([1, 0, 0], { id: 'bob', mass: 2, velocities: [0, 60, 0] }));
    world.constrain(distance(worldPoint(0, 0, 0), node(bob, 0), 1), { id: 'rod' });
    // in a step it would go 6 m, and the rod pulls along x: nothing on that line is 1 m from the hinge
    expect(() => world.step()).toThrow('constraint "rod" (distance) was not met in 10 passes; the step is too long');
    const other = createWorld({ step: 1e-3 });
    const dots = other.add(particles([0, 0, 0, 0, 0, 0], { mass: 1 }));
    other.constrain(distance(node(dots, 0), node(dots, 1), 1), { id: 'rod', active: false });
    other.step(3); // while it is not active it does nothing, with no direction either
    expect([...other.positions(dots.id)].every(Number.isFinite)).toBe(true);
    expect(() => other.activate('rod')).toThrow('constraint "rod" (distance): both points are at the same place');
    other.step();
    expect(other.isActive('rod')).toBe(false);
  });
});
