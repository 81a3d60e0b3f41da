/**
 * Integrators that throw the velocity of a held point to and fro have it projected onto the constraint after each step.
 *                                                                          [GBT06, errata: E8; notes, sec. 4.5, T2, T3]
 */
import { describe, expect, test } from 'vitest';
import { barycentric } from '../anchors/barycentric.ts';
import { node } from '../anchors/node.ts';
import { onPath, worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { tetSprings } from '../bodies/tet/tet-springs.ts';
import { join, nail } from '../constraints/kinds/constraints.ts';
import { box } from '../meshes/box.ts';
import { chain } from '../meshes/chain.ts';
import { createPath, type PathDef } from '../paths/path.ts';
import { force, kineticEnergy, linearMomentum, potentialEnergy, residual, totalMass } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';
import { integrators } from './index.ts';

const projected = Object.values(integrators)
  .filter((i) => i.projected)
  .map((i) => i.kind);

test('they are the Runge-Kutta schemes', () => {
  expect(projected).toEqual(['midpoint', 'rk2', 'rk4']);
});

describe.each(projected)('%s', (integrator) => {
  test('T3: at a nail v = 0 from the first step on, and R is the weight from the second', () => {
    const world = createWorld({ step: 1e-3, gravity: [-9.81, 0, 0], integrator });
    const p = world.add(particles([0.3, 0, 0], { id: 'p', mass: 2, velocities: [0.5, 0, 0] }));
    world.constrain(nail(node(p, 0), worldPoint(0, 0, 0)), { id: 'nail' });
    world.step();
    for (let n = 0; n < 20; n++) {
      // what was 600 m/s before is taken away by an impulse: rounding of that is left
      expect(Math.abs(world.velocities('p')[0])).toBeLessThan(1e-12);
      expect(Math.abs(world.positions('p')[0])).toBeLessThanOrEqual(1e-15);
      world.step();
      expect(Math.abs(force(world, 'nail')[0] / (2 * 9.81) - 1)).toBeLessThan(1e-9);
    }
  });

  test('on a nail that moves, it has the velocity of the nail', () => {
    const path: PathDef = {
      kind: 'catmull-rom',
      times: [0, 0.1, 0.15, 0.4],
      points: [
        [0, 0, 0],
        [1, 2, 0],
        [1, -1, 3],
        [0, 0, 0],
      ],
      loop: true,
    };
    const world = createWorld({ step: 1e-3, integrator });
    const p = world.add(particles([0, 0, 0], { id: 'p', mass: 2 }));
    world.constrain(nail(node(p, 0), onPath(path)), { id: 'nail' });
    const at = new Float64Array(9);
    for (let n = 0; n < 300; n++) {
      world.step();
      createPath(path).evaluate(world.time, at);
      for (let axis = 0; axis < 3; axis++) {
        expect(Math.abs(world.positions('p')[axis] - at[axis])).toBeLessThan(1e-14);
        expect(Math.abs(world.velocities('p')[axis] - at[3 + axis])).toBeLessThan(1e-11);
      }
    }
  });

  test('points that are joined share the velocity of their centre of mass', () => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator });
    const mass = [1, 2, 5];
    const p = world.add(
      particles([0, 0, 0, 3, 0, 0, 0, 6, 0], {
        id: 'p',
        mass,
        velocities: [1, 0, 0, 0, 2, 0, 0, 0, -1],
      }),
    );
    world.constrain(join(...mass.map((_, n) => node(p, n))), { id: 'join' });
    for (let n = 0; n < 10; n++) {
      world.step();
      const v = world.velocities('p');
      // momentum (1, 4, -5) kg m/s over 8 kg; the capture moves at 6 m / 1 ms, which leaves its rounding
      for (let i = 0; i < 9; i++) expect(Math.abs(v[i] - [1 / 8, 4 / 8, -5 / 8][i % 3])).toBeLessThan(1e-11);
      expect(residual(world).max).toBeLessThan(1e-14);
    }
  });

  test('a cube hung from a corner and a point of a face comes to rest, and they carry its weight, but for order 1', () => {
    const hung = (kind: string, h: number): { place: number[]; carried: number } => {
      const world = createWorld({ step: h, integrator: kind });
      const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1] });
      const options = { density: 30, stretch: 1e4, bulk: 1e4, damping: 300, drag: 6 };
      const cube = world.add(tetSprings(mesh, { id: 'cube', ...options }));
      world.constrain(nail(node(cube, 7), worldPoint(0.5, 0.5, 0.5)), { id: 'corner' });
      world.constrain(nail(barycentric(cube, [2, 3, 6], [0.5, 0.2, 0.3]), worldPoint(-0.2, 0.5, -0.1)), { id: 'face' });
      world.step(Math.round(6 / h));
      const carried = (force(world, 'corner')[1] + force(world, 'face')[1]) / (9.81 * totalMass(world)) - 1;
      return { place: [...world.positions('cube')], carried };
    };
    // on the way the held points fall freely, and dampers between them and the others pull: h/2 of that fall is felt
    const [coarse, fine, rest] = [hung(integrator, 2e-3), hung(integrator, 1e-3), hung('verlet', 1e-3)];
    const off = ({ place }: typeof rest): number =>
      Math.max(...place.map((x, i) => Math.abs(x - rest.place[i]))) / 1e-3;
    expect(off(fine)).toBeLessThan(0.5);
    expect(Math.abs(off(coarse) / off(fine) - 2)).toBeLessThan(0.1);
    expect(Math.abs(rest.carried)).toBeLessThan(1e-5);
    expect(Math.abs(fine.carried)).toBeLessThan(3e-3);
    expect(Math.abs(coarse.carried / fine.carried - 2)).toBeLessThan(0.15);
  });

  test('a chain that swings from a nail with a bob joined to it keeps its energy as well as the scheme does', () => {
    const world = createWorld({ step: 1e-3, integrator });
    const line = world.add(
      tetSprings(chain({ from: [0, 0, 0], to: [2, 0, 0], nodes: 5 }), {
        id: 'line',
        form: 'spring',
        stretch: 2000,
        mass: 0.5,
      }),
    );
    const bob = world.add(particles([2, 0, 0], { id: 'bob', mass: 2 }));
    world.constrain(nail(node(line, 0), worldPoint(0, 0, 0)), { id: 'nail' });
    world.constrain(join(node(line, 4), node(bob, 0)), { id: 'knot' });
    const energy = (): number => kineticEnergy(world) + potentialEnergy(world);
    world.step();
    const start = energy();
    let [off, moving] = [0, 0];
    for (let n = 0; n < 200; n++) {
      world.step(20);
      off = Math.max(off, Math.abs(energy() - start));
      moving = Math.max(moving, kineticEnergy(world));
    }
    expect(off / moving).toBeLessThan(0.01);
    expect(moving).toBeGreaterThan(10);
  });
});

test.each([
  { with: ['euler-cromer', 'midpoint', 'verlet', 'rk4'], steps: 2 },
  // their velocities are guessed with the reaction of the capture, which goes by 0.4 or so in each step
  { with: ['euler-cromer', 'velocity-verlet', 'midpoint', 'beeman', 'rk4'], steps: 80 },
])('joined under $with, momentum is back after $steps steps', ({ with: kinds, steps }) => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const bodies = kinds.map((integrator, n) =>
    world.add(particles([0.01 * n, 0, 0], { id: integrator, mass: 1 + n, velocities: [0, n, 1 - n], integrator })),
  );
  const [before, mass] = [linearMomentum(world), totalMass(world)];
  world.constrain(join(...bodies.map((body) => node(body, 0))), { id: 'join' });
  world.step(steps);
  expect(residual(world).max).toBeLessThan(1e-15);
  for (const body of bodies) {
    for (const [axis, v] of world.velocities(body.id).entries())
      expect(Math.abs(v - before[axis] / mass)).toBeLessThan(1e-11);
  }
});
