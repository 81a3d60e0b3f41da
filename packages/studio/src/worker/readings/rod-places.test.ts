import { node, spline, splinePoint, splineTangent, splineTwist, worldPoint } from '@pliant/engine';
import { expect, test } from 'vitest';
import { isPoint, momentOf, numberAlong, pointOf } from './rod-places.ts';

const rod = () =>
  spline({ id: 'rod', points: [0, 0, 0, 2, 1, 0, 4, 0, 0], count: 9, EA: 1e4, EI: 1, GJ: 1, rhoA: 0.1 });

test('points are told from tangents and twists', () => {
  const body = rod();
  expect([splinePoint(body, 2.3), node(body, 0), worldPoint(0, 0, 0)].map(isPoint)).toEqual([true, true, true]);
  expect([splineTangent(body, 2.3), splineTangent(body, 0), splineTwist(body, 2.3)].map(isPoint)).toEqual([
    false,
    false,
    false,
  ]);
});

test('a tangent and a twist know where on the rod they are', () => {
  const body = rod();
  for (const u of [0, 0.25, 1, 3.7, body.spans]) {
    const wanted = numberAlong(splinePoint(body, u));
    expect(numberAlong(pointOf(splineTangent(body, u), body))).toBeCloseTo(wanted, 9);
    expect(numberAlong(pointOf(splineTwist(body, u), body))).toBeCloseTo(wanted, 9);
  }
});

test('a span of straight pieces has one tangent: it is taken in its middle', () => {
  const body = spline({ id: 'rod', model: 'mass-spring', points: [0, 0, 0, 4, 0, 0], count: 5, EA: 1e4, rhoA: 0.1 });
  expect(numberAlong(pointOf(splineTangent(body, 2.2), body))).toBeCloseTo(2.5, 12);
});

test('the moment of a tangent is t x f, that of a twist its torque', () => {
  const body = spline({ id: 'rod', points: [0, 0, 0, 4, 0, 0], count: 9, EA: 1e4, EI: 1, GJ: 1, rhoA: 0.1 });
  const q = new Float64Array(body.coordinates);
  body.start(q, new Float64Array(body.velocities));
  const [x, y, z] = momentOf(splineTangent(body, 2.3), [5, 0, 3], q); // t is along x, of length 1
  expect(x).toBeCloseTo(0, 12);
  expect(y).toBeCloseTo(-3, 9);
  expect(z).toBeCloseTo(0, 12);
  expect(momentOf(splineTwist(body, 2.3), [0.7, 0, 0], q)).toEqual([0.7, 0, 0]);
});
