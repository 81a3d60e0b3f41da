/**
 * How far data points are from the surface of a superquadric, and how that changes with its coordinates.   [Met93 notes, sec. 6]
 *
 *   p = R^T (y - c) - d(u, v)              the datum y in the frame of the body, without the local displacement there
 *   r = (f(p) - 1) / |grad f|              distance to first order; f = 1 on the surface, f < 1 inside
 *
 *   n = R grad f / |grad f|                dr/dc = -n,  dr/domega = -(y - c) x n,  dr/dq_s = f_q / |grad f|,  dr/dd_k = -N_k R^T n
 *
 * On the surface dr = -n^T L dq: the force of a spring along the normal at the nearest point, without a search for it. f is the formula
 * by which contacts find what is inside: deformations are undone in the reverse order, and every primitive has one. (u, v), where
 * the local displacement is read, is the place of the surface in the direction of p.
 */
import { matrixOfRotation } from '../bodies/blocks/rotation.ts';
import { insideFormula, undone } from '../bodies/superquadric/geometry/shape-formula.ts';
import type { LocalBasis } from '../bodies/superquadric/local-basis.ts';
import { anglesOf } from '../bodies/superquadric/primitives/powers.ts';
import type { Superquadric } from '../bodies/superquadric/superquadric.ts';
import { kernel, parameter, toRow, uniform } from '../kernel/compile/kernel.ts';
import { gradient } from '../kernel/formula/derive.ts';
import { constant, type Expr, max } from '../kernel/formula/expr.ts';
import type { Vec3 } from '../kernel/formula/vector.ts';
import { Batch, laned } from '../kernel/run/batch.ts';
import { Arena, type Block } from '../kernel/run/memory.ts';

export class CloudDistance {
  /** m, negative inside (capacity) */
  readonly r: Float64Array;
  /** dr by the velocities of c, of the rotation, and of free shape parameters (capacity x width) */
  readonly J: Float64Array;
  readonly width: number;
  /** functions of local displacements that are not 0 at a datum, at most */
  readonly corners: number;
  /** those of each datum, -1 where there are fewer, and their values (capacity x corners) */
  readonly nodes: Int32Array;
  readonly weights: Float64Array;
  /** dr/dp in the frame of the body: minus the change with a displacement (capacity x 3) */
  readonly normal: Float64Array;
  readonly #batch: Batch;
  readonly #uniforms: Block<Float64Array>;
  readonly #R = new Float64Array(9);
  /** the data (capacity x 3), and how many there are */
  readonly #y: Float64Array;
  #count = 0;

  constructor(
    private readonly body: Superquadric,
    readonly capacity: number,
  ) {
    const { formula, layout } = body;
    this.width = 6 + layout.shape;
    this.r = new Float64Array(capacity);
    this.J = new Float64Array(capacity * this.width);
    this.corners = body.basis?.most ?? 0;
    this.nodes = new Int32Array(capacity * this.corners).fill(-1);
    this.weights = new Float64Array(capacity * this.corners);
    this.normal = new Float64Array(3 * capacity);
    this.#y = new Float64Array(3 * capacity);
    // frozen parameters are constants: powers of 1 and 2 need no logarithm, and equal bodies share a kernel
    const value = (name: string): Expr => {
      const k = formula.free.indexOf(name);
      return k < 0 ? constant(body.shape.get(name) as number) : uniform(k);
    };
    const p: Vec3 = [parameter(0), parameter(1), parameter(2)];
    const { primitive, deformations } = formula;
    const f = max(insideFormula(primitive, deformations, p, value), constant(1e-9));
    const slopes = gradient(f, [...p, ...formula.free.map(value)]);
    const angles = layout.local ? anglesOf(primitive.place(undone(primitive, deformations, p, value), value)) : [];
    const rows = [f, ...slopes, ...angles];
    const made = kernel(rows.map((e, k) => toRow(k, e)));
    const arena = new Arena(8 * (capacity + 2) * (rows.length + 8) + 4096);
    const parameters = new Float64Array(capacity * made.parameters);
    this.#batch = new Batch(made, arena, { count: capacity, blocks: [], parameters }, 0);
    this.#uniforms = arena.f64(Math.max(8, layout.shape));
  }

