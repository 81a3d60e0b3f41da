/** Forces of contacts are equal, opposite and on one line: soft bodies keep their angular momentum, with friction and a thickness. */
import { expect, test } from 'vitest';
import {
  angularMomentum,
  type Body,
  box,
  chain,
  createWorld,
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
  ['a face on a corner', () => [tet('b', 0.05, 0.2, [0.8, -0.4, -2]), face('a', [0, 0.3, 0])]],
];
test.each(cases)('%s: angular momentum stays, to 1e-12 of it', (_, bodies) => {
  for (const friction of [0, 0.3, 1.2]) {
    const contact = { friction, thickness: 6e-3 };
    const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer', contact });
    for (const body of bodies()) world.add(body);
    const before = angularMomentum(world);
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
  }
});
// friction across them has no lever; gaps that p alone closes leave what a contact without friction shows
test.each([0.005, 0.02, 0.07])(
  'two chains nearly parallel, %d apart: friction along them adds no angular momentum',
  (tilt) => {
    const leak = (friction: number): number => {
      const contact = { friction, thickness: 6e-3 };
      const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer', contact });
      world.add(line('a', [tilt, 1, 0], 0, [0, 0.5, 0], 0));
      world.add(line('b', [0, 1, 0], 0.03, [0, -0.5, -2], 0));
      const before = angularMomentum(world);
      world.step(60);
      return Math.abs(angularMomentum(world)[0] - before[0]) / Math.hypot(...before);
    };
    for (const friction of [0.3, 1.2]) expect(leak(friction)).toBeLessThan(leak(0) + 1e-4);
  },
);
