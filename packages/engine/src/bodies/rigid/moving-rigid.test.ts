/** Rigid bodies that move by a rule: where they are, and what they do to bodies that touch them or hang on them. */
import { describe, expect, test } from 'vitest';
import { createWorld, lagrange, plane, rigid, rigidPointAt, type World } from '../../index.ts';
import { coincide } from '../../relations/points/coincide.ts';

const g = 9.81;
const linear = (times: readonly number[], values: readonly number[]) => ({ kind: 'linear', times, values }) as const;
const along = (times: readonly number[], points: readonly (readonly [number, number, number])[]) =>
  ({ kind: 'linear', times, points }) as const;
const box = { kind: 'box', size: [1, 0.1, 1] } as const;

describe.each(['euler-cromer', 'verlet', 'velocity-verlet'])('%s', (integrator) => {
  test('it is where its path says, and turned by its angle about an axis beside it that moves along', () => {
    const world = createWorld({ step: 0.01, integrator });
    world.add(
      rigid({
        id: 'arm',
        shape: { kind: 'box', size: [0.4, 0.1, 0.2] },
        mass: 1,
        position: [1, 0, 0],
        motion: along(
          [0, 2],
          [
            [0, 0, 0],
            [0, 4, 0],
          ],
        ),
        turning: { axis: [0, 0, 3], at: [0, 0, 0], angle: linear([0, 2], [0, 5]) },
      }),
    );
    for (let k = 1; k <= 150; k++) {
      world.step();
      const t = world.time;
      const [x, y, z, w, , , s] = world.coordinates('arm');
      expect(Math.abs(x - Math.cos(2.5 * t))).toBeLessThan(1e-12);
      expect(Math.abs(y - 2 * t - Math.sin(2.5 * t))).toBeLessThan(1e-12);
      expect(z).toBe(0);
      expect(Math.abs(w - Math.cos(1.25 * t))).toBeLessThan(1e-12);
      expect(Math.abs(s - Math.sin(1.25 * t))).toBeLessThan(1e-12);
    }
  });
  test('a lift carries a crate: its weight, and more while it gathers speed', () => {
    const world = createWorld({ step: 2e-3, integrator, contact: { friction: 0.5 } });
    const motion = {
      kind: 'smoothstep',
      times: [0.2, 1.2],
      points: [
        [0, 0, 0],
        [0, 0.6, 0],
      ],
    } as const;
    world.add(rigid({ id: 'lift', shape: box, mass: 1, position: [0, -0.05, 0], motion }));
    world.add(rigid({ id: 'crate', shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, mass: 3, position: [0, 0.1, 0] }));
    const load = (): number =>
      world.contacts('crate')[0].force[1] * (world.contacts('crate')[0].bodies[0] === 'crate' ? 1 : -1);
    world.step(50);
    expect(Math.abs(load() / (3 * g) - 1)).toBeLessThan(1e-9);
    while (world.time < 0.4 - 1e-9) world.step();
    const u = 0.2 - 1e-3; // the force of the step behind is that of its middle
    expect(Math.abs(load() / (3 * (g + 0.6 * (6 - 12 * u))) - 1)).toBeLessThan(1e-3);
    while (world.time < 1.5) world.step();
    expect(Math.abs(world.coordinates('crate')[1] - 0.7)).toBeLessThan(1e-9);
  });
});

test('a crate on a turntable stays with it below mu g, and is left behind above', () => {
  const run = (rate: number): World => {
    const world = createWorld({ step: 1e-3, contact: { friction: 0.4 }, integrator: 'euler-cromer' });
    // slowly up to speed, then steadily
    const angle = { kind: 'linear', times: [0, 1, 2], values: [0, rate, 2 * rate] } as const;
    world.add(
      rigid({
        id: 'table',
        shape: { kind: 'box', size: [2, 0.1, 2] },
        mass: 1,
        position: [0, -0.05, 0],
        turning: { axis: [0, 1, 0], angle },
      }),
    );
    world.add(
      rigid({
        id: 'crate',
        shape: { kind: 'box', size: [0.1, 0.05, 0.1] },
        mass: 1,
        position: [0.5, 0.025, 0],
        velocity: [0, 0, -0.5 * rate],
        spin: [0, rate, 0],
      }),
    );
    world.step(400);
    return world;
  };
  const radius = (world: World): number => Math.hypot(world.coordinates('crate')[0], world.coordinates('crate')[2]);
  const limit = Math.sqrt((0.4 * g) / 0.5);
  expect(Math.abs(radius(run(0.97 * limit)) - 0.5)).toBeLessThan(2e-3);
  expect(radius(run(1.1 * limit))).toBeGreaterThan(0.52);
});

test('what is joined to it follows: a pendulum on a carriage at a steady speed swings as one at rest', () => {
  const run = (speed: number): number[] => {
    const world = createWorld({ step: 2e-3, method: lagrange });
    const motion = along(
      [0, 2],
      [
        [0, 0, 0],
        [2 * speed, 0, 0],
      ],
    );
    const carriage = world.add(rigid({ id: 'carriage', shape: box, mass: 1, motion }));
    const bob = world.add(
      rigid({
        id: 'bob',
        shape: { kind: 'sphere', radius: 0.1 },
        mass: 1,
        position: [0.5, 0, 0],
        velocity: [speed, 0, 0],
      }),
    );
    const at = [0, 0, 0] as const;
    world.constrain(
      {
        kind: 'pin',
        relation: coincide(2),
        parameters: [],
        members: [
          [rigidPointAt(bob, at, world.coordinates('bob')), rigidPointAt(carriage, at, world.coordinates('carriage'))],
        ],
      },
      { id: 'pin' },
    );
    world.step(400);
    const [x, y] = world.coordinates('bob');
    return [x - speed * world.time, y];
  };
  const [still, moving] = [run(0), run(3)];
  expect(still[0]).toBeLessThan(0.4);
  for (let k = 0; k < 2; k++) expect(Math.abs(moving[k] - still[k])).toBeLessThan(1e-9);
});

test('a snapshot continues to the same bits; what contradicts a rule is refused', () => {
  const world = createWorld({ step: 1e-3, contact: true });
  world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -1 }));
  world.add(rigid({ id: 'lift', shape: box, mass: 1, turning: { axis: [0, 1, 0], angle: linear([0, 1], [0, 1]) } }));
  world.add(rigid({ id: 'ball', shape: { kind: 'sphere', radius: 0.1 }, mass: 1, position: [0.2, 0.16, 0] }));
  world.step(60);
  const snapshot = world.snapshot();
  world.step(60);
  const hash = world.hash();
  world.restore(snapshot);
  world.step(60);
  expect(world.hash()).toBe(hash);
  const motion = along(
    [0, 1],
    [
      [0, 0, 0],
      [1, 0, 0],
    ],
  );
  expect(() => rigid({ shape: box, mass: 1, motion, velocity: [1, 0, 0] })).toThrow('velocity — it moves by a rule');
  expect(() => rigid({ shape: box, mass: 1, turning: { axis: [0, 0, 0], angle: linear([0, 1], [0, 1]) } })).toThrow(
    'has no direction',
  );
});
