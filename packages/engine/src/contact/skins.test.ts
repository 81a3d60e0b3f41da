/** Bodies that touch with their skins: the laws of contact hold as with their meshes. */
import { describe, expect, test } from 'vitest';
import {
  angularMomentum,
  type Body,
  box,
  createWorld,
  linearMomentum,
  type Mesh,
  nail,
  node,
  plane,
  refined,
  rigid,
  roundedBox,
  skinned,
  tetFem,
  totalMass,
  transformed,
  worldPoint,
} from '../index.ts';

type Triple = [number, number, number];
const moving = ({ positions: x }: Mesh, v: Triple, spin: number): number[] =>
  Array.from({ length: x.length / 3 }, (_, i) => [v[0] - spin * x[3 * i + 1], v[1] + spin * x[3 * i], v[2]]).flat();

/** A cube with a skin that is rounded. */
function jelly(id: string, translate: Triple, v: Triple = [0, 0, 0], spin = 0): Body {
  const rotate = [0.1, 0.2, 0.3, 1] as const;
  const made = transformed(box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] }), { rotate, translate });
  const options = { id, density: 400, young: 2e4, poisson: 0.3, viscosity: 30, velocities: moving(made, v, spin) };
  return skinned(tetFem(made, options), refined(made, { levels: 1, round: 0.8 }));
}
const withSkins = { a: { surface: 'skin' }, b: { surface: 'skin' } } as const;

describe('contact with skins', () => {
  test('two that rub keep momentum and angular momentum to 1e-12 of them', () => {
    for (const friction of [0, 0.8]) {
      const contact = { friction, thickness: 6e-3, bodies: withSkins };
      const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer', contact });
      world.add(jelly('a', [0, 0, 0], [1, 1, 0.3], 3));
      world.add(jelly('b', [0.27, 0.05, 0.02], [-1, 0, 0], -2));
      const [L, P] = [angularMomentum(world), linearMomentum(world)];
      let touched = 0;
      for (let k = 0; k < 60; k++) {
        world.step();
        touched += world.contacts().length;
        expect(world.contactReport()).toMatchObject({ converged: true });
        expect(world.contactReport().addedEnergy).toBeLessThan(1e-12);
      }
      expect(touched).toBeGreaterThan(0);
      const size = Math.hypot(...L) + Math.hypot(...P);
      angularMomentum(world).forEach((x, k) => {
        expect(Math.abs(x - L[k])).toBeLessThan(1e-12 * size);
      });
      linearMomentum(world).forEach((x, k) => {
        expect(Math.abs(x - P[k])).toBeLessThan(1e-12 * size);
      });
    }
  });
  test('the floor carries its weight at the skin, not at the mesh', () => {
    const made = transformed(box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] }), { translate: [0, 0.1, 0] });
    const skin = roundedBox({ size: [0.14, 0.14, 0.14], radius: 0.05, centre: [0, 0.1, 0], segments: 4 });
    const contact = { friction: 0.5, thickness: 1e-3, bodies: { a: { surface: 'skin' } } } as const;
    const world = createWorld({ step: 1e-3, contact });
    world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
    world.add(
      skinned(tetFem(made, { id: 'a', density: 400, young: 4e4, poisson: 0.3, viscosity: 100, drag: 3 }), skin),
    );
    world.step(700);
    expect(world.contactReport().converged).toBe(true);
    const [{ name, force, gap }] = world.contacts();
    expect(name).toBe('a/floor');
    expect(force[1] / (9.81 * totalMass(world))).toBeCloseTo(1, 4);
    expect(Math.abs(gap)).toBeLessThan(1e-12);
    // the corners of the mesh are below the floor
    expect(Math.min(...world.positions('a').filter((_, k) => k % 3 === 1))).toBeLessThan(-0.02);
  });
  test('a skin that is the surface of the mesh lands and rests as the mesh does', () => {
    const ends = (['mesh', 'skin'] as const).map((surface) => {
      const made = transformed(box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] }), { translate: [0, 0.11, 0] });
      const contact = { friction: 0, thickness: 1e-3, bodies: { a: { surface } } };
      const world = createWorld({ step: 1e-3, contact });
      world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
      const body = tetFem(made, { id: 'a', density: 400, young: 2e4, poisson: 0.3, viscosity: 100 });
      world.add(skinned(body, refined(made, { levels: 0, round: 0 })));
      world.step(400);
      return world.positions('a');
    });
    ends[0].forEach((x, k) => {
      expect(ends[1][k]).toBeCloseTo(x, 5);
    });
  });
  test('nails hold it while it is pushed, and a run continues from a snapshot to the same bits', () => {
    const contact = { friction: 0.5, bodies: { a: { surface: 'skin' } } } as const;
    const world = createWorld({ step: 1e-3, contact });
    const body = jelly('a', [0, 0.3, 0]);
    world.add(body);
    world.add(
      rigid({
        id: 'ball',
        shape: { kind: 'sphere', radius: 0.05 },
        mass: 1,
        position: [0, 0.5, 0],
        velocity: [0, -2, 0],
      }),
    );
    const x = body.mesh?.positions as Float64Array;
    world.constrain(nail(node(body, 0), worldPoint(x[0], x[1], x[2])), { id: 'nail', method: 'lagrange' });
    let touched = 0;
    for (let k = 0; k < 120 && touched < 3; k++) {
      world.step();
      touched += world.contacts().length;
    }
    expect(touched).toBe(3);
    const saved = world.snapshot();
    world.step(30);
    const hash = world.hash();
    world.restore(saved);
    world.step(30);
    expect(world.hash()).toBe(hash);
    [0, 1, 2].forEach((axis) => {
      expect(world.positions('a')[axis]).toBeCloseTo(x[axis], 12);
    });
  });
  test('what cannot be is refused with a remedy', () => {
    const made = box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] });
    const plain = tetFem(made, { id: 'a', density: 400, young: 2e4, poisson: 0.3 });
    const world = (body: Body, own: object): void => {
      const made = createWorld({ step: 1e-3, contact: { bodies: { a: own } } });
      made.add(body);
      made.step();
    };
    expect(() => world(plain, { surface: 'skin' })).toThrow(/has no skin\. Give it one/);
    const open = { ...refined(made, { levels: 0, round: 0 }) };
    expect(() => world(skinned(plain, { ...open, triangles: open.triangles.slice(3) }), { surface: 'skin' })).toThrow(
      /is not closed/,
    );
    expect(() => world(plain, { surface: 'sikn' })).toThrow(/Give "mesh" or "skin"/);
    expect(() => world(skinned(plain, open), { surface: 'skin', self: true })).toThrow(/does not touch itself/);
    const block = rigid({ id: 'a', shape: { kind: 'box', size: [1, 1, 1] }, mass: 1 });
    expect(() => world(block, { surface: 'skin' })).toThrow(/has no skin/);
  });
});
