/**
 * The rows of one island as numbers: J over velocities, Y = W J^T, G = J Y.
 *
 *   rigid body   velocity of the point of contact: J = [1, -skew(point - centre)], W at the start of the step
 *   nodes        weights of the corners of the feature, W diagonal
 *
 * Both bodies of a row are pushed at one point, so that rigid pairs keep their angular momentum.
 */

import { type State, stretchOf } from '../../state/state.ts';
import type { Collider } from '../detect/collider.ts';
import type { Row, Side } from '../detect/row.ts';
import { rowTypes } from '../detect/row.ts';

/** Coordinates of a row, at most: two rigid bodies, or three nodes each. */
const width = 18;

export class RowsSystem {
  n = 0;
  /** (3n x 3n) */
  G = new Float64Array(0);
  #coordinates = new Int32Array(0);
  #count = new Int32Array(0);
  /** three lines of `width` each */
  #J = new Float64Array(0);
  #Y = new Float64Array(0);
  readonly #force = new Float64Array(8);
  readonly #motion = new Float64Array(8);
  #dense = new Float64Array(0);

  constructor(private readonly state: State) {}

  /** q: coordinates at the start of the (sub)step. */
  assemble(rows: readonly Row[], q: Float64Array): void {
    const n = rows.length;
    this.n = n;
    if (this.#count.length < n) {
      const size = 2 * n;
      this.#coordinates = new Int32Array(width * size);
      this.#count = new Int32Array(size);
      this.#J = new Float64Array(3 * width * size);
      this.#Y = new Float64Array(3 * width * size);
    }
    const N = 3 * n;
    if (this.G.length !== N * N) this.G = new Float64Array(N * N);
    for (let i = 0; i < n; i++) {
      this.#count[i] = 0;
      this.#side(i, rows[i], rows[i].a, 1, q);
      this.#side(i, rows[i], rows[i].b, -1, q);
    }
    this.#products();
  }
  #side(i: number, row: Row, side: Side, sign: number, q: Float64Array): void {
    const { collider } = side;
    if (collider.halfSpace) return;
    if (collider.core.local) this.#rigid(i, row, collider, sign, q);
    else this.#nodes(i, row, side, sign);
  }
  #nodes(i: number, row: Row, side: Side, sign: number): void {
    const w = this.state.column('w');
    const isPoint = row.type === rowTypes.plane;
    for (let k = 0; k < side.count; k++) {
      const first = isPoint ? pointCoordinate(side) : side.coordinate(k);
      for (let axis = 0; axis < 3; axis++) {
        const at = this.#count[i]++;
        this.#coordinates[width * i + at] = first + axis;
        for (let line = 0; line < 3; line++) {
          const value = sign * side.weights[k] * row.frame[3 * line + axis];
          this.#J[width * (3 * i + line) + at] = value;
          this.#Y[width * (3 * i + line) + at] = w[first + axis] * value;
        }
      }
    }
  }
  #rigid(i: number, { frame, point }: Row, { placed }: Collider, sign: number, q: Float64Array): void {
    const { start } = placed;
    const own = stretchOf(q, placed);
    const rx = point[0] - q[start];
    const ry = point[1] - q[start + 1];
    const rz = point[2] - q[start + 2];
    const at = this.#count[i];
    this.#count[i] += 6;
    for (let k = 0; k < 6; k++) this.#coordinates[width * i + at + k] = start + k;
    const f = this.#force;
    for (let line = 0; line < 3; line++) {
      const x = sign * frame[3 * line];
      const y = sign * frame[3 * line + 1];
      const z = sign * frame[3 * line + 2];
      f[0] = x;
      f[1] = y;
      f[2] = z;
      f[3] = ry * z - rz * y;
      f[4] = rz * x - rx * z;
      f[5] = rx * y - ry * x;
      placed.body.inverseMass.apply?.(own, f, this.#motion);
      const to = width * (3 * i + line) + at;
      for (let k = 0; k < 6; k++) {
        this.#J[to + k] = f[k];
        this.#Y[to + k] = this.#motion[k];
      }
    }
  }
  #products(): void {
    const { n, G } = this;
    const N = 3 * n;
    if (this.#dense.length < this.state.size) this.#dense = new Float64Array(this.state.size);
    const dense = this.#dense;
    for (let j = 0; j < n; j++)
      for (let line = 0; line < 3; line++) {
        const from = width * (3 * j + line);
        for (let k = 0; k < this.#count[j]; k++) dense[this.#coordinates[width * j + k]] += this.#Y[from + k];
        for (let i = 0; i <= j; i++) {
          for (let other = 0; other < 3; other++) {
            const at = width * (3 * i + other);
            let sum = 0;
            for (let k = 0; k < this.#count[i]; k++) sum += this.#J[at + k] * dense[this.#coordinates[width * i + k]];
            G[(3 * i + other) * N + 3 * j + line] = sum;
            G[(3 * j + line) * N + 3 * i + other] = sum;
          }
        }
        for (let k = 0; k < this.#count[j]; k++) dense[this.#coordinates[width * j + k]] = 0;
      }
  }
  /** out = J v */
  velocities(v: Float64Array, out: Float64Array): void {
    for (let i = 0; i < this.n; i++)
      for (let line = 0; line < 3; line++) {
        const at = width * (3 * i + line);
        let sum = 0;
        for (let k = 0; k < this.#count[i]; k++) sum += this.#J[at + k] * v[this.#coordinates[width * i + k]];
        out[3 * i + line] = sum;
      }
  }
  /** u = from + W J^T impulses, on the coordinates of the rows. */
  push(impulses: Float64Array, from: Float64Array, u: Float64Array): void {
    for (let i = 0; i < this.n; i++)
      for (let k = 0; k < this.#count[i]; k++) {
        const c = this.#coordinates[width * i + k];
        u[c] = from[c];
      }
    for (let i = 0; i < this.n; i++)
      for (let line = 0; line < 3; line++) {
        const impulse = impulses[3 * i + line];
        if (impulse === 0) continue;
        const at = width * (3 * i + line);
        for (let k = 0; k < this.#count[i]; k++) u[this.#coordinates[width * i + k]] += impulse * this.#Y[at + k];
      }
  }
}

/** The first coordinate of a node that touches a half space. */
export const pointCoordinate = ({ collider, vertices }: Side): number =>
  collider.placed.start + 3 * (collider.points.nodes as Int32Array)[vertices[0]];
