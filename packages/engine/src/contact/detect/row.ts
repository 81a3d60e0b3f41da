/**
 * A contact row: two places of two bodies that may touch in this step, with the distance between them as a formula of the coordinates.
 *
 *   n = (x_a - x_b) / |x_a - x_b|,  gap = |x_a - x_b| - radii            from body b to body a; values are true at any coordinates
 *
 * Distances are those to the feature extended: the plane of a face, the line of an edge. So a vertex that slides over an edge between two
 * triangles of a plane feels nothing.
 */
import { matrixOfRotation } from '../../bodies/blocks/rotation.ts';
import type { Collider } from '../collider/collider.ts';
import type { Vertices } from '../collider/core.ts';
import type { FormulaPoints } from '../collider/formula-points.ts';
import { type RowMemory, sideVertices } from './row-memory.ts';

export const rowTypes = { vertices: 0, edge: 1, face: 2, edges: 3, plane: 4, rim: 5, linear: 6 } as const;

export { mostHelpers } from './row-memory.ts';
/** Of each side: lines and axes of its vertices. */
export const coupleNumbers = 9 * sideVertices;

/** One body of a row. */
export class Side {
  /** vertices of the core, or of the points that touch half spaces; helpers are behind, with the weight 0 */
  vertices!: Int32Array;
  weights!: Float64Array;

  constructor(
    private readonly memory: RowMemory,
    /** twice the place of the row, and one more for side b */
    private readonly at: number,
  ) {
    this.view();
  }
  /** After the memory has grown. */
  view(): void {
    const from = sideVertices * this.at;
    this.vertices = this.memory.vertices.subarray(from, from + sideVertices);
    this.weights = this.memory.weights.subarray(from, from + sideVertices);
  }
  set(collider: Collider, v0: number, w0 = 1, v1 = -1, w1 = 0, v2 = -1, w2 = 0): void {
    this.memory.setSide(this.at, collider, v0, w0, v1, w1, v2, w2);
  }
  get collider(): Collider {
    return this.memory.colliders[this.memory.body[this.at]];
  }
  get count(): number {
    return this.memory.count[this.at];
  }
  set count(count: number) {
    this.memory.count[this.at] = count;
  }
  get helpers(): number {
    return this.memory.helpers[this.at];
  }
  set helpers(helpers: number) {
    this.memory.helpers[this.at] = helpers;
  }
  /** The first coordinate of a vertex of a body of nodes. */
  coordinate(k: number): number {
    const { placed, core } = this.collider;
    return placed.start + 3 * (core.nodes as Int32Array)[this.vertices[k]];
  }
}
/** Numbers begin as NaN: as 0 they would be whole ones to a compiler, which makes all of its code anew when the first one is not. */
export class Row {
  readonly a: Side;
  readonly b: Side;
  /** quarter of the rim; `stands`: its points are fixed in the body */
  quarter = 0;
  stands = false;
  /** of an arc of the rim (`fixed`): from its centre, a unit vector in the axes of the body */
  readonly middle = new Float64Array(3);
  /** n, t1, t2, one after another */
  frame!: Float64Array;
  /** where it acts: between both surfaces */
  point!: Float64Array;
  /** where it pushes both bodies (levers.ts) */
  lever!: Float64Array;
  /** by side, vertex, line and axis, where helpers have some (spread-couples.ts) */
  couples!: Float64Array;
  /** N s, along the frame */
  impulse!: Float64Array;
  /** before gaps at the end of the step were corrected */
  first!: Float64Array;
  /** what passes added to that when it was solved before, N s */
  correction!: Float64Array;
  guess!: Float64Array;
  /** N s, of it those that are among the external forces of bodies that are solved as a whole */
  applied!: Float64Array;

