/**
 * The normal equations of one body: D dv = b over the velocities that a stage moves.              [Met93 notes, sec. 6]
 *
 *   D = sum_k w_k J_k^T J_k + K / k + damping,      b = -sum_k w_k J_k^T r_k - K d / k
 *
 * That is the flow D qdot = f_q - K q with the damping matrix of Gauss and Newton: one step of hγ = 1 solves the linear problem, where the
 * unit matrix of the paper needs thousands. Damping is `damping` N s_i^2 for N data, with s_i the metres by which a unit of the
 * coordinate moves the surface: it holds what data do not determine, such as the roll about an axis of symmetry. The squareness
 * is stiff: ten times as much.
 */
import type { Superquadric } from '../bodies/superquadric/superquadric.ts';
import { factorCholesky, solveCholesky } from '../linalg/dense/lu.ts';
import type { CloudDistance } from './cloud-distance.ts';

/**
 * What a stage moves.
 * @example const stages: readonly TrackingStage[] = ['rigid', 'shape', 'local'];
 */
export type TrackingStage = 'rigid' | 'shape' | 'local';
export const stageNames: readonly TrackingStage[] = ['rigid', 'shape', 'local'];

export class BodySystem {
  readonly velocities: number;
  /** metres by which a unit of each velocity moves the surface, about (velocities) */
  readonly scale: Float64Array;
  /** what it is called, for messages (velocities) */
  readonly names: readonly string[];
  /** the motion of a step (velocities) */
  readonly motion: Float64Array;
  /** velocities that the stage moves */
  active: Int32Array = new Int32Array(0);
  /** how many of them only data determine: local displacements have their elasticity beside these */
  unknowns = 0;
  /** data rows, by their weights */
  rows = 0;
  readonly #A: Float64Array;
  readonly #b: Float64Array;
  /** (active x active), then its factor */
  #factor = new Float64Array(0);
  readonly #stiffness: Float64Array | undefined;
  /** what earlier frames say of the shape: information (shape x shape), and where it was */
  readonly #remembered: Float64Array;
  readonly #shape: Float64Array;
  /** shape parameters at the start */
  readonly #start: Float64Array;
  readonly #columns: Int32Array;
  readonly #values: Float64Array;
  readonly #work: Float64Array;

  constructor(
    readonly body: Superquadric,
    /** k: stiffness of a datum, N/m */
    private readonly datum: number,
  ) {
    const { layout } = body;
    this.velocities = layout.velocities;
    const n = this.velocities;
    this.#A = new Float64Array(n * n);
    this.#b = new Float64Array(n);
    this.#work = new Float64Array(n);
    this.motion = new Float64Array(n);
    this.#stiffness = body.basis?.stiffness(body.elasticity.w0, body.elasticity.w1);
    this.#remembered = new Float64Array(layout.shape * layout.shape);
    this.#shape = new Float64Array(layout.shape);
    const most = 6 + layout.shape + 3 * (body.basis?.most ?? 0);
    this.#columns = new Int32Array(most);
    this.#values = new Float64Array(most);
    this.#start = Float64Array.from(body.formula.free, (name) => body.shape.get(name) as number);
    const size = sizeOf(body);
    this.scale = new Float64Array(n).fill(1);
    const names = new Array<string>(n).fill('');
    ['x', 'y', 'z'].forEach((axis, k) => {
      names[k] = `position ${axis}`;
      names[layout.turn + k] = 'rotation';
      this.scale[layout.turn + k] = size;
    });
    body.formula.free.forEach((name, k) => {
      const unit = body.formula.parameters.find((one) => one.name === name)?.unit;
      names[layout.shapeAt + k] = name;
      this.scale[layout.shapeAt + k] = unit === 'm' ? 1 : stiffly.includes(name) ? Math.sqrt(10) * size : size;
    });
    for (let i = layout.localAt; i < layout.turn; i++) names[i] = 'local';
    this.names = names;
  }

