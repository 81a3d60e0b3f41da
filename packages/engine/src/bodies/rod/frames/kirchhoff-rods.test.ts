/** Rods that are curved or twisted, against closed forms. */
import { describe, expect, test } from 'vitest';
import {
  alongCurve,
  anglesOf,
  arcAt,
  atRest,
  clamp,
  crossing,
  evenTwist,
  helixAt,
  leastPivot,
  logDeterminant,
  nullSpace,
  projected,
  pull,
  rowAt,
  Stiffness,
} from '../../../../../../tests/support/framed-rods.ts';
import { splinePoint } from '../../../anchors/spline-point.ts';
import { position } from '../../../record/probes.ts';

/** A quarter circle, clamped, pulled out of its plane at the tip: z P^-1. */
function quarter(spans: number, R: number, EI: number, GJ: number): number {
  const points = alongCurve(arcAt(R), (Math.PI / 2) * R, spans);
  const { world, rod } = atRest({ points, count: spans + 1, rest: 'as-given', EA: 1e6 * EI, EI, GJ, rhoA: 1 });
  clamp(world, rod, 0);
  const P = 1e-3 * EI;
  pull(world, rod, spans, [0, 0, P]);
  world.step(2);
  return position(world, splinePoint(rod, spans))[2] / P;
}
const quarterExact = (R: number, EI: number, GJ: number): number =>
  R ** 3 * (Math.PI / 4 / EI + ((3 * Math.PI) / 4 - 2) / GJ);
test('the quarter circle of the tables: 1 mN moves it by 0.142699 mm', () => {
  expect(1e-3 * quarterExact(0.5, 1, 1)).toBeCloseTo(1.42699e-4, 9);
});
test.each([
  { R: 0.5, EI: 1, GJ: 1, errors: [5e-4, 5e-5] },
  { R: 0.5, EI: 1, GJ: 1e4, errors: [2e-3, 1e-4] },
  { R: 0.2, EI: 2, GJ: 1.5, errors: [5e-4, 5e-5] },
  { R: 1.3, EI: 0.4, GJ: 0.9, errors: [5e-4, 5e-5] },
])('quarter circle R = $R, EI = $EI, GJ = $GJ', ({ R, EI, GJ, errors }) => {
  [4, 8].forEach((spans, k) => {
    expect(Math.abs(quarter(spans, R, EI, GJ) / quarterExact(R, EI, GJ) - 1)).toBeLessThan(errors[k]);
  });
});

/** A turn of a helical spring, clamped, with a force along its axis: the work of force and couple, over F^2. */
function spring(spans: number, r: number, pitch: number, EI: number, GJ: number): number {
  const at = helixAt(r, pitch);
  const L = (2 * Math.PI * r) / Math.cos(pitch);
  const points = alongCurve(at, L, spans);
  const F = 1e-4 * EI;
  const end = at(L);
  // the force on the axis is one at the end and the couple -end x F
  const couple = [-end[1] * F, end[0] * F, 0];
  const options = { points, count: spans + 1, rest: 'as-given', EA: 1e6 * EI, EI, GJ, rhoA: 1 } as const;
  const { world, rod } = atRest({ ...options, couples: [{ u: spans, couple }] });
  clamp(world, rod, 0);
  const before = { ...frameAt(spans) };
  function frameAt(u: number): { place: number[]; along: number[]; angle: number } {
    const { first, b, slope } = rod.basis(u);
    const q = world.coordinates(rod.id);
    const sum = (c: readonly number[], axis: number): number =>
      c.reduce((total, e, k) => total + e * q[3 * (first + k) + axis], 0);
    const y = [0, 1, 2].map((axis) => sum(slope, axis));
    const size = Math.hypot(...y);
    const angle = b.reduce((total, e, k) => total + e * q[3 * rod.nodeCount + first + k], 0);
    return { place: [0, 1, 2].map((axis) => sum(b, axis)), along: y.map((e) => e / size), angle };
  }
  pull(world, rod, spans, [0, 0, F]);
  world.step(2);
  const after = frameAt(spans);
  const [a, t] = [before.along, after.along];
  const turn = [a[1] * t[2] - a[2] * t[1], a[2] * t[0] - a[0] * t[2], a[0] * t[1] - a[1] * t[0]].map(
    (e, k) => e + t[k] * (after.angle - before.angle),
  );
  const work = F * (after.place[2] - before.place[2]) + turn.reduce((sum, e, k) => sum + e * couple[k], 0);
  return work / (F * F);
}
test.each([
  { r: 0.5, pitch: 0.2, EI: 1, GJ: 0.8 },
  { r: 0.05, pitch: 0.1, EI: 0.3, GJ: 0.23 },
  { r: 1, pitch: 0.35, EI: 1, GJ: 1.4 },
])('helical spring r = $r, pitch angle $pitch, EI = $EI, GJ = $GJ', ({ r, pitch, EI, GJ }) => {
  const L = (2 * Math.PI * r) / Math.cos(pitch);
  const exact = r * r * L * (Math.cos(pitch) ** 2 / GJ + Math.sin(pitch) ** 2 / EI);
  for (const [spans, error] of [
    [8, 3e-3],
    [12, 1e-3],
    [16, 3e-4],
  ])
    expect(Math.abs(spring(spans, r, pitch, EI, GJ) / exact - 1)).toBeLessThan(error);
});

