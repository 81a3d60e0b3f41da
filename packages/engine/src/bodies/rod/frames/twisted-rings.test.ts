/** Rings that buckle under twist, helices that are turned, rods that fly: laws of rods with frames. */
import { describe, expect, test } from 'vitest';
import { solveDense } from '../../../../../../tests/support/dense.ts';
import {
  alongCurve,
  crossing,
  evenTwist,
  helixAt,
  leastPivot,
  nullSpace,
  projected,
  rowAt,
  Stiffness,
} from '../../../../../../tests/support/framed-rods.ts';
import { linearMomentum, potentialEnergy } from '../../../record/probes.ts';
import { createWorld } from '../../../world/create.ts';
import type { World } from '../../../world/world.ts';
import { type Spline, spline } from '../spline.ts';

const difference = (a: readonly number[], b: readonly number[]): number[] => a.map((e, k) => e - b[k]);
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, e, k) => sum + e * b[k], 0);
const cross = (a: ArrayLike<number>, b: ArrayLike<number>): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

describe('Michell: a ring of a straight rod leaves its plane at a twist of 2 pi sqrt(3) EI/GJ', () => {
  function critical(spans: number, EI: number, GJ: number): number {
    const circle = (s: number): number[] => [Math.cos(s), Math.sin(s), 0];
    const points = alongCurve(circle, 2 * Math.PI, spans);
    const rod = spline({ points, count: spans + 1, length: 2 * Math.PI, EA: 1e6 * EI, EI, GJ, rhoA: 1 });
    const stiffness = new Stiffness(rod, 1e-5);
    // the spline without a beginning, of the radius whose spans have their rest length
    const closed = (radius: number): number[] =>
      Array.from({ length: rod.nodeCount }, (_, i) => (2 * Math.PI * (i - 1)) / spans).flatMap((a) => [
        radius * Math.cos(a),
        radius * Math.sin(a),
        0,
      ]);
    const { first, slope } = rod.basis(0.5);
    const unit = closed(1);
    const speed = Math.hypot(
      ...[0, 1].map((axis) => slope.reduce((sum, c, k) => sum + c * unit[3 * (first + k) + axis], 0)),
    );
    const start = closed((2 * Math.PI) / spans / speed);
    stiffness.moveFrames([...start, ...evenTwist(rod, 0)]);
    const closing = [0, 1, 2].flatMap((axis) =>
      (['b', 'slope'] as const).map((d) => difference(rowAt(rod, spans, axis, d), rowAt(rod, 0, axis, d))),
    );
    const turning = difference(rowAt(rod, spans, 3), rowAt(rod, 0, 3));
    // against rigid motions, and turning about the axis, which no force resists
    const held = [
      ...[0, 1, 2, 3].map((axis) => rowAt(rod, 0, axis)),
      ...[0, 2].map((axis) => rowAt(rod, 0, axis, 'slope')),
      rowAt(rod, spans / 2, 2),
    ];
    const Z = nullSpace([...closing, turning, ...held], rod.coordinates);
    const at = (twist: number): number => {
      let q = [...start, ...evenTwist(rod, twist)];
      for (let pass = 0; pass < 3; pass++) {
        const f = stiffness.forces(q);
        const move = solveDense(
          projected(stiffness.at(q), Z),
          Z.map((z) => dot(f, z)),
        );
        q = q.map((e, k) => e + Z.reduce((sum, z, i) => sum + z[k] * move[i], 0));
      }
      return leastPivot(projected(stiffness.at(q), Z));
    };
    const exact = (2 * Math.PI * Math.sqrt(3) * EI) / GJ;
    return crossing(at, 0.8 * exact, 1.2 * exact, 13) / exact;
  }
  test.each([
    { EI: 1, GJ: 1 },
    { EI: 1, GJ: 0.7 },
    { EI: 2, GJ: 2.6 },
  ])('EI = $EI, GJ = $GJ', ({ EI, GJ }) => {
    expect(Math.abs(critical(12, EI, GJ) - 1)).toBeLessThan(3e-3);
    if (GJ !== 2.6) expect(Math.abs(critical(16, EI, GJ) - 1)).toBeLessThan(1e-3);
  });
});

