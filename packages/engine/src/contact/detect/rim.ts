/**
 * Points of the rim of a cylinder, which touch half spaces.
 *
 * The lowest point runs along the rim as the cylinder turns, and so does that of a row: one that rolls touches below its axis at any time. A cylinder that comes down flat is another
 * case: its lowest point may go half of the way round within a step however short that is, and no impulse at the place where it was keeps it up. Then rows are
 * arcs of the rim that are fixed in the body (step/fixed-rims.ts): the lowest point of each.
 */
import type { Collider } from '../collider/collider.ts';
import type { Pose, Row } from './row.ts';

const axis = new Float64Array(3);
/** A cylinder that leans by less, rad, stands: its rim touches at points fixed in the body. */
const upright = 1e-7;
/** rad: half of an arc, and its cosine and sine */
const arc = { cosine: 0.9950041652780258, sine: 0.09983341664682815 } as const; // of 0.1
const middle = new Float64Array(3);
const across = new Float64Array(3);

/**
 * A point of the rim of a cylinder: of quarter 0 the deepest one, and others at right angles about the axis. The four carry it when
 * it stands, the deepest of each rim when it lies. The end of the axis is vertex 0 or 1 of the row.
 */
export function rimPoint(row: Row, collider: Collider, normal: readonly number[], pose: Pose, out: Float64Array): void {
  const { axis: half, radius } = collider.points.rims as NonNullable<Collider['points']['rims']>;
  const R = pose.rotation(collider);
  const { start } = collider.placed;
  const q = pose.coordinates;
  for (let k = 0; k < 3; k++) axis[k] = R[3 * k] * half[0] + R[3 * k + 1] * half[1] + R[3 * k + 2] * half[2];
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const ax = axis[0] / length;
  const ay = axis[1] / length;
  const az = axis[2] / length;
  // down: the part of -n across the axis
  const along = normal[0] * ax + normal[1] * ay + normal[2] * az;
  let dx = along * ax - normal[0];
  let dy = along * ay - normal[1];
  let dz = along * az - normal[2];
  let size = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (row.gap === Infinity) row.stands = size < upright; // a new row
  if (row.fixed) {
    lowestOfArc(row, R, dx, dy, dz, size);
    const sign = row.a.vertices[0] === 0 ? 1 : -1;
    for (let k = 0; k < 3; k++) out[k] = q[start + k] + sign * axis[k] + radius * across[k];
    return;
  }
  if (row.stands) {
    const least = Math.abs(half[0]) < Math.abs(half[2]) ? 0 : 2;
    const part = R[least] * ax + R[3 + least] * ay + R[6 + least] * az;
    dx = R[least] - part * ax;
    dy = R[3 + least] - part * ay;
    dz = R[6 + least] - part * az;
    size = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  dx /= size;
  dy /= size;
  dz /= size;
  // e = a x down
  const ex = ay * dz - az * dy;
  const ey = az * dx - ax * dz;
  const ez = ax * dy - ay * dx;
  const c = row.quarter === 0 ? radius : row.quarter === 2 ? -radius : 0;
  const s = row.quarter === 1 ? radius : row.quarter === 3 ? -radius : 0;
  const sign = row.a.vertices[0] === 0 ? 1 : -1;
  out[0] = q[start] + sign * axis[0] + c * dx + s * ex;
  out[1] = q[start + 1] + sign * axis[1] + c * dy + s * ey;
  out[2] = q[start + 2] + sign * axis[2] + c * dz + s * ez;
}
/** `across`: from the centre of the rim to the lowest point of the arc of a row; d: down across `axis`, of length `size`. */
function lowestOfArc({ middle: local }: Row, R: Float64Array, dx: number, dy: number, dz: number, size: number): void {
  for (let k = 0; k < 3; k++) middle[k] = R[3 * k] * local[0] + R[3 * k + 1] * local[1] + R[3 * k + 2] * local[2];
  const cosine = middle[0] * dx + middle[1] * dy + middle[2] * dz;
  if (size > 0 && cosine >= arc.cosine * size) {
    across[0] = dx / size;
    across[1] = dy / size;
    across[2] = dz / size;
    return;
  }
  // the end of the arc that is lower: from the middle towards d
  const sx = dx - cosine * middle[0];
  const sy = dy - cosine * middle[1];
  const sz = dz - cosine * middle[2];
  const side = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const sine = side > 0 ? arc.sine / side : 0;
  const part = side > 0 ? arc.cosine : 1;
  across[0] = part * middle[0] + sine * sx;
  across[1] = part * middle[1] + sine * sy;
  across[2] = part * middle[2] + sine * sz;
}
