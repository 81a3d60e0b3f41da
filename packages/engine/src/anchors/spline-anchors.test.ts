/** Anchors on rods: what they read, and what they do under constraints. */

import { expect, test } from 'vitest';
import { valueAt } from '../../../../tests/support/evaluate.ts';
import { Random } from '../../../../tests/support/random.ts';
import { widthOf } from '../bodies/blocks/block.ts';
import { spline } from '../bodies/rod/spline.ts';
import { distance, join, nail } from '../constraints/kinds/constraints.ts';
import { gradient } from '../kernel/formula/derive.ts';
import { input } from '../kernel/formula/expr.ts';
import { lagrange } from '../methods/lagrange/lagrange.ts';
import { linearMomentum, residual } from '../record/probes.ts';
import { createWorld } from '../world/create.ts';
import type { Anchor } from './anchor.ts';
import { splinePoint, splineTangent, splineTwist } from './spline-point.ts';
import { inSpan, splineSlider } from './spline-slider.ts';
import { worldPoint } from './world-point.ts';

const points = new Random(1).list(3 * 6, -1, 1);
const section = { EA: 50, EI: 0.01, GJ: 0.02, rhoA: 0.3 };
const rods = ['cubic', 'mass-spring'].map((model) => spline({ id: model, model, points, ...section }));
const [cubic] = rods;

/** The formula of an anchor: its blocks and parameters as inputs, and numbers for them. */
function formula({ shape, blocks, parameters, own }: Anchor, q: Float64Array) {
  const symbols = shape.blocks
    .map(widthOf)
    .map((width, b) => Array.from({ length: width }, (_, i) => input(`q ${b} ${i}`)));
  const p = parameters.map((_, i) => input(`p ${i}`));
  const numbers = shape.blocks
    .map(widthOf)
    .flatMap((width, b) =>
      b < blocks.length ? [...q.subarray(blocks[b], blocks[b] + width)] : (own?.[0].start ?? []),
    );
  const x = shape.point(symbols, p);
  return {
    x,
    u: symbols.at(-1)?.[0] ?? input('u'),
    inputs: [...symbols.flat(), ...p],
    at: [...numbers, ...parameters],
  };
}
const pointOf = (anchor: Anchor, q: Float64Array): number[] => {
  const { x, inputs, at } = formula(anchor, q);
  return valueAt(x, inputs, at);
};
const far = (a: readonly number[], b: readonly number[]): number => Math.max(...a.map((x, i) => Math.abs(x - b[i])));
function coordinates(body: (typeof rods)[number]): Float64Array {
  const q = new Float64Array(body.coordinates);
  body.start(q, new Float64Array(body.coordinates));
  for (let i = 0; i < body.nodeCount; i++) q[3 * body.nodeCount + i] = 0.1 * i * i;
  return q;
}

test.each(rods)('$id: points are where the curve is, tangents are x_s, (seed 1)', (body) => {
  const q = coordinates(body);
  for (let k = 0; k <= 5; k++)
    expect(far(pointOf(splinePoint(body, k), q), points.slice(3 * k, 3 * k + 3))).toBeLessThan(1e-15);
  for (const u of [0.2, 1.7, 3.5, 4.9]) {
    const h = 1e-5;
    const [a, b] = [u - h, u + h].map((one) => pointOf(splinePoint(body, one), q));
    const tangent = pointOf(splineTangent(body, u), q);
    const slope = b.map((x, i) => (x - a[i]) / (2 * h));
    // at rest it is a unit vector
    expect(Math.abs(tangent.reduce((sum, t) => sum + t * t, 0) - 1)).toBeLessThan(1e-14);
    expect(
      far(
        tangent,
        slope.map((x) => x / body.restSpeed(u)),
      ),
    ).toBeLessThan(1e-8);
  }
});
test('twist is the angle there; without GJ there is none', () => {
  const [x, y, z] = pointOf(splineTwist(cubic, 2.5), coordinates(cubic));
  // 0.1 i^2 as control points of a B-spline over i = u + 1: 0.1 ((u + 1)^2 + 1/3)
  expect(x).toBeCloseTo(0.1 * (3.5 * 3.5 + 1 / 3), 14);
  expect([y, z]).toEqual([0, 0]);
  expect(() => splineTwist(spline({ id: 'thread', points, EA: 1, rhoA: 1 }), 1)).toThrow(
    'body "thread" has no twist. Give it a GJ in N m^2.',
  );
});