describe('Greenhill: a straight rod buckles under twist, clamped, one end sliding', () => {
  /** M L/EI at which the second derivative of its energy is no longer positive. */
  function critical(spans: number, L: number, EI: number, GJ: number): number {
    const { world, rod } = atRest({
      points: [0, 0, 0, L, 0, 0],
      count: spans + 1,
      EA: (1e5 * EI) / (L * L),
      EI,
      GJ,
      rhoA: 1,
    });
    const q = Float64Array.from(world.coordinates(rod.id));
    const n = rod.nodeCount;
    const end = (u: number, held: readonly number[]): number[][] => [
      ...held.map((axis) => rowAt(rod, u, axis)),
      ...[1, 2].map((axis) => rowAt(rod, u, axis, 'slope')),
    ];
    const Z = nullSpace([...end(0, [0, 1, 2, 3]), ...end(spans, [1, 2, 3])], 4 * n);
    const stiffness = new Stiffness(rod, 1e-6);
    const at = (moment: number): number => {
      q.set(evenTwist(rod, (moment * L) / GJ), 3 * n);
      return leastPivot(projected(stiffness.at(q), Z));
    };
    return (crossing(at, (5 * EI) / L, (14 * EI) / L, 16) * L) / EI;
  }
  const exact = 8.98682;
  test.each([
    { L: 1, EI: 1, GJ: 1 },
    { L: 2, EI: 0.5, GJ: 0.3 },
    { L: 0.4, EI: 1, GJ: 2 },
  ])('L = $L, EI = $EI, GJ = $GJ', ({ L, EI, GJ }) => {
    expect(Math.abs(critical(8, L, EI, GJ) / exact - 1)).toBeLessThan(5e-3);
    expect(Math.abs(critical(12, L, EI, GJ) / exact - 1)).toBeLessThan(1e-3);
  });
});

