/**
 * The point of a segment, triangle or tet closest to a point p, as barycentric weights.              [GBT06, sec. 4.3]
 *
 *   y = sum w_i x_i,   sum w_i = 1,   0 <= w_i <= 1,   |y - p| least
 *
 * Only the corners of the feature that y lies on, a vertex, an edge or a face, have a weight other than zero.
 *
 * At the closest point p - y lies in the normal cone of its feature: p is beyond at least one of the sides that touch there.
 * So where p is beyond no side, y is p or its projection; otherwise y is on one of the sides that p is beyond, and only
 * these are tried.
 *
 * A flat triangle or tet has no inside and is the union of its sides: it falls back to the closest of all of them. Flat is
 * (measure / (longest edge)^dimension)^2 <= 1e-24, measure being twice the area or six times the volume. A segment
 * has no other edge to be compared with: it falls back to its first corner when it has no length.
 *
 * x           coordinates
 * a, b, c, d  where the three of each corner start
 * out         written: a weight for each corner
 *
 * All return |y - p|^2. NaN coordinates give NaN weights and distances.
 */
const flat = 1e-24;

export function closestOnSegment(
  x: Float64Array,
  a: number,
  b: number,
  px: number,
  py: number,
  pz: number,
  out: Float64Array, // (2)
): number {
  const ax = x[a] - px;
  const ay = x[a + 1] - py;
  const az = x[a + 2] - pz;
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const t = fraction(-(ux * ax + uy * ay + uz * az), squared(ux, uy, uz));
  out[0] = 1 - t;
  out[1] = t;
  return squaredBetween(t, ax, ay, az, x[b] - px, x[b + 1] - py, x[b + 2] - pz);
}

/**
 * A triangle; its weights go to out[i], out[j], out[k].
 *
 *   u = b - a,  v = c - a,  n = u x v,  e = n x (p - a)
 *   w_b = n.((p - a) x v) / n.n = v.e / n.n,   w_c = n.(u x (p - a)) / n.n = -u.e / n.n
 *
 * Below, ax is a - p, and so on: the distance to a corner then has the same bits in all triangles at that corner.
 */
export function closestOnTriangle(
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  px: number,
  py: number,
  pz: number,
  out: Float64Array,
  i = 0,
  j = 1,
  k = 2,
): number {
  const ax = x[a] - px;
  const ay = x[a + 1] - py;
  const az = x[a + 2] - pz;
  const bx = x[b] - px;
  const by = x[b + 1] - py;
  const bz = x[b + 2] - pz;
  const cx = x[c] - px;
  const cy = x[c + 1] - py;
  const cz = x[c + 2] - pz;
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = squared(nx, ny, nz);
  const ex = nz * ay - ny * az;
  const ey = nx * az - nz * ax;
  const ez = ny * ax - nx * ay;
  const uu = squared(ux, uy, uz);
  const vv = squared(vx, vy, vz);
  const ww = squared(vx - ux, vy - uy, vz - uz);
  const longest = Math.max(uu, vv, ww);
  const isFlat = nn <= flat * longest * longest;

  // Of a flat one, p counts as beyond every side.
  const nb = isFlat ? 0 : vx * ex + vy * ey + vz * ez;
  const nc = isFlat ? 0 : -(ux * ex + uy * ey + uz * ez);
  const na = isFlat ? 0 : nn - nb - nc;
  if (na > 0 && nb > 0 && nc > 0) {
    const wb = nb / nn;
    const wc = Math.min(nc / nn, 1 - wb);
    const wa = 1 - wb - wc;
    out[i] = wa;
    out[j] = wb;
    out[k] = wc;
    return squared(wa * ax + wb * bx + wc * cx, wa * ay + wb * by + wc * cy, wa * az + wb * bz + wc * cz);
  }

  // The closest of the sides: bc opposite a, ca opposite b, ab opposite c.
  let opposite = -1;
  let t = 0;
  let least = 0;
  if (!(na > 0)) {
    opposite = 0;
    t = fraction((ux - vx) * bx + (uy - vy) * by + (uz - vz) * bz, ww);
    least = squaredBetween(t, bx, by, bz, cx, cy, cz);
  }
  if (!(nb > 0)) {
    const onSide = fraction(vx * cx + vy * cy + vz * cz, vv);
    const there = squaredBetween(onSide, cx, cy, cz, ax, ay, az);
    if (opposite < 0 || there < least) {
      opposite = 1;
      t = onSide;
      least = there;
    }
  }
  if (!(nc > 0)) {
    const onSide = fraction(-(ux * ax + uy * ay + uz * az), uu);
    const there = squaredBetween(onSide, ax, ay, az, bx, by, bz);
    if (opposite < 0 || there < least) {
      opposite = 2;
      t = onSide;
      least = there;
    }
  }
  out[i] = opposite === 0 ? 0 : opposite === 1 ? t : 1 - t;
  out[j] = opposite === 1 ? 0 : opposite === 2 ? t : 1 - t;
  out[k] = opposite === 2 ? 0 : opposite === 0 ? t : 1 - t;
  return least;
}

