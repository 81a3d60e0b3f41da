/** Rods in the solve of `displacement`, against what statics and mechanics say of them. [MIC08 notes, checks 2-6] */
import { describe, expect, test } from 'vitest';
import { splinePoint, splineTangent } from '../../anchors/spline-point.ts';
import { worldPoint } from '../../anchors/world-point.ts';
import { type Spline, spline } from '../../bodies/rod/spline.ts';
import type { SplineOptions } from '../../bodies/rod/spline-options.ts';
import { distance, nail } from '../../constraints/kinds/constraints.ts';
import { nailTwisted, orientation, twist } from '../../constraints/kinds/rod-constraints.ts';
import { linearMomentum, position, residual } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { displacement, displacementMethod } from './displacement.ts';

const g = 9.81;
const worldOf = (rod: Spline, integrator: string, options: { step?: number; gravity?: number } = {}): World => {
  const { step = 0.01, gravity = 0 } = options;
  const world = createWorld({ step, gravity: [0, -gravity, 0], integrator, method: displacement });
  world.add(rod);
  return world;
};
/** A force at a point of a rod: each control point has its share. */
function pull(world: World, rod: Spline, u: number, force: readonly [number, number, number], id = 'pull'): void {
  const { first, b } = rod.basis(u);
  b.forEach((share, k) => {
    const part = force.map((f) => share * f) as [number, number, number];
    world.apply({ id: `${id} ${k}`, body: rod.id, node: first + k, force: part });
  });
}
const deactivate = (world: World, rod: Spline, id = 'pull'): void =>
  rod.centreline.basis.forEach((_, k) => {
    world.stopLoad(`${id} ${k}`);
  });

/** L = EI = 1, held in place and direction at 1 1 0, pulled down at its end, more and more. */
function cantilever(points: number, P: number, model = 'cubic') {
  const rod = spline({ model, points: [1, 1, 0, 2, 1, 0], count: points, EA: 1e5, EI: 1, rhoA: 1 });
  const world = worldOf(rod, 'quasi-static');
  world.constrain(nail(splinePoint(rod, 0), worldPoint(1, 1, 0)), { id: 'place' });
  world.constrain(orientation({ body: rod, u: 0 }, worldPoint(1, 0, 0)), { id: 'direction' });
  const steps = P < 0.1 ? 1 : 10;
  for (let k = 1; k <= steps; k++) {
    if (k > 1) deactivate(world, rod);
    pull(world, rod, rod.spans, [0, (-P * k) / steps, 0]);
    world.step(2);
  }
  const [x, y] = position(world, splinePoint(rod, rod.spans));
  const force = world.forces('place')[0][0];
  const couple = world.forces('direction')[0][0];
  const tangent = position(world, splineTangent(rod, 0));
  // moment: t x lambda
  const moment = tangent[0] * couple[1] - tangent[1] * couple[0];
  return { x: x - 1, drop: 1 - y, force, moment };
}

describe('check 2: the elastica', () => {
  test('bent a little, it is P L^3 / 3 EI', () => {
    expect(Math.abs(cantilever(12, 1e-3).drop / (1e-3 / 3) - 1)).toBeLessThan(1e-6);
  });
  test.each([
    { P: 1, drop: 0.30172, x: 0.94357, off: 1e-4 },
    { P: 2, drop: 0.49346, x: 0.83936, off: 1e-4 },
    { P: 10, drop: 0.81061, x: 0.445, off: 5e-4 },
  ])('P = $P: the end is where the elastica has it, root force and moment balance', ({ P, drop, x, off }) => {
    const fine = cantilever(12, P);
    expect(Math.abs(fine.drop - drop)).toBeLessThan(off);
    expect(Math.abs(fine.x - x)).toBeLessThan(off);
    expect(Math.abs(fine.force[1] - P)).toBeLessThan(1e-8 * P);
    expect(Math.abs(fine.moment - P * fine.x)).toBeLessThan(1e-5 * P);
    const coarse = cantilever(7, P);
    expect(Math.abs(coarse.drop - drop)).toBeLessThan(1e-2);
    expect(Math.abs(coarse.x - x)).toBeLessThan(1e-2);
  });
});

test('check 2, of masses and springs: a clamp holds the first of them stiff, an error of first order', () => {
  const [coarse, fine] = [22, 43].map((points) => 0.30172 - cantilever(points, 1, 'mass-spring').drop);
  expect(Math.abs(coarse - 0.019)).toBeLessThan(1e-3); // 0.283 in the notes
  expect(Math.abs(Math.log2(coarse / fine) - 1)).toBeLessThan(0.1);
});

describe('check 3: the catenary', () => {
  /** Span 1, length 1.2: laid out straight, then its ends are brought together. */
  function hang(options: Pick<SplineOptions, 'model' | 'count'>) {
    const rope = spline({ points: [0, 1, 0, 1.2, 1, 0], EA: 1e5, EI: 1e-6, rhoA: 0.5, drag: 5, ...options });
    const world = worldOf(rope, 'backward-euler', { gravity: g, step: 0.02 });
    world.constrain(nail(splinePoint(rope, 0), worldPoint(0, 1, 0)), { id: 'left' });
    world.constrain(nail(splinePoint(rope, rope.spans), worldPoint(1, 1, 0)), { id: 'right', ramp: { steps: 50 } });
    world.step(1000);
    const [left, right] = ['left', 'right'].map((id) => world.forces(id)[0][0]);
    return { sag: 1 - position(world, splinePoint(rope, rope.spans / 2))[1], left, right };
  }
  test.each([
    { model: 'cubic', count: 21, sag: 2e-5, H: 5e-4 },
    { model: 'cubic-paper', count: 21, sag: 4e-5, H: 5e-4 },
    { model: 'cubic', count: 11, sag: 2e-3, H: 2e-2 },
    { model: 'mass-spring', count: 41, sag: 1.3e-4, H: 1e-3 },
  ])('$model, $count points: sag, and what the ends carry', ({ model, count, sag, H }) => {
    const found = hang({ model, count });
    // 0.292344, and what the rope is stretched by: H V / EA and its like
    expect(Math.abs(found.sag - 0.292372)).toBeLessThan(sag);
    expect(Math.abs(found.right[0] - 2.3031)).toBeLessThan(H);
    expect(Math.abs(found.left[0] + 2.3031)).toBeLessThan(H);
    for (const [, V] of [found.left, found.right]) expect(Math.abs(V - 0.5 * 1.2 * g * 0.5)).toBeLessThan(1e-10);
  });
});

