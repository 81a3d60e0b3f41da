/**
 * Spheres that touch spheres and half spaces: rows and the certificate from flat lists. What feature-pairs.ts and certificate.ts do with one vertex of each body, to the same bits; no
 * object of a row or a body is read.
 */
import type { Collider } from '../collider/collider.ts';
import { grown } from '../coulomb/impulse-rows.ts';
import type { FeaturePair } from './near/candidates.ts';
import { completeFrame, rowTypes } from './row.ts';
import { type RowMemory, sideVertices, units } from './row-memory.ts';
import type { RowPool } from './row-pool.ts';

const mostSteps = 2000;
/** Of the thickness: pairs that are closer have no direction. */
const least = 1e-6;

export class Balls {
  /** pairs within range: bodies by index   (2 each), and their distance at the start of the step, m */
  count = 0;
  #bodies = new Int32Array(32);
  #distance = new Float64Array(16);
  /** of each collider: the first coordinate of its centre, or -1 of others than spheres; its radius, m */
  readonly #centre: Int32Array;
  readonly #radius: Float64Array;

  constructor(
    private readonly colliders: readonly Collider[],
    private readonly pool: RowPool,
  ) {
    this.#centre = Int32Array.from(colliders, (c) => (isBall(c) ? c.placed.start : -1));
    this.#radius = Float64Array.from(colliders, ({ core }) => core.radius);
  }
  clear(): void {
    this.count = 0;
  }
  isBall(index: number): boolean {
    return this.#centre[index] >= 0;
  }
  /** The row of two spheres, by index. */
  between(i: number, j: number, range: number, q: Float64Array): void {
    const a = this.#centre[i];
    const b = this.#centre[j];
    const ra = this.#radius[i];
    const rb = this.#radius[j];
    const x = q[a] - q[b];
    const y = q[a + 1] - q[b + 1];
    const z = q[a + 2] - q[b + 2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    if (!(distance <= range + ra + rb)) return;
    this.#keep(i, j, distance);
    if (distance === 0) return;
    const at = this.#row(i, j, rowTypes.vertices, ra + rb);
    const { memory } = this.pool;
    const gap = distance - (ra + rb);
    const away = rb + 0.5 * gap;
    memory.gap[at] = gap;
    const { frame, point } = memory;
    frame[9 * at] = x / distance;
    frame[9 * at + 1] = y / distance;
    frame[9 * at + 2] = z / distance;
    for (let k = 0; k < 3; k++) point[3 * at + k] = q[b + k] + away * frame[9 * at + k];
    completeFrame(frame, 9 * at);
  }
  /** The row of a sphere on a half space. */
  onHalfSpace(i: number, plane: Collider, range: number, q: Float64Array): void {
    const { normal, offset } = plane.halfSpace as NonNullable<Collider['halfSpace']>;
    const a = this.#centre[i];
    const radius = this.#radius[i];
    const gap = normal[0] * q[a] + normal[1] * q[a + 1] + normal[2] * q[a + 2] - offset - radius;
    if (!(gap <= range)) return;
    const at = this.#row(i, plane.index, rowTypes.plane, radius);
    const { memory } = this.pool;
    memory.gap[at] = gap;
    for (let k = 0; k < 3; k++) {
      memory.frame[9 * at + k] = normal[k];
      memory.point[3 * at + k] = q[a + k] - (radius + gap) * normal[k];
    }
    completeFrame(memory.frame, 9 * at);
  }
  #keep(i: number, j: number, distance: number): void {
    const k = this.count++;
    if (k === this.#distance.length) {
      const [bodies, distances] = [this.#bodies, this.#distance];
      this.#bodies = grown(bodies, 4 * k);
      this.#bodies.set(bodies);
      this.#distance = grown(distances, 2 * k);
      this.#distance.set(distances);
    }
    this.#bodies[2 * k] = i;
    this.#bodies[2 * k + 1] = j;
    this.#distance[k] = distance;
  }
  #row(i: number, j: number, type: number, radius: number): number {
    const { pool } = this;
    const at = pool.add();
    const { memory } = pool;
    memory.ball[at] = 1;
    memory.type[at] = type;
    memory.flipped[at] = 0;
    memory.pair[at] = pool.pairOf(i, j);
    memory.key[at] = pool.keyOf(0, 0, type);
    memory.radius[at] = radius;
    const isPlane = type === rowTypes.plane;
    const from = 2 * sideVertices * at;
    for (let side = 0; side < 2; side++) {
      const has = side === 0 || !isPlane;
      memory.body[2 * at + side] = side ? j : i;
      memory.unit[2 * at + side] = has ? this.#centre[side ? j : i] : units.none;
      memory.count[2 * at + side] = has ? 1 : 0;
      memory.helpers[2 * at + side] = 0;
      memory.vertices[from + sideVertices * side] = has ? 0 : -1;
      memory.weights[from + sideVertices * side] = 1;
      for (let v = 1; v < 3; v++) {
        memory.vertices[from + sideVertices * side + v] = -1;
        memory.weights[from + sideVertices * side + v] = 0;
      }
    }
    return at;
  }
  /** Pair k as others have it. */
  pair(k: number): FeaturePair {
    const a = this.colliders[this.#bodies[2 * k]];
    const b = this.colliders[this.#bodies[2 * k + 1]];
    return { a, b, edges: false, i: 0, j: 0, distance: this.#distance[k] };
  }
  /** When pair k fails on its way from q to p, 0 to 1; 2 where it is certified. moved: of each body at most, m. See certificate.ts. */
  failureTime(k: number, q: Float64Array, p: Float64Array, moved: Float64Array, thickness: number): number {
    const i = this.#bodies[2 * k];
    const j = this.#bodies[2 * k + 1];
    const R = this.#radius[i] + this.#radius[j];
    const apart = this.#distance[k];
    let fails = R - 0.5 * thickness;
    let safe = R - 0.75 * thickness;
    if (apart >= fails && apart - safe >= moved[i] + moved[j]) return 2;
    const a = this.#centre[i];
    const b = this.#centre[j];
    let la = 0;
    let lb = 0;
    for (let axis = 0; axis < 3; axis++) {
      const da = p[a + axis] - q[a + axis];
      const db = p[b + axis] - q[b + axis];
      const mean = da / 2 + db / 2;
      la += (da - mean) * (da - mean);
      lb += (db - mean) * (db - mean);
    }
    const l = Math.sqrt(la) + Math.sqrt(lb);
    if (l === 0) return 2;
    let t = 0;
    for (let step = 0; step < mostSteps; step++) {
      let squared = 0;
      for (let axis = 0; axis < 3; axis++) {
        const x = q[a + axis] + t * (p[a + axis] - q[a + axis]);
        const y = q[b + axis] + t * (p[b + axis] - q[b + axis]);
        squared += (x - y) * (x - y);
      }
      const dist = Math.sqrt(squared);
      if (step === 0 && dist < fails) {
        // nothing tells on which side it should be
        if (dist < least * thickness) return 2;
        fails = 0.75 * dist;
        safe = 0.5 * dist;
      }
      if (dist < fails) return t;
      t += (dist - safe) / l;
      if (t >= 1) return 2;
    }
    return t;
  }
}

/** Its core is its centre. */
const isBall = ({ core: { local, count, formula } }: Collider): boolean =>
  count === 1 && !formula && local !== undefined && local[0] === 0 && local[1] === 0 && local[2] === 0;

/** The gap of a row of spheres, at any coordinates; see gap.ts. */
export function ballGapAt({ unit, body, radius, colliders }: RowMemory, at: number, q: Float64Array): number {
  const a = unit[2 * at];
  const b = unit[2 * at + 1];
  if (b >= 0) {
    const x = q[a] - q[b];
    const y = q[a + 1] - q[b + 1];
    const z = q[a + 2] - q[b + 2];
    return Math.sqrt(x * x + y * y + z * z) - radius[at];
  }
  const { normal, offset } = colliders[body[2 * at + 1]].halfSpace as NonNullable<Collider['halfSpace']>;
  return normal[0] * q[a] + normal[1] * q[a + 1] + normal[2] * q[a + 2] - offset - radius[at];
}