  /** Which velocities move from now on. */
  begin(stage: TrackingStage): void {
    const { layout, freedom } = this.body;
    const level = stageNames.indexOf(stage);
    const list: number[] = [];
    for (let k = 0; k < 3 && freedom.position; k++) list.push(k);
    for (let k = 0; k < layout.shape && level >= 1; k++) list.push(layout.shapeAt + k);
    for (let k = 0; k < 3 * layout.local && level >= 2; k++) list.push(layout.localAt + k);
    for (let k = 0; k < 3 && freedom.rotation; k++) list.push(layout.turn + k);
    this.active = Int32Array.from(list);
    this.unknowns = list.filter((c) => c < layout.localAt || c >= layout.turn).length;
    this.#factor = new Float64Array(list.length * list.length);
  }
  clear(): void {
    this.#A.fill(0);
    this.#b.fill(0);
    this.rows = 0;
  }

  /** Adds the data of a cloud, with these weights. */
  addCloud(cloud: CloudDistance, weights: Float64Array): void {
    const { layout } = this.body;
    const { corners } = cloud;
    const [columns, values] = [this.#columns, this.#values];
    for (let k = 0; k < 3; k++) {
      columns[k] = k;
      columns[3 + k] = layout.turn + k;
    }
    for (let k = 0; k < layout.shape; k++) columns[6 + k] = layout.shapeAt + k;
    for (let i = 0; i < cloud.count; i++) {
      if (weights[i] === 0) continue;
      let n = cloud.width;
      for (let k = 0; k < n; k++) values[k] = cloud.J[i * cloud.width + k];
      for (let c = corners * i; c < corners * (i + 1); c++) {
        if (cloud.nodes[c] < 0) continue;
        for (let k = 0; k < 3; k++) {
          columns[n] = layout.localAt + 3 * cloud.nodes[c] + k;
          values[n++] = -cloud.weights[c] * cloud.normal[3 * i + k];
        }
      }
      this.addRow(columns, values, 0, n, weights[i], cloud.r[i]);
    }
  }
  /** Adds one row: residual r, and its derivatives by velocities, entries `from` to `to`. */
  addRow(columns: Int32Array, values: Float64Array, from: number, to: number, weight: number, r: number): void {
    const [A, b, n] = [this.#A, this.#b, this.velocities];
    this.rows += weight;
    for (let i = from; i < to; i++) {
      const [ci, wi] = [columns[i], weight * values[i]];
      if (wi === 0) continue;
      b[ci] -= wi * r;
      for (let j = from; j <= i; j++) {
        const cj = columns[j];
        A[ci > cj ? ci * n + cj : cj * n + ci] += wi * values[j];
      }
    }
  }
  /** Adds a pull of shape parameters to where they were at the start, with this part of the weight of the data. */
  addPrior(part: number, q: Float64Array, at: number): void {
    const { shape, shapeAt } = this.body.layout;
    for (let i = 0; i < shape; i++) {
      const c = shapeAt + i;
      const k = part * this.rows * this.scale[c] * this.scale[c];
      this.#A[c * this.velocities + c] += k;
      this.#b[c] -= k * (q[at + c] - this.#start[i]);
    }
  }
  /** Shape parameters that are lengths, beyond `most` and several times what they were at the start: their names. */
  grown(most: number, q: Float64Array, at: number): string[] {
    const { formula, layout } = this.body;
    return formula.free.filter((name, i) => {
      const isLength = formula.parameters.find((one) => one.name === name)?.unit === 'm';
      const size = Math.abs(q[at + layout.shapeAt + i]);
      return isLength && size > most && size > manyTimes * Math.abs(this.#start[i]);
    });
  }
  /** Adds elasticity, of local displacements and springs on shape parameters, and what is remembered of the shape. */
  addElasticity(q: Float64Array, at: number): void {
    const { layout, springs } = this.body;
    const [A, b, n, K] = [this.#A, this.#b, this.velocities, this.#stiffness];
    for (const { parameter, stiffness, rest } of springs) {
      const i = layout.shapeAt + parameter;
      A[i * n + i] += stiffness / this.datum;
      b[i] -= (stiffness / this.datum) * (q[at + i] - rest);
    }
    for (let i = 0; i < layout.shape; i++)
      for (let j = 0; j < layout.shape; j++) {
        const [ci, cj, known] = [layout.shapeAt + i, layout.shapeAt + j, this.#remembered[i * layout.shape + j]];
        b[ci] -= known * (q[at + cj] - this.#shape[j]);
        if (cj <= ci) A[ci * n + cj] += known;
      }
    for (let i = 0; K && i < layout.local; i++)
      for (let j = 0; j < layout.local; j++) {
        const k = K[i * layout.local + j] / this.datum;
        if (k === 0) continue;
        for (let axis = 0; axis < 3; axis++) {
          const [ci, cj] = [layout.localAt + 3 * i + axis, layout.localAt + 3 * j + axis];
          b[ci] -= k * q[at + cj];
          if (cj <= ci) A[ci * n + cj] += k;
        }
      }
  }

  /**
   * Keeps a part of what data and memory say of the shape, whatever the other coordinates are: the Schur complement of the shape in D.
   * The shape is that of q now.
   */
  remember(part: number, q: Float64Array, at: number): void {
    const { layout } = this.body;
    const own = layout.shape;
    if (!own || part === 0) return;
    const isShape = (c: number): boolean => c >= layout.shapeAt && c < layout.shapeAt + own;
    const others = Array.from(this.active).filter((c) => !isShape(c));
    const [A, n, m] = [this.#A, this.velocities, others.length];
    const entry = (a: number, b: number): number => A[a > b ? a * n + b : b * n + a];
    const L = new Float64Array(m * m);
    for (let i = 0; i < m; i++)
      for (let j = 0; j <= i; j++)
        L[i * m + j] =
          entry(others[i], others[j]) +
          (i === j ? 1e-9 * Math.max(1, this.rows) * this.scale[others[i]] * this.scale[others[i]] : 0);
    if (!factorCholesky(L, m)) return;
    const column = new Float64Array(m);
    for (let j = 0; j < own; j++) {
      for (let i = 0; i < m; i++) column[i] = entry(others[i], layout.shapeAt + j);
      solveCholesky(L, m, column);
      for (let i = 0; i < own; i++) {
        let sum = entry(layout.shapeAt + i, layout.shapeAt + j);
        for (let k = 0; k < m; k++) sum -= entry(others[k], layout.shapeAt + i) * column[k];
        this.#remembered[i * own + j] = part * sum;
      }
      this.#shape[j] = q[at + layout.shapeAt + j];
    }
  }

  /** Factors D with this damping; the part of D that belongs to the active velocities. */
  factor(damping: number): void {
    const { active, scale } = this;
    const [A, n, m, L] = [this.#A, this.velocities, active.length, this.#factor];
    const amount = damping * Math.max(1, this.rows);
    for (let i = 0; i < m; i++)
      for (let j = 0; j <= i; j++) {
        const [ci, cj] = [active[i], active[j]];
        L[i * m + j] = A[ci > cj ? ci * n + cj : cj * n + ci] + (i === j ? amount * scale[ci] * scale[ci] : 0);
      }
    if (!factorCholesky(L, m)) throw new Error(`body "${this.body.id}": its data have values that are not finite.`);
  }
  /** motion = D^-1 b */
  solveForces(): void {
    this.motion.set(this.#b);
    this.solve(this.motion);
  }
  /** b . motion: how much the step lowers the sum of squares, where joints are closed. */
  decrement(): number {
    let sum = 0;
    for (let i = 0; i < this.velocities; i++) sum += this.#b[i] * this.motion[i];
    return Math.abs(sum);
  }
  /** x <- D^-1 x over the active velocities, 0 elsewhere. */
  solve(x: Float64Array): void {
    const { active } = this;
    const own = this.#work.subarray(0, active.length);
    for (let i = 0; i < active.length; i++) own[i] = x[active[i]];
    solveCholesky(this.#factor, active.length, own);
    x.fill(0);
    for (let i = 0; i < active.length; i++) x[active[i]] = own[i];
  }
}

/** A size that grows so many times is no better estimate of what it was. */
const manyTimes = 3;
/** Parameters with steep and uneven derivatives. */
const stiffly = ['e1', 'e2', 'g'];

/** The largest distance of its surface from its origin, m. */
export function sizeOf({ mesh, grid, start, coordinates, velocities }: Superquadric): number {
  const q = new Float64Array(coordinates);
  start(q, new Float64Array(velocities));
  let most = 0;
  for (let i = 0; i < grid.count; i++) {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += (mesh.positions[3 * i + k] - q[k]) * (mesh.positions[3 * i + k] - q[k]);
    most = Math.max(most, Math.sqrt(sum));
  }
  return most;
}
