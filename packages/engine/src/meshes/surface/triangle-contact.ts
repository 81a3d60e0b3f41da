/**
 * Whether two triangles of a surface touch or cross beyond the corners they share.
 *
 * An edge crosses a triangle if its ends are on both sides of the plane, or on it, and the line passes inside the three sides.
 * The side of a point is the sign of a volume; a volume of less than `rounding` times the cube of the longest edge counts as zero. Triangles in one
 * plane overlap if no side of either separates them.
 */
const rounding = 1e-12;

export class TriangleContact {
  readonly #x: Float64Array;
  readonly #triangles: Int32Array;
  #zero = 0; // volumes up to this count as zero

  constructor(positions: Float64Array, triangles: Int32Array) {
    this.#x = positions;
    this.#triangles = triangles;
  }

  /** Two different triangles. */
  intersect(t: number, u: number): boolean {
    const T = this.#triangles;
    const a = [T[3 * t], T[3 * t + 1], T[3 * t + 2]];
    const b = [T[3 * u], T[3 * u + 1], T[3 * u + 2]];
    const shared = a.filter((n) => b.includes(n));
    if (shared.length === 3) return true;
    const longest = Math.max(this.#longest(a), this.#longest(b));
    this.#zero = rounding * longest * longest * longest;
    const flat = b.every((n) => Math.abs(this.#volume(a[0], a[1], a[2], n)) <= this.#zero);
    if (flat) return this.#overlapInPlane(a, b, longest);
    if (shared.length === 2) return false; // two faces of a bent edge
    return this.#edgesCross(a, b, shared) || this.#edgesCross(b, a, shared);
  }

  /** Whether an edge of a, without a shared corner, crosses b. */
  #edgesCross(a: readonly number[], b: readonly number[], shared: readonly number[]): boolean {
    for (let k = 0; k < 3; k++) {
      const p = a[k];
      const q = a[(k + 1) % 3];
      if (shared.includes(p) || shared.includes(q)) continue;
      const from = this.#side(b[0], b[1], b[2], p);
      const to = this.#side(b[0], b[1], b[2], q);
      if (from * to > 0 || (from === 0 && to === 0)) continue; // an edge in the plane is found by edges of b, or by its neighbours
      const s0 = this.#side(p, q, b[0], b[1]);
      const s1 = this.#side(p, q, b[1], b[2]);
      const s2 = this.#side(p, q, b[2], b[0]);
      if ((s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0)) return true;
    }
    return false;
  }

  #overlapInPlane(a: readonly number[], b: readonly number[], longest: number): boolean {
    const x = this.#x;
    // The plane's normal: the larger of the two, since one triangle may be a needle.
    const na = this.#normal(a);
    const nb = this.#normal(b);
    const size = (n: readonly number[]): number => n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    const n = size(na) >= size(nb) ? na : nb;
    const length = Math.sqrt(size(n));
    if (!(length > 0)) return false; // two needles
    for (const [own, other] of [
      [a, b],
      [b, a],
    ]) {
      for (let k = 0; k < 3; k++) {
        const p = 3 * own[k];
        const q = 3 * own[(k + 1) % 3];
        // outward in the plane: (q - p) x n, up to sign
        const [dx, dy, dz] = [x[q] - x[p], x[q + 1] - x[p + 1], x[q + 2] - x[p + 2]];
        const [ox, oy, oz] = [dy * n[2] - dz * n[1], dz * n[0] - dx * n[2], dx * n[1] - dy * n[0]];
        const along = (node: number): number =>
          ox * (x[3 * node] - x[p]) + oy * (x[3 * node + 1] - x[p + 1]) + oz * (x[3 * node + 2] - x[p + 2]);
        const gap = rounding * length * longest * longest;
        const third = along(own[(k + 2) % 3]);
        if (third > 0 ? other.every((m) => along(m) <= gap) : other.every((m) => along(m) >= -gap)) return false;
      }
    }
    return true;
  }

  #side(a: number, b: number, c: number, d: number): number {
    const volume = this.#volume(a, b, c, d);
    return volume > this.#zero ? 1 : volume < -this.#zero ? -1 : 0;
  }

  /** det(b - a, c - a, d - a) */
  #volume(a: number, b: number, c: number, d: number): number {
    const x = this.#x;
    const [ax, ay, az] = [x[3 * a], x[3 * a + 1], x[3 * a + 2]];
    const [bx, by, bz] = [x[3 * b] - ax, x[3 * b + 1] - ay, x[3 * b + 2] - az];
    const [cx, cy, cz] = [x[3 * c] - ax, x[3 * c + 1] - ay, x[3 * c + 2] - az];
    const [dx, dy, dz] = [x[3 * d] - ax, x[3 * d + 1] - ay, x[3 * d + 2] - az];
    return bx * (cy * dz - cz * dy) + by * (cz * dx - cx * dz) + bz * (cx * dy - cy * dx);
  }

  #normal([a, b, c]: readonly number[]): [number, number, number] {
    const x = this.#x;
    const [ux, uy, uz] = [x[3 * b] - x[3 * a], x[3 * b + 1] - x[3 * a + 1], x[3 * b + 2] - x[3 * a + 2]];
    const [vx, vy, vz] = [x[3 * c] - x[3 * a], x[3 * c + 1] - x[3 * a + 1], x[3 * c + 2] - x[3 * a + 2]];
    return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  }

  #longest(corners: readonly number[]): number {
    const x = this.#x;
    let longest = 0;
    for (let k = 0; k < 3; k++) {
      const [p, q] = [3 * corners[k], 3 * corners[(k + 1) % 3]];
      const [dx, dy, dz] = [x[q] - x[p], x[q + 1] - x[p + 1], x[q + 2] - x[p + 2]];
      longest = Math.max(longest, dx * dx + dy * dy + dz * dz);
    }
    return Math.sqrt(longest);
  }
}
