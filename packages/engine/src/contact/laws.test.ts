/** Laws of contact: energy, momentum, order, snapshots; what is refused. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { sample } from '../../../../tests/support/sample.ts';
import {
  angularMomentum,
  chain,
  createWorld,
  kineticEnergy,
  linearMomentum,
  plane,
  rigid,
  tetSprings,
  type World,
} from '../index.ts';

const impacts = sample(100, 300);
test(`${impacts} random impacts with friction and restitution, seed 7: no kinetic energy is gained`, () => {
  const random = new Random(7);
  let [worst, struck] = [-1, 0];
  for (let k = 0; k < impacts; k++) {
    const contact = { friction: random.between(0, 1.5), restitution: random.between(0.3, 1) };
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], contact, integrator: 'euler-cromer' });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const size = [0.05, random.between(0.1, 1), 0.05] as [number, number, number];
    const turn = random.list(4, -1, 1) as [number, number, number, number];
    const probe = rigid({ id: 'probe', shape: { kind: 'box', size }, mass: 1, rotate: turn });
    const lowest = Math.min(...probe.mesh.positions.filter((_, i) => i % 3 === 1));
    const velocity = random.list(3, -3, 3) as [number, number, number];
    const spin = random.list(3, -12, 12) as [number, number, number];
    world.add(
      rigid({
        id: 'rod',
        shape: { kind: 'box', size },
        mass: 1,
        inertia: [0.02, 0.02, 0.02], // a free rotor with other moments shows its own error
        rotate: turn,
        position: [0, 1e-9 - lowest, 0],
        velocity,
        spin,
      }),
    );
    const before = kineticEnergy(world);
    world.step();
    if (world.contacts().length) struck++;
    worst = Math.max(worst, kineticEnergy(world) / before - 1);
  }
  expect(struck).toBeGreaterThan(impacts / 3);
  expect(worst).toBeLessThan(1e-12);
});

const thrown = (order: readonly number[]): World => {
  const world = createWorld({
    step: 2e-3,
    gravity: [0, 0, 0],
    contact: { friction: 0.6, restitution: 0.4 },
    integrator: 'euler-cromer',
  });
  const bodies = [
    rigid({ id: 'a', shape: { kind: 'box', size: [0.2, 0.1, 0.3] }, mass: 1, velocity: [2, 0.1, 0], spin: [3, 1, 2] }),
    rigid({
      id: 'b',
      shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
      mass: 2,
      position: [0.3, 0.05, 0.02],
      spin: [0, -4, 1],
    }),
    rigid({
      id: 'c',
      shape: { kind: 'capsule', radius: 0.05, length: 0.2 },
      mass: 0.5,
      position: [0.5, 0, 0],
      velocity: [-1, 0, 0],
    }),
  ];
  for (const k of order) world.add(bodies[k]);
  return world;
};
test('without gravity, momentum and angular momentum stay', () => {
  const world = thrown([0, 1, 2]);
  const before = [...linearMomentum(world), ...angularMomentum(world)];
  let touched = 0;
  for (let k = 0; k < 100; k++) {
    world.step();
    touched += world.contacts().length;
    expect(world.contactReport().converged).toBe(true);
  }
  expect(touched).toBeGreaterThan(0);
  [...linearMomentum(world), ...angularMomentum(world)].forEach((x, k) => {
    expect(Math.abs(x - before[k])).toBeLessThan(1e-11);
  });
});
test('the order in which bodies are added does not matter: 1e-8', () => {
  const [one, other] = [thrown([0, 1, 2]), thrown([2, 0, 1])];
  one.step(40);
  other.step(40);
  for (const id of ['a', 'b', 'c'])
    one.coordinates(id).forEach((x, k) => {
      expect(Math.abs(x - other.coordinates(id)[k])).toBeLessThan(1e-8);
    });
});
test('a run continues from a snapshot to the same bits', () => {
  const world = thrown([0, 1, 2]);
  world.step(45);
  const snapshot = world.snapshot();
  const hash = world.hash();
  world.step(30);
  const end = world.hash();
  world.restore(snapshot);
  expect(world.hash()).toBe(hash);
  world.step(30);
  expect(world.hash()).toBe(end);
});

describe('refusals', () => {
  test.each(['rk45', 'explicit-euler', 'implicit-euler'])('schemes that contact does not know: %s', (integrator) => {
    const world = createWorld({ contact: true, integrator });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const line = chain({ from: [0, 1, 0], to: [1, 1, 0], nodes: 3 });
    world.add(tetSprings(line, { id: 'rope', mass: 1, form: 'spring', stretch: 10 }));
    expect(() => world.step()).toThrow(
      `body "rope" moves under "${integrator}", which contact does not know; give it "verlet"`,
    );
  });
  test('worlds without contact have no contacts to read', () => {
    expect(() => createWorld().contacts()).toThrow(/this world has no contact/);
  });
});
