/**
 * Two sets of options of one method in a scene work side by side, or are refused: never is a constraint dropped in silence.
 */
import { describe, expect, test } from 'vitest';
import { node } from '../anchors/node.ts';
import { splinePoint } from '../anchors/spline-point.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { particles } from '../bodies/particles.ts';
import { spline } from '../bodies/rod/spline.ts';
import { tetSprings } from '../bodies/tet/tet-springs.ts';
import { join, nail } from '../constraints/kinds/constraints.ts';
import type { Method } from '../constraints/method.ts';
import { box } from '../meshes/box.ts';
import { force, position, residual } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';
import type { World } from '../world/world.ts';
import { displacementMethod } from './displacement/displacement.ts';
import { lagrangeMethod } from './lagrange/lagrange.ts';
import { localMethod } from './local/local.ts';
import { reaction } from './reaction/reaction.ts';

const pairs: readonly (readonly [string, string, Method, Method])[] = [
  ['local', 'verlet', localMethod(), localMethod({ projection: 'never' })],
  ['local, conflicts', 'verlet', localMethod(), localMethod({ conflicts: 'refuse' })],
  ['lagrange', 'verlet', lagrangeMethod(), lagrangeMethod({ a: 0.3 })],
  ['lagrange, paper', 'verlet', lagrangeMethod(), lagrangeMethod({ paper: true })],
  ['reaction', 'verlet', reaction(), reaction({ omega: 200 })],
  ['displacement', 'backward-euler', displacementMethod(), displacementMethod({ paper: true })],
  ['displacement, stiffening', 'backward-euler', displacementMethod(), displacementMethod({ stiffening: false })],
];

const step = 1 / 500;
const dot = (id: string, x: number) => particles([x, 0, 0, x, -1, 0], { id, mass: [2, 3] });
/** Two particles on a nail each. */
function hang(world: World, id: string, x: number, method: Method): void {
  const body = world.add(dot(id, x));
  world.constrain(nail(node(body, 0), worldPoint(x, 0, 0)), { id: `${id}-nail`, method });
  world.constrain(nail(node(body, 1), worldPoint(x, -1, 0)), { id: `${id}-low`, method });
}
const alone = (integrator: string, id: string, x: number, method: Method): World => {
  const world = createWorld({ step, integrator });
  hang(world, id, x, method);
  return world;
};

describe.each(pairs)('%s', (_, integrator, one, other) => {
  test('on bodies of their own: each holds, and moves as if it were alone', () => {
    const world = createWorld({ step, integrator });
    hang(world, 'a', 0, one);
    hang(world, 'b', 5, other);
    world.step(500);
    for (const [id, x, method] of [
      ['a', 0, one],
      ['b', 5, other],
    ] as const) {
      const single = alone(integrator, id, x, method);
      single.step(500);
      expect([...world.positions(id)]).toEqual([...single.positions(id)]);
      expect(force(world, `${id}-nail`)).toEqual(force(single, `${id}-nail`));
      expect(force(world, `${id}-nail`)[1]).toBeCloseTo(2 * 9.81, 6);
    }
  });
  test('on one body: both hold, or the pair is refused by name', () => {
    const world = createWorld({ step, integrator });
    const body = world.add(particles([0, 0, 0, 3, 0, 0], { id: 'a', mass: [2, 3] }));
    world.constrain(nail(node(body, 0), worldPoint(0, 0, 0)), { id: 'left', method: one });
    let refused = '';
    try {
      world.constrain(nail(node(body, 1), worldPoint(3, 0, 0)), { id: 'right', method: other });
      world.step(500);
    } catch (fault) {
      refused = (fault as Error).message;
    }
    if (refused) expect(refused).toMatch(/"left".*"right"|"right".*"left"/);
    else {
      expect(force(world, 'left')[1]).toBeCloseTo(2 * 9.81, 6);
      expect(force(world, 'right')[1]).toBeCloseTo(3 * 9.81, 6);
      expect(residual(world).max).toBeLessThan(1e-6);
    }
  });
});

test('two ropes under displacement, one as printed: both nails hold', () => {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler' });
  const bodies = new Map<string, ReturnType<typeof spline>>();
  const points = (y: number): number[] => Array.from({ length: 6 }, (_, i) => [0.2 * i, y, 0]).flat();
  for (const [id, y, method] of [
    ['default', 0, displacementMethod()],
    ['printed', 3, displacementMethod({ paper: true })],
  ] as const) {
    const rope = spline({ id, points: points(y), EA: 1e4, EI: 0.1, GJ: 0.1, rhoA: 0.2, drag: 0.5 });
    bodies.set(id, rope);
    world.add(rope);
    world.constrain(nail(splinePoint(rope, 0), worldPoint(0, y, 0)), { id: `${id}-nail`, method });
  }
  world.step(100);
  for (const [id, y] of [
    ['default', 0],
    ['printed', 3],
  ] as const) {
    const [x0, y0] = position(world, splinePoint(bodies.get(id)!, 0));
    expect(Math.hypot(x0, y0 - y)).toBeLessThan(1e-6);
    expect(force(world, `${id}-nail`)[1]).toBeGreaterThan(0.5);
  }
});

test('a constraint that ties ropes under different options is refused with both names', () => {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler' });
  const points = Array.from({ length: 6 }, (_, i) => [0.2 * i, 0, 0]).flat();
  const [a, b] = ['a', 'b'].map((id) =>
    world.add(spline({ id, points, EA: 1e4, EI: 0.1, GJ: 0.1, rhoA: 0.2, drag: 0.5 })),
  );
  world.constrain(nail(splinePoint(a, 0), worldPoint(0, 0, 0)), { id: 'nail', method: displacementMethod() });
  world.step();
  const tie = () =>
    world.constrain(join(splinePoint(a, 2), splinePoint(b, 2)), {
      id: 'tie',
      method: displacementMethod({ paper: true }),
    });
  expect(tie).toThrow('constraints "nail" and "tie" hold body "a" under "displacement" with different options');
  // nothing is left of it: the world goes on
  world.step(10);
  expect(residual(world).max).toBeLessThan(1e-9);
});

test('two ways into one implicit solve: refused, since a force inside moves the whole body', () => {
  const world = createWorld({ step: 1 / 100, integrator: 'implicit-euler' });
  const cube = world.add(
    tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), { id: 'cube', density: 10, stretch: 1e4, bulk: 1e4 }),
  );
  const at = (k: number) =>
    worldPoint(...(Array.from(world.positions('cube').subarray(3 * k, 3 * k + 3)) as [number, number, number]));
  world.constrain(nail(node(cube, 0), at(0)), { id: 'one', method: localMethod({ implicit: 'schur' }) });
  expect(() => {
    world.constrain(nail(node(cube, 7), at(7)), {
      id: 'other',
      method: localMethod({ implicit: 'schur', projection: 'never' }),
    });
    world.step(50);
  }).toThrow(/"one".*"other"/);
});
