import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import {
  ballSurface,
  blob,
  boxSurface,
  extent,
  insideOut,
  ringSurface,
  soup,
  together,
  turned,
  without,
} from '../../../../../tests/support/surfaces.ts';
import { Bvh } from '../../geometry/bvh.ts';
import { type Mesh, meshVolume, tetVolume } from '../mesh.ts';
import { angleSummary } from '../quality.ts';
import { enclosedVolume, type TriangleSurface } from '../surface/surface.ts';
import { fillTets, largestFillAngle, leastFillAngle, type TetFill } from './fill-tets.ts';

/** What holds of every fill: tets positive, angles in their bounds, boundary nodes on the surface. */
function expectSound(fill: TetFill, surface: TriangleSurface, size: number): void {
  const { positions, tets, triangles } = fill.mesh;
  let smallest = Infinity;
  for (let t = 0; t < tets.length / 4; t++) smallest = Math.min(smallest, tetVolume(positions, tets, t));
  expect(smallest).toBeGreaterThan(0);
  const angles = angleSummary(fill.mesh);
  expect(angles.least).toBeGreaterThan(leastFillAngle);
  expect(angles.largest).toBeLessThan(largestFillAngle);
  const bvh = new Bvh(surface.triangles, 3, surface.positions);
  const weights = new Float64Array(3);
  let farthest = 0;
  for (const n of new Set(triangles)) {
    bvh.closest(surface.positions, 0, positions[3 * n], positions[3 * n + 1], positions[3 * n + 2], weights);
    farthest = Math.max(farthest, Math.sqrt(bvh.squared));
  }
  expect(farthest).toBeLessThan(2e-6 * size); // cuts are found to 1e-6
}

const random = new Random(5);
const shapes: [name: string, surface: TriangleSurface][] = [
  ['a ball', ballSurface(1)],
  ['a box along the lattice', boxSurface([1, 1, 1])],
  ['a box of 2 x 1 x 1', boxSurface([2, 1, 1])],
  ['a turned box', turned(boxSurface([1, 1.3, 0.9]), random)],
  ['a ring', turned(ringSurface(0.4, 1, 0.7), random)],
  ...Array.from({ length: 6 }, (_, k): [string, TriangleSurface] => [`blob ${k}, seed 5`, blob(random)]),
];

describe.each(shapes)('%s', (_, surface) => {
  const size = extent(surface) / 20;
  const fill = fillTets(surface, { size });
  test('at 20 cells across: sound, closed and manifold, in one piece, volume within 2 %', () => {
    expectSound(fill, surface, size);
    expect(fill.pinched).toBe(0);
    expect(fill.pieces).toBe(1);
    expect(Math.abs(fill.volumeError)).toBeLessThan(0.02);
    expect(enclosedVolume(fill.mesh)).toBeCloseTo(meshVolume(fill.mesh), 10); // its boundary is closed and looks outward
  });
});

test('a fill is the same every time, for a soup of triangles, and for a surface that is inside out', () => {
  const surface = blob(new Random(8), 4);
  const { mesh } = fillTets(surface, { size: 0.15 });
  const same = (other: Mesh): boolean =>
    other.tets.every((n, k) => n === mesh.tets[k]) && other.positions.every((x, k) => x === mesh.positions[k]);
  expect(same(fillTets(surface, { size: 0.15 }).mesh)).toBe(true);
  const turnedOver = fillTets(insideOut(surface), { size: 0.15 });
  expect(same(turnedOver.mesh)).toBe(true);
  expect(turnedOver.surface.inverted).toBe(true);
  const loose = fillTets(soup(surface), { size: 0.15 });
  expect(loose.mesh.positions.length).toBe(mesh.positions.length);
  expect(loose.surface.merged).toBe(surface.triangles.length - surface.positions.length / 3);
});

test('half the size: four times less error, eight times the tets', () => {
  const surface = ballSurface(1, [0, 0, 0], 16);
  const [coarse, fine] = [0.2, 0.1].map((size) => fillTets(surface, { size }));
  expect(coarse.volumeError / fine.volumeError).toBeGreaterThan(3);
  expect(coarse.volumeError / fine.volumeError).toBeLessThan(5);
  expect(fine.mesh.tets.length / coarse.mesh.tets.length).toBeCloseTo(8, 0);
});

