import { expect, test } from 'vitest';
import { tetVolume } from '../mesh.ts';
import { angleSummary } from '../quality.ts';
import { alphaLong, alphaShort } from './cuts.ts';
import { largestFillAngle, leastFillAngle } from './fill-tets.ts';
import { type LatticeTet, stencil } from './stencils.ts';

/** A lattice tet: two centres, and the ends of an edge of the face between them. */
const corners = [
  [-0.5, 0, 0],
  [0.5, 0, 0],
  [0, -0.5, -0.5],
  [0, 0.5, -0.5],
];
const long = (i: number, j: number): boolean => (i ^ 1) === j;
const directions = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) =>
    [-1, 0, 1].flatMap((z) => {
      const length = Math.abs(x) + Math.abs(y) + Math.abs(z);
      if (length === 1) return [{ d: [x, y, z], alpha: alphaLong }];
      return length === 3 ? [{ d: [x / 2, y / 2, z / 2], alpha: alphaShort }] : [];
    }),
  ),
);

interface Warp {
  readonly corner: number;
  /** the corner of this tet that it moves towards, or -1 */
  readonly towards: number;
}

/**
 * All configurations: signs of the corners, corners on the surface moved along each of their 14 edges by none, a half or all of
 * alpha, cuts at alpha from either end. A corner moves along an edge whose other end had the other sign, and two corners cannot
 * have moved along the same edge.
 */
function* configurations(): Generator<{ signs: number[]; places: number[][]; cuts: Map<number, number[]> }> {
  for (let code = 0; code < 81; code++) {
    const signs = [code % 3, Math.floor(code / 3) % 3, Math.floor(code / 9) % 3, Math.floor(code / 27)].map(
      (s) => s - 1,
    );
    if (!signs.some((s) => s > 0)) continue;
    for (const { places, warps } of warped(signs, 0, corners, [])) {
      if (!possible(signs, warps)) continue;
      const crossed = [0, 1, 2, 3].flatMap((i) =>
        [0, 1, 2, 3].filter((j) => i < j && signs[i] * signs[j] < 0).map((j) => [i, j]),
      );
      for (let ends = 0; ends < 1 << crossed.length; ends++) {
        const cuts = new Map<number, number[]>();
        crossed.forEach(([i, j], k) => {
          const alpha = long(i, j) ? alphaLong : alphaShort;
          const t = (ends >> k) & 1 ? 1 - alpha : alpha;
          cuts.set(
            4 * i + j,
            corners[i].map((x, axis) => (1 - t) * x + t * corners[j][axis]),
          );
        });
        yield { signs, places, cuts };
      }
    }
  }
}

function* warped(
  signs: readonly number[],
  corner: number,
  places: number[][],
  warps: readonly Warp[],
): Generator<{ places: number[][]; warps: readonly Warp[] }> {
  if (corner === 4) return yield { places, warps };
  yield* warped(signs, corner + 1, places, warps);
  if (signs[corner] !== 0) return;
  for (const { d, alpha } of directions) {
    const end = corners[corner].map((x, axis) => x + d[axis]);
    const towards = corners.findIndex((c) => c.every((x, axis) => x === end[axis]));
    for (const share of [0.5, 1]) {
      const moved = corners[corner].map((x, axis) => x + share * alpha * d[axis]);
      yield* warped(
        signs,
        corner + 1,
        places.map((place, i) => (i === corner ? moved : place)),
        [...warps, { corner, towards }],
      );
    }
  }
}

function possible(signs: readonly number[], warps: readonly Warp[]): boolean {
  const met = warps.filter(({ towards }) => towards >= 0);
  if (met.some(({ corner, towards }) => met.some((w) => w.corner === towards && w.towards === corner))) return false;
  // signs before the move, for those on the surface either
  for (let code = 0; code < 16; code++) {
    const before = signs.map((s, i) => (s === 0 ? ((code >> i) & 1 ? 1 : -1) : s));
    if (met.every(({ corner, towards }) => before[towards] === -before[corner])) return true;
  }
  return false;
}

test('every configuration, at its extremes: no tet inverted, every angle in the bounds that are stated', () => {
  const positions: number[] = [];
  const tets: number[] = [];
  let least = 180;
  let largest = 0;
  let smallest = Infinity;
  const flush = () => {
    const made = { positions: Float64Array.from(positions), tets: Int32Array.from(tets) };
    for (let t = 0; t < tets.length / 4; t++) smallest = Math.min(smallest, tetVolume(made.positions, made.tets, t));
    const angles = angleSummary(made);
    least = Math.min(least, angles.least);
    largest = Math.max(largest, angles.largest);
    positions.length = 0;
    tets.length = 0;
  };
  for (const { signs, places, cuts } of configurations()) {
    const node = (p: readonly number[]): number => positions.push(...p) / 3 - 1;
    const tet: LatticeTet = {
      signs: Int8Array.from(signs),
      numbers: Int32Array.of(0, 1, 2, 3),
      corner: (i) => node(places[i]),
      cut: (i, j) => node(cuts.get(4 * Math.min(i, j) + Math.max(i, j)) as number[]),
      squared: (a, b) =>
        [0, 1, 2].reduce((sum, axis) => sum + (positions[3 * a + axis] - positions[3 * b + axis]) ** 2, 0),
      emit: (...nodes) => tets.push(...nodes),
    };
    stencil(tet);
    if (tets.length > 40_000) flush();
  }
  flush();
  expect(smallest).toBeGreaterThan(0.002); // a lattice tet has 1/12
  expect(least).toBeGreaterThan(leastFillAngle);
  expect(largest).toBeLessThan(largestFillAngle);
  // and the bounds are not idle
  expect(least).toBeLessThan(leastFillAngle + 0.2);
  expect(largest).toBeGreaterThan(largestFillAngle - 0.2);
});
