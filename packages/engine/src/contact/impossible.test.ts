/** What is driven into what cannot yield: the run ends with a message that names both, and soon. */
import { expect, test } from 'vitest';
import { joint } from '../../../../tests/support/joints.ts';
import {
  box,
  createWorld,
  lagrange,
  nail,
  node,
  onPath,
  plane,
  rigid,
  tetFem,
  type World,
  worldPoint,
} from '../index.ts';

const linear = (a: number[], b: number[], seconds: number) =>
  onPath({ kind: 'linear', times: [0, seconds], points: [a, b] as never });
/** The step that is refused, and how it is. */
function refusal(world: World, most: number): { step: number; message: string } {
  for (let step = 0; step < most; step++) {
    try {
      world.step();
    } catch (error) {
      return { step, message: (error as Error).message };
    }
    expect(world.contactReport().converged).toBe(true);
  }
  return { step: most, message: '' };
}
const cube = (id: string, y: number) =>
  rigid({ id, shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, mass: 1, position: [0, y, 0] });

test('a nail that leads a node into the floor', () => {
  const world = createWorld({ step: 0.001, contact: true });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const mesh = box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2], centre: [0, 0.1, 0] });
  const soft = world.add(tetFem(mesh, { id: 'cube', density: 200, young: 2e4, poisson: 0.4, viscosity: 10 }));
  world.step(10);
  const [x, y, z] = world.positions('cube');
  world.constrain(nail(node(soft, 0), worldPoint(x, y, z)), { id: 'hand' });
  const { time } = world;
  const points = [
    [x, y, z],
    [x, y - 0.15, z],
  ];
  world.aim('hand', onPath({ kind: 'linear', times: [time, time + 0.2], points: points as never }), 0);
  // 255 halvings and 1.4 million steps of Newton's method, 15 s, before
  const { step, message } = refusal(world, 1);
  expect(step).toBe(0);
  expect(message).toMatch(
    /t = 0.01 s: constraint "hand" and the contact of "cube" with "floor" contradict each other: no motion meets all of them\./,
  );
});

test('a nail that leads a box of a stack down: all that is between it and the floor is named', () => {
  const world = createWorld({ step: 2e-3, method: lagrange, integrator: 'verlet', contact: true });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const boxes = [0, 1, 2].map((k) => world.add(cube(`box ${k}`, 0.1 + 0.2 * k)));
  world.constrain(nail(node(boxes[1], 0), linear([0, 0.3, 0], [0, 0.25, 0], 0.5)), { id: 'nail' });
  expect(refusal(world, 5)).toMatchObject({
    step: 0,
    message: expect.stringMatching(/constraint "nail".*"floor".*"box 1"/),
  });
});
test('a box without slack between a nail and the floor is no contradiction: it carries what it has to', () => {
  const world = createWorld({ step: 2e-3, method: lagrange, integrator: 'verlet', contact: true });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const boxes = [0, 1, 2].map((k) => world.add(cube(`box ${k}`, 0.1 + 0.2 * k)));
  world.constrain(nail(node(boxes[1], 0), linear([0, 0.3, 0], [0, 0.35, 0], 0.5)), { id: 'nail' });
  expect(refusal(world, 50).step).toBe(50);
  expect(world.contacts('floor')[0].force[1] / 9.81).toBeCloseTo(1, 9); // the lowest stays
});
test.each(['sphere', 'box'] as const)('a press that follows a path comes down on a %s', (kind) => {
  const world = createWorld({ step: 2e-3, integrator: 'euler-cromer', contact: true });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const shape = kind === 'box' ? ({ kind, size: [0.2, 0.2, 0.2] } as const) : ({ kind, radius: 0.1 } as const);
  world.add(rigid({ id: 'piece', shape, mass: 1, position: [0, 0.1, 0] }));
  const motion = {
    kind: 'linear',
    times: [0, 1],
    points: [
      [0, 0, 0],
      [0, -0.1, 0],
    ],
  } as const;
  world.add(
    rigid({
      id: 'press',
      shape: { kind: 'box', size: [0.4, 0.2, 0.4] },
      mass: 1,
      position: [0, 0.302, 0],
      motion: motion as never,
    }),
  );
  // 2 mm at 0.1 m/s
  const { step, message } = refusal(world, 20);
  expect([9, 10]).toContain(step);
  expect(message).toMatch(
    /the contact of "piece" with "floor" and the contact of "piece" with "press" contradict each other/,
  );
});

test.each([
  [0.5, true],
  [0, false],
])(
  'an arm on a driven hinge comes down on a box, friction %d: it jams and is refused, or drives the box away',
  (friction, jams) => {
    const world = createWorld({ step: 2e-3, method: lagrange, integrator: 'verlet', contact: { friction } });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    const arm = world.add(
      rigid({ id: 'arm', shape: { kind: 'box', size: [0.6, 0.05, 0.05] }, mass: 1, position: [0.3, 0.3, 0] }),
    );
    world.add(rigid({ id: 'box', shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, mass: 1, position: [0.4, 0.1, 0] }));
    const angle = { kind: 'linear', times: [0, 1], values: [0, -90] };
    joint(world, 'hinge', { a: arm, at: [0, 0.3, 0], axis: [0, 0, 1], angleDegrees: angle });
    const { step, message } = refusal(world, 70);
    if (jams) {
      expect(step).toBeGreaterThan(40);
      expect(message).toMatch(/constraint "hinge.*the contact of "box" with "floor".*jams by friction/);
    } else expect(Math.abs(world.coordinates('box')[0] - 0.4)).toBeGreaterThan(0.1);
  },
);
