/** Forces of contacts are equal, opposite and on one line: soft bodies keep their angular momentum, with friction and a thickness. */
import { expect, test } from 'vitest';
import {
  angularMomentum,
  type Body,
  box,
  chain,
  createWorld,
  linearMomentum,
  type Mesh,
  mesh,
  rigid,
  tetSprings,
  transformed,
} from '../index.ts';

type Triple = [number, number, number];
const velocities = ({ positions: x }: Mesh, v: Triple, spin = 0): number[] =>
  Array.from({ length: x.length / 3 }, (_, i) => [v[0] - spin * x[3 * i + 1], v[1] + spin * x[3 * i], v[2]]).flat();
const turned = { rotate: [0.1, 0.2, 0.3, 1] } as const;
function solid(id: string, translate: Triple, v: Triple, spin = 0): Body {
  const made = transformed(box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] }), { ...turned, translate });
  return tetSprings(made, {
    id,
    density: 500,
    stretch: 4e4,
    bulk: 4e4,
    damping: 5,
    velocities: velocities(made, v, spin),
  });
}
function line(id: string, along: Triple, z: number, v: Triple, spin: number): Body {
  const [x, y] = [0.2 * along[0], 0.2 * along[1]];
  const made = chain({ from: [-x, -y, z], to: [x, y, z], nodes: 8 });
  return tetSprings(made, { id, mass: 2e-3, form: 'spring', stretch: 60, velocities: velocities(made, v, spin) });
}
const box1 = { kind: 'box', size: [0.2, 0.2, 0.2] } as const;
/** A corner of a tet above the middle of a face of another one. */
function tet(id: string, height: number, up: number, v: Triple): Body {
  const positions = [0.01, 0.02, height, 0.3, 0, height + up, -0.1, 0.3, height + up, -0.2, -0.25, height + up];
  const made = mesh({ positions, tets: up > 0 ? [0, 1, 2, 3] : [0, 1, 3, 2] });
  return tetSprings(made, { id, mass: 0.1, form: 'spring', stretch: 50, velocities: velocities(made, v, 2) });
}
function face(id: string, v: Triple): Body {
  const made = mesh({ positions: [0.4, 0, 0, -0.3, 0.4, 0, -0.2, -0.35, 0.02], triangles: [0, 1, 2] });
  return tetSprings(made, { id, mass: 0.05, form: 'spring', stretch: 50, velocities: velocities(made, v, -1) });
}
/** A ridge along x, turned by an angle, that looks up or down. */
function roof(id: string, height: number, down: number, turn: number, v: Triple): Body {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const corners: Triple[] = [
    [-0.2, 0, 0],
    [0.2, 0, 0],
    [0.05, 0.15, -down],
    [-0.05, -0.15, -down],
  ];
  const positions = corners.flatMap(([x, y, z]) => [c * x - s * y, s * x + c * y, height + z]);
  const made = mesh({ positions, tets: down > 0 ? [0, 1, 2, 3] : [0, 1, 3, 2] });
  return tetSprings(made, { id, mass: 0.1, form: 'spring', stretch: 50, velocities: velocities(made, v, 1) });
}
/** A chain in a zigzag along y, or straight. */
function zigzag(id: string, z: number, side: number, v: Triple, turn = 0): Body {
  const positions = Array.from({ length: 8 }, (_, k) => [
    side * (k % 2) + turn * (k - 3.5),
    0.06 * (k - 3.5),
    z + side * (k % 2),
  ]).flat();
  const made = mesh({ positions, edges: Array.from({ length: 7 }, (_, k) => [k, k + 1]).flat() });
  return tetSprings(made, { id, mass: 2e-3, form: 'spring', stretch: 60, velocities: velocities(made, v, 2) });
}
const cases: [string, () => Body[]][] = [
  [
    'a soft and a rigid cube',
    () => [
      solid('a', [0, 0, 0], [1, 1, 0.3], 3),
      rigid({ id: 'b', shape: box1, mass: 1, position: [0.27, 0.05, 0.02], velocity: [-1, 0, 0], spin: [1, 2, 3] }),
    ],
  ],
  [
    'two chains that cross',
    () => [line('a', [0, 1, 0], 0, [0, 0, 0], 1), line('b', [1, 0.3, 0], 0.03, [1, 0.4, -2], 2)],
  ],
  ['a corner on a face', () => [face('a', [0, 0.3, 0]), tet('b', 0.05, 0.2, [0.8, -0.4, -2])]],
  ['two edges, parallel', () => [roof('a', 0, 0.2, 0, [0, 0.3, 0]), roof('b', 0.03, -0.2, 0, [0.3, -0.9, -2])]],
  [
    'two edges, nearly parallel',
    () => [roof('a', 0, 0.2, 0, [0, 0.3, 0]), roof('b', 0.03, -0.2, 0.07, [0.3, -0.9, -2])],
  ],
  ['a corner on an edge', () => [roof('a', 0, 0.2, 0.9, [0, 0.3, 0]), tet('b', 0.03, 0.2, [0.2, -0.4, -2])]],
  ['an edge on a corner', () => [tet('b', 0.03, 0.2, [0.2, -0.4, -2]), roof('a', 0, 0.2, 0.9, [0, 0.3, 0])]],
  ['a corner on a corner', () => [tet('a', 0, -0.2, [0.3, 0.1, 0]), tet('b', 0.03, 0.2, [0.1, -0.3, -2])]],
  ['a bent chain on an edge', () => [roof('a', 0, 0.2, 1.55, [0, 0.3, 0]), zigzag('b', 0.03, 0.05, [0.6, 0.1, -2])]],
  ['a face on a corner', () => [tet('b', 0.05, 0.2, [0.8, -0.4, -2]), face('a', [0, 0.3, 0])]],
];
test.each(cases)('%s: momentum and angular momentum stay, to 1e-12 of them', (_, bodies) => {
  for (const friction of [0, 0.3, 1.2]) {
    const contact = { friction, thickness: 6e-3 };
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer', contact });
    for (const body of bodies()) world.add(body);
    const before = angularMomentum(world);
    const momentum = linearMomentum(world);
    const size = Math.hypot(...before);
    let touched = 0;
    for (let k = 0; k < 60; k++) {
      world.step();
      touched += world.contacts().length;
      expect(world.contactReport().converged).toBe(true);
    }
    expect(touched).toBeGreaterThan(0);
    angularMomentum(world).forEach((x, k) => {
      expect(Math.abs(x - before[k])).toBeLessThan(1e-12 * size);
    });
    linearMomentum(world).forEach((x, k) => {
      expect(Math.abs(x - momentum[k])).toBeLessThan(1e-12 * Math.hypot(...momentum));
    });
  }
});
// straight chains carry no moment about themselves: of friction across them its lever is left
test.each([
  [0, 1e-12],
  [0.005, 1e-4],
  [0.02, 5e-4],
  [0.07, 1e-3],
])('two chains nearly parallel, %d apart: friction along them adds no angular momentum', (tilt, allowed) => {
  for (const friction of [0, 0.3, 1.2]) {
    const contact = { friction, thickness: 6e-3 };
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer', contact });
    world.add(line('a', [tilt, 1, 0], 0, [0, 0.5, 0], 0));
    world.add(line('b', [0, 1, 0], 0.03, [0, -0.5, -2], 0));
    const before = angularMomentum(world);
    world.step(60);
    const leak = Math.abs(angularMomentum(world)[0] - before[0]) / Math.hypot(...before);
    expect(leak).toBeLessThan(allowed);
  }
});
test('moves of p alone keep angular momentum, and raise no energy', () => {
  const contact = { friction: 0, thickness: 3e-3 };
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer', contact });
  world.add(solid('a', [0, 0, 0], [1, 0.5, 0], 3));
  world.add(solid('b', [0.27, 0.03, 0.02], [-1, 0, 0], -1));
  const bodies = ['a', 'b'];
  const before = angularMomentum(world);
  const size = Math.hypot(...before);
  let alone = 0;
  for (let k = 0; k < 80; k++) {
    const q = bodies.map((id) => world.coordinates(id).slice());
    world.step();
    bodies.forEach((id, b) => {
      const u = world.coordinateVelocities(id);
      world.coordinates(id).forEach((x, c) => {
        alone = Math.max(alone, Math.abs(x - q[b][c] - world.h * u[c]));
      });
    });
    expect(world.contactReport().addedEnergy).toBeLessThan(1e-12);
  }
  expect(alone).toBeGreaterThan(1e-9);
  angularMomentum(world).forEach((x, k) => {
    expect(Math.abs(x - before[k])).toBeLessThan(1e-12 * size);
  });
});
