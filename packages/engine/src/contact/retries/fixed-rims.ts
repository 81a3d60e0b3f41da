/**
 * Cylinders that come down flat: arcs of a rim that are fixed in the body, as many as it takes.
 *
 *   gap(p) >= 0 all around the rim:   solve with some arcs;  if the lowest point at p is too low, it is the middle of one more;  again
 *
 * A row whose point runs along the rim is right where a cylinder rolls. Of one that lands flat the lowest point may be anywhere at p, halves of the step pose the same problem
 * again, and gaps were left open by up to 2e-3 m. The gap of an arc is that of its lowest point, and its impulse acts at its middle. Points in place of arcs were tried: two of them on both sides of
 * the lowest one carry it, each further one halves the angle between them, and nine digits take a dozen.
 */
import type { Collider } from '../collider/collider.ts';
import { gapOf, rimPoint } from '../detect/gap.ts';
import { completeFrame, type Pose, Row, rowTypes } from '../detect/row.ts';
import { RowMemory } from '../detect/row-memory.ts';
import type { RowPool } from '../detect/row-pool.ts';
import { brokenGap } from '../step/island-problem.ts';

/** Cosine of the angle that the lowest point of a rim may run along it before its rows are fixed. */
const alike = 0.9;
const before = new Float64Array(3);
const after = new Float64Array(3);

export class FixedRims {
  /** stands for a point of a rim */
  readonly #point: Row;

  constructor(private readonly pool: RowPool) {
    this.#point = new Row(new RowMemory(pool.memory.colliders), 0);
  }

  /** Rows of rims along which the lowest point runs far from start to end become fixed; returns whether any did. */
  fix(start: Pose, end: Pose): boolean {
    const { rows, count } = this.pool;
    let any = false;
    for (let k = 0; k < count; k++) {
      const row = rows[k];
      if (row.type !== rowTypes.rim || row.fixed || row.stands || !this.#runs(row, start, end)) continue;
      this.#find(row, row.quarter, start, row.middle);
      this.#toBody(row, start);
      any = true;
    }
    return any;
  }
  /** Rows for lowest points at the end that are too low, of rims with fixed rows; returns how many. */
  add(start: Pose, end: Pose): number {
    const { pool } = this;
    const { rows, count } = pool;
    let added = 0;
    for (let k = 0; k < count; k++) {
      const row = rows[k];
      if (row.type !== rowTypes.rim || !(row.fixed || row.stands) || this.#isLater(k)) continue;
      const made = pool.next();
      if (this.#make(made, row, start, end)) {
        made.quarter = this.#countOf(row, count);
        made.key = pool.keyOf(row.a.vertices[0], made.quarter, rowTypes.rim);
        added++;
      } else pool.drop();
    }
    if (added) pool.sort();
    return added;
  }
  /** An arc about the lowest point at the end, of the rim of another row; false where that is not too low. */
  #make(made: Row, row: Row, start: Pose, end: Pose): boolean {
    if (!this.#find(row, 0, end, made.middle)) return false;
    made.a.set(row.a.collider, row.a.vertices[0]);
    made.b.set(row.b.collider, -1);
    made.type = rowTypes.rim;
    made.radius = row.radius;
    made.pair = row.pair;
    this.#toBody(made, end);
    const gap = gapOf(made, start);
    if (gapOf(made, end) >= Math.min(0, gap) - brokenGap) return false;
    made.gap = gap;
    const normal = normalOf(row);
    made.frame.set(normal);
    completeFrame(made.frame);
    rimPoint(made, row.a.collider, normal, start, made.point);
    for (let axis = 0; axis < 3; axis++) made.point[axis] -= (made.radius + gap) * normal[axis];
    return true;
  }
  #runs(row: Row, start: Pose, end: Pose): boolean {
    if (!this.#find(row, 0, start, before)) return false;
    return !this.#find(row, 0, end, after) || dot(before, after) < alike;
  }
  /** From the centre of the rim of a row to its lowest point, or a quarter or more on from there: a unit vector; false where the rim is level. */
  #find(row: Row, quarter: number, pose: Pose, out: Float64Array): boolean {
    const { collider, vertices } = row.a;
    const { axis, radius } = collider.points.rims as NonNullable<Collider['points']['rims']>;
    const point = this.#point;
    point.a.set(collider, vertices[0]);
    point.quarter = quarter;
    point.gap = 0;
    rimPoint(point, collider, normalOf(row), pose, out);
    const R = pose.rotation(collider);
    const sign = vertices[0] === 0 ? 1 : -1;
    for (let k = 0; k < 3; k++) {
      const centre = R[3 * k] * axis[0] + R[3 * k + 1] * axis[1] + R[3 * k + 2] * axis[2];
      out[k] = (out[k] - pose.coordinates[collider.placed.start + k] - sign * centre) / radius;
    }
    return !Number.isNaN(out[0]);
  }
  /** The row is fixed: its middle, where the pose is, in the axes of the body. */
  #toBody(row: Row, pose: Pose): void {
    const { middle } = row;
    const R = pose.rotation(row.a.collider);
    const [x, y, z] = middle;
    for (let k = 0; k < 3; k++) middle[k] = R[k] * x + R[3 + k] * y + R[6 + k] * z;
    row.fixed = true;
  }
  /** A row of the same rim is before it; rows of a pair of bodies are beside each other. */
  #isLater(k: number): boolean {
    const { rows } = this.pool;
    for (let m = k - 1; m >= 0 && rows[m].pair === rows[k].pair; m--)
      if ((rows[m].fixed || rows[m].stands) && areOneRim(rows[m], rows[k])) return true;
    return false;
  }
  /** The number of a further row of a rim, behind its quarters. */
  #countOf(row: Row, count: number): number {
    let sum = 4;
    for (let k = 0; k < count; k++) if (areOneRim(this.pool.rows[k], row) && this.pool.rows[k].quarter >= 4) sum++;
    return sum;
  }
}
const dot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const normalOf = (row: Row): readonly number[] =>
  (row.b.collider.halfSpace as NonNullable<Collider['halfSpace']>).normal;
const areOneRim = (x: Row, y: Row): boolean =>
  x.type === rowTypes.rim && y.type === rowTypes.rim && x.pair === y.pair && x.a.vertices[0] === y.a.vertices[0];
