/** Skins of superquadrics: they follow the body as a whole, its shape parameters and its local displacements. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { someOf } from '../../../../../tests/support/sample.ts';
import { movedPositions } from '../../meshes/mesh.ts';
import { ellipsoid } from '../../meshes/rounded-box.ts';
import { skinPositions } from '../../record/skin.ts';
import { createWorld } from '../../world/create.ts';
import type { SkinSurface } from '../body.ts';
import { bindSkin, skinned, withSkin } from '../skin.ts';
import type { SuperquadricOptions } from './options.ts';
import { type Superquadric, superquadric } from './superquadric.ts';

const bent = { t1: 0.2, t2: -0.1, tw: 0.5, b1: 0.1, b2: 0.2, b3: 0.6, k1: 0.1, k2: -0.2 };
const sizes = { a1: 0.3, a2: 0.4, a3: 0.5 };
const shapes: Record<string, SuperquadricOptions['shape']> = {
  superquadric: { ...sizes, e1: 0.8, e2: 1.2, ...bent },
  'almost a box': { ...sizes, e1: 0.1, e2: 0.1, ...bent },
  supertoroid: { kind: 'supertoroid', a1: 0.2, a2: 0.2, a3: 0.2, a4: 2, e1: 0.8, e2: 1.2, ...bent },
  hyperquadric: { kind: 'hyperquadric', ...sizes, g: 3, h1: 0.4, h2: -0.7, h3: 0.5, ...bent },
};
const made = (options: Partial<SuperquadricOptions> & Pick<SuperquadricOptions, 'shape'>): Superquadric =>
  superquadric({ id: 'it', mass: 1, ...options });
const far = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);
/** at most 1 m, some fifty operations, powers and their inverses among them */
const rounding = 1e-12;
/** Vertices at random places of a box around the body. */
const scattered = (seed: number, wide: number): SkinSurface => {
  const random = new Random(seed);
  const positions = Float64Array.from({ length: 300 }, () => wide * (2 * random.next() - 1));
  return { positions, triangles: Int32Array.from({ length: 99 }, (_, i) => i) };
};
const worn = (body: Superquadric, q?: Float64Array): Float64Array => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  world.add(q ? { ...body, start: (own) => own.set(q) } : body);
  return skinPositions(world, 'it');
};
const startOf = (body: Superquadric): Float64Array => {
  const q = new Float64Array(body.coordinates);
  body.start(q, new Float64Array(body.velocities));
  return q;
};

describe.each(someOf(Object.entries(shapes), 2, 3))('%s', (_, shape) => {
  test('vertices inside, outside and beyond the ends are where they were given (seed 1)', () => {
    const surface = scattered(1, 0.42);
    const { skin } = skinned(made({ shape }), surface);
    expect(skin?.embedding.outside).toBeGreaterThan(20);
    expect(skin?.embedding.outside).toBeLessThan(100);
    expect(far(worn(skinned(made({ shape }), surface)), surface.positions)).toBeLessThan(rounding);
  });

  test('a body that is turned and moved carries it along (seed 2)', () => {
    const surface = scattered(2, 0.4);
    const pose = { rotate: [0.3, -0.2, 0.5, 0.8], translate: [3, 2, 1] } as const;
    const { rotate, translate } = pose;
    const there = worn(skinned(made({ shape, rotate, position: translate }), surface));
    expect(far(there, movedPositions(surface.positions, pose))).toBeLessThan(4 * rounding);
  });

  test("the body's own surface stays on it, whatever moves (seed 3)", () => {
    const free = ['rigid', 'local', ...Object.keys(shape).filter((name) => !['kind', 'b2', 'b3'].includes(name))];
    const body = made({ shape, free, grid: [6, 12] });
    const clad = skinned(body, body.skinning.surface(0));
    const random = new Random(3);
    const q = startOf(body);
    const { shapeAt, localAt, turn } = body.layout;
    for (let i = shapeAt; i < localAt; i++) q[i] *= 1 + 0.2 * (random.next() - 0.5);
    for (let i = localAt; i < turn; i++) q[i] = 0.1 * (random.next() - 0.5);
    const drawn = createWorld({ step: 1e-3 });
    drawn.add({ ...body, start: (own) => own.set(q) });
    const all = drawn.positions('it').slice(3 * body.grid.count);
    expect(far(worn(clad, q), all)).toBeLessThan(rounding);
  });
});

