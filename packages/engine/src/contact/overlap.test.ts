/** Bodies that start in each other are found however they lie, and bodies that touch are not taken for such. */
import { describe, expect, test } from 'vitest';
import {
  type Body,
  chain,
  createWorld,
  grid,
  type RigidShape,
  rigid,
  tetSprings,
  transformed,
  type World,
} from '../index.ts';

type Place = { readonly shape: RigidShape; readonly at: readonly [number, number, number]; readonly turn?: Quaternion };
type Quaternion = readonly [number, number, number, number];
const box = (...size: [number, number, number]): RigidShape => ({ kind: 'box', size });
const capsule: RigidShape = { kind: 'capsule', radius: 0.1, length: 1 };
const sphere = (radius: number): RigidShape => ({ kind: 'sphere', radius });
/** A square ring about z, as a surface: inner half side 0.2, outer 0.4, half height 0.1. */
const ring: RigidShape = { kind: 'surface', surface: ringSurface() };
const unturned: Quaternion = [0, 0, 0, 1];
const sideways: Quaternion = [Math.SQRT1_2, 0, 0, Math.SQRT1_2]; // about x
const turned: Quaternion = [0, 0.3826834323650898, 0, 0.9238795325112867]; // 45 degrees about y

/** Both bodies, all of it turned and moved alike. */
function overlaps(a: Place, b: Place, turn: Quaternion, by: readonly [number, number, number]): number[] {
  const world = createWorld({
    step: 1e-3,
    gravity: [0, 0, 0],
    contact: { thickness: 1e-3 },
    integrator: 'euler-cromer',
  });
  for (const [id, { shape, at, turn: own = unturned }] of [['a', a] as const, ['b', b] as const]) {
    const x = rotated(turn, at);
    world.add(
      rigid({ id, shape, mass: 1, position: [x[0] + by[0], x[1] + by[1], x[2] + by[2]], rotate: product(turn, own) }),
    );
  }
  return world.overlaps().map(({ depth }) => depth);
}
const poses: [string, Quaternion, [number, number, number]][] = [
  ['as drawn', [0, 0, 0, 1], [0, 0, 0]],
  ['turned and moved', [0.5, 0.5, -0.5, 0.5], [3, -2, 5]],
  ['askew', [0.36, 0.48, 0, 0.8], [0.3, 0.1, -7]],
];
const bar = box(1, 0.1, 0.1);

describe.each(poses)('%s', (_, turn, by) => {
  const found: [string, Place, Place][] = [
    ['bars that cross near their ends', { shape: bar, at: [0, 0, 0] }, { shape: box(0.1, 1, 0.1), at: [0.3, 0.3, 0] }],
    ['bars that cross, one higher', { shape: bar, at: [0, 0, 0] }, { shape: box(0.1, 1, 0.1), at: [0.3, 0.3, 0.02] }],
    [
      'equal boxes side by side',
      { shape: box(0.1, 0.1, 0.1), at: [0, 0, 0] },
      { shape: box(0.1, 0.1, 0.1), at: [0.06, 0, 0] },
    ],
    [
      'flat boxes nearly in one plane',
      { shape: box(0.6, 0.01, 0.6), at: [0, 0, 0] },
      { shape: box(0.6, 0.01, 0.6), at: [0.3, 1e-4, 0] },
    ],
    [
      'equal boxes, one turned by 45 degrees',
      { shape: box(0.1, 0.1, 0.1), at: [0, 0, 0] },
      { shape: box(0.1, 0.1, 0.1), at: [0, 0.095, 0], turn: turned },
    ],
    [
      'a bar through a plate',
      { shape: box(1, 0.05, 1), at: [0, 0, 0] },
      { shape: box(0.1, 1, 0.1), at: [0.3, 0.3, 0] },
    ],
    ['a capsule through a plate', { shape: capsule, at: [0.3, 0.3, 0] }, { shape: box(1, 0.05, 1), at: [0, 0, 0] }],
    ['capsules that cross', { shape: capsule, at: [0, 0, 0] }, { shape: capsule, at: [0, 0.2, 0], turn: sideways }],
    ['one capsule twice', { shape: capsule, at: [0, 0, 0] }, { shape: capsule, at: [0, 0, 0] }],
    ['spheres about one centre', { shape: sphere(0.1), at: [0, 0, 0] }, { shape: sphere(1), at: [0, 0, 0] }],
    [
      'a small box in a large one',
      { shape: box(1, 1, 1), at: [0, 0, 0] },
      { shape: box(0.1, 0.1, 0.1), at: [0.3, 0.3, 0] },
    ],
    ['a bar through the side of a ring', { shape: ring, at: [0, 0, 0] }, { shape: bar, at: [0.6, 0, 0] }],
  ];
  test.each(found)('%s are in each other', (_what, a, b) => {
    for (const pair of [[a, b] as const, [b, a] as const]) {
      const [depth] = overlaps(...pair, turn, by);
      expect(depth).toBeGreaterThan(1e-3);
    }
  });
  const free: [string, Place, Place][] = [
    [
      'boxes face to face',
      { shape: box(0.1, 0.1, 0.1), at: [0, 0, 0] },
      { shape: box(0.1, 0.1, 0.1), at: [0, 0.1, 0] },
    ],
    [
      'boxes edge to edge',
      { shape: box(0.1, 0.1, 0.1), at: [0, 0, 0] },
      { shape: box(0.1, 0.1, 0.1), at: [0.1, 0.1, 0] },
    ],
    ['bars that lie across', { shape: bar, at: [0, 0, 0] }, { shape: box(0.1, 0.1, 1), at: [0.3, 0.1, 0] }],
    [
      'capsules that lie across',
      { shape: capsule, at: [0, 0, 0] },
      { shape: capsule, at: [0.2, 0, 0], turn: sideways },
    ],
    ['a ring around a bar', { shape: ring, at: [0, 0, 0] }, { shape: box(0.39, 0.39, 2), at: [0, 0, 0] }],
    [
      'a ring around a bar that does not reach its middle',
      { shape: ring, at: [0, 0, 0] },
      { shape: box(0.1, 0.1, 0.5), at: [0.1, 0.1, 0] },
    ],
  ];
  test.each(free)('%s are not', (_what, a, b) => {
    for (const pair of [[a, b] as const, [b, a] as const])
      for (const depth of overlaps(...pair, turn, by)) expect(depth).toBeLessThan(1e-9);
  });
});