/** Inside, the distance is 0, not the rounding of the weights. */
export function closestInTet(
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  px: number,
  py: number,
  pz: number,
  out: Float64Array, // (4)
): number {
  // One bit for each corner whose opposite face p is beyond.
  let beyond = 15;
  if (tetWeights(x, a, b, c, d, px, py, pz, out)) {
    beyond = (out[0] >= 0 ? 0 : 1) | (out[1] >= 0 ? 0 : 2) | (out[2] >= 0 ? 0 : 4) | (out[3] >= 0 ? 0 : 8);
    if (beyond === 0) return 0;
  }
  let nearest = -1;
  let least = 0;
  for (let corner = 0; corner < 4; corner++) {
    if (((beyond >> corner) & 1) === 0) continue;
    const there = onFaceOpposite(corner, x, a, b, c, d, px, py, pz, out);
    if (nearest >= 0 && !(there < least)) continue;
    nearest = corner;
    least = there;
  }
  return onFaceOpposite(nearest, x, a, b, c, d, px, py, pz, out);
}

/** Point, segment, triangle or tet, by the number of corners. */
export function closestOnSimplex(
  x: Float64Array,
  corners: ArrayLike<number>, // where the coordinates of each start (1 to 4)
  px: number,
  py: number,
  pz: number,
  out: Float64Array, // (as many as corners)
): number {
  const a = corners[0];
  switch (corners.length) {
    case 1:
      out[0] = 1;
      return squared(x[a] - px, x[a + 1] - py, x[a + 2] - pz);
    case 2:
      return closestOnSegment(x, a, corners[1], px, py, pz, out);
    case 3:
      return closestOnTriangle(x, a, corners[1], corners[2], px, py, pz, out);
    case 4:
      return closestInTet(x, a, corners[1], corners[2], corners[3], px, py, pz, out);
    default:
      throw new Error(`closest point: ${corners.length} corners are not a simplex (give 1 to 4).`);
  }
}

/**
 * Weights of p in a tet, negative where p is outside:  u w_b + v w_c + w w_d = p - a,  u = b - a, v = c - a, w = d - a.
 * Cramer's rule: w_b = (p - a).(v x w) / u.(v x w), and so on. Returns false for a flat tet, whose weights are meaningless.
 */
export function tetWeights(
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  px: number,
  py: number,
  pz: number,
  out: Float64Array, // (4)
): boolean {
  const ax = x[a];
  const ay = x[a + 1];
  const az = x[a + 2];
  const ux = x[b] - ax;
  const uy = x[b + 1] - ay;
  const uz = x[b + 2] - az;
  const vx = x[c] - ax;
  const vy = x[c + 1] - ay;
  const vz = x[c + 2] - az;
  const wx = x[d] - ax;
  const wy = x[d + 1] - ay;
  const wz = x[d + 2] - az;
  const sx = px - ax;
  const sy = py - ay;
  const sz = pz - az;

  // n = v x w, m = w x u, l = u x v
  const nx = vy * wz - vz * wy;
  const ny = vz * wx - vx * wz;
  const nz = vx * wy - vy * wx;
  const mx = wy * uz - wz * uy;
  const my = wz * ux - wx * uz;
  const mz = wx * uy - wy * ux;
  const lx = uy * vz - uz * vy;
  const ly = uz * vx - ux * vz;
  const lz = ux * vy - uy * vx;
  const volume = ux * nx + uy * ny + uz * nz;

  const wb = (sx * nx + sy * ny + sz * nz) / volume;
  const wc = (sx * mx + sy * my + sz * mz) / volume;
  const wd = (sx * lx + sy * ly + sz * lz) / volume;
  out[0] = 1 - wb - wc - wd;
  out[1] = wb;
  out[2] = wc;
  out[3] = wd;

  const edges = Math.max(
    squared(ux, uy, uz),
    squared(vx, vy, vz),
    squared(wx, wy, wz),
    squared(ux - vx, uy - vy, uz - vz),
    squared(vx - wx, vy - wy, vz - wz),
    squared(wx - ux, wy - uy, wz - uz),
  );
  return volume * volume > flat * edges * edges * edges;
}

/** The face of a tet without one of its corners. */
function onFaceOpposite(
  corner: number,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  px: number,
  py: number,
  pz: number,
  out: Float64Array,
): number {
  out[corner] = 0;
  if (corner === 0) return closestOnTriangle(x, b, c, d, px, py, pz, out, 1, 2, 3);
  if (corner === 1) return closestOnTriangle(x, a, c, d, px, py, pz, out, 0, 2, 3);
  if (corner === 2) return closestOnTriangle(x, a, b, d, px, py, pz, out, 0, 1, 3);
  return closestOnTriangle(x, a, b, c, px, py, pz, out, 0, 1, 2);
}

/** How far along a segment the closest point is, 0 to 1. NaN stays NaN. */
function fraction(along: number, squaredLength: number): number {
  return squaredLength === 0 ? 0 : Math.max(0, Math.min(1, along / squaredLength));
}

/** |(1 - t) a + t b|^2 */
function squaredBetween(t: number, ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  const s = 1 - t;
  return squared(s * ax + t * bx, s * ay + t * by, s * az + t * bz);
}

function squared(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}