test('scale: where all lengths of the shape double, so do the distances of all vertices from the origin', () => {
  const surface = scattered(4, 0.4);
  const clad = skinned(
    made({ shape: { ...sizes, e1: 0.8, e2: 1.2, t1: 0.3, tw: 0.5 }, free: ['rigid', 'a'] }),
    surface,
  );
  const q = startOf(clad);
  q[clad.layout.shapeAt] = 2;
  expect(
    far(
      worn(clad, q),
      surface.positions.map((x) => 2 * x),
    ),
  ).toBeLessThan(rounding);
});

test('local displacements move a vertex above the surface by the whole, at the middle by nothing, between by a part', () => {
  const body = made({ shape: { a1: 1, a2: 1, a3: 1 } });
  const up = { positions: Float64Array.of(0, 0, 1.5, 0, 0, 0.5, 0, 0, 0), triangles: Int32Array.of(0, 1, 2) };
  const clad = skinned(body, up);
  const q = startOf(clad);
  const north = body.layout.localAt + 3 * (body.grid.count - 1);
  q.set([0.1, 0.2, 0.4], north);
  const moved = Float64Array.of(0.1, 0.2, 1.9, 0.05, 0.1, 0.7, 0, 0, 0);
  expect(far(worn(clad, q), moved)).toBeLessThan(rounding);
});

test('the body moves to the last bit as it does without one, and points of the skin are points of the body', () => {
  const options = {
    shape: shapes.superquadric,
    free: ['rigid', 'local', 'a1'],
    spin: [1, 2, 3],
    velocity: [1, 0, 0],
  } as const;
  const [bare, clad] = [false, true].map((wears) => {
    const world = createWorld({ step: 1e-3 });
    const body = made(options);
    world.add(wears ? skinned(body, scattered(5, 0.4)) : body);
    world.step(50);
    return world;
  });
  expect(clad.hash()).toBe(bare.hash());
  const shared = bare.positions('it').length;
  expect(clad.positions('it').slice(0, shared)).toEqual(bare.positions('it'));
  expect(skinPositions(clad, 'it')).toEqual(clad.positions('it').slice(shared));
});

test('copies share one skin', () => {
  const skin = bindSkin(made({ shape: sizes }), scattered(6, 0.2));
  const [a, b] = [0, 1].map((x) =>
    withSkin(superquadric({ id: `s${x}`, mass: 1, shape: sizes, position: [x, 0, 0] }), skin),
  );
  expect(a.skin).toBe(b.skin);
  const world = createWorld({ step: 1e-3 });
  world.add(a);
  world.add(b);
  const shifted = skinPositions(world, 's0').map((x, i) => x + (i % 3 === 0 ? 1 : 0));
  expect(far(skinPositions(world, 's1'), shifted)).toBeLessThan(rounding);
});

test('what cannot follow is refused', () => {
  const body = made({ shape: sizes });
  const ball = ellipsoid({ radii: [2, 2, 2], segments: 4 });
  expect(() => skinned(body, ball)).toThrow(
    'skin — 98 of 98 vertices are outside the body, one of them by 1.7 m; the limit is the size of the body, 0.5 m. Move or scale the skin.',
  );
  const cone = made({ shape: { ...sizes, t1: 1, t2: 1 } });
  const beside = { positions: Float64Array.of(0.1, 0, -0.5, 0, 0, 0, 0, 0.1, 0), triangles: Int32Array.of(0, 1, 2) };
  expect(() => skinned(cone, beside)).toThrow(/vertex 0 at \[0\.1, 0, -0\.5\] cannot follow the body: a taper of 1/);
  expect(() => skinned(body, { positions: new Float64Array(3), triangles: new Int32Array() })).toThrow('no triangles');
  expect(() => skinned(body, { ...beside, positions: Float64Array.of(0, 0, Number.NaN) })).toThrow('vertex 0 is at');
});