describe('Greenhill: a straight rod buckles under couples along its axis, pinned, one end sliding', () => {
  /**
   * M L/EI at which a motion meets no resistance. Such motions are pairs, across each other: the determinant touches zero there, and its root
   * is a straight line on either side.
   */
  function critical(spans: number, L: number, EI: number, GJ: number): number {
    const half = (moment: number): number => {
      const couple = [moment, 0, 0];
      const couples = [
        { u: 0, couple: couple.map((e) => -e) },
        { u: spans, couple },
      ];
      const points = [0, 0, 0, L, 0, 0];
      const { world, rod } = atRest({ points, count: spans + 1, EA: (1e5 * EI) / (L * L), EI, GJ, rhoA: 1, couples });
      const q = Float64Array.from(world.coordinates(rod.id));
      q.set(evenTwist(rod, (moment * L) / GJ), 3 * rod.nodeCount);
      const pins = [
        ...[0, 1, 2, 3].map((axis) => rowAt(rod, 0, axis)),
        ...[1, 2].map((axis) => rowAt(rod, spans, axis)),
      ];
      const stiffness = new Stiffness(rod, 1e-6 * L);
      return 0.5 * logDeterminant(projected(stiffness.moving(q), nullSpace(pins, q.length)));
    };
    const between = (low: number, high: number): number =>
      low + (high - low) / (1 + Math.exp(half((high * EI) / L) - half((low * EI) / L)));
    const near = between(5.8, 6.8);
    return between(near - 0.1, near + 0.1);
  }
  test.each([
    { L: 1, EI: 1, GJ: 1 },
    { L: 2, EI: 0.5, GJ: 0.3 },
    { L: 0.4, EI: 1, GJ: 2 },
  ])('L = $L, EI = $EI, GJ = $GJ', ({ L, EI, GJ }) => {
    expect(Math.abs(critical(8, L, EI, GJ) / (2 * Math.PI) - 1)).toBeLessThan(5e-3);
    expect(Math.abs(critical(12, L, EI, GJ) / (2 * Math.PI) - 1)).toBeLessThan(1e-3);
  });
});

describe('Love: a straight rod held as a helix by end forces and twist', () => {
  function held(spans: number, r: number, pitch: number, EI: number, GJ: number, m: number) {
    const at = helixAt(r, pitch);
    const L = (0.75 * 2 * Math.PI * r) / Math.cos(pitch);
    const { world, rod } = atRest({
      points: alongCurve(at, L, spans),
      count: spans + 1,
      length: L,
      EA: 1e5 * EI,
      EI,
      GJ,
      rhoA: 1,
    });
    anglesOf(world, rod).set(evenTwist(rod, m * L));
    const tangent = (s: number): [number, number, number] => {
      const turn = (s * Math.cos(pitch)) / r;
      return [-Math.cos(pitch) * Math.sin(turn), Math.cos(pitch) * Math.cos(turn), Math.sin(pitch)];
    };
    clamp(world, rod, 0, { place: at(0) as [number, number, number], along: tangent(0) });
    const place = at(L) as [number, number, number];
    clamp(world, rod, spans, { place, along: tangent(L), angle: m * L, id: 'end' });
    world.step(3);
    let off = 0;
    for (let k = 0; k <= 4 * spans; k++) {
      const x = position(world, splinePoint(rod, k / 4));
      const [a, b, c] = at((k / 4 / spans) * L);
      off = Math.max(off, Math.hypot(x[0] - a, x[1] - b, x[2] - c));
    }
    const force = world.forces('end')[0][0];
    const kappa = Math.cos(pitch) ** 2 / r;
    return { force, off, exact: (GJ * m * Math.cos(pitch) - EI * kappa * Math.sin(pitch)) / r };
  }
  test.each([
    { r: 0.5, pitch: 0.5, EI: 1, GJ: 0.8, m: 3 },
    { r: 0.5, pitch: 0.7, EI: 1, GJ: 1, m: 2.5 },
    { r: 1, pitch: 0.4, EI: 2, GJ: 1.5, m: 1.4 },
  ])('r = $r, angle $pitch, EI = $EI, GJ = $GJ, twist $m /m', ({ r, pitch, EI, GJ, m }) => {
    for (const [spans, error] of [
      [6, 5e-3],
      [12, 5e-4],
    ]) {
      const { force, off, exact } = held(spans, r, pitch, EI, GJ, m);
      expect(Math.abs(Math.abs(force[2]) / Math.abs(exact) - 1)).toBeLessThan(error);
      if (spans === 12) {
        expect(Math.hypot(force[0], force[1]) / Math.abs(exact)).toBeLessThan(2e-3);
        expect(off / r).toBeLessThan(4e-4);
      }
    }
  });
});
