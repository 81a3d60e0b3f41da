/** Bad input: each is a sentence with place, fact and remedy, or is put right slowly and reported. */
import { describe, expect, test } from 'vitest';
import { createWorld, plane, type RigidOptions, type RigidShape, rigid, type World } from '../index.ts';
import type { ContactOptions } from './options.ts';

const crate = { kind: 'box', size: [0.2, 0.2, 0.2] } as const;
const onFloor = (height: number, contact: ContactOptions | true = { thickness: 2e-3 }): World => {
  const world = createWorld({ step: 1e-3, contact, integrator: 'euler-cromer' });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  world.add(rigid({ id: 'crate', shape: crate, mass: 1, position: [0, height, 0] }));
  return world;
};

describe('bodies that start in each other', () => {
  test('by less than the thickness: they are named, separate by a tenth of it a step, without a velocity, and rest', () => {
    const world = onFloor(0.1 - 1e-3);
    const [{ a, b, depth }] = world.overlaps();
    expect([a, b].sort()).toEqual(['crate', 'floor']);
    expect(Math.abs(depth - 1e-3)).toBeLessThan(1e-12);
    for (let k = 1; k <= 5; k++) {
      world.step();
      expect(Math.abs(world.coordinates('crate')[1] - (0.1 - 1e-3 + 2e-4 * k))).toBeLessThan(1e-12);
      expect(Math.abs(world.coordinateVelocities('crate')[1])).toBeLessThan(1e-12);
    }
    world.step(20);
    expect(world.overlaps()).toEqual([]);
    expect(Math.abs(world.coordinates('crate')[1] - 0.1)).toBeLessThan(1e-12);
  });
  test('by more: refused, with the pair', () => {
    expect(() => onFloor(0.05).step()).toThrow(/"(crate|floor)" and "(crate|floor)" overlap/);
  });
});

describe('surfaces', () => {
  /** A tetrahedron. */
  const corners = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const closed = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  const solid = (triangles: number[], options: Partial<RigidOptions> = {}) =>
    rigid({
      id: 'rock',
      shape: { kind: 'surface', surface: { positions: corners, triangles: Int32Array.from(triangles) } },
      mass: 1,
      ...options,
    });
  test('a closed one is accepted', () => {
    expect(solid(closed).totalMass).toBe(1);
  });
  test('an open one is refused', () => {
    expect(() => solid(closed.slice(0, 9))).toThrow(/body "rock".*shape.*(open|closed|edge)/);
  });
  test('one that is flat, or has triangles of points that are not there, is refused', () => {
    const flat = {
      positions: Float64Array.from(corners, (x, k) => (k % 3 === 2 ? 0 : x)),
      triangles: Int32Array.from(closed),
    };
    expect(() => rigid({ id: 'rock', shape: { kind: 'surface', surface: flat }, mass: 1 })).toThrow(
      /body "rock".*flat/,
    );
    expect(() => solid([9, ...closed.slice(1)])).toThrow(
      /body "rock": shape\.surface — triangles\[0\] — 9 is not a point/,
    );
  });
  test('one that is turned inside out is refused, or turned', () => {
    const inverted = closed.map((_, k) => closed[k - (k % 3) + [0, 2, 1][k % 3]]);
    expect(() => solid(inverted)).toThrow(/body "rock".*shape.*(inside out|inward|outward)/);
  });
});

test.each([
  [{ mass: 0 }, /mass — 0 kg; it must be positive/],
  [{ mass: -1 }, /mass — -1 kg; it must be positive/],
  [{ mass: 1, inertia: [0, 1, 1] }, /inertia — .*three positive numbers/],
  [{ mass: 1, inertia: [1, 1, 2.1] }, /inertia — .*larger than the sum of the other two/],
] as const)('mass and inertia %o are refused', (options, message) => {
  expect(() => rigid({ id: 'crate', shape: crate, ...(options as object) } as RigidOptions)).toThrow(message);
});

test.each([
  [{ kind: 'cone', radius: 1 }, /shape\.kind — "cone" is no shape; there are "sphere", "box"/],
  [{ kind: 'sphere', radius: 0.1, length: 2 }, /shape — "length" is not an option/],
  [{ kind: 'sphere' }, /shape\.radius — it is missing/],
  [{ kind: 'box', size: [1, 2] }, /shape\.size — \[1, 2\]; give three positive numbers/],
] as const)('the shape %o is refused', (shape, message) => {
  expect(() => rigid({ id: 'crate', shape: shape as unknown as RigidShape, mass: 1 })).toThrow(message);
});

test('a thickness that is larger than a feature is refused', () => {
  expect(() => onFloor(0.2, { thickness: 0.15 }).step()).toThrow(/thickness.*0\.15.*body "crate"/);
  expect(() => onFloor(0.2, { thickness: 0 }).step()).toThrow(/thickness/);
});

test.each([
  [{ friction: -0.1 }, /friction.*-0\.1/],
  [{ friction: [0.3, -0.2] as const }, /friction/],
  [{ bodies: { crate: { friction: -1 } } }, /friction.*-1/],
  [{ restitution: 1.5 }, /restitution.*1\.5/],
  [{ bodies: { crat: {} } }, /bodies\.crat — body "crat" is not in the world: did you mean "crate"\?/],
  [{ bodies: { crate: { frictoin: 1 } } }, /bodies\.crate: "frictoin" is not an option. Did you mean "friction"\?/],
  [{ bodies: { crate: { collides: ['flor'] } } }, /bodies\.crate\.collides\[0\] — body "flor" is not in the world/],
  [{ bodies: { crate: { collides: 'floor' } } }, /bodies\.crate: collides — "floor" cannot be used/],
  [
    { bodies: { crate: { self: true } } },
    /bodies\.crate\.self — body "crate" is of kind "rigid", which never touches itself/,
  ],
  [{ bodies: { crate: { radius: 0.1 } } }, /bodies\.crate\.radius — .*its own surface/],
  [{ bodies: { crate: null } }, /bodies\.crate: the options are null/],
  [
    { pairs: [{ bodies: ['crate', 'flor'], collides: false }] },
    /pairs\[0\]\.bodies\[1\] — body "flor" is not in the world/,
  ],
  [
    { pairs: [{ bodies: ['crate', 'floor'] }] },
    /pairs\[0\] — it says nothing of "crate" and "floor"; give "friction", "restitution" or "collides"/,
  ],
  [{ pairs: [{ bodies: ['crate'] }] }, /pairs\[0\]\.bodies — give two ids/],
  [{ pairs: [{ friction: 1 }] }, /pairs\[0\]: bodies — it is missing/],
  [{ pairs: [{ bodies: ['crate', 'floor'], colides: false }] }, /pairs\[0\]: "colides" is not an option/],
])('options %o are refused', (contact, message) => {
  expect(() => onFloor(0.2, contact as unknown as ContactOptions).step()).toThrow(message);
});