function ringSurface(): { positions: Float64Array; triangles: Int32Array } {
  const around = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ];
  // four corners each: inner low, outer low, outer high, inner high
  const positions = around.flatMap(([x, y]) =>
    [
      [0.2, -0.1],
      [0.4, -0.1],
      [0.4, 0.1],
      [0.2, 0.1],
    ].flatMap(([side, z]) => [side * x, side * y, z]),
  );
  const triangles = [0, 1, 2, 3].flatMap((k) =>
    [0, 1, 2, 3].flatMap((c) => {
      const [p, q] = [4 * k + c, 4 * k + ((c + 1) % 4)];
      const [r, s] = [4 * ((k + 1) % 4) + c, 4 * ((k + 1) % 4) + ((c + 1) % 4)];
      return [p, s, q, p, r, s];
    }),
  );
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}
/** Of quaternions x, y, z, w. */
function product(p: Quaternion, q: Quaternion): Quaternion {
  return [
    p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
    p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
    p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
    p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
  ];
}
function rotated(p: Quaternion, x: readonly [number, number, number]): [number, number, number] {
  const [a, b, c] = product(product(p, [...x, 0]), [-p[0], -p[1], -p[2], p[3]]);
  return [a, b, c];
}

describe('what lies in another open surface exactly does not know which way is out, and is refused', () => {
  const sheet = (id: string, cells: number, by: readonly [number, number, number]) =>
    tetSprings(transformed(grid({ size: [0.5, 0.5], cells: [cells, cells] }), { translate: by }), {
      id,
      form: 'spring',
      mass: 1e-3,
      stretch: 20,
    });
  const chainOf = (id: string, y: number) =>
    tetSprings(chain({ from: [0, y, 0], to: [0.6, y, 0], nodes: 7 }), { id, form: 'spring', mass: 0.01, stretch: 400 });
  const start = (...bodies: Body[]): World => {
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], contact: { thickness: 1e-3 } });
    for (const body of bodies) world.add(body);
    world.step();
    return world;
  };
  test.each([
    ['the same sheet twice', () => [sheet('one', 4, [0, 0, 0]), sheet('two', 4, [0, 0, 0])]],
    ['moved in its plane', () => [sheet('one', 4, [0, 0, 0]), sheet('two', 4, [0.13, 0, 0.07])]],
    ['of another mesh', () => [sheet('one', 4, [0, 0, 0]), sheet('two', 3, [0, 0, 0])]],
    ['the same chain twice', () => [chainOf('one', 0), chainOf('two', 0)]],
  ])('%s', (_, bodies) => {
    expect(() => start(...bodies())).toThrow(/"one" and "two" overlap/);
  });
  test('a thickness apart they start, and stay there', () => {
    for (const bodies of [
      [sheet('one', 4, [0, 0, 0]), sheet('two', 4, [0, 1.001e-3, 0])],
      [chainOf('one', 0), chainOf('two', 0.02)],
    ]) {
      const world = start(...bodies);
      expect(world.contactReport()).toMatchObject({ converged: true, addedEnergy: 0 });
      expect(world.overlaps()).toEqual([]);
    }
  });
});
