/** Switching a constraint on far from its goal: with a ramp its points are led back, and no energy comes from nowhere. */
import { describe, expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { plane } from '../bodies/plane.ts';
import { tetSprings } from '../bodies/tet/tet-springs.ts';
import { above, join, nail } from '../constraints/kinds/constraints.ts';
import type { Method } from '../constraints/method.ts';
import { box } from '../meshes/box.ts';
import { displacement } from '../methods/displacement/displacement.ts';
import { lagrange } from '../methods/lagrange/lagrange.ts';
import { local } from '../methods/local/local.ts';
import { reaction } from '../methods/reaction/reaction.ts';
import { force, kineticEnergy, position, potentialEnergy, residual, totalMass } from '../record/probes.ts';
import { createWorld } from './create.ts';
import type { World } from './world.ts';

const g = 9.81;
/** m/s^2, of the goal on its way */
const acceleration = 5;
const energy = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

/** A soft cube of 50 kg on a nail, which has been off for half a second. */
function fallen(method: Method, integrator: string): { world: World; point: ReturnType<typeof node> } {
  const world = createWorld({ step: 1e-3, method, integrator });
  const cube = world.add(
    tetSprings(box({ size: [1, 1, 1], cells: [2, 2, 2] }), {
      id: 'cube',
      density: 50,
      stretch: 3e4,
      bulk: 3e4,
      damping: 800,
    }),
  );
  const point = node(cube, cube.nodeCount - 1);
  world.constrain(nail(point, worldPoint(0.5, 0.5, 0.5)), { id: 'nail' });
  world.step(100);
  world.release('nail');
  world.step(500);
  return { world, point };
}

describe.each([
  ['local', local, 'verlet'],
  ['lagrange', lagrange, 'verlet'],
  ['reaction', reaction(), 'verlet'],
  ['displacement', displacement, 'backward-euler'],
] as [string, Method, string][])('a nail switched on again, held by %s', (_, method, integrator) => {
  test('the energy gained is at most the work of the nail, and that is what lifting takes', () => {
    const { world, point } = fallen(method, integrator);
    const goal = [0.5, 0.5, 0.5];
    let at = position(world, point);
    const gap = Math.hypot(...at.map((x, k) => x - goal[k]));
    expect(gap).toBeGreaterThan(1); // it fell g t^2 / 2
    const before = energy(world);
    world.activate('nail', undefined, { ramp: { acceleration } });
    let work = 0;
    let strongest = 0;
    const steps = Math.ceil(Math.sqrt((6 * gap) / acceleration) / world.h);
    for (let k = 0; k < steps + 400; k++) {
      world.step();
      const now = position(world, point);
      const [force] = world.forces('nail')[0];
      force.forEach((f, axis) => {
        work += f * (now[axis] - at[axis]);
      });
      strongest = Math.max(strongest, Math.hypot(...force));
      at = now;
      // a hundredth: the energy of a scheme of second order at this step
      expect(energy(world) - before).toBeLessThanOrEqual(work + 0.01 * Math.abs(work) + 1);
    }
    // The weight and the acceleration of the goal, twice, as of a load that is put on a spring suddenly; and what stops
    // the fall of 5 m/s, which may take as long as the ramp.
    const weight = totalMass(world) * (g + acceleration);
    if (method.rates) expect(strongest).toBeLessThan(6 * weight); // `local` stops the point in its first step
    expect(work).toBeLessThan(2 * weight * gap);
    expect(Math.hypot(...at.map((x, k) => x - goal[k]))).toBeLessThan(method.kind === 'reaction' ? 1e-3 : 1e-9);
  });
});

test('met at once, the same nail gives hundreds of times that energy', () => {
  const { world } = fallen(local, 'verlet');
  const before = energy(world);
  world.activate('nail');
  world.step();
  expect(energy(world) - before).toBeGreaterThan(100 * totalMass(world) * g * 1.3); // it fell 1.3 m
});

test('a floor switched on above a body leads it out, and lifts no harder than that takes', () => {
  const world = createWorld({ step: 1e-3 });
  const p = world.add(particles([0, 0.5, 0], { id: 'p', mass: 2 }));
  const floor = world.add(plane({ normal: [0, 1, 0], offset: 0 }));
  world.constrain(above(node(p, 0), floor), { id: 'ground', method: reaction() });
  world.release('ground');
  world.step(600);
  const depth = -world.positions('p')[1];
  expect(depth).toBeGreaterThan(1);
  const before = energy(world);
  world.activate('ground', undefined, { ramp: { acceleration } });
  world.step(3000);
  expect(Math.abs(world.positions('p')[1])).toBeLessThan(1e-3);
  expect(energy(world) - before).toBeLessThan(2 * g * depth); // lifted, and the speed of the fall is gone
});

test('members that hold stay as they are while another is led back; snapshots and refusals put everything back', () => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  const p = world.add(particles([0, 0, 0, 1, 0, 0, 3, 0, 0], { id: 'p', mass: 1 }));
  world.constrain(nail([node(p, 0), node(p, 1)], [worldPoint(0, 0, 0), worldPoint(1, 0, 0)]), { id: 'nails' });
  world.release('nails', 1);
  world.constrain(join(node(p, 1), node(p, 2)), { id: 'tow', ramp: { steps: 20 } });
  world.step(40); // node 1 is towed to x = 2
  world.removeConstraint('tow');
  const kept = world.snapshot();
  world.activate('nails', 1, { ramp: { steps: 30 } });
  const led = world.hash();
  world.step(15);
  expect(world.positions('p')[0]).toBe(0);
  const half = world.positions('p')[3];
  expect(half).toBeGreaterThan(1.1);
  expect(half).toBeLessThan(2);
  world.step(15);
  expect(world.positions('p')[3]).toBeCloseTo(1, 12);
  expect(residual(world).max).toBeLessThan(1e-14);
  world.restore(kept);
  expect(world.isActive('nails', 1)).toBe(false);
  world.activate('nails', 1, { ramp: { steps: 30 } });
  expect(world.hash()).toBe(led);

  world.restore(kept);
  const before = world.hash();
  world.constrain(nail(node(p, 2), worldPoint(5, 0, 0)), {
    id: 'stiff',
    method: { ...local, ramps: [] },
    active: false,
  });
  const refused = world.hash();
  expect(() => world.activate('stiff', undefined, { ramp: {} })).toThrow('"local" has no ramps');
  expect(world.hash()).toBe(refused);
  world.restore(kept);
  expect(world.hash()).toBe(before);
});