describe('check 4: bars', () => {
  test.each(['cubic', 'mass-spring'])('%s: one that hangs is longer by rhoA g L^2 / 2EA', (model) => {
    const bar = spline({ model, points: [1, 2, 0, 1, 1, 0], count: 6, EA: 100, EI: 0.01, rhoA: 0.5 });
    const world = worldOf(bar, 'quasi-static', { gravity: g });
    world.constrain(nail(splinePoint(bar, 0), worldPoint(1, 2, 0)), { id: 'top' });
    world.step(2);
    expect(Math.abs(1 - position(world, splinePoint(bar, bar.spans))[1] - 0.024525)).toBeLessThan(1e-8);
    expect(Math.abs(world.forces('top')[0][0][1] - 0.5 * g)).toBeLessThan(1e-8);
  });
  test.each(['cubic', 'mass-spring'])('%s: turned by phi at one end it takes GJ phi / L', (model) => {
    const [GJ, phi, L] = [0.3, 1.7, 2];
    const rod = spline({ model, points: [0, 1, 0, L, 1, 0], count: 6, EA: 100, EI: 1, GJ, rhoA: 1 });
    const world = worldOf(rod, 'quasi-static');
    const [start, end] = [0, rod.spans].map((u) => ({ body: rod, u }));
    world.constrain(nailTwisted([start], [worldPoint(0, 1, 0)]), { id: 'held' });
    world.constrain(nail(splinePoint(rod, rod.spans), worldPoint(L, 1, 0)), { id: 'end' });
    world.constrain(twist(end, phi), { id: 'turned' });
    world.step(2);
    expect(Math.abs(world.forces('turned')[0][1][0] - (GJ * phi) / L)).toBeLessThan(1e-8);
    // the third point of the nail is its angle
    expect(Math.abs(world.forces('held')[0][2][0] + (GJ * phi) / L)).toBeLessThan(1e-8);
    const angles = world.state.column('q').subarray(3 * rod.nodeCount, 4 * rod.nodeCount);
    for (const u of [0, 1.3, 2.5, 4, 5]) {
      const { first, b } = rod.basis(u);
      const theta = b.reduce((sum, share, k) => sum + share * angles[first + k], 0);
      expect(Math.abs(theta - (phi * u) / 5)).toBeLessThan(1e-8);
    }
  });
});

test('check 5: a free rod keeps its momentum', () => {
  const rod = spline({
    points: [0, 0, 0, 1, 0.3, 0, 2, 0, 0.2, 3, 0, 0],
    count: 9,
    EA: 500,
    EI: 0.2,
    GJ: 0.1,
    rhoA: 0.4,
    damping: 0.001,
    velocities: Array.from({ length: 27 }, (_, i) => Math.sin(i) + 0.5),
  });
  const world = worldOf(rod, 'backward-euler');
  const before = linearMomentum(world);
  world.step(200);
  const size = Math.hypot(...before);
  linearMomentum(world).forEach((p, axis) => {
    expect(Math.abs(p - before[axis])).toBeLessThan(1e-12 * size);
  });
});

describe('check 6: rows', () => {
  const paper = displacementMethod({ paper: true });
  test('linear ones are met after one step, as printed too', () => {
    const rod = spline({ points: [0, 1, 0, 2, 1, 0], count: 6, EA: 500, EI: 0.2, GJ: 0.1, rhoA: 0.4 });
    const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: paper });
    world.add(rod);
    // 5 cm and 0.3 rad off at first
    world.constrain(nailTwisted([{ body: rod, u: 0 }], [worldPoint(0.03, 1.04, 0)], [worldPoint(0.3, 0, 0)]));
    world.step();
    expect(residual(world).max).toBeLessThan(1e-10);
  });
  test('a distance is off by the square of the step, and by nothing at rest', () => {
    const off = (step: number): { moving: number; rest: number } => {
      const rod = spline({ points: [0, 1, 0, 2, 1, 0], count: 6, EA: 500, EI: 0.2, rhoA: 0.4, drag: 3 });
      const world = createWorld({ step, integrator: 'backward-euler', method: paper });
      world.add(rod);
      world.constrain(nail(splinePoint(rod, 0), worldPoint(0, 1, 0)));
      world.constrain(distance(splinePoint(rod, 5), worldPoint(2.5, 2, 0), Math.hypot(0.5, 1)));
      let moving = 0;
      for (let n = 0; n < 0.5 / step; n++) {
        world.step();
        moving = Math.max(moving, residual(world).max);
      }
      world.step(Math.round(12 / step));
      return { moving, rest: residual(world).max };
    };
    const [coarse, fine] = [off(0.01), off(0.005)];
    expect(coarse.moving).toBeLessThan(1e-2);
    expect(Math.abs(Math.log2(coarse.moving / fine.moving) - 2)).toBeLessThan(0.3);
    expect(coarse.rest).toBeLessThan(1e-9);
  });
});
