/**
 * Points that rods carry: what has no say of its own where it is, x_p = X(z), leaves no unknowns and no rows in the solve.
 *                                                                                           [MIC08, sec. 5.3; notes, 5.4]
 *   z = (control points under it, u),   L = dX/dz = [b_i I ... | x']
 *   H += kappa L^T L - w . d2X/dz2,   F += L^T f_p     kappa = m/h^2 + drag m/h
 *
 * f_p is what pushes on the point and its inertia, w that and the rows that hold it as well; the rod pushes it with -w. Rows
 * on x_p stand on z:  J_p dx_p = J_p L dz. As printed, the second derivative is left out.
 */
import { laned } from '../kernel/batch.ts';
import { gradient, hessian } from '../kernel/derive.ts';
import { add, div, type Expr, isConst, mul, neg, zero } from '../kernel/expr.ts';
import { gather, type Kernel, kernel, row, toRow } from '../kernel/kernel.ts';
import type { Shape, Side } from '../methods/method.ts';
import { type Composition, perComposition } from '../rows.ts';
import type { Slider } from '../sliders.ts';
import type { State } from '../state.ts';
import { coordinatesOf } from './kkt-rows.ts';

interface CarriedKernel {
  readonly kernel: Kernel;
  /** entries of L: axis, and which coordinate of the member */
  readonly slopes: readonly { readonly axis: number; readonly i: number }[];
  /** entries of the lower triangle of H */
  readonly entries: readonly { readonly i: number; readonly j: number }[];
  /** how u changes with the square of its step, so that arc length is kept */
  readonly bow: number;
  /** rows that are given: kappa, w */
  readonly given: number;
}

/** Numbers of a member: C, L, H, (x'.x'')/(2 |x'|^2); given kappa and w. */
const carriedKernel = perComposition((composition: Composition): CarriedKernel => {
  const { C } = composition.at('p');
  const z = coordinatesOf(composition).map(({ slot, component }) => gather('p', slot, component));
  const isZero = (e: Expr): boolean => isConst(e) && e.value === 0;
  const L = C.map((one) => gradient(one, z).map((e, i) => (i < 3 ? zero : neg(e))));
  const slopes = L.flatMap((line, axis) => line.flatMap((e, i) => (isZero(e) ? [] : [{ axis, i, e }])));
  const triangle = (z.length * (z.length + 1)) / 2;
  const given = 3 + slopes.length + triangle + 1;
  const second = hessian(
    C.map((one, axis) => mul(row(given + 1 + axis), one)).reduce((a, b) => add(a, b)),
    z,
  );
  const entries: { i: number; j: number; e: Expr }[] = [];
  for (let i = 0, n = 0; i < z.length; i++) {
    for (let j = 0; j <= i; j++, n++) {
      if (j < 3) continue;
      const product = L.map((line) => mul(line[i], line[j])).reduce((a, b) => add(a, b));
      const e = add(mul(row(given), product), second[n]);
      if (!isZero(e)) entries.push({ i, j, e });
    }
  }
  const u = z.length - 1;
  const slope = L.map((line) => line[u]);
  const dotted = (a: readonly Expr[], b: readonly Expr[]): Expr =>
    a.map((x, k) => mul(x, b[k])).reduce((x, y) => add(x, y));
  const bend = slope.map((x) => gradient(x, [z[u]])[0]);
  const results = [
    ...C,
    ...slopes.map(({ e }) => e),
    ...entries.map(({ e }) => e),
    div(dotted(slope, bend), add(dotted(slope, slope), dotted(slope, slope))),
  ];
  return {
    kernel: kernel(results.map((e, k) => toRow(k, e))),
    slopes,
    entries,
    bow: results.length - 1,
    given,
  };
});

interface Table extends CarriedKernel {
  readonly shape: Shape;
  readonly side: Side;
  readonly size: 3;
  /** of its first member, among the points of all tables: three numbers each */
  readonly first: number;
  readonly width: number;
  /** of each member, its coordinates: those of the point, of z */
  readonly coordinates: Int32Array;
  readonly slots: Int32Array;
  /** the weak mode, as printed: the point moves by a law of its own, and pushes on the rod afterwards */
  readonly weak: boolean;
}
/** A coordinate of a point that is carried. */
interface Place {
  readonly table: Table;
  readonly member: number;
  readonly axis: number;
}
/** What an entry of a row on such a coordinate becomes: one for each coordinate of z that the point goes by. */
export interface Expansion {
  readonly place: Place;
  /** entries of L, and where each goes */
  readonly slopes: readonly number[];
  readonly slots: Int32Array;
}

