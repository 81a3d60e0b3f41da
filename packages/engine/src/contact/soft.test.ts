/** Soft bodies, ropes and mixed worlds in contact. */
import { expect, test } from 'vitest';
import { box, chain, createWorld, plane, rigid, tetSprings, totalMass, transformed } from '../index.ts';

const g = 9.81;
const softCube = (id: string, y: number) =>
  tetSprings(transformed(box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] }), { translate: [0, y + 0.1, 0] }), {
    id,
    density: 500,
    stretch: 1e5,
    damping: 50,
    drag: 12,
  });

test('a soft cube dropped on the floor comes to rest on its weight', () => {
  const world = createWorld({ step: 1e-3, contact: { friction: 0.4 } });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const cube = world.add(softCube('cube', 0.02));
  let lowest = 0;
  for (let k = 0; k < 2500; k++) {
    world.step();
    if (k % 50 === 0)
      for (let i = 1; i < 3 * cube.nodeCount; i += 3) lowest = Math.min(lowest, world.positions('cube')[i]);
  }
  expect(lowest).toBeGreaterThan(-1e-13);
  const [pair] = world.contacts('cube');
  expect(pair.name).toBe('cube/floor');
  expect(Math.abs(pair.force[1] / (totalMass(world) * g) - 1)).toBeLessThan(1e-3);
});

test('a soft cube carries a rigid one, and the floor both', () => {
  const world = createWorld({ step: 1e-3, contact: { friction: 0.5, thickness: 1e-3 } });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const cube = world.add(softCube('cube', 0.01));
  world.add(
    rigid({ id: 'crate', shape: { kind: 'box', size: [0.1, 0.1, 0.1] }, mass: 1, position: [0, 0.3, 0], drag: 8 }),
  );
  for (let k = 0; k < 1500; k++) {
    world.step();
    expect(world.contactReport().converged).toBe(true);
  }
  const force = (name: string): number => world.contacts().find((c) => c.name === name)?.force[1] ?? 0;
  const soft = totalMass(world) - 1;
  expect(cube.nodeCount).toBeGreaterThan(8);
  expect(Math.abs(-force('cube/crate') / g - 1)).toBeLessThan(0.02);
  expect(Math.abs(force('cube/floor') / ((soft + 1) * g) - 1)).toBeLessThan(0.02);
});

test('a rope falls over a fixed cylinder and hangs there', () => {
  const world = createWorld({ step: 1e-3, contact: { friction: 0.6, bodies: { rope: { radius: 0.01 } } } });
  world.add(
    rigid({
      id: 'drum',
      shape: { kind: 'capsule', radius: 0.1, length: 0.4 },
      mass: 1,
      fixed: true,
      rotate: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    }),
  );
  const line = chain({ from: [-0.3, 0.15, 0], to: [0.3, 0.15, 0], nodes: 31 });
  world.add(tetSprings(line, { id: 'rope', mass: 0.05 / 31, form: 'spring', stretch: 500, damping: 0.1, drag: 8 }));
  let closest = 1;
  for (let k = 0; k < 1000; k++) {
    world.step();
    const x = world.positions('rope');
    for (let i = 0; i < x.length; i += 3) closest = Math.min(closest, Math.hypot(x[i], x[i + 1]));
  }
  expect(closest).toBeGreaterThan(0.11 - 1e-9);
  const [pair] = world.contacts('rope');
  expect(pair.name).toBe('drum/rope');
  expect(Math.abs(-pair.force[1] / (0.05 * g) - 1)).toBeLessThan(0.02);
});

test.each(['verlet', 'velocity-verlet', 'beeman', 'rk4'])(
  'detection takes no memory within a step: %s',
  (integrator) => {
    const world = createWorld({ step: 1e-3, integrator, contact: { friction: 0.3, thickness: 1e-3 } });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    world.add(softCube('cube', 0.001));
    world.check();
    const { used } = world.state.arena;
    world.step(40);
    expect(world.contacts('cube')).not.toHaveLength(0);
    expect(world.state.arena.used).toBe(used);
  },
);
