/** Slipknots, ropes through ropes, threading and touching pearls on rods that are cut. */
import { describe, expect, test } from 'vitest';
import {
  apart,
  createWorld,
  force,
  join,
  keyhole,
  nail,
  node,
  particles,
  pearls,
  type Spline,
  spline,
  splinePoint,
  type World,
  worldPoint,
} from '../../index.ts';

type Triple = [number, number, number];
const solved = (step: number, gravity: Triple = [0, 0, 0]): World =>
  createWorld({ step, gravity, integrator: 'backward-euler', method: 'displacement' });
const uOf = (rod: Spline, k: number): number => ((rod.cuts?.[k].start ?? 0) * rod.spans) / rod.restLength;
const nodeAt = (world: World, rod: Spline, k: number): number[] => {
  const at = 3 * (rod.cuts?.[k].node ?? 0);
  return [...world.positions(rod.id).subarray(at, at + 3)];
};
const size = (v: ArrayLike<number>): number => Math.hypot(...Array.from(v));

/** A noose around two pegs, pulled straight away from them. The knot is an end of the rope, or a cut before it. */
function noose(width: number, pull: number, axes: readonly [number, number], knot: 'end' | 'cut'): number {
  const at = (x: number, y: number): Triple => {
    const p: Triple = [0, 0, 0];
    p[axes[0]] = x;
    p[axes[1]] = y;
    return p;
  };
  const far = [0, 2 * width];
  const start = [0, 0.7 * width];
  const pegs = [
    [-width / 2, 0],
    [width / 2, 0],
  ];
  const tail = [0.2 * width, 0.9 * width];
  const all = [far, start, ...pegs, start, ...(knot === 'cut' ? [tail] : [])];
  const world = solved(0.01);
  const rope = world.add(
    spline({
      id: 'rope',
      points: all.flatMap(([x, y]) => at(x, y)),
      cuts: knot === 'cut' ? [1, 2, 3, 4] : [1, 2, 3],
      count: 16,
      EA: 1e4 * pull,
      rhoA: 1e-4 * pull,
      drag: 10,
    }),
  );
  const through = { body: rope, u: knot === 'cut' ? uOf(rope, 3) : rope.spans };
  world.constrain(keyhole({ body: rope, u: uOf(rope, 0) }, through), { id: 'knot' });
  pegs.forEach(([x, y], k) => {
    world.constrain(keyhole({ body: rope, u: uOf(rope, k + 1) }, worldPoint(...at(x, y))), { id: `peg ${k}` });
  });
  world.apply({ id: 'pull', body: 'rope', node: 0, force: at(0, pull) });
  world.step(160);
  // three equal tensions meet at 120 degrees
  return nodeAt(world, rope, 0)[axes[1]] / (width / (2 * Math.sqrt(3)));
}
test.each([
  { width: 1, pull: 5, axes: [0, 1] as const, knot: 'end' as const },
  { width: 0.3, pull: 40, axes: [2, 0] as const, knot: 'end' as const },
  { width: 1, pull: 5, axes: [1, 2] as const, knot: 'cut' as const },
])('slipknot through its $knot around pegs $width m apart: its ropes meet at 120 degrees, to 0.1 %', (given) => {
  expect(Math.abs(noose(given.width, given.pull, given.axes, given.knot) - 1)).toBeLessThan(1e-3);
});