test.each(rods)("$id: a slider is where the point of its u is, in every span, and dx/du = x'", (body) => {
  const q = coordinates(body);
  for (const u of [0, 0.4, 1, 2.9, 5]) {
    const slider = splineSlider(body, u);
    expect(far(pointOf(slider, q), pointOf(splinePoint(body, u), q))).toBeLessThan(1e-15);
    const { x, u: own, inputs, at } = formula(slider, q);
    const slopes = valueAt(
      x.map((e) => gradient(e, [own])[0]),
      inputs,
      at,
    );
    const tangent = pointOf(splineTangent(body, u), q).map((t) => t * body.restSpeed(u));
    expect(far(slopes, tangent)).toBeLessThan(1e-14);
  }
});
test('cubic: the formulas of two spans meet with slope and curvature', () => {
  const q = coordinates(cubic);
  const [left, right] = [1, 2].map((span) => ({ ...splineSlider(cubic, 2), ...inSpan(cubic, span) }));
  expect(far(pointOf(left, q), pointOf(right, q))).toBeLessThan(1e-15);
  const bends = [left, right].map((anchor) => {
    const { x, u, inputs, at } = formula(anchor, q);
    return valueAt(
      x.flatMap((e) => gradient(gradient(e, [u])[0], [u])),
      inputs,
      at,
    );
  });
  expect(far(bends[0], bends[1])).toBeLessThan(1e-13);
});

test('u off the rod is refused, and where it would be on', () => {
  for (const make of [splinePoint, splineTangent, splineTwist, splineSlider])
    for (const u of [-0.1, 5.01, Number.NaN])
      expect(() => make(cubic, u)).toThrow(
        `body "cubic": u = ${u} is beyond the ends of the rod (u runs from 0 to 5).`,
      );
  expect(() => splineSlider(cubic, 1, { inertia: 0 })).toThrow(
    'slider on body "cubic": inertia — 0 kg; it must be positive.',
  );
});

test('two ropes fused and tied under lagrange: rows are met, momentum is kept', () => {
  const line = (y: number): number[] => [1, y, 0, 3, y, 0];
  const [a, b] = [0, 0.5].map((y, i) =>
    spline({
      id: `rope ${i}`,
      points: line(1 + y),
      count: 6,
      ...section,
      velocities: new Array(6).fill([0.5, i, 1]).flat(),
    }),
  );
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0], integrator: 'euler-cromer', method: lagrange });
  world.add(a);
  world.add(b);
  const before = linearMomentum(world);
  world.constrain(distance(splinePoint(a, 2.3), splinePoint(b, 2.3), 0.5));
  world.constrain(join(splineTangent(a, 4.5), splineTangent(b, 4.5)));
  world.step(300);
  expect(residual(world).max).toBeLessThan(1e-13);
  expect(far(linearMomentum(world), before)).toBeLessThan(1e-12);
});

test('a rope falls through a hole: within a span it slides as its own mass and that of the slider say', () => {
  const rope = spline({ id: 'rope', points: [1, 2, 0, 1, 0, 0], count: 3, EA: 2000, EI: 0.01, rhoA: 1 });
  const world = createWorld({ step: 2e-4, integrator: 'verlet', method: lagrange });
  world.add(rope);
  const inertia = 0.5;
  world.constrain(nail(splineSlider(rope, 0.9, { inertia }), worldPoint(1, 1.1, 0)), { id: 'hole' });
  const steps = 1000;
  world.step(steps);
  const t = steps * world.h;
  // (2 + m) a = 2 g; the hole bears m a
  const a = (2 * 9.81) / (2 + inertia);
  const u = world.state.column('q')[world.program.stateBlocks.start];
  expect(Math.abs(u - (0.9 - (a * t * t) / 2))).toBeLessThan(2e-3);
  expect(u).toBeGreaterThan(0.7);
  expect(residual(world).max).toBeLessThan(1e-13);
});
