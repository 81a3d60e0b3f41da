/** Closed triangle surfaces for tests, with known volumes. */
import { ballMesh } from '../../packages/engine/src/meshes/ball.ts';
import { box } from '../../packages/engine/src/meshes/box.ts';
import { ring } from '../../packages/engine/src/meshes/ring.ts';
import type { TriangleSurface } from '../../packages/engine/src/meshes/surface/surface.ts';
import type { Random } from './random.ts';

type Triple = readonly [number, number, number];

/** A mesh's boundary, without the nodes inside. */
export function boundary({ positions, triangles }: TriangleSurface): TriangleSurface {
  const used = [...new Set(triangles)].sort((a, b) => a - b);
  const place = new Map(used.map((n, i) => [n, i]));
  return {
    positions: Float64Array.from(used.flatMap((n) => [...positions.subarray(3 * n, 3 * n + 3)])),
    triangles: triangles.map((n) => place.get(n) as number),
  };
}

export const boxSurface = (size: Triple, centre: Triple = [0, 0, 0], cells: Triple = [1, 1, 1]): TriangleSurface =>
  boundary(box({ size, centre, cells, tetsPerCell: 6 }));
export const ballSurface = (radius: number, centre: Triple = [0, 0, 0], cells = 6): TriangleSurface =>
  boundary(ballMesh({ radius, centre, cells }));
export const ringSurface = (innerRadius: number, outerRadius: number, width: number): TriangleSurface =>
  boundary(ring({ innerRadius, outerRadius, width, cells: [36, 1, 1] }));

/** Several surfaces in one list. */
export function together(...surfaces: readonly TriangleSurface[]): TriangleSurface {
  const starts = surfaces.map((_, k) => surfaces.slice(0, k).reduce((sum, s) => sum + s.positions.length / 3, 0));
  return {
    positions: Float64Array.from(surfaces.flatMap(({ positions }) => [...positions])),
    triangles: Int32Array.from(surfaces.flatMap(({ triangles }, k) => [...triangles].map((n) => n + starts[k]))),
  };
}

/** With its triangles turned over. */
export const insideOut = ({ positions, triangles }: TriangleSurface): TriangleSurface => ({
  positions,
  triangles: triangles.map((_, k) => triangles[k - (k % 3) + [0, 2, 1][k % 3]]),
});

/** Without some triangles. */
export const without = ({ positions, triangles }: TriangleSurface, gone: readonly number[]): TriangleSurface => ({
  positions,
  triangles: triangles.filter((_, k) => !gone.includes(Math.floor(k / 3))),
});

/** Every triangle with points of its own, as STL has them. */
export const soup = ({ positions, triangles }: TriangleSurface): TriangleSurface => ({
  positions: Float64Array.from([...triangles].flatMap((n) => [...positions.subarray(3 * n, 3 * n + 3)])),
  triangles: triangles.map((_, k) => k),
});

/** A ball with bumps and dents, stretched and turned: star-shaped, so that it does not cross itself. */
export function blob(random: Random, cells = 6): TriangleSurface {
  const { positions, triangles } = ballSurface(1, [0, 0, 0], cells);
  const waves = Array.from({ length: 4 }, () => ({
    along: random.list(3, -2.5, 2.5),
    size: random.between(-0.1, 0.1),
  }));
  const stretch = random.list(3, 0.6, 1.4);
  return turned(
    {
      positions: positions.map((_, k) => {
        const p = positions.subarray(k - (k % 3), k - (k % 3) + 3);
        const bump = waves.reduce(
          (sum, { along, size }) => sum + size * Math.sin(along[0] * p[0] + along[1] * p[1] + along[2] * p[2]),
          1,
        );
        return p[k % 3] * bump * stretch[k % 3];
      }),
      triangles,
    },
    random,
  );
}

/** Turned and moved at random. */
export function turned({ positions, triangles }: TriangleSurface, random: Random): TriangleSurface {
  const q = random.list(4, -1, 1);
  const [x, y, z, w] = q.map((c) => c / Math.hypot(...q));
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const shift = random.list(3, -3, 3);
  return {
    positions: positions.map((_, k) => {
      const p = positions.subarray(k - (k % 3), k - (k % 3) + 3);
      const row = rows[k % 3];
      return row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + shift[k % 3];
    }),
    triangles,
  };
}

/** Longest side of the box around it. */
export function extent({ positions }: TriangleSurface): number {
  const sides = [0, 1, 2].map((axis) => {
    const along = positions.filter((_, k) => k % 3 === axis);
    return along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b));
  });
  return Math.max(...sides);
}