/** A constraint whose first point is a mass point that nothing but rows pushes about. */
export const carries = ({ composition }: Shape): boolean => composition.relation.carries !== undefined;

export class Carried {
  readonly tables: readonly Table[];
  /** of the rod on each point, N: three for each member of each table */
  readonly lambda: Float64Array;
  /** of other rows on each, N */
  readonly #held: Float64Array;
  /** m/h^2 + drag m/h of each */
  readonly #kappa: Float64Array;
  /** of those in the weak mode, what the rod feels of them, N, and their velocity after the step */
  readonly #load: Float64Array;
  readonly #speed: Float64Array;
  readonly #at = new Map<number, Place>();
  #kept = new Float64Array(0);

  constructor(
    shapes: readonly Shape[],
    private readonly state: State,
  ) {
    let first = 0;
    this.tables = shapes.map((shape) => {
      const made = carriedKernel(shape.composition);
      const members = Array.from({ length: shape.members.length }, (_, m) => m);
      const places = coordinatesOf(shape.composition);
      const table: Table = {
        ...made,
        shape,
        side: shape.side(made.kernel, members),
        first,
        size: 3,
        width: places.length,
        coordinates: Int32Array.from(
          members.flatMap((m) => places.map(({ slot, component }) => shape.blocks[m * shape.slots + slot] + component)),
        ),
        slots: new Int32Array(members.length * made.entries.length),
        weak: shape.composition.relation.carries === 'weak',
      };
      first += 3 * members.length;
      return table;
    });
    this.lambda = new Float64Array(first);
    this.#held = new Float64Array(first);
    this.#kappa = new Float64Array(first);
    this.#load = new Float64Array(first);
    this.#speed = new Float64Array(first);
    this.#each((table, member) => {
      for (let axis = 0; axis < 3; axis++) this.#at.set(coordinateOf(table, member, axis), { table, member, axis });
    });
  }
  end(): void {
    for (const { shape, side } of this.tables) shape.endSide(side);
  }
  get any(): boolean {
    return this.#at.size > 0;
  }
  /** The members that are active: table, member, number of its first coordinate of the point, where its numbers are. */
  #each(visit: (table: Table, member: number, point: number, numbers: Float64Array, at: number) => void): void {
    for (let t = 0; t < this.tables.length; t++) {
      const table = this.tables[t];
      const { rows, place } = table.side.batch.table();
      for (let m = 0; m < table.shape.members.length; m++)
        if (table.shape.isActive(m))
          visit(table, m, table.first + 3 * m, rows, laned(place[m], table.side.batch.kernel.rows, 0));
    }
  }

  // --- structure -----------------------------------------------------------------------------------------------------
  has(coordinate: number): boolean {
    return this.#at.has(coordinate);
  }
  /** Coordinates that a carried one goes by. */
  behind(coordinate: number): number[] {
    const { table, member, axis } = this.#at.get(coordinate) as Place;
    return table.slopes.filter((s) => s.axis === axis).map(({ i }) => table.coordinates[member * table.width + i]);
  }
  expand(coordinate: number, slotOf: (z: number) => number): Expansion {
    const place = this.#at.get(coordinate) as Place;
    const slopes = [...place.table.slopes.keys()].filter((k) => place.table.slopes[k].axis === place.axis);
    return { place, slopes, slots: Int32Array.from(this.behind(coordinate), slotOf) };
  }
  /** Every entry of H. */
  pairs(visit: (i: number, j: number) => void): void {
    this.#each(({ entries, coordinates, width }, m) => {
      for (const { i, j } of entries) visit(coordinates[m * width + i], coordinates[m * width + j]);
    });
  }
  place(slotOf: (i: number, j: number) => number): void {
    this.#each(({ entries, coordinates, width, slots }, m) => {
      entries.forEach(({ i, j }, e) => {
        slots[m * entries.length + e] = slotOf(coordinates[m * width + i], coordinates[m * width + j]);
      });
    });
  }

  // --- a step of h -----------------------------------------------------------------------------------------------------
  prepare(h: number, isStatic: (coordinate: number) => boolean): void {
    const [w, drag] = [this.state.column('w'), this.state.column('drag')];
    this.#each((table, member, point) => {
      for (let axis = 0; axis < 3; axis++) {
        const i = coordinateOf(table, member, axis);
        this.#kappa[point + axis] = isStatic(i) ? 0 : 1 / (w[i] * h * h) + drag[i] / h;
      }
    });
  }
  /** Numbers where things are predicted, and the points where they are carried to. */
  follow(paper: boolean): void {
    const p = this.state.column('p');
    for (const { side, shape, given, first, weak } of this.tables) {
      const { rows, place } = side.batch.table();
      const columns = side.batch.kernel.rows;
      for (let m = 0; m < shape.members.length; m++) {
        const point = first + 3 * m;
        rows[laned(place[m], columns, given)] = weak ? 0 : this.#kappa[point];
        for (let axis = 0; axis < 3; axis++)
          rows[laned(place[m], columns, given + 1 + axis)] = paper || weak ? 0 : -this.lambda[point + axis];
      }
      side.batch.run();
    }
    this.#each((table, member, _, numbers, at) => {
      for (let axis = 0; axis < 3; axis++) p[coordinateOf(table, member, axis)] -= numbers[at + 2 * axis];
    });
  }
  /** H into the matrix. */
  add(values: Float64Array): void {
    this.#each(({ entries, slots, slopes }, member, _, numbers, at) => {
      const first = at + 2 * (3 + slopes.length);
      for (let e = 0, k = member * entries.length; e < entries.length; e++, k++)
        if (slots[k] >= 0) values[slots[k]] += numbers[first + 2 * e];
    });
  }
  /** An entry of a row on a carried coordinate, into the matrix. */
  addEntry({ place, slopes, slots }: Expansion, J: number, values: Float64Array): void {
    const { table, member } = place;
    const numbers = table.side.batch.table();
    const first = laned(numbers.place[member], table.side.batch.kernel.rows, 3);
    for (let k = 0; k < slopes.length; k++)
      if (slots[k] >= 0) values[slots[k]] += J * numbers.rows[first + 2 * slopes[k]];
  }
  /** Rows hold points: begin to count. */
  beginHeld(): void {
    this.#held.fill(0);
  }
  addHeld({ place: { table, member, axis } }: Expansion, force: number): void {
    this.#held[table.first + 3 * member + axis] += force;
  }
  /** L^T f: what pushes points pushes what carries them. */
  push(g: Float64Array): void {
    this.#each((table, member, point, numbers, at) => {
      const { slopes, coordinates, width, weak } = table;
      for (let axis = 0; axis < 3; axis++) {
        const force = weak ? this.#load[point + axis] : g[coordinateOf(table, member, axis)];
        this.lambda[point + axis] = -force - this.#held[point + axis];
      }
      for (let k = 0; k < slopes.length; k++) {
        const { axis, i } = slopes[k];
        const force = weak ? this.#load[point + axis] : g[coordinateOf(table, member, axis)];
        g[coordinates[member * width + i]] += numbers[at + 2 * (3 + k)] * force;
      }
    });
  }
  /** dC/du of a member, and its square. */
  slope(table: Table, member: number, out: Float64Array): number {
    const { rows, place } = table.side.batch.table();
    const first = laned(place[member], table.side.batch.kernel.rows, 3);
    let square = 0;
    for (let k = 0; k < table.slopes.length; k++) {
      const { axis, i } = table.slopes[k];
      if (i !== table.width - 1) continue;
      out[axis] = -rows[first + 2 * k];
      square += out[axis] * out[axis];
    }
    return square;
  }
  // --- as printed ------------------------------------------------------------------------------------------------------
  /** One linearisation: points move by L dz; u so that the arc length that it goes is right to the second order. */
  print(x: Float64Array, index: Int32Array, h: number): void {
    const p = this.state.column('p');
    this.#each(({ slopes, coordinates, width, bow, weak }, member, point, numbers, at) => {
      if (weak) return;
      for (let k = 0; k < slopes.length; k++) {
        const { axis, i } = slopes[k];
        const unknown = index[coordinates[member * width + i]];
        if (unknown >= 0) this.#speed[point + axis] += (numbers[at + 2 * (3 + k)] * x[unknown]) / h;
      }
      const u = coordinates[member * width + width - 1];
      if (index[u] >= 0) p[u] -= numbers[at + 2 * bow] * x[index[u]] * x[index[u]];
    });
  }
  /**
   * The weak mode: m (s'_n+1 - s'_n)/h = t . F - c s'_n+1 with s' against the rod as it moved before; then the rod feels
   * F - m (v_n+1 - v_n)/h.                                                             [MIC08, eq. 29-31; notes, E11, E12]
   */
  lead(h: number): void {
    this.#speed.fill(0);
    const [p, v, w, drag, external] = ['p', 'v', 'w', 'drag', 'external'].map((name) => this.state.column(name));
    this.#each((table, member, point, numbers, at) => {
      const { slopes, coordinates, width, bow, weak, shape } = table;
      if (!weak) return;
      const u = coordinates[member * width + width - 1];
      const [x1, carrier] = [new Float64Array(3), new Float64Array(3)];
      for (let k = 0; k < slopes.length; k++) {
        const { axis, i } = slopes[k];
        const L = numbers[at + 2 * (3 + k)];
        if (i === width - 1) x1[axis] = L;
        else carrier[axis] += L * v[coordinates[member * width + i]];
      }
      const speed = Math.sqrt(x1[0] * x1[0] + x1[1] * x1[1] + x1[2] * x1[2]);
      const first = coordinateOf(table, member, 0);
      const { friction = 0 } = (shape.sliders.find((s) => s.member === member) as Slider).slide;
      let along = 0;
      for (let axis = 0; axis < 3; axis++) {
        const i = first + axis;
        along += (x1[axis] / speed) * (v[i] - carrier[axis] + h * w[i] * external[i]);
      }
      along /= 1 + h * (w[first] * friction + w[first] * drag[first]);
      const du = (h * along) / speed;
      p[u] += du - numbers[at + 2 * bow] * du * du;
      for (let axis = 0; axis < 3; axis++) {
        const i = first + axis;
        this.#speed[point + axis] = carrier[axis] + (along * x1[axis]) / speed;
        this.#load[point + axis] =
          external[i] - drag[i] * this.#speed[point + axis] - (this.#speed[point + axis] - v[i]) / (w[i] * h);
      }
    });
  }

  // --- after it ----------------------------------------------------------------------------------------------------------
  /** Velocities where they are not those of the places. */
  finish(paper: boolean): void {
    const u = this.state.column('u');
    this.#each((table, member, point) => {
      if (!paper && !table.weak) return;
      for (let axis = 0; axis < 3; axis++) u[coordinateOf(table, member, axis)] = this.#speed[point + axis];
    });
  }
  /** What the rod did: lambda = m (u - v)/h + drag u - external - what rows did. */
  react(h: number, isStatic: (coordinate: number) => boolean): void {
    const [u, v, w, drag, external] = ['u', 'v', 'w', 'drag', 'external'].map((name) => this.state.column(name));
    this.#each((table, member, point) => {
      for (let axis = 0; axis < 3; axis++) {
        const i = coordinateOf(table, member, axis);
        const inertia = isStatic(i) ? 0 : (u[i] - v[i]) / (w[i] * h) + drag[i] * u[i];
        this.lambda[point + axis] = inertia - external[i] - this.#held[point + axis];
      }
    });
  }
  takeOver(before: Carried): void {
    if (before.lambda.length !== this.lambda.length) return;
    this.lambda.set(before.lambda);
    this.#load.set(before.#load);
    this.#speed.set(before.#speed);
    this.#kept = before.#kept;
  }
  keep(): void {
    this.#kept = this.lambda.slice();
  }
  putBack(): void {
    if (this.#kept.length === this.lambda.length) this.lambda.set(this.#kept);
  }
}

const coordinateOf = ({ coordinates, width }: Table, member: number, axis: number): number =>
  coordinates[member * width + axis];
