/**
 * What a careful person writes without the compiler: flat loops over typed arrays, offsets multiplied beforehand.
 *
 *   x v f     coordinates, velocities, forces (added to)     (3n)
 *   blocks    first coordinate of each node of an element
 *   columns   as in bodies/tet/springs.ts
 *
 * The rows call them with the arrays of a list of bodies, as an engine does. With the arrays of one closure V8 copies a
 * short loop into the caller and writes that one scene's addresses and lengths into the code: the distances then take
 * 5.9 ns instead of 10.5, for as long as there is one scene only.
 */

/** C = sqrt(u) - 1, u = |b - a|^2 / L0^2; the force on b is -(k C + d Cdot) dC/db, dC/db = (b - a) / (L0^2 sqrt(u)). */
export function edgesByHand(
  x: Float64Array,
  v: Float64Array,
  f: Float64Array,
  blocks: Int32Array, // (2 count)
  columns: Float64Array, // (3 count): 1 / L0^2, k, d
  count: number,
): void {
  for (let e = 0; e < count; e++) {
    const a = blocks[2 * e];
    const b = blocks[2 * e + 1];
    const pe = 3 * e;
    const size = columns[pe];
    const dx = x[b] - x[a];
    const dy = x[b + 1] - x[a + 1];
    const dz = x[b + 2] - x[a + 2];
    const u = size * (dx * dx + dy * dy + dz * dz);
    if (u < 1e-24) continue; // no direction
    const root = Math.sqrt(u);
    const slope = size / root;
    const rate = slope * (dx * (v[b] - v[a]) + dy * (v[b + 1] - v[a + 1]) + dz * (v[b + 2] - v[a + 2]));
    const s = slope * (columns[pe + 1] * (root - 1) + columns[pe + 2] * rate);
    const fx = s * dx;
    const fy = s * dy;
    const fz = s * dz;
    f[a] += fx;
    f[a + 1] += fy;
    f[a + 2] += fz;
    f[b] -= fx;
    f[b + 1] -= fy;
    f[b + 2] -= fz;
  }
}

/** C = det / (6 V) - V0 / V; the forces are -k C / (6 V) times the cross products of the tet's sides. */
export function volumesByHand(
  x: Float64Array,
  f: Float64Array,
  blocks: Int32Array, // (4 count)
  columns: Float64Array, // (3 count): 1 / 6V, V0 / V, k
  count: number,
): void {
  for (let t = 0; t < count; t++) {
    const bt = 4 * t;
    const pt = 3 * t;
    const a = blocks[bt];
    const b = blocks[bt + 1];
    const c = blocks[bt + 2];
    const d = blocks[bt + 3];
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
    const px = vy * wz - vz * wy;
    const py = vz * wx - vx * wz;
    const pz = vx * wy - vy * wx;
    const size = columns[pt];
    const s = -columns[pt + 2] * size * (size * (ux * px + uy * py + uz * pz) - columns[pt + 1]);
    const bx = s * px;
    const by = s * py;
    const bz = s * pz;
    const cx = s * (wy * uz - wz * uy);
    const cy = s * (wz * ux - wx * uz);
    const cz = s * (wx * uy - wy * ux);
    const ex = s * (uy * vz - uz * vy);
    const ey = s * (uz * vx - ux * vz);
    const ez = s * (ux * vy - uy * vx);
    f[a] -= bx + cx + ex;
    f[a + 1] -= by + cy + ey;
    f[a + 2] -= bz + cz + ez;
    f[b] += bx;
    f[b + 1] += by;
    f[b + 2] += bz;
    f[c] += cx;
    f[c + 1] += cy;
    f[c + 2] += cz;
    f[d] += ex;
    f[d + 1] += ey;
    f[d + 2] += ez;
  }
}

