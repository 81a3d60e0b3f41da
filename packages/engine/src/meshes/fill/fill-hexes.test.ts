import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { ballSurface, blob, boxSurface, extent, together, without } from '../../../../../tests/support/surfaces.ts';
import { hexMeshVolume } from '../hex-mesh.ts';
import { WindingNumber } from '../surface/winding-number.ts';
import { fillHexes } from './fill-hexes.ts';

test('a box of whole cells is met exactly', () => {
  const { mesh, pieces, volumeError } = fillHexes(boxSurface([1, 0.5, 0.3], [2, 0, 1]), { size: 0.1 });
  expect(mesh.hexes.length / 8).toBe(10 * 5 * 3);
  expect(mesh.positions.length / 3).toBe(11 * 6 * 4);
  expect(pieces).toEqual([150]);
  expect(Math.abs(volumeError)).toBeLessThan(1e-12);
});

test('the centres of cells are inside (every seventh): 2 blobs, seed 6', () => {
  const random = new Random(6);
  for (let k = 0; k < 2; k++) {
    const surface = blob(random, 4);
    const size = extent(surface) / 20;
    const { mesh, volumeError } = fillHexes(surface, { size });
    const winding = new WindingNumber(surface);
    let wrong = 0;
    for (let h = 0; h < mesh.hexes.length; h += 8 * 7) {
      const [a, b] = [3 * mesh.hexes[h], 3 * mesh.hexes[h + 6]];
      const [x, y, z] = [0, 1, 2].map((axis) => (mesh.positions[a + axis] + mesh.positions[b + axis]) / 2);
      if (winding.rounded(x, y, z) !== 1) wrong++;
    }
    expect(wrong).toBe(0);
    expect(Math.abs(volumeError)).toBeLessThan(0.02); // cells in and out average out
  }
});

test('a small fraction takes more cells, a large one fewer; nodes are shared', () => {
  const surface = ballSurface(1);
  const [some, centre, all] = [{ fraction: 0.01 }, {}, { fraction: 1 }].map((o) =>
    fillHexes(surface, { size: 0.2, ...o }),
  );
  expect(some.volumeError).toBeGreaterThan(centre.volumeError);
  expect(centre.volumeError).toBeGreaterThan(all.volumeError);
  expect(all.volumeError).toBeLessThan(0);
  for (const { mesh } of [some, centre, all]) {
    const places = new Set(
      Array.from({ length: mesh.positions.length / 3 }, (_, n) => mesh.positions.subarray(3 * n, 3 * n + 3).join()),
    );
    expect(places.size).toBe(mesh.positions.length / 3);
  }
});

test('parts that share no face are told', () => {
  const pair = together(boxSurface([0.4, 0.4, 0.4]), boxSurface([0.2, 0.2, 0.2], [0.5, 0.1, 0.1]));
  expect(fillHexes(pair, { size: 0.1 }).pieces).toEqual([64, 8]);
});

test('what cannot be filled is refused; holes are closed if asked', () => {
  expect(() => fillHexes(ballSurface(1), { size: 5, fraction: 0.9 })).toThrow(
    'fill: size — no cell of 5 m lies inside',
  );
  expect(() => fillHexes(ballSurface(1), { size: 1e-4 })).toThrow('are the lengths in metres?');
  expect(() => fillHexes(ballSurface(1), { size: 0.1, fraction: 0 })).toThrow('fill: fraction — 0 is not a fraction');
  const open = without(ballSurface(1), [0, 1]);
  expect(() => fillHexes(open, { size: 0.2 })).toThrow('it is not closed');
  const closed = fillHexes(open, { size: 0.2, holes: 'close' });
  expect(hexMeshVolume(closed.mesh)).toBeCloseTo(hexMeshVolume(fillHexes(ballSurface(1), { size: 0.2 }).mesh), 1);
});
