/**
 * Whether bodies pass into or through each other, without the engine's detection: points of each surface against the formula of the other
 * shape, at several times within a step.
 */
import type { Rigid, RigidShape } from '../../packages/engine/src/index.ts';

type Triple = [number, number, number];

/** How deep a point of the shape's axes is inside it, m; negative outside. Axes as the engine has them: long ones along y. */
export function depthIn(shape: RigidShape, [x, y, z]: Triple): number {
  return depthAt(shape, x, y, z);
}
function depthAt(shape: RigidShape, x: number, y: number, z: number): number {
  switch (shape.kind) {
    case 'sphere':
      return shape.radius - Math.sqrt(x * x + y * y + z * z);
    case 'box': {
      const [a, b, c] = shape.size;
      return Math.min(a / 2 - Math.abs(x), b / 2 - Math.abs(y), c / 2 - Math.abs(z));
    }
    case 'capsule': {
      const along = Math.max(0, Math.abs(y) - shape.length / 2);
      return shape.radius - Math.sqrt(x * x + along * along + z * z);
    }
    case 'cylinder':
      return Math.min(shape.radius - Math.sqrt(x * x + z * z), shape.length / 2 - Math.abs(y));
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

/** Columns of the rotation of a quaternion (w, x, y, z) at q[from + 3], one after another. */
function findAxes(q: ArrayLike<number>, from: number, out: Float64Array, at: number): void {
  const [a, b, c, d] = [q[from + 3], q[from + 4], q[from + 5], q[from + 6]];
  const n = Math.sqrt(a * a + b * b + c * c + d * d);
  const [s, x, y, z] = [a / n, b / n, c / n, d / n];
  out[at] = 1 - 2 * (y * y + z * z);
  out[at + 1] = 2 * (x * y + s * z);
  out[at + 2] = 2 * (x * z - s * y);
  out[at + 3] = 2 * (x * y - s * z);
  out[at + 4] = 1 - 2 * (x * x + z * z);
  out[at + 5] = 2 * (y * z + s * x);
  out[at + 6] = 2 * (x * z + s * y);
  out[at + 7] = 2 * (y * z - s * x);
  out[at + 8] = 1 - 2 * (x * x + y * y);
}
/** Times within a step, as parts of it. */
const times = [0.5, 1];

/** The largest depth of a point of a body in another body, or below y = 0, within a step. */
export class Depths {
  readonly #points: Float64Array[];
  /** the greatest distance of a point from the centre */
  readonly #reach: number[];
  /** coordinates of all bodies at a time, and their axes */
  readonly #at: Float64Array;
  readonly #axes: Float64Array;

  constructor(private readonly bodies: readonly Rigid[]) {
    const points = bodies.map(({ shape }) => pointsOf(shape));
    this.#points = points.map((own) => Float64Array.from(own.flat()));
    this.#reach = points.map((own) => Math.max(...own.map((r) => Math.hypot(...r))));
    this.#at = new Float64Array(7 * bodies.length);
    this.#axes = new Float64Array(9 * bodies.length);
  }
  /** m; coordinates of all bodies, 7 each, at the beginning and at the end of a step. */
  deepest(before: Float64Array, after: Float64Array): number {
    const { bodies } = this;
    const at = this.#at;
    let worst = 0;
    for (const t of times) {
      for (let k = 0; k < at.length; k++) at[k] = before[k] + t * (after[k] - before[k]);
      for (let a = 0; a < bodies.length; a++) findAxes(at, 7 * a, this.#axes, 9 * a);
      for (let a = 0; a < bodies.length; a++) {
        if (at[7 * a + 1] < this.#reach[a]) worst = Math.max(worst, this.#belowFloor(a));
        for (let b = 0; b < bodies.length; b++) if (b !== a) worst = Math.max(worst, this.#depth(a, b));
      }
    }
    return worst;
  }
  #belowFloor(a: number): number {
    const [points, axes, y] = [this.#points[a], this.#axes, this.#at[7 * a + 1]];
    const [ex, ey, ez] = [axes[9 * a + 1], axes[9 * a + 4], axes[9 * a + 7]];
    let worst = 0;
    for (let i = 0; i < points.length; i += 3)
      worst = Math.max(worst, -(y + points[i] * ex + points[i + 1] * ey + points[i + 2] * ez));
    return worst;
  }
  /** Of points of a in b. */
  #depth(a: number, b: number): number {
    const [at, e, points] = [this.#at, this.#axes, this.#points[a]];
    const dx = at[7 * a] - at[7 * b];
    const dy = at[7 * a + 1] - at[7 * b + 1];
    const dz = at[7 * a + 2] - at[7 * b + 2];
    const reach = this.#reach[a] + this.#reach[b];
    if (dx * dx + dy * dy + dz * dz > reach * reach) return 0;
    const { shape } = this.bodies[b];
    const [f, g] = [9 * a, 9 * b];
    let worst = 0;
    for (let i = 0; i < points.length; i += 3) {
      const x = dx + points[i] * e[f] + points[i + 1] * e[f + 3] + points[i + 2] * e[f + 6];
      const y = dy + points[i] * e[f + 1] + points[i + 1] * e[f + 4] + points[i + 2] * e[f + 7];
      const z = dz + points[i] * e[f + 2] + points[i + 1] * e[f + 5] + points[i + 2] * e[f + 8];
      const depth = depthAt(
        shape,
        e[g] * x + e[g + 1] * y + e[g + 2] * z,
        e[g + 3] * x + e[g + 4] * y + e[g + 5] * z,
        e[g + 6] * x + e[g + 7] * y + e[g + 8] * z,
      );
      if (depth > worst) worst = depth;
    }
    return worst;
  }
}

const axes = new Float64Array(9);
/** How deep a place of the world is inside a body, m; negative outside. */
export function depthOf({ shape }: Rigid, q: ArrayLike<number>, [x, y, z]: Triple): number {
  const [dx, dy, dz] = [x - q[0], y - q[1], z - q[2]];
  findAxes(q, 0, axes, 0);
  return depthAt(
    shape,
    axes[0] * dx + axes[1] * dy + axes[2] * dz,
    axes[3] * dx + axes[4] * dy + axes[5] * dz,
    axes[6] * dx + axes[7] * dy + axes[8] * dz,
  );
}
