/** A bounce is a velocity: where surfaces are curved or turn, it does not depend on the step.                   [contact notes, sec. 3] */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { sample } from '../../../../tests/support/sample.ts';
import { createWorld, kineticEnergy, type RigidShape, rigid, type World } from '../index.ts';

const shapes: Readonly<Record<string, RigidShape>> = {
  sphere: { kind: 'sphere', radius: 0.1 },
  capsule: { kind: 'capsule', radius: 0.08, length: 0.2 },
  box: { kind: 'box', size: [0.2, 0.15, 0.1] },
  cylinder: { kind: 'cylinder', radius: 0.1, length: 0.15 },
};
const masses = { a: 1.3, b: 0.4 };
/** kg m^2. Equal moments: a free body keeps its energy to rounding while it turns. */
const inertia = [2e-3, 2e-3, 2e-3] as const;

const seeds = sample(4, 12);

/** Two bodies fly at each other, off their line and turning. */
function meeting(seed: number, pair: readonly [string, string], step: number, restitution: number): World {
  const random = new Random(seed);
  const between = (size: number): [number, number, number] => [
    random.between(-size, size),
    random.between(-size, size),
    random.between(-size, size),
  ];
  const world = createWorld({
    step,
    gravity: [0, 0, 0],
    integrator: 'euler-cromer',
    contact: { friction: 0, restitution },
  });
  world.add(rigid({ id: 'a', shape: shapes[pair[0]], mass: masses.a, inertia, velocity: [2, 0, 0], spin: between(4) }));
  const [, y, z] = between(0.08);
  const rotate = [...between(1), 1] as [number, number, number, number];
  const b = {
    shape: shapes[pair[1]],
    mass: masses.b,
    inertia,
    position: [0.6, y, z] as const,
    velocity: [-1, 0.2, 0] as const,
  };
  world.add(rigid({ id: 'b', ...b, rotate, spin: between(4) }));
  return world;
}
/** Steps until the pair has met; the number of contacts in that step. */
function meet(world: World, step: number): number {
  for (let k = 0; k < 0.4 / step; k++) {
    world.step();
    if (world.contacts().length) return world.contactReport().rows;
  }
  return 0;
}

describe.each([
  ['sphere', 'sphere'],
  ['sphere', 'capsule'],
  ['sphere', 'box'],
  ['box', 'box'],
  ['capsule', 'cylinder'],
] as const)('%s and %s, without friction', (...pair) => {
  test.each([1e-3, 4e-3])(`e = 1 keeps the kinetic energy, seeds 1 to ${seeds}, steps of %d s`, (step) => {
    let met = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const world = meeting(seed, pair, step, 1);
      const before = kineticEnergy(world);
      if (meet(world, step)) met++;
      expect(Math.abs(kineticEnergy(world) / before - 1), `seed ${seed}`).toBeLessThan(1e-12);
    }
    expect(met).toBeGreaterThan(seeds / 2);
  });
});

test.each([
  ['euler-cromer', 1e-3],
  ['verlet', 1e-3],
  ['velocity-verlet', 1e-3],
  ['rk4', 1e-3],
  ['euler-cromer', 8e-3],
  ['rk4', 8e-3],
] as const)(
  `three or four bodies that meet again and again, seeds 1 to ${seeds}: e = 1 without friction keeps the energy under %s, steps of %d s`,
  (integrator, step) => {
    for (let seed = 1; seed <= seeds; seed++) {
      const random = new Random(seed * 7919);
      const between = (size: number): [number, number, number] => [
        random.between(-size, size),
        random.between(-size, size),
        random.between(-size, size),
      ];
      const world = createWorld({
        step,
        gravity: [0, 0, 0],
        integrator,
        contact: { friction: 0, restitution: 1 },
      });
      const count = 3 + (seed % 2);
      for (let i = 0; i < count; i++) {
        const angle = (i * 2 * Math.PI) / count;
        const [x, y, z] = between(0.05);
        const position = [0.35 * Math.cos(angle) + x, 0.35 * Math.sin(angle) + y, z] as const;
        const speed = random.between(3, 8);
        const shape = Object.values(shapes)[Math.floor(random.between(0, 4))];
        const velocity = [-speed * position[0], -speed * position[1], -speed * position[2]] as const;
        const turning = { rotate: [...between(1), 1] as [number, number, number, number], spin: between(6) };
        world.add(rigid({ id: `b${i}`, shape, mass: random.between(0.2, 3), inertia, position, velocity, ...turning }));
      }
      const before = kineticEnergy(world);
      world.step(Math.round(0.3 / step));
      expect(Math.abs(kineticEnergy(world) / before - 1), `seed ${seed}`).toBeLessThan(1e-9);
    }
  },
);

test.each([0, 0.3, 0.8])('two balls off their line separate along it with e = %d of their approach', (e) => {
  for (const step of [5e-4, 4e-3]) {
    const world = meeting(3, ['sphere', 'sphere'], step, e);
    const relative = (): number[] => {
      const [p, q] = [world.coordinateVelocities('a'), world.coordinateVelocities('b')];
      return [0, 1, 2].map((k) => q[k] - p[k]);
    };
    const line = (): number[] => {
      const [p, q] = [world.coordinates('a'), world.coordinates('b')];
      return [0, 1, 2].map((k) => q[k] - p[k]);
    };
    const along = (v: number[], d: number[]): number => v.reduce((sum, x, k) => sum + x * d[k], 0) / Math.hypot(...d);
    let before = { v: relative(), d: line() };
    while (!world.contacts().length) {
      before = { v: relative(), d: line() };
      world.step();
    }
    const approach = along(before.v, before.d);
    expect(approach).toBeLessThan(-1);
    // without restitution the gap is closed first
    if (e > 0) expect(Math.abs(along(relative(), before.d) / approach + e)).toBeLessThan(1e-12);
    else {
      world.step();
      expect(Math.abs(along(relative(), line()) / approach)).toBeLessThan(1e-2);
    }
  }
});
