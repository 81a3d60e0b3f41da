/**
 * The surface of a box with rounded edges: the points at `radius` from a smaller, inner box. Each point p of a net on the
 * sides of the outer box gives one of them:
 *
 *   q = p moved into the inner box,   x = q + radius (p - q) / |p - q|
 *
 * A ball is a box whose inner box is a point, an ellipsoid a stretched ball.
 */

import { checkOptions, number, numbers, required } from '../base/options.ts';
import { refusing } from '../base/refusal.ts';
import { checkNumbers, type Mesh, mesh, transformed } from './mesh.ts';

type Triple = readonly [number, number, number];

/**
 * Options of `roundedBox`.
 * @example const options: RoundedBoxOptions = { size: [1, 1, 1], radius: 0.1 };
 */
export interface RoundedBoxOptions {
  /** metres, along x, y, z */
  size: Triple;
  /** metres, at most half the shortest side */
  radius: number;
  centre?: Triple;
  /** along the longest side, arcs included */
  segments?: number;
}
/**
 * Options of `ellipsoid`.
 * @example const options: EllipsoidOptions = { radii: [1, 0.5, 0.5] };
 */
export interface EllipsoidOptions {
  /** metres, along x, y, z */
  radii: Triple;
  centre?: Triple;
  /** along a quarter of the way round */
  segments?: number;
}

/**
 * What `roundedBox` uses for options that are not given.
 * @example roundedBox({ ...roundedBoxDefaults, size: [1, 1, 1], radius: 0.1 })
 */
export const roundedBoxDefaults = { centre: [0, 0, 0], segments: 16 } as const;

/**
 * The surface of a box with rounded edges and corners.
 * @example roundedBox({ size: [1, 1, 1], radius: 0.1 })
 */
export function roundedBox(options: RoundedBoxOptions): Mesh {
  checkOptions('roundedBox', options, {
    size: required(numbers),
    radius: required(number),
    centre: numbers,
    segments: number,
  });
  const { size, radius, centre = roundedBoxDefaults.centre, segments = roundedBoxDefaults.segments } = options;
  checkNumbers('roundedBox: size', size, 3, 'positive');
  checkNumbers('roundedBox: radius', [radius], 1, 'positive');
  checkNumbers('roundedBox: segments', [segments], 1, 'whole and positive');
  const half = size.map((side) => side / 2);
  const shortest = Math.min(...size);
  if (radius > shortest / 2)
    throw refusing({ of: 'roundedBox' })('radius', `${radius} m is over half the shortest side, ${shortest / 2} m.`);
  const longest = Math.max(...size);
  const lines = half.map((end) => netLines(end, radius, Math.ceil((2 * end * segments) / longest)));
  return transformed(
    boxNet(lines, (p) => pulledIn(p, half, radius)),
    { translate: centre },
  );
}

/**
 * The surface of an ellipsoid.
 * @example ellipsoid({ radii: [1, 0.5, 0.5] })
 */
export function ellipsoid(options: EllipsoidOptions): Mesh {
  checkOptions('ellipsoid', options, { radii: required(numbers), centre: numbers, segments: number });
  const { radii, centre = roundedBoxDefaults.centre, segments = roundedBoxDefaults.segments } = options;
  checkNumbers('ellipsoid: radii', radii, 3, 'positive');
  checkNumbers('ellipsoid: segments', [segments], 1, 'whole and positive');
  return transformed(roundedBox({ size: [2, 2, 2], radius: 1, segments }), { scale: radii, translate: centre });
}

/** Where the lines of the net cross an axis, from -end to end: an arc, a straight part if there is one, an arc. */
function netLines(end: number, radius: number, segments: number): number[] {
  const arc = Math.max(1, Math.round((segments * radius) / (2 * end)));
  const straight = Math.max(1, segments - 2 * arc);
  const inner = end - radius;
  const upper: number[] = [];
  if (inner > 0) for (let k = straight % 2 ? 0.5 : 1; k < straight / 2; k++) upper.push((2 * inner * k) / straight);
  for (let k = inner > 0 ? 0 : 1; k <= arc; k++) upper.push(inner + radius * evened(k / arc));
  const centred = inner > 0 && straight % 2 ? [] : [0];
  return [...upper.map((at) => -at).reverse(), ...centred, ...upper];
}
/** Steps of equal angle seen from the centre of the arc: u (2 + u) / 3, close to tan(u pi/4), 0 to 1. */
const evened = (u: number): number => (u * (2 + u)) / 3;

function pulledIn(p: Triple, half: readonly number[], radius: number): Triple {
  const q = p.map((x, axis) => Math.max(radius - half[axis], Math.min(half[axis] - radius, x)));
  const [x, y, z] = p.map((at, axis) => at - q[axis]);
  const stretch = radius / Math.sqrt(x * x + y * y + z * z);
  return [q[0] + stretch * x, q[1] + stretch * y, q[2] + stretch * z];
}

/** A net over the six sides of a box, moved point by point. */
function boxNet(lines: readonly (readonly number[])[], moved: (p: Triple) => Triple): Mesh {
  const [nx, ny, nz] = lines.map((line) => line.length);
  const number = new Int32Array(nx * ny * nz).fill(-1);
  const positions: number[] = [];
  const vertex = (at: readonly number[]): number => {
    const [i, j, k] = at;
    const place = i + nx * (j + ny * k);
    if (number[place] < 0) {
      number[place] = positions.length / 3;
      positions.push(...moved([lines[0][i], lines[1][j], lines[2][k]]));
    }
    return number[place];
  };
  const triangles: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const most = [lines[u].length - 1, lines[v].length - 1];
    for (const end of [0, lines[axis].length - 1]) {
      const at = [0, 0, 0];
      at[axis] = end;
      for (let i = 0; i < most[0]; i++) {
        for (let j = 0; j < most[1]; j++) {
          const corner = (di: number, dj: number): number => {
            at[u] = i + di;
            at[v] = j + dj;
            return vertex(at);
          };
          // seen from outside: anticlockwise on the far side, mirrored on the near one
          const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
          // diagonals towards the middle of the side, so that all eight corners are alike
          const along = 2 * i < most[0] === 2 * j < most[1];
          const cut = along ? [a, b, c, a, c, d] : [b, c, d, b, d, a];
          triangles.push(...(end ? cut : cut.reverse()));
        }
      }
    }
  }
  return mesh({ positions, triangles });
}
