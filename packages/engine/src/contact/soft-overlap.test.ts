/** Soft bodies and chains that start in others are refused, and what only lies around another body, or touches it, is not. */
import { describe, expect, test } from 'vitest';
import {
  type Body,
  box,
  chain,
  createWorld,
  kineticEnergy,
  mesh,
  type RigidShape,
  rigid,
  ring,
  tetSprings,
  transformed,
  type World,
} from '../index.ts';

type Triple = [number, number, number];
const worldOf = (...bodies: Body[]): World => {
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], contact: { thickness: 1e-3 } });
  for (const body of bodies) world.add(body);
  return world;
};
const crate = (id: string, size: Triple, position: Triple = [0, 0, 0]) =>
  rigid({ id, shape: { kind: 'box', size }, mass: 1, position });
const soft = { density: 500, stretch: 1e4, bulk: 1e4 } as const;
const cube = (id: string, at: Triple) =>
  tetSprings(transformed(box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] }), { translate: at }), { id, ...soft });
const spring = { form: 'spring', mass: 0.01, stretch: 100 } as const;

describe('bodies around another one are accepted', () => {
  test('a soft ring on a peg, whose middle is in the peg', () => {
    const tyre = ring({ innerRadius: 0.1, outerRadius: 0.15, width: 0.08, cells: [20, 1, 1] });
    const world = worldOf(crate('peg', [0.1, 0.1, 0.6]), tetSprings(tyre, { id: 'ring', ...soft }));
    world.step();
    expect(world.overlaps()).toEqual([]);
  });
  test('a chain half around a drum', () => {
    const angles = Array.from({ length: 17 }, (_, k) => (Math.PI * k) / 16);
    const positions = angles.flatMap((a) => [-0.106 * Math.cos(a), 0, 0.106 * Math.sin(a)]);
    const edges = angles.slice(1).flatMap((_, k) => [k, k + 1]);
    const shape: RigidShape = { kind: 'cylinder', radius: 0.1, length: 0.2 };
    const drum = rigid({ id: 'drum', shape, mass: 1, fixed: true });
    const world = worldOf(drum, tetSprings(mesh({ positions, edges }), { id: 'rope', ...spring }));
    world.step();
    expect(world.overlaps()).toEqual([]);
  });
});

describe('bodies in each other are refused', () => {
  test('boxes that cross, with no corner in each other', () => {
    const world = worldOf(crate('a', [1, 0.1, 0.1]), crate('b', [0.1, 1, 0.1]));
    expect(() => world.step()).toThrow(/"a" and "b" overlap/);
  });
  test('an edge of a chain through a box', () => {
    const rope = tetSprings(chain({ from: [-1, 0, 0], to: [1, 0, 0], nodes: 2 }), { id: 'rope', ...spring });
    expect(() => worldOf(crate('a', [0.1, 0.1, 0.1]), rope).step()).toThrow(/"a" and "rope" overlap/);
  });
});

describe('soft bodies that touch without a gap', () => {
  /** Steps that are all solved; then surfaces are a thickness apart. */
  function separates(world: World, steps = 30): void {
    for (let k = 0; k < steps; k++) {
      world.step();
      const { converged, halvings } = world.contactReport();
      expect({ converged, halvings }).toEqual({ converged: true, halvings: 0 });
    }
    expect(world.overlaps()).toEqual([]);
  }
  test.each([0, 1e-16, -1e-16])('cubes in a stack, %d m beside', (off) => {
    const world = worldOf(cube('a', [0, 0.1, 0]), cube('b', [0, 0.3 + off, 0]), cube('c', [0, 0.5, 0]));
    expect(world.overlaps().map(({ depth }) => Math.abs(depth - 1e-3) < 1e-8)).toEqual([true, true]);
    separates(world);
  });
  test('they separate as those with a small gap do', () => {
    const ends = [0, 1e-6].map((gap) => {
      const world = worldOf(cube('a', [0, 0.1, 0]), cube('b', [0, 0.3 + gap, 0]));
      separates(world);
      return { energy: kineticEnergy(world), at: world.positions('b')[1] };
    });
    expect(Math.abs(ends[1].energy / ends[0].energy - 1)).toBeLessThan(0.02);
    expect(Math.abs(ends[1].at - ends[0].at)).toBeLessThan(1e-5);
  });
  test('cubes with other nodes, turned, and one that is shifted', () => {
    const fine = transformed(box({ size: [0.2, 0.2, 0.2], cells: [3, 3, 3] }), { translate: [0, 0.2, 0] });
    const coarse = box({ size: [0.2, 0.2, 0.2], cells: [2, 2, 2] });
    const turned = { rotate: [0.8, 0.1, 0.5, 0.3] } as const;
    const shifted = transformed(coarse, { translate: [0.03, -0.2, 0.05] });
    const meshes = [coarse, fine, shifted].map((one) => transformed(one, turned));
    const world = worldOf(...meshes.map((one, k) => tetSprings(one, { id: `${k}`, ...soft })));
    separates(world);
  });
  test('in another order they move alike', () => {
    const bodies = [cube('a', [0, 0.1, 0]), cube('b', [0.03, 0.3, 0.05])];
    const [one, other] = [worldOf(...bodies), worldOf(...bodies.reverse())];
    one.step(12);
    other.step(12);
    const [x, y] = [one.positions('a'), other.positions('a')];
    for (let k = 0; k < x.length; k++) expect(Math.abs(x[k] - y[k])).toBeLessThan(1e-10);
  });
});

describe('bodies with a small gap', () => {
  test('a gap that is smaller than the thickness is enough', () => {
    const world = worldOf(cube('a', [0, 0.1, 0]), cube('b', [0, 0.3 + 1e-6, 0]));
    world.step();
    expect(world.contactReport().converged).toBe(true);
  });
});
