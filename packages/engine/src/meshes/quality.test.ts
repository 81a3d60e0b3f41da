import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { box } from './box.ts';
import { angleSummary, dihedralAngles, radiusRatios, tetQuality } from './quality.ts';

const tet = (...positions: number[]) => ({ positions: Float64Array.from(positions), tets: Int32Array.of(0, 1, 2, 3) });
const regular = tet(1, 1, 1, -1, 1, -1, 1, -1, -1, -1, -1, 1);
const corner = tet(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

test('a regular tet: 70.53 degrees and 1', () => {
  for (const angle of dihedralAngles(regular)) expect(angle).toBeCloseTo((Math.acos(1 / 3) * 180) / Math.PI, 10);
  expect(radiusRatios(regular)[0]).toBeCloseTo(1, 14);
});

test('the corner of a cube: three right angles, three of 54.74 degrees', () => {
  const oblique = (Math.acos(1 / Math.sqrt(3)) * 180) / Math.PI;
  const angles = dihedralAngles(corner);
  for (let e = 0; e < 6; e++) expect(angles[e]).toBeCloseTo(e < 3 ? 90 : oblique, 10);
  // r = 1 / (3 + sqrt 3), R = sqrt(3) / 2
  expect(radiusRatios(corner)[0]).toBeCloseTo(3 / (3 + Math.sqrt(3)) / (Math.sqrt(3) / 2), 12);
});

test('radius ratio of 100 random tets, seed 9: from the spheres themselves', () => {
  const random = new Random(9);
  for (let k = 0; k < 100; k++) {
    const x = random.list(12, -1, 1);
    const p = [0, 1, 2, 3].map((n) => x.slice(3 * n, 3 * n + 3));
    const minus = (a: number[], b: number[]): number[] => a.map((c, i) => c - b[i]);
    const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const cross = (a: number[], b: number[]): number[] => [
      a[1] * b[2] - a[2] * b[1],
      a[2] * b[0] - a[0] * b[2],
      a[0] * b[1] - a[1] * b[0],
    ];
    const [u, v, w] = [minus(p[1], p[0]), minus(p[2], p[0]), minus(p[3], p[0])];
    const six = dot(u, cross(v, w));
    // the centre of the circumscribed sphere, seen from the first corner
    const centre = [0, 1, 2].map(
      (i) => (dot(u, u) * cross(v, w)[i] + dot(v, v) * cross(w, u)[i] + dot(w, w) * cross(u, v)[i]) / (2 * six),
    );
    const areas = [cross(v, w), cross(w, u), cross(u, v), cross(minus(v, u), minus(w, u))].map(
      (n) => Math.hypot(...n) / 2,
    );
    const inscribed = six / 2 / areas.reduce((a, b) => a + b);
    expect(radiusRatios(tet(...x))[0]).toBeCloseTo((3 * inscribed) / Math.hypot(...centre), 9);
  }
});

test('an inverted tet is negative and is counted; a flat one is 0', () => {
  const inverted = { ...regular, tets: Int32Array.of(0, 2, 1, 3) };
  expect(radiusRatios(inverted)[0]).toBeCloseTo(-1, 14);
  expect(tetQuality(inverted)).toMatchObject({ inverted: 1, leastAt: 0 });
  expect(radiusRatios(tet(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0))[0]).toBe(0);
});

test('summaries count every angle and tet once, and find the extremes, seed 10', () => {
  const random = new Random(10);
  const { positions, tets } = box({ size: [1, 2, 3], cells: [3, 2, 2], tetsPerCell: 6 });
  const mesh = { positions: positions.map((x) => x + random.between(-0.05, 0.05)), tets };
  const angles = dihedralAngles(mesh);
  const summary = angleSummary(mesh);
  expect(summary.histogram.reduce((a, b) => a + b)).toBe(angles.length);
  expect(summary.least).toBe(angles.reduce((a, b) => Math.min(a, b)));
  expect(summary.largest).toBe(angles.reduce((a, b) => Math.max(a, b)));
  expect([...angles.subarray(6 * summary.leastAt, 6 * summary.leastAt + 6)]).toContain(summary.least);
  const bins = new Int32Array(36);
  for (const angle of angles) bins[Math.floor(angle / 5)]++;
  expect(summary.histogram).toEqual(bins);
  const quality = tetQuality(mesh);
  expect(quality.histogram.reduce((a, b) => a + b)).toBe(mesh.tets.length / 4);
  expect(quality.least).toBe(radiusRatios(mesh)[quality.leastAt]);
});
