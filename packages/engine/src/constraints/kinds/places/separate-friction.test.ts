/** Friction at `separate`. [Met93 notes, sec. 5] About 2 s. */
import { expect, test } from 'vitest';
import { plane } from '../../../bodies/plane.ts';
import { superquadric } from '../../../bodies/superquadric/superquadric.ts';
import { lagrange, lagrangeMethod } from '../../../methods/lagrange/lagrange.ts';
import { angularMomentum, kineticEnergy, linearMomentum } from '../../../record/probes.ts';
import { createWorld } from '../../../world/create.ts';
import { separate } from './separate.ts';

const reaction = lagrangeMethod({ a: 0.3, inequalities: 'reaction', contact: 0.3 });
const g = 9.81;

/** A block that does not turn on a slope of this angle: gravity is turned instead of the plane. It starts at rest, or sliding along x. */
function sloping(degrees: number, friction: number, speed = 0) {
  const angle = (degrees * Math.PI) / 180;
  const gravity = [g * Math.sin(angle), -g * Math.cos(angle), 0] as const;
  const world = createWorld({ step: 1e-3, gravity, integrator: 'euler-cromer' });
  const block = world.add(
    superquadric({
      ...{
        id: 'block',
        shape: { a1: 0.5, a2: 0.1, a3: 0.5, e1: 0.1, e2: 0.1 },
        mass: 2,
        free: ['position'],
        grid: [3, 8],
      },
      ...{ position: [0, 0.1, 0], velocity: [speed, 0, 0] },
    }),
  );
  const floor = world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: 0 }));
  for (const spec of separate(block, floor, { friction })) world.constrain(spec, { method: reaction });
  world.step(200); // the first touch is over
  const before = world.coordinateVelocities('block')[0];
  world.step(500);
  return {
    world,
    acceleration: (world.coordinateVelocities('block')[0] - before) / 0.5,
    speed: world.coordinateVelocities('block')[0],
  };
}

test('a block on a slope of 20 degrees stays where mu > tan 20, and slides at g (sin - mu cos) where it is less', () => {
  const angle = (20 * Math.PI) / 180;
  const held = sloping(20, 0.5);
  expect(Math.abs(held.speed)).toBeLessThan(1e-9);
  expect(Math.abs(held.world.coordinates('block')[0])).toBeLessThan(1e-3);
  const slid = sloping(20, 0.2);
  expect(Math.abs(slid.acceleration / (g * (Math.sin(angle) - 0.2 * Math.cos(angle))) - 1)).toBeLessThan(1e-3);
  const free = sloping(20, 0);
  expect(Math.abs(free.acceleration / (g * Math.sin(angle)) - 1)).toBeLessThan(1e-6);
});

test('a block that slides on a level floor stops after v^2 / (2 mu g)', () => {
  const { world, speed } = sloping(0, 0.4, 2);
  expect(Math.abs(speed)).toBeLessThan(1e-9);
  expect(Math.abs(world.coordinates('block')[0] / (4 / (2 * 0.4 * g)) - 1)).toBeLessThan(0.01);
});

test('two spheres that graze each other keep momentum, rub each other into rotation and lose more energy than smooth ones', () => {
  const run = (friction: number) => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer' });
    const [a, b] = [-1, 1].map((side) =>
      world.add(
        superquadric({
          ...{
            id: side < 0 ? 'a' : 'b',
            shape: { a1: 0.3, a2: 0.3, a3: 0.3 },
            mass: 1,
            free: ['rigid'],
            grid: [5, 8],
          },
          ...{ position: [0.31 * side, 0.1 * side, 0], velocity: [-side, 0, 0] },
        }),
      ),
    );
    for (const spec of separate(a, b, { friction })) world.constrain(spec, { method: reaction });
    const [P, L] = [linearMomentum(world), angularMomentum(world)];
    world.step(150);
    const off = (x: readonly number[], y: readonly number[]): number => Math.hypot(...x.map((c, k) => c - y[k]));
    const spin = world.coordinateVelocities('a')[a.layout.turn + 2];
    return {
      momentum: off(linearMomentum(world), P),
      angular: off(angularMomentum(world), L),
      spin,
      energy: kineticEnergy(world),
    };
  };
  const [smooth, rough] = [run(0), run(0.5)];
  expect(rough.momentum).toBeLessThan(1e-12);
  expect(rough.angular).toBeLessThan(1e-3);
  // smooth ones turn a little too: the nodes of a grid are not where the spheres touch
  expect(Math.abs(rough.spin)).toBeGreaterThan(1.5 * Math.abs(smooth.spin));
  expect(rough.energy).toBeLessThan(smooth.energy);
});

test('other methods, and a coefficient that is none, are refused', () => {
  const world = createWorld({ step: 1e-3 });
  const ball = world.add(superquadric({ shape: { a1: 1, a2: 1, a3: 1 }, mass: 1 }));
  const floor = world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -1 }));
  const [spec] = separate(ball, floor, { friction: 0.3 });
  expect(() => world.constrain(spec, { id: 's', method: lagrange })).toThrow(
    'constraint "s" (separate): method — friction needs { "kind": "lagrange", "inequalities": "reaction" }. Use this method, or leave "friction" out.',
  );
  expect(() => separate(ball, floor, { friction: -1 })).toThrow("-1; give Coulomb's coefficient, zero or positive.");
});
