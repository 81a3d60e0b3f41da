/** Ray casts, closest points and what is near a place: closed forms, and a fine sample of the surfaces. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import {
  bodiesNear,
  box,
  castRay,
  closestPoints,
  createWorld,
  plane,
  type RigidShape,
  rigid,
  spline,
  tetSprings,
  transformed,
  type World,
} from '../../index.ts';

type Triple = [number, number, number];
function someWorld(): World {
  const world = createWorld({ step: 1e-3 });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  world.add(rigid({ id: 'ball', shape: { kind: 'sphere', radius: 0.5 }, mass: 1, position: [0, 2, 0] }));
  world.add(rigid({ id: 'pill', shape: { kind: 'capsule', radius: 0.2, length: 1 }, mass: 1, position: [3, 1, 0] }));
  world.add(rigid({ id: 'crate', shape: { kind: 'box', size: [1, 1, 1] }, mass: 1, position: [-3, 1, 0] }));
  world.add(
    tetSprings(transformed(box({ size: [1, 1, 1], cells: [2, 2, 2] }), { translate: [0, 0.6, 4] }), {
      id: 'jelly',
      density: 100,
    }),
  );
  return world;
}
const near = (a: readonly number[] | undefined, b: readonly number[]): void => {
  expect(a).toHaveLength(b.length);
  b.forEach((y, k) => {
    expect(Math.abs((a as readonly number[])[k] - y)).toBeLessThan(1e-12);
  });
};

describe('castRay', () => {
  const down = (x: number, y: number, z: number): Parameters<typeof castRay>[1] => ({
    from: [x, y, z],
    along: [0, -2, 0],
  });
  test('meets a sphere, a capsule, a box, a soft body and the floor where they are', () => {
    const world = someWorld();
    const ball = castRay(world, down(0.3, 5, 0));
    expect(ball?.body).toBe('ball');
    near(ball?.point, [0.3, 2.4, 0]);
    near(ball?.normal, [0.6, 0.8, 0]);
    const pill = castRay(world, { from: [3, 1, 5], along: [0, 0, -1] });
    expect(pill?.body).toBe('pill');
    near(pill?.point, [3, 1, 0.2]);
    const crate = castRay(world, down(-3.2, 5, 0.1));
    expect(crate?.body).toBe('crate');
    near(crate?.normal, [0, 1, 0]);
    near(crate?.point, [-3.2, 1.5, 0.1]);
    expect(castRay(world, down(0.1, 5, 4.2))?.body).toBe('jelly');
    expect(castRay(world, down(10, 5, 4))?.body).toBe('floor');
    expect(castRay(world, down(0, 1.2, 0))?.body).toBe('floor');
  });
  test('a limit, a list of bodies, and nothing', () => {
    const world = someWorld();
    expect(castRay(world, { ...down(0, 5, 0), limit: 2.4 })).toBeUndefined();
    expect(castRay(world, { ...down(0, 5, 0), limit: 2.6 })?.body).toBe('ball');
    expect(castRay(world, { ...down(0, 5, 0), bodies: ['floor'] })?.distance).toBe(5);
    expect(castRay(world, { from: [0, 5, 0], along: [0, 1, 0] })).toBeUndefined();
  });
  test('what is no ray is refused', () => {
    const world = someWorld();
    expect(() => castRay(world, { from: [0, 0, 0], along: [0, 0, 0] })).toThrow(/is no ray; give finite numbers/);
    expect(() => castRay(world, { ...down(0, 5, 0), limit: -1 })).toThrow(/limit of -1 m/);
    expect(() => castRay(world, { ...down(0, 5, 0), bodies: ['bal'] })).toThrow(/"bal"/);
  });
});

describe('closestPoints', () => {
  test('of round bodies, a box and the floor', () => {
    const world = someWorld();
    expect(closestPoints(world, 'ball', 'floor')).toMatchObject({ distance: 1.5, a: [0, 1.5, 0], b: [0, 0, 0] });
    expect(closestPoints(world, 'floor', 'ball')).toMatchObject({ distance: 1.5, b: [0, 1.5, 0] });
    const { distance, a, b } = closestPoints(world, 'crate', 'ball');
    expect(Math.abs(distance - (Math.hypot(2.5, 0.5) - 0.5))).toBeLessThan(1e-12);
    near(a, [-2.5, 1.5, 0]);
    expect(Math.abs(Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) - distance)).toBeLessThan(1e-12);
  });
  test('bodies that cross, and one inside another, are 0 apart', () => {
    const world = createWorld({ step: 1e-3 });
    const cube = (id: string, side: number, at: Triple, turn: [number, number, number, number] = [0, 0, 0, 1]) =>
      world.add(rigid({ id, shape: { kind: 'box', size: [side, side, side] }, mass: 1, position: at, rotate: turn }));
    cube('large', 1, [0, 0, 0]);
    cube('inside', 0.2, [0.1, 0, 0]);
    // an edge passes through a face, and no corner is inside
    world.add(rigid({ id: 'bar', shape: { kind: 'box', size: [0.1, 4, 0.1] }, mass: 1, position: [0.3, 0, 0] }));
    expect(closestPoints(world, 'inside', 'large').distance).toBe(0);
    expect(closestPoints(world, 'large', 'inside').distance).toBe(0);
    expect(closestPoints(world, 'bar', 'large').distance).toBe(0);
    expect(closestPoints(world, 'large', 'bar').distance).toBe(0);
  });
  test('6 random pairs of seed 7: no closer points in a fine sample of both surfaces', () => {
    const random = new Random(7);
    const shapes: RigidShape[] = [
      { kind: 'box', size: [0.6, 0.4, 0.5] },
      { kind: 'capsule', radius: 0.15, length: 0.5 },
      { kind: 'sphere', radius: 0.3 },
    ];
    for (let n = 0; n < 6; n++) {
      const world = createWorld({ step: 1e-3 });
      const own = [0, 1].map((k) => shapes[(n + k * Math.floor(n / 3)) % 3]);
      own.forEach((shape, k) => {
        const rotate = random.list(4, -1, 1) as [number, number, number, number];
        const position = random.list(3, -0.3, 0.3).map((x, axis) => x + (axis === 0 ? 1.3 * k : 0)) as Triple;
        world.add(rigid({ id: `${k}`, shape, mass: 1, rotate, position }));
      });
      const { distance, a, b } = closestPoints(world, '0', '1');
      expect(Math.abs(Math.hypot(...a.map((x, k) => x - b[k])) - distance)).toBeLessThan(1e-12);
      const samples = ['0', '1'].map((id) => sampled(world, id));
      let least = Infinity;
      for (const p of samples[0])
        for (const q of samples[1]) least = Math.min(least, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
      // drawn spheres and capsules are polyhedra inside of the true shape
      expect(distance).toBeLessThan(least + 1e-9);
      expect(distance).toBeGreaterThan(least - 0.12);
    }
  });
});
/** Every seventh point of a grid on the triangles that a body is drawn with. */
function sampled(world: World, id: string): number[][] {
  const x = world.positions(id);
  const t = world.body(id).mesh?.triangles ?? [];
  const n = t.length > 300 ? 1 : 6;
  const points: number[][] = [];
  for (let c = 0; c < t.length; c += 3)
    for (let i = 0; i <= n; i++)
      for (let j = 0; i + j <= n; j++)
        points.push(
          [0, 1, 2].map((k) => (i * x[3 * t[c] + k] + j * x[3 * t[c + 1] + k] + (n - i - j) * x[3 * t[c + 2] + k]) / n),
        );
  return points.filter((_, k) => k % 7 === 0);
}

test('bodiesNear: nearest first, 0 inside', () => {
  const world = someWorld();
  world.add(
    spline({
      id: 'cable',
      points: [
        [0, 2, 1],
        [1, 2, 1],
        [2, 2, 1],
      ].flat(),
      diameter: 0.02,
      density: 1000,
      young: 1e6,
      shear: 4e5,
    }),
  );
  expect(bodiesNear(world, [0, 2, 0], 0.1)).toMatchObject([{ body: 'ball', distance: 0 }]);
  expect(bodiesNear(world, [0, 2, 0], 2).map(({ body }) => body)).toEqual(['ball', 'cable', 'floor']);
  expect(bodiesNear(world, [-3, 1, 0], 0)).toMatchObject([{ body: 'crate', distance: 0 }]);
  expect(Math.abs(bodiesNear(world, [0, 2, 0], 2)[1].distance - 0.99)).toBeLessThan(1e-9);
  expect(() => bodiesNear(world, [0, 2, 0], -1)).toThrow(/radius of at least 0/);
});