test('a rope slides through the end of another, which a weight pulls: two straight lines of equal slope, to 0.1 %', () => {
  const [L, across, rise] = [1.4, 1, 0.25];
  const slope = Math.acos(across / L);
  const l1 = (L - rise / Math.sin(slope)) / 2;
  const world = solved(0.02, [0, -9.81, 0]);
  const points = [0, 0, 0, 0.55, -0.45, 0, across, rise, 0];
  const rope = world.add(spline({ id: 'rope', points, cuts: [1], count: 11, length: L, EA: 1e4, rhoA: 1e-4, drag: 4 }));
  const other = world.add(
    spline({ id: 'other', points: [0.55, -0.45, 0, 0.55, -1.2, 0], count: 5, EA: 1e4, rhoA: 1e-4, drag: 4 }),
  );
  world.constrain(nail(splinePoint(rope, 0), worldPoint(0, 0, 0)), { id: 'a' });
  world.constrain(nail(splinePoint(rope, rope.spans), worldPoint(across, rise, 0)), { id: 'b' });
  world.constrain(keyhole({ body: rope, u: uOf(rope, 0) }, { body: other, u: 0 }), { id: 'ring' });
  const weight = world.add(particles([0.55, -1.2, 0], { id: 'weight', mass: 1 / 9.81, drag: 4 }));
  world.constrain(join(node(weight, 0), splinePoint(other, other.spans)), { id: 'hangs' });
  world.step(250);
  const [x, y] = nodeAt(world, rope, 0);
  expect(Math.hypot(x - l1 * Math.cos(slope), y + l1 * Math.sin(slope)) / L).toBeLessThan(1e-3);
  expect(size(force(world, 'ring'))).toBeCloseTo(1 + 9.81e-4 * other.restLength, 6);
});

describe('pearls', () => {
  test('that touch stay apart by their radii, and share the weight of both', () => {
    const world = solved(0.01, [0, -9.81, 0]);
    const points = [-1, 0, 0, -0.2, -0.8, 0, 0.2, -0.8, 0, 1, 0, 0];
    const rope = world.add(spline({ id: 'rope', points, cuts: [1, 2], count: 13, EA: 1e5, rhoA: 1e-3, drag: 3 }));
    const beads = world.add(particles([-0.2, -0.8, 0, 0.2, -0.8, 0], { id: 'beads', mass: 1, drag: 3 }));
    world.constrain(nail(splinePoint(rope, 0), worldPoint(-1, 0, 0)), { id: 'a' });
    world.constrain(nail(splinePoint(rope, rope.spans), worldPoint(1, 0, 0)), { id: 'b' });
    world.constrain(pearls(beads, [0, 1], rope, [uOf(rope, 0), uOf(rope, 1)]), { id: 'on' });
    const touching = [0, 1].map((n) => ({ body: beads, node: n, radius: 0.05 }));
    world.constrain(apart(touching), { id: 'touch' });
    world.step(250);
    const x = world.positions('beads');
    expect(Math.hypot(x[3] - x[0], x[4] - x[1], x[5] - x[2])).toBeCloseTo(0.1, 9);
    expect(x[4]).toBeCloseTo(x[1], 6);
    const [a, b] = ['a', 'b'].map((id) => force(world, id)[1]);
    expect(a + b).toBeCloseTo(2 * 9.81 + 9.81 * 1e-3 * rope.restLength, 3);
  });
});

test('threading: an eye that becomes active takes the cut, and the rope slides through it from then on', () => {
  const world = solved(0.01, [0, -9.81, 0]);
  const points = [-1, 0, 0, 0, -0.05, 0, 1, 0, 0];
  const rope = world.add(spline({ id: 'rope', points, cuts: [1], count: 13, EA: 1e4, rhoA: 1e-3, drag: 3 }));
  world.constrain(nail(splinePoint(rope, 0), worldPoint(-1, 0, 0)), { id: 'a' });
  world.constrain(keyhole({ body: rope, u: uOf(rope, 0) }, worldPoint(0, -0.05, 0)), { id: 'eye', active: false });
  const weight = world.add(particles([1, 0, 0], { id: 'weight', mass: 0.5, drag: 3 }));
  world.constrain(join(node(weight, 0), splinePoint(rope, rope.spans)), { id: 'hangs' });
  const S = (): number => world.coordinates('rope')[rope.cuts?.[0].coordinate ?? 0];
  const before = S();
  world.step(3);
  expect(S()).toBe(before);
  world.activate('eye');
  world.step(300);
  const eye = nodeAt(world, rope, 0);
  expect(Math.hypot(eye[0], eye[1] + 0.05, eye[2])).toBeLessThan(1e-9);
  // it hangs straight down behind the eye, all of the rope that is free to slide
  expect(S()).toBeGreaterThan(0);
  expect(world.positions('weight')[0]).toBeCloseTo(0, 1);
});