  get count(): number {
    return this.#count;
  }
  clear(): void {
    this.#count = 0;
  }
  add(x: number, y: number, z: number): void {
    this.#y[3 * this.#count] = x;
    this.#y[3 * this.#count + 1] = y;
    this.#y[3 * this.#count++ + 2] = z;
  }

  /** r and its derivatives at these coordinates of the body, the first of which is q[at]. */
  evaluate(q: Float64Array, at: number): void {
    if (!this.#count) return;
    const { layout } = this.body;
    const uniforms = this.#uniforms.view();
    for (let k = 0; k < layout.shape; k++) uniforms[k] = q[at + layout.shapeAt + k];
    matrixOfRotation(q, at + layout.turn, this.#R);
    this.#place(q, at);
    this.#run();
    if (layout.local) {
      // the displacement is that of the place where the datum is, which follows from the first run
      this.#findCells();
      this.#place(q, at);
      this.#run();
    }
    this.#gather(q, at);
  }
  #run(): void {
    const { run, args } = this.#batch.rangeCall(0, (this.#count + 1) >> 1, () => 0, this.#uniforms.address, 0);
    Reflect.apply(run, undefined, args);
  }
  /** p of each datum. */
  #place(q: Float64Array, at: number): void {
    const { layout } = this.body;
    const { corners } = this;
    const R = this.#R;
    const first = at + layout.localAt;
    for (let i = 0; i < this.#count; i++) {
      const [x, y, z] = [this.#y[3 * i] - q[at], this.#y[3 * i + 1] - q[at + 1], this.#y[3 * i + 2] - q[at + 2]];
      for (let k = 0; k < 3; k++) {
        let p = R[k] * x + R[3 + k] * y + R[6 + k] * z;
        if (layout.local)
          for (let c = corners * i; c < corners * (i + 1); c++)
            if (this.nodes[c] >= 0) p -= this.weights[c] * q[first + 3 * this.nodes[c] + k];
        this.#batch.setParameter(i, k, p);
      }
    }
  }
  #findCells(): void {
    const { corners } = this;
    const basis = this.body.basis as LocalBasis;
    const { rows, place } = this.#batch.table();
    const columns = this.#batch.kernel.rows;
    const angles = 4 + this.body.layout.shape;
    for (let i = 0; i < this.#count; i++) {
      const [u, v] = [rows[laned(place[i], columns, angles)], rows[laned(place[i], columns, angles + 1)]];
      const found = basis.at(u, v);
      for (let c = 0; c < corners; c++) {
        this.nodes[corners * i + c] = found.nodes[c] ?? -1;
        this.weights[corners * i + c] = found.weights[c] ?? 0;
      }
    }
  }
  #gather(q: Float64Array, at: number): void {
    const { rows, place } = this.#batch.table();
    const columns = this.#batch.kernel.rows;
    const { shape } = this.body.layout;
    const { r, J, normal, width } = this;
    const R = this.#R;
    for (let i = 0; i < this.#count; i++) {
      const lane = laned(place[i], columns, 0);
      const [a, b, c] = [rows[lane + 2], rows[lane + 4], rows[lane + 6]];
      // f has no slope at the middle of the body: such a datum pulls at nothing
      const steepness = Math.sqrt(a * a + b * b + c * c);
      const scale = steepness > 0 ? 1 / steepness : 0;
      r[i] = (rows[lane] - 1) * scale;
      normal[3 * i] = a * scale;
      normal[3 * i + 1] = b * scale;
      normal[3 * i + 2] = c * scale;
      const nx = scale * (R[0] * a + R[1] * b + R[2] * c);
      const ny = scale * (R[3] * a + R[4] * b + R[5] * c);
      const nz = scale * (R[6] * a + R[7] * b + R[8] * c);
      const [x, y, z] = [this.#y[3 * i] - q[at], this.#y[3 * i + 1] - q[at + 1], this.#y[3 * i + 2] - q[at + 2]];
      const row = i * width;
      J[row] = -nx;
      J[row + 1] = -ny;
      J[row + 2] = -nz;
      J[row + 3] = -(y * nz - z * ny);
      J[row + 4] = -(z * nx - x * nz);
      J[row + 5] = -(x * ny - y * nx);
      for (let k = 0; k < shape; k++) J[row + 6 + k] = rows[lane + 2 * (4 + k)] * scale;
    }
  }
}