/** The same, cube by cube, with one table of elements for all cubes. */
export function cubesByHand(
  x: Float64Array,
  v: Float64Array,
  f: Float64Array,
  cubes: number,
  edges: Int32Array, // (2 x 18) first coordinates, from the cube's own first
  edgeColumns: Float64Array, // (3 x 18): 1 / L0^2, k, d
  tets: Int32Array, // (4 x 5)
  tetColumns: Float64Array, // (4 x 5): 1 / 6V, V0 / V, k, damping, which is not used
): void {
  for (let cube = 0; cube < cubes; cube++) {
    const o = 24 * cube;
    for (let e = 0; e < 18; e++) {
      const a = o + edges[2 * e];
      const b = o + edges[2 * e + 1];
      const pe = 3 * e;
      const size = edgeColumns[pe];
      const dx = x[b] - x[a];
      const dy = x[b + 1] - x[a + 1];
      const dz = x[b + 2] - x[a + 2];
      const u = size * (dx * dx + dy * dy + dz * dz);
      if (u < 1e-24) continue;
      const root = Math.sqrt(u);
      const slope = size / root;
      const rate = slope * (dx * (v[b] - v[a]) + dy * (v[b + 1] - v[a + 1]) + dz * (v[b + 2] - v[a + 2]));
      const s = slope * (edgeColumns[pe + 1] * (root - 1) + edgeColumns[pe + 2] * rate);
      const fx = s * dx;
      const fy = s * dy;
      const fz = s * dz;
      f[a] += fx;
      f[a + 1] += fy;
      f[a + 2] += fz;
      f[b] -= fx;
      f[b + 1] -= fy;
      f[b + 2] -= fz;
    }
    for (let t = 0; t < 5; t++) {
      const bt = 4 * t;
      const a = o + tets[bt];
      const b = o + tets[bt + 1];
      const c = o + tets[bt + 2];
      const d = o + tets[bt + 3];
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
      const px = vy * wz - vz * wy;
      const py = vz * wx - vx * wz;
      const pz = vx * wy - vy * wx;
      const size = tetColumns[bt];
      const s = -tetColumns[bt + 2] * size * (size * (ux * px + uy * py + uz * pz) - tetColumns[bt + 1]);
      const bx = s * px;
      const by = s * py;
      const bz = s * pz;
      const cx = s * (wy * uz - wz * uy);
      const cy = s * (wz * ux - wx * uz);
      const cz = s * (wx * uy - wy * ux);
      const ex = s * (uy * vz - uz * vy);
      const ey = s * (uz * vx - ux * vz);
      const ez = s * (ux * vy - uy * vx);
      f[a] -= bx + cx + ex;
      f[a + 1] -= by + cy + ey;
      f[a + 2] -= bz + cz + ez;
      f[b] += bx;
      f[b + 1] += by;
      f[b + 2] += bz;
      f[c] += cx;
      f[c + 1] += cy;
      f[c + 2] += cz;
      f[d] += ex;
      f[d + 1] += ey;
      f[d + 2] += ez;
    }
  }
}

/**
 * Rows of a distance: C = (|b - a|^2 - length^2) / (2 length), J on a and b, Cdot = J v, Jdot v.
 */
export function distancesByHand(
  x: Float64Array,
  v: Float64Array,
  blocks: Int32Array, // (2 count)
  lengths: Float64Array, // (count)
  rows: Float64Array, // (9 count), written: C, J (6), Cdot, Jdot v
  count: number,
): void {
  for (let e = 0; e < count; e++) {
    const a = blocks[2 * e];
    const b = blocks[2 * e + 1];
    const length = lengths[e];
    const inverse = 1 / length;
    const dx = x[b] - x[a];
    const dy = x[b + 1] - x[a + 1];
    const dz = x[b + 2] - x[a + 2];
    const wx = v[b] - v[a];
    const wy = v[b + 1] - v[a + 1];
    const wz = v[b + 2] - v[a + 2];
    const jx = inverse * dx;
    const jy = inverse * dy;
    const jz = inverse * dz;
    const o = 9 * e;
    rows[o] = 0.5 * inverse * (dx * dx + dy * dy + dz * dz - length * length);
    rows[o + 1] = -jx;
    rows[o + 2] = -jy;
    rows[o + 3] = -jz;
    rows[o + 4] = jx;
    rows[o + 5] = jy;
    rows[o + 6] = jz;
    rows[o + 7] = jx * wx + jy * wy + jz * wz;
    rows[o + 8] = inverse * (wx * wx + wy * wy + wz * wz);
  }
}
