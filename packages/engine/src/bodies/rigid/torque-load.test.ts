/** A torque on a rigid body: L grows by its impulse, whatever the shape and the integrator; it is stopped, kept and refused like a force. */
import { expect, test } from 'vitest';
import {
  angularMomentum,
  box,
  createWorld,
  kineticEnergy,
  potentialEnergy,
  rigid,
  tetSprings,
  type World,
} from '../../index.ts';

const torque = [0.02, -0.05, 0.03] as const;
function spun(integrator: string): World {
  const world = createWorld({ step: 0.002, gravity: [0, 0, 0], integrator: integrator as 'verlet' });
  const shape = { kind: 'box', size: [0.1, 0.2, 0.4] } as const;
  world.add(rigid({ id: 'box', shape, mass: 2, position: [1, 2, 3], spin: [0.3, 0.1, -0.2] }));
  return world;
}

test.each(['verlet', 'euler-cromer', 'velocity-verlet'])('%s: L grows by torque x time', (integrator) => {
  const world = spun(integrator);
  const before = angularMomentum(world);
  world.apply({ id: 'motor', body: 'box', torque });
  world.step(200);
  const after = angularMomentum(world);
  torque.forEach((t, k) => {
    expect(Math.abs(after[k] - before[k] - 0.4 * t)).toBeLessThan(1e-13);
  });
  world.stopLoad('motor');
  const kept = angularMomentum(world);
  world.step(100);
  angularMomentum(world).forEach((L, k) => {
    expect(Math.abs(L - kept[k])).toBeLessThan(1e-13);
  });
});
test('a torque has no potential; its work is kinetic energy', () => {
  const world = createWorld({ step: 0.001, gravity: [0, 0, 0], integrator: 'euler-cromer' });
  world.add(rigid({ id: 'ball', shape: { kind: 'sphere', radius: 0.1 }, mass: 1 }));
  world.apply({ id: 'motor', body: 'ball', torque: [0, 0.01, 0] });
  world.step(500);
  expect(potentialEnergy(world)).toBe(0);
  const [omega, inertia] = [world.coordinateVelocities('ball')[4], 0.4 * 0.01];
  expect(Math.abs(omega / ((0.01 * 0.5) / inertia) - 1)).toBeLessThan(1e-12);
  expect(Math.abs(kineticEnergy(world) / (0.5 * inertia * omega * omega) - 1)).toBeLessThan(1e-12);
});
test('a snapshot keeps it, and the hash tells it', () => {
  const world = spun('verlet');
  const without = world.hash();
  world.apply({ id: 'motor', body: 'box', torque });
  expect(world.hash()).not.toBe(without);
  const snapshot = world.snapshot();
  world.step(50);
  const hash = world.hash();
  world.restore(snapshot);
  world.step(50);
  expect(world.hash()).toBe(hash);
});
test('a soft body is refused, and what is no torque', () => {
  const world = spun('verlet');
  world.add(tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), { id: 'jelly', density: 100 }));
  expect(() => world.apply({ id: 'motor', body: 'jelly', torque })).toThrow(/"jelly" does not turn as a whole/);
  expect(() => world.apply({ id: 'motor', body: 'box', torque: [0, Number.NaN, 0] })).toThrow(/three finite numbers/);
});