test('a ramp that was broken off leaves nothing for the next one to begin with', () => {
  const { world } = fallen(lagrange, 'verlet');
  const snapshot = world.snapshot();
  /** switched off in the middle of its way, and on again from the same place */
  const again = (broken: number): string => {
    world.restore(snapshot);
    world.activate('nail', undefined, { ramp: { steps: 200 } });
    world.step(broken);
    world.release('nail');
    const { columns, clock } = snapshot;
    world.restore({ ...world.snapshot(), columns, clock });
    world.activate('nail');
    world.step(50);
    return world.hash();
  };
  const first = again(1);
  expect(again(60)).toBe(first);
  expect(again(120)).toBe(first);
});

describe.each([
  ['local', local, 'verlet'],
  ['lagrange', lagrange, 'verlet'],
  ['reaction', reaction(), 'verlet'],
  ['displacement', displacement, 'backward-euler'],
] as [string, Method, string][])('a nail that begins switched off, held by %s', (_, method, integrator) => {
  /** read: something of it is looked at before it is switched on, which fills its tables */
  function run(read: (world: World) => void): string[] {
    const world = createWorld({ step: 1e-3, method, integrator });
    const cube = world.add(tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), { id: 'cube', density: 50 }));
    const at = (n: number): number[] => [...world.positions('cube').subarray(3 * n, 3 * n + 3)];
    world.constrain(nail(node(cube, 0), worldPoint(...(at(0) as [number, number, number]))), { id: 'first' });
    world.constrain(nail(node(cube, 1), worldPoint(...(at(1) as [number, number, number]))), {
      id: 'late',
      active: false,
    });
    world.step(20);
    read(world);
    const before = world.hash();
    world.activate('late', undefined, { ramp: { acceleration } });
    world.step(20);
    world.release('late');
    world.step(5);
    return [before, world.hash()];
  }
  test('moves bit for bit the same whether or not it was looked at before', () => {
    const untouched = run(() => {});
    const looks: ((world: World) => unknown)[] = [
      (world) => force(world, 'late'),
      (world) => residual(world),
      (world) => world.restore(world.snapshot()),
    ];
    for (const look of looks) expect(run(look)).toEqual(untouched);
  });
});
