/**
 * On which side of a surface the points of a regular grid lie: 1 inside, -1 outside, 0 on it.
 *
 * Where the value is a distance, a block of points that is farther from the surface than it is large has one sign. Blocks are
 * halved until that is so, which leaves single points near the surface only.
 */
import type { Solid } from '../surface/solid.ts';

export interface Grid {
  readonly origin: readonly [number, number, number];
  readonly spacing: number;
  /** points along x, y, z */
  readonly counts: readonly [number, number, number];
}

/** Point (i, j, k) has index i + nx (j + ny k). */
export function gridSigns(solid: Solid, { origin, spacing, counts }: Grid): Int8Array {
  const [nx, ny, nz] = counts;
  const signs = new Int8Array(nx * ny * nz);
  const block = (i: number, j: number, k: number, size: number): void => {
    if (i >= nx || j >= ny || k >= nz) return;
    const middle = (size - 1) / 2;
    const value = solid.value(
      origin[0] + (i + middle) * spacing,
      origin[1] + (j + middle) * spacing,
      origin[2] + (k + middle) * spacing,
    );
    // sqrt(3) rounded up
    if (size === 1 || (solid.isDistance && Math.abs(value) > 1.7320509 * middle * spacing)) {
      const sign = Math.sign(value);
      for (let c = k; c < Math.min(k + size, nz); c++) {
        for (let b = j; b < Math.min(j + size, ny); b++) {
          const row = nx * (b + ny * c);
          signs.fill(sign, row + i, row + Math.min(i + size, nx));
        }
      }
      return;
    }
    const half = size / 2;
    for (let octant = 0; octant < 8; octant++) {
      block(i + half * (octant & 1), j + half * ((octant >> 1) & 1), k + half * (octant >> 2), half);
    }
  };
  const start = solid.isDistance ? 16 : 1;
  for (let k = 0; k < nz; k += start) {
    for (let j = 0; j < ny; j += start) for (let i = 0; i < nx; i += start) block(i, j, k, start);
  }
  return signs;
}
