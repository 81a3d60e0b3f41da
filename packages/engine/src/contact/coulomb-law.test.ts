/** Coulomb's law of every contact in every step, where gaps are corrected too: capsules and cylinders that roll, tumble and slip on a floor. */
import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { createWorld, plane, type RigidShape, rigid, type World } from '../index.ts';

type Triple = [number, number, number];
const mu = 0.4;
function thrown(seed: number, integrator: string): World {
  const random = new Random(seed);
  const world = createWorld({ step: 2e-3, integrator, contact: { friction: mu } });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  for (let k = 0; k < 3; k++) {
    const [radius, length] = [random.between(0.04, 0.1), random.between(0.1, 0.3)];
    const shape: RigidShape = { kind: random.chance(0.5) ? 'capsule' : 'cylinder', radius, length };
    const [velocity, spin] = [random.list(3, -1, 1) as Triple, random.list(3, -5, 5) as Triple];
    const rotate = random.list(4, -1, 1) as [number, number, number, number];
    world.add(rigid({ id: `${k}`, shape, mass: 1, position: [k, 0.3, 0], rotate, velocity, spin }));
  }
  return world;
}
/** Velocities that impulses at x have made: the angular momentum is kept on the way to where it is now. */
function pushed(world: World, id: string, x: Float64Array): Float64Array {
  const [body, momenta, velocities] = [world.body(id), new Float64Array(7), new Float64Array(7)];
  body.applyM?.(world.coordinates(id), world.coordinateVelocities(id), momenta);
  body.inverseMass.apply?.(x, momenta, velocities);
  return velocities;
}
const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// Corrections of gaps took the push from contacts that held: friction was up to 280 times its bound, once in 700 contacts; it drove others; and some that rolled were said to slip.
test.each([
  ['euler-cromer', 6],
  ['verlet', 3],
  ['rk4', 3],
])(
  '%s, seeds 1 to %d: friction is at most mu times the push; what slips has all of it, against its motion',
  (integrator, seeds) => {
    let [slipping, sticking] = [0, 0];
    /** of the push, of friction that slips, and the slip along it, m/s */
    let [most, least, along] = [0, Infinity, 0];
    for (let seed = 1; seed <= seeds; seed++) {
      const world = thrown(seed, integrator);
      for (let k = 0; k < 250; k++) {
        const starts = new Map(world.bodies.map(({ id }) => [id, world.coordinates(id).slice()]));
        world.step();
        if (world.contactReport().halvings) continue; // impulses of several parts
        for (const { bodies, points } of world.contacts())
          for (const { point, force, sticks } of points) {
            const [, push] = force;
            if (push < 1e-3) continue; // N: of the tolerance of a solve
            const friction = Math.hypot(force[0], force[2]);
            most = Math.max(most, friction / push);
            if (sticks) sticking++;
            // of several stages there are two impulses, in two directions
            if (sticks || integrator === 'rk4') continue;
            slipping++;
            least = Math.min(least, friction / push);
            if (integrator !== 'euler-cromer') continue;
            const x = starts.get(bodies[0]) as Float64Array;
            const [vx, , vz, wx, wy, wz] = pushed(world, bodies[0], x);
            const r = point.map((y, axis) => y - x[axis]);
            const slip = [vx + wy * r[2] - wz * r[1], 0, vz + wx * r[1] - wy * r[0]];
            along = Math.max(along, dot(slip, force) / friction);
          }
      }
    }
    expect(most).toBeLessThan(mu * (1 + 1e-8));
    expect(along).toBeLessThan(1e-4);
    expect(sticking).toBeGreaterThan(100);
    if (integrator === 'rk4') return;
    expect(least).toBeGreaterThan(mu * (1 - 1e-6));
    expect(slipping).toBeGreaterThan(100);
  },
);