test.each([
  { r: 0.5, pitch: 0.2, EI1: 1, EI2: 3, GJ: 0.8 },
  { r: 0.5, pitch: 0.4, EI1: 1, EI2: 1, GJ: 2 },
  { r: 1, pitch: 0.1, EI1: 2, EI2: 0.5, GJ: 1 },
])(
  'a helix turned by 0.5 rad is at rest: r = $r, angle $pitch, EI $EI1 and $EI2, GJ = $GJ',
  ({ r, pitch, ...section }) => {
    const [spans, L] = [8, (2 * Math.PI * r) / Math.cos(pitch)];
    const points = alongCurve(helixAt(r, pitch), L, spans);
    const rod = spline({ points, count: spans + 1, rest: 'as-given', EA: 1e6, ...section, rhoA: 1 });
    const stiffness = new Stiffness(rod);
    const q = new Float64Array(rod.coordinates);
    rod.start(q, new Float64Array(rod.coordinates));
    const axis = [0.6, 0.48, 0.64];
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    for (let i = 0; i < rod.nodeCount; i++) {
      const x = Array.from(q.subarray(3 * i, 3 * i + 3));
      const [along, turned] = [dot(axis, x), cross(axis, x)];
      q.set(
        x.map((e, k) => c * e + s * turned[k] + (1 - c) * along * axis[k]),
        3 * i,
      );
    }
    const unturned = stiffness.energy(q);
    const first = 3 * rod.nodeCount;
    for (let pass = 0; pass < 8; pass++) {
      const K = stiffness
        .at(q)
        .slice(first)
        .map((row) => row.slice(first));
      const move = solveDense(K, stiffness.forces(q).slice(first));
      move.forEach((by, i) => {
        q[first + i] += Math.max(-0.3, Math.min(0.3, by));
      });
    }
    const straightening = (0.5 * Math.min(section.EI1, section.EI2) * L) / (r * r);
    expect(unturned / straightening).toBeGreaterThan(1e-3);
    expect(stiffness.energy(q) / straightening).toBeLessThan(1e-5);
  },
);

describe('in free flight', () => {
  function flown(world: World, rod: Spline) {
    const q = world.coordinates(rod.id);
    const v = world.program.velocities(world.program.find(rod.id)).subarray(0, rod.coordinates);
    const { mass, section, spans } = rod;
    if (!mass) throw new Error('no mass');
    let kinetic = 0;
    mass.values.forEach((m, k) => {
      kinetic += (mass.rows[k] === mass.columns[k] ? 0.5 : 1) * m * v[mass.rows[k]] * v[mass.columns[k]];
    });
    // Simpson's rule in each span is enough for a drift
    const L = [0, 0, 0];
    const parts = 8;
    for (let k = 0; k <= parts * spans; k++) {
      const { first, b, slope } = rod.basis(k / parts);
      const sum = (c: readonly number[], list: Float64Array, at: (i: number) => number): number =>
        c.reduce((total, e, i) => total + e * list[at(first + i)], 0);
      const vector = (c: readonly number[], list: Float64Array): number[] =>
        [0, 1, 2].map((axis) => sum(c, list, (i) => 3 * i + axis));
      const [x, u, y] = [vector(b, q), vector(b, v), vector(slope, q)];
      const spin = sum(b, v, (i) => 3 * rod.nodeCount + i);
      const size = Math.hypot(...y);
      const weight = (k === 0 || k === parts * spans ? 1 : k % 2 ? 4 : 2) / (3 * parts);
      cross(x, u).forEach((e, axis) => {
        const own = section.rhoJ * spin * (y[axis] / size);
        L[axis] += weight * (rod.restLength / spans) * (section.rhoA * e + own);
      });
    }
    return { energy: kinetic + potentialEnergy(world), p: linearMomentum(world), L };
  }
  test.each([
    { R: 0.5, EI1: 0.05, EI2: 0.1, GJ: 0.05, rhoJ: 0.01 },
    { R: 0.7, EI1: 0.1, EI2: 0.05, GJ: 0.08, rhoJ: 0.02 },
    { R: 0.5, EI1: 0.08, EI2: 0.08, GJ: 0.1, rhoJ: 0.005 },
  ])('R = $R, EI $EI1 and $EI2, GJ = $GJ, rhoJ = $rhoJ: momenta and energy stay', ({ R, ...section }) => {
    const bow = (s: number): number[] => [R * Math.sin(s / R), R * (1 - Math.cos(s / R)), 0.1 * s];
    const points = alongCurve(bow, (Math.PI / 2) * R, 6);
    const rod = spline({ points, count: 7, rest: 'as-given', EA: 200, rhoA: 1, ...section });
    const world = createWorld({ step: 2e-4, gravity: [0, 0, 0], integrator: 'velocity-verlet' });
    world.add(rod);
    const { start } = world.program.find(rod.id);
    const v = world.state.column('v');
    const q = world.coordinates(rod.id);
    const omega = [1, 2, 0.5];
    for (let i = 0; i < rod.nodeCount; i++) {
      const turning = cross(omega, q.subarray(3 * i, 3 * i + 3));
      for (let axis = 0; axis < 3; axis++) v[start + 3 * i + axis] = turning[axis] + 0.3 * Math.sin(7 * i + 3 * axis);
      v[start + 3 * rod.nodeCount + i] = 1.5 + 0.2 * i;
    }
    const before = flown(world, rod);
    world.step(2000);
    const after = flown(world, rod);
    for (let k = 0; k < 3; k++) expect(Math.abs(after.p[k] - before.p[k])).toBeLessThan(1e-13);
    expect(Math.abs(after.energy / before.energy - 1)).toBeLessThan(5e-4);
    expect(Math.hypot(...difference(after.L, before.L)) / Math.hypot(...before.L)).toBeLessThan(2e-4);
  });
});