  constructor(
    readonly memory: RowMemory,
    readonly at: number,
  ) {
    this.a = new Side(memory, 2 * at);
    this.b = new Side(memory, 2 * at + 1);
    this.view();
  }
  /** After the memory has grown. */
  view(): void {
    const { memory, at } = this;
    const [three, six] = [3 * at, 3 * at + 3];
    this.frame = memory.frame.subarray(9 * at, 9 * at + 9);
    this.point = memory.point.subarray(three, six);
    this.lever = memory.lever.subarray(three, six);
    this.impulse = memory.impulse.subarray(three, six);
    this.first = memory.first.subarray(three, six);
    this.correction = memory.correction.subarray(three, six);
    this.guess = memory.guess.subarray(three, six);
    this.applied = memory.applied.subarray(three, six);
    this.a.view();
    this.b.view();
  }
  /** of both bodies, in scene order */
  get pair(): number {
    return this.memory.pair[this.at];
  }
  set pair(pair: number) {
    this.memory.pair[this.at] = pair;
  }
  /** of the features */
  get key(): number {
    return this.memory.key[this.at];
  }
  set key(key: number) {
    this.memory.key[this.at] = key;
  }
  /** of rowTypes */
  get type(): number {
    return this.memory.type[this.at];
  }
  set type(type: number) {
    this.memory.type[this.at] = type;
  }
  /** the vertex of a row with an edge or a face belongs to body b */
  get flipped(): boolean {
    return this.memory.flipped[this.at] !== 0;
  }
  set flipped(flipped: boolean) {
    this.memory.flipped[this.at] = flipped ? 1 : 0;
  }
  /** it is an arc of a rim */
  get fixed(): boolean {
    return this.memory.fixed[this.at] !== 0;
  }
  set fixed(fixed: boolean) {
    this.memory.fixed[this.at] = fixed ? 1 : 0;
  }
  get hasCouples(): boolean {
    return this.memory.hasCouples[this.at] !== 0;
  }
  /** radii of both */
  get radius(): number {
    return this.memory.radius[this.at];
  }
  set radius(radius: number) {
    this.memory.radius[this.at] = radius;
  }
  /** at the start of the step, m; below 0 where it starts too close */
  get gap(): number {
    return this.memory.gap[this.at];
  }
  set gap(gap: number) {
    this.memory.gap[this.at] = gap;
  }
  /** static or kinetic, whichever applies */
  get mu(): number {
    return this.memory.mu[this.at];
  }
  set mu(mu: number) {
    this.memory.mu[this.at] = mu;
  }
  get restitution(): number {
    return this.memory.restitution[this.at];
  }
  set restitution(restitution: number) {
    this.memory.restitution[this.at] = restitution;
  }
  /** friction holds it: it does not slip at the end of the step */
  get sticks(): boolean {
    return this.memory.sticks[this.at] !== 0;
  }
  set sticks(sticks: boolean) {
    this.memory.sticks[this.at] = sticks ? 1 : 0;
  }
  /** the free motion ends below the surface, by its true gap; of rows with restitution (step/active-rows.ts) */
  get broken(): boolean {
    return this.memory.broken[this.at] !== 0;
  }
  set broken(broken: boolean) {
    this.memory.broken[this.at] = broken ? 1 : 0;
  }
  /** it takes part in the impulse problem (step/active-rows.ts) */
  get active(): boolean {
    return this.memory.active[this.at] !== 0;
  }
  set active(active: boolean) {
    this.memory.active[this.at] = active ? 1 : 0;
  }
  /** its island was solved, and how (step/island-rounds.ts): the energy is at the first row of an island */
  get solved(): boolean {
    return this.memory.solved[this.at] !== 0;
  }
  set solved(solved: boolean) {
    this.memory.solved[this.at] = solved ? 1 : 0;
  }
  get residual(): number {
    return this.memory.residual[this.at];
  }
  set residual(residual: number) {
    this.memory.residual[this.at] = residual;
  }
  get error(): number {
    return this.memory.error[this.at];
  }
  set error(error: number) {
    this.memory.error[this.at] = error;
  }
  get addedEnergy(): number {
    return this.memory.addedEnergy[this.at];
  }
  set addedEnergy(energy: number) {
    this.memory.addedEnergy[this.at] = energy;
  }
}

