/**
 * Whether bodies pass into or through each other, without the engine's detection: points of each surface against the formula of the other
 * shape, at several times within a step.
 */
import type { Rigid, RigidShape } from '../../packages/engine/src/index.ts';

type Triple = [number, number, number];

/** How deep a point of the shape's axes is inside it, m; negative outside. Axes as the engine has them: long ones along y. */
export function depthIn(shape: RigidShape, [x, y, z]: Triple): number {
  switch (shape.kind) {
    case 'sphere':
      return shape.radius - Math.hypot(x, y, z);
    case 'box':
      return Math.min(...[x, y, z].map((r, k) => shape.size[k] / 2 - Math.abs(r)));
    case 'capsule': {
      const along = Math.max(0, Math.abs(y) - shape.length / 2);
      return shape.radius - Math.hypot(x, along, z);
    }
    case 'cylinder':
      return Math.min(shape.radius - Math.hypot(x, z), shape.length / 2 - Math.abs(y));
    default:
      return Number.NEGATIVE_INFINITY;
  }
}
/** Points of its surface. */
function pointsOf(shape: RigidShape): Triple[] {
  const all: Triple[] = [];
  const rounds = 12;
  const ring = (radius: number, y: number): void => {
    for (let k = 0; k < rounds; k++) {
      const a = (2 * Math.PI * k) / rounds;
      all.push([radius * Math.cos(a), y, radius * Math.sin(a)]);
    }
  };
  const caps = (radius: number, length: number): void => {
    for (const side of [-1, 1])
      for (const b of [0, 0.4, 0.8, 1.2, Math.PI / 2])
        ring(radius * Math.cos(b), side * (length / 2 + radius * Math.sin(b)));
  };
  if (shape.kind === 'sphere') caps(shape.radius, 0);
  else if (shape.kind === 'capsule') caps(shape.radius, shape.length);
  else if (shape.kind === 'cylinder')
    for (const y of [-0.5, -0.25, 0, 0.25, 0.5]) for (const r of [1, 0.5]) ring(r * shape.radius, y * shape.length);
  else if (shape.kind === 'box') {
    const places = [-0.5, -0.25, 0, 0.25, 0.5];
    for (const x of places)
      for (const y of places)
        for (const z of places)
          if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) === 0.5)
            all.push([x * shape.size[0], y * shape.size[1], z * shape.size[2]]);
  }
  return all;
}

/** Columns of the rotation of a quaternion (w, x, y, z). */
function axesOf(q: ArrayLike<number>): Triple[] {
  const n = Math.hypot(q[3], q[4], q[5], q[6]);
  const [s, x, y, z] = [q[3] / n, q[4] / n, q[5] / n, q[6] / n];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + s * z), 2 * (x * z - s * y)],
    [2 * (x * y - s * z), 1 - 2 * (x * x + z * z), 2 * (y * z + s * x)],
    [2 * (x * z + s * y), 2 * (y * z - s * x), 1 - 2 * (x * x + y * y)],
  ];
}
export interface Placing {
  /** coordinates at the beginning and at the end of a step */
  readonly before: Float64Array;
  readonly after: Float64Array;
}
const times = [0.5, 1];

const surfaces = new WeakMap<Rigid, Triple[]>();
function surfaceOf(body: Rigid): Triple[] {
  const known = surfaces.get(body) ?? pointsOf(body.shape);
  surfaces.set(body, known);
  return known;
}
/** More than its radius. */
const reachOf = (points: readonly Triple[]): number => 1.5 * Math.hypot(...points[0]);
/** The largest depth of a point of a body in another body, or below y = 0, within a step, m. */
export function deepest(bodies: readonly Rigid[], places: readonly Placing[]): number {
  let worst = 0;
  for (const t of times) {
    const at = places.map(({ before, after }) => after.map((x, k) => before[k] + t * (x - before[k])));
    const axes = at.map(axesOf);
    for (let a = 0; a < bodies.length; a++) {
      const own = surfaceOf(bodies[a]);
      const [p, e] = [at[a], axes[a]];
      const near = bodies.flatMap((_, b) => {
        const apart = Math.hypot(p[0] - at[b][0], p[1] - at[b][1], p[2] - at[b][2]);
        return b !== a && apart < reachOf(own) + reachOf(surfaceOf(bodies[b])) ? [b] : [];
      });
      if (!near.length && p[1] > reachOf(own)) continue;
      for (const r of own) {
        const x = p[0] + r[0] * e[0][0] + r[1] * e[1][0] + r[2] * e[2][0];
        const y = p[1] + r[0] * e[0][1] + r[1] * e[1][1] + r[2] * e[2][1];
        const z = p[2] + r[0] * e[0][2] + r[1] * e[1][2] + r[2] * e[2][2];
        worst = Math.max(worst, -y);
        for (const b of near) {
          const [dx, dy, dz] = [x - at[b][0], y - at[b][1], z - at[b][2]];
          const [f, g, h] = axes[b];
          const inBody: Triple = [
            f[0] * dx + f[1] * dy + f[2] * dz,
            g[0] * dx + g[1] * dy + g[2] * dz,
            h[0] * dx + h[1] * dy + h[2] * dz,
          ];
          worst = Math.max(worst, depthIn(bodies[b].shape, inBody));
        }
      }
    }
  }
  return worst;
}

/** How deep a place of the world is inside a body, m; negative outside. */
export function depthOf({ shape }: Rigid, q: ArrayLike<number>, [x, y, z]: Triple): number {
  const [dx, dy, dz] = [x - q[0], y - q[1], z - q[2]];
  const along = axesOf(q).map(([a, b, c]) => a * dx + b * dy + c * dz);
  return depthIn(shape, along as Triple);
}
