/** Laws of contact on boxes that collide, rub and tumble: a turned, a moving and a mirrored world see the same motion. */
import { expect, test } from 'vitest';
import { createWorld, rigid, type World } from '../index.ts';

type Vector = [number, number, number];
type Quaternion = [number, number, number, number];
interface Change {
  /** of places and velocities, and of angular velocities, which do not change sign in a mirror */
  readonly vector: (v: Vector) => Vector;
  readonly axial: (v: Vector) => Vector;
  readonly turn: (q: Quaternion) => Quaternion;
  readonly boost?: Vector;
}
const same: Change = { vector: (v) => v, axial: (v) => v, turn: (q) => q };
const boxes: { id: string; size: Vector; mass: number; at: Vector; v: Vector; spin: Vector; q: Quaternion }[] = [
  { id: 'a', size: [0.2, 0.1, 0.3], mass: 1, at: [0, 0, 0], v: [2, 0.1, 0], spin: [3, 1, 2], q: [0.1, 0.2, 0, 1] },
  {
    id: 'b',
    size: [0.2, 0.2, 0.2],
    mass: 2,
    at: [0.34, 0.05, 0.02],
    v: [0, 0, 0],
    spin: [0, -4, 1],
    q: [0, 0.1, 0, 1],
  },
  {
    id: 'c',
    size: [0.1, 0.3, 0.1],
    mass: 0.5,
    at: [0.6, -0.1, 0],
    v: [-1, 0.2, 0],
    spin: [1, 1, 5],
    q: [0, 0, 0.3, 1],
  },
];
function thrown({ vector, axial, turn, boost = [0, 0, 0] }: Change, integrator: string): World {
  const contact = { friction: 0.5, restitution: 0.3, thickness: 2e-3 };
  const world = createWorld({ step: 2e-3, gravity: [0, 0, 0], contact, integrator });
  for (const { id, size, mass, at, v, spin, q } of boxes) {
    const velocity = vector(v).map((x, k) => x + boost[k]) as Vector;
    const shape = { kind: 'box', size } as const;
    world.add(rigid({ id, shape, mass, position: vector(at), rotate: turn(q), velocity, spin: axial(spin) }));
  }
  return world;
}
const half = Math.SQRT1_2;
const changes: [string, Change][] = [
  // (x, y, z) -> (y, z, x): a third of a turn about (1, 1, 1)
  [
    'a third of a turn',
    {
      vector: ([x, y, z]) => [z, x, y],
      axial: ([x, y, z]) => [z, x, y],
      turn: (q) => product([0.5, 0.5, 0.5, 0.5], q),
    },
  ],
  [
    'an eighth of a turn about z',
    {
      vector: ([x, y, z]) => [half * (x - y), half * (x + y), z],
      axial: ([x, y, z]) => [half * (x - y), half * (x + y), z],
      turn: (q) => product([0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)], q),
    },
  ],
  ['a steady motion', { ...same, boost: [0.7, -1.1, 0.4] }],
  [
    'a mirror',
    {
      vector: ([x, y, z]) => [x, y, -z],
      axial: ([x, y, z]) => [-x, -y, z],
      turn: ([x, y, z, w]) => [-x, -y, z, w],
    },
  ],
];
/** of quaternions x y z w */
function product([a, b, c, d]: Quaternion, [x, y, z, w]: Quaternion): Quaternion {
  return [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
}

const cases = ['euler-cromer', 'beeman', 'rk4'].flatMap((integrator) =>
  changes.map(([name, change]) => ({ integrator, name, change })),
);
test.each(cases)('$integrator: $name changes nothing else: 1e-8 after 0.16 s', ({ integrator, change }) => {
  const [one, other] = [thrown(same, integrator), thrown(change, integrator)];
  let touched = 0;
  for (let k = 0; k < 80; k++) {
    one.step();
    other.step();
    touched += one.contacts().length;
  }
  expect(touched).toBeGreaterThan(2);
  const boost = (change.boost ?? [0, 0, 0]).map((v) => v * one.time);
  for (const { id } of boxes) {
    const [x, y] = [one, other].map((world) => world.positions(id));
    for (let i = 0; i < x.length; i += 3) {
      // corners of a mirrored box are those of the box in another order
      if (change.boost === undefined && i > 0 && change === changes[3][1]) break;
      change.vector([x[i], x[i + 1], x[i + 2]]).forEach((value, k) => {
        expect(Math.abs(y[i + k] - boost[k] - value)).toBeLessThan(1e-8);
      });
    }
    const [v, w] = [one, other].map((world) => world.coordinateVelocities(id));
    change.axial([v[3], v[4], v[5]]).forEach((value, k) => {
      expect(Math.abs(w[3 + k] - value)).toBeLessThan(1e-7);
    });
  }
});