describe('parts that cross, touch or contain each other', () => {
  const size = 0.14;
  const ball = (4 / 3) * Math.PI;
  const volumeOf = (surface: TriangleSurface): number => {
    const fill = fillTets(surface, { size });
    expectSoundShape(fill);
    return meshVolume(fill.mesh);
  };
  const expectSoundShape = (fill: TetFill): void => {
    const angles = angleSummary(fill.mesh);
    expect([angles.least > leastFillAngle, angles.largest < largestFillAngle]).toEqual([true, true]);
  };
  const one = ballSurface(1, [0, 0, 0], 9);
  test('two balls that cross are their union', () => {
    const fill = fillTets(together(one, ballSurface(1, [1, 0, 0], 9)), { size });
    // two balls without the lens between: pi (4 r + d) (2 r - d)^2 / 12
    const union = 2 * ball - (Math.PI * 5) / 12;
    expect(meshVolume(fill.mesh) / union - 1).toBeGreaterThan(-0.03); // the balls themselves are faceted: 0.7 %
    expect(meshVolume(fill.mesh)).toBeLessThan(union);
    expect(fill.pieces).toBe(1);
    expectSoundShape(fill);
  });
  test('a ball in a ball, looking outward, adds nothing; looking inward, it is a cavity', () => {
    const small = ballSurface(0.6, [0.1, 0, 0], 6);
    expect(volumeOf(together(one, small))).toBe(volumeOf(one));
    expect(volumeOf(together(one, insideOut(small))) / (ball * (1 - 0.6 ** 3))).toBeCloseTo(1, 1);
  });
  test('two boxes with a common wall are one', () => {
    const fill = fillTets(together(boxSurface([1, 1, 1]), boxSurface([1, 0.8, 0.6], [1, 0.03, 0.02])), { size: 0.07 });
    expect(fill.pieces).toBe(1);
    expect(meshVolume(fill.mesh) / (1 + 0.8 * 0.6) - 1).toBeGreaterThan(-0.03);
    expect(meshVolume(fill.mesh)).toBeLessThan(1 + 0.8 * 0.6);
  });
  test('two balls apart are two pieces', () => {
    const fill = fillTets(together(one, ballSurface(0.5, [3, 0, 0])), { size: 0.15 });
    expect([fill.pieces, fill.pinched]).toEqual([2, 0]);
  });
});

describe('holes', () => {
  const open = without(ballSurface(1), [0, 1, 2, 3, 4, 5]);
  test('are refused, with their number, places and the remedy', () => {
    expect(() => fillTets(open, { size: 0.2 })).toThrow(
      /^fill: surface — it is not closed: \d+ edges have one triangle only: there are holes \(first \d+-\d+, .*\) \(numbers count from 0\)\. Close the holes .*"holes": "close"/,
    );
  });
  test('are closed by the winding number if asked', () => {
    const fill = fillTets(open, { size: 0.15, holes: 'close' });
    const whole = fillTets(ballSurface(1), { size: 0.15 });
    expect(meshVolume(fill.mesh) / meshVolume(whole.mesh)).toBeCloseTo(1, 2);
    const angles = angleSummary(fill.mesh);
    expect([angles.least > leastFillAngle, angles.largest < largestFillAngle]).toEqual([true, true]);
    expect([fill.pieces, fill.pinched, fill.volumeError]).toEqual([1, 0, Number.NaN]);
  });
  test('a triangle that is turned over is no hole, and is refused with another remedy', () => {
    const { positions, triangles } = ballSurface(1);
    const [a, b, ...rest] = triangles;
    expect(() =>
      fillTets({ positions, triangles: Int32Array.of(b, a, ...rest) }, { size: 0.2, holes: 'close' }),
    ).toThrow(/3 edges are used twice in one direction.*Turn all triangles outward/);
  });
});

test.each([
  [
    { size: 3 },
    /^fill: size — no point of a lattice of 3 m lies inside the surface, which is 1 x 1 x 0\.01 m large\. Give a smaller size\.$/,
  ],
  [{ size: 1e-4 }, /^fill: size — with 0\.0001 m 10001 x 10001 x 101 cells of the lattice are too many.*metres\?$/],
  [{ size: 0 }, 'fill: size[0] — 0'],
  [{ size: Number.NaN }, 'fill: size[0] — NaN'],
])('%j of a thin plate is refused', (options, message) => {
  expect(() => fillTets(boxSurface([1, 1, 0.01], [0, 0, 0.4]), options)).toThrow(message);
});