/** t1, t2 behind n. */
export function completeFrame(frame: Float64Array, at = 0): void {
  const x = frame[at];
  const y = frame[at + 1];
  const z = frame[at + 2];
  // n x e, with the axis e that n is farthest from
  let tx: number;
  let ty: number;
  let tz: number;
  if (Math.abs(x) < 0.6) {
    tx = 0;
    ty = z;
    tz = -y;
  } else {
    tx = -z;
    ty = 0;
    tz = x;
  }
  const size = Math.sqrt(tx * tx + ty * ty + tz * tz);
  tx /= size;
  ty /= size;
  tz /= size;
  frame[at + 3] = tx;
  frame[at + 4] = ty;
  frame[at + 5] = tz;
  frame[at + 6] = y * tz - z * ty;
  frame[at + 7] = z * tx - x * tz;
  frame[at + 8] = x * ty - y * tx;
}

/** Where the bodies are: rotation matrices of rigid ones, points that are formulas, made once for a set of coordinates. */
export class Pose {
  readonly #R: Float64Array[] = [];
  readonly #x: (Float64Array | undefined)[] = [];
  readonly #known: Uint8Array;
  coordinates!: Float64Array;

  constructor(colliders: readonly Collider[]) {
    this.#R = colliders.map(() => new Float64Array(9));
    this.#known = new Uint8Array(colliders.length);
  }
  at(coordinates: Float64Array): this {
    this.coordinates = coordinates;
    this.#known.fill(0);
    return this;
  }
  /** The coordinates of a body have changed. */
  changed(index: number): void {
    this.#known[index] = 0;
  }
  rotation({ index, placed }: Collider): Float64Array {
    const R = this.#R[index];
    if (!this.#known[index]) {
      matrixOfRotation(this.coordinates, placed.start + 3, R);
      this.#known[index] = 1;
    }
    return R;
  }
  #formulaPoints({ index, placed }: Collider, formula: FormulaPoints): Float64Array {
    this.#x[index] ??= new Float64Array(3 * formula.count);
    const x = this.#x[index] as Float64Array;
    if (!this.#known[index]) {
      x.set(formula.at(this.coordinates, placed.start));
      this.#known[index] = 1;
    }
    return x;
  }
  /** A point of a collider, of its core or of those that touch half spaces, into out. */
  point(collider: Collider, vertices: Vertices, v: number, out: Float64Array, at = 0): void {
    const q = this.coordinates;
    const { start } = collider.placed;
    const { formula, local, nodes, width, weights } = vertices;
    if (formula) {
      const x = this.#formulaPoints(collider, formula);
      for (let axis = 0; axis < 3; axis++) out[at + axis] = x[3 * v + axis];
      return;
    }
    if (!local) {
      if (!weights) {
        const first = start + 3 * (nodes as Int32Array)[v];
        out[at] = q[first];
        out[at + 1] = q[first + 1];
        out[at + 2] = q[first + 2];
        return;
      }
      for (let axis = 0; axis < 3; axis++) out[at + axis] = 0;
      for (let m = width * v; m < width * (v + 1); m++) {
        const i = start + 3 * (nodes as Int32Array)[m];
        for (let axis = 0; axis < 3; axis++) out[at + axis] += weights[m] * q[i + axis];
      }
      return;
    }
    const x = local[3 * v];
    const y = local[3 * v + 1];
    const z = local[3 * v + 2];
    // the centre of a sphere
    if (x === 0 && y === 0 && z === 0) {
      out[at] = q[start];
      out[at + 1] = q[start + 1];
      out[at + 2] = q[start + 2];
      return;
    }
    const R = this.rotation(collider);
    out[at] = q[start] + (R[0] * x + R[1] * y + R[2] * z);
    out[at + 1] = q[start + 1] + (R[3] * x + R[4] * y + R[5] * z);
    out[at + 2] = q[start + 2] + (R[6] * x + R[7] * y + R[8] * z);
  }
  vertex(collider: Collider, v: number, out: Float64Array, at = 0): void {
    this.point(collider, collider.core, v, out, at);
  }
}
