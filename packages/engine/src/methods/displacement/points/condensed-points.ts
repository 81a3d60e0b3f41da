/**
 * Condensed (slave) points: a point whose position is a function of a rod, x_p = X(z), is eliminated from the solve.
 *                                                                                           [MIC08, sec. 5.3; notes, 5.4]
 *   z = (control points under it, u),   L = dX/dz = [b_i I ... | x']
 *   H += kappa L^T L - w . d2X/dz2,   F += L^T f_p     kappa = m/h^2 + drag m/h
 *
 * f_p is the force on the point with its inertia, and w adds the forces of other rows on it; the rod exerts -w on it. Rows
 * on x_p become rows on z:  J_p dx_p = J_p L dz (see expansions.ts). The paper leaves the second derivative out.
 */

import type { BatchView } from '../../../constraints/method.ts';
import { Sums } from '../../../forces/sums.ts';
import { laned } from '../../../kernel/run/batch.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import type { Column, State } from '../../../state/state.ts';
import { perStepRow } from './condensed-kernels.ts';
import { type CondensedCoordinate, type CondensedTable, condensedTable } from './condensed-table.ts';

export class CondensedPoints {
  readonly tables: readonly CondensedTable[];
  readonly any: boolean;
  readonly #weak: boolean;
  /** of the rod on each point, N: three for each member of each table */
  readonly lambda: Float64Array;
  /** of other rows on each, N */
  readonly rowForces: Float64Array;
  /** of weakly coupled points: their force on the rod, N, and their velocity after the step */
  readonly #load: Float64Array;
  readonly #speed: Float64Array;
  readonly #at = new Map<number, CondensedCoordinate>();
  #kept = new Float64Array(0);
  #sums: Sums | undefined;
  /** L^T f into the column g: member by member, wherever they are */
  #pushes: Sums | undefined;
  /** f, three for each */
  #forces: Block<Float64Array> | undefined;
  /** weights of sums: 1, and 0 for entries outside the matrix */
  #weights: Block<Float64Array> | undefined;
  #h = 0;
  /** without the second derivative of X: w is 0 */
  #loose = false;
  private readonly columns: Readonly<Record<'u' | 'v' | 'w' | 'drag' | 'external' | 'g', Column>>;

  constructor(
    shapes: readonly BatchView[],
    private readonly state: State,
    paper = false,
  ) {
    const [u, v, w, drag, external, g] = ['u', 'v', 'w', 'drag', 'external', 'g'].map((name) => state.columnOf(name));
    this.columns = { u, v, w, drag, external, g };
    let first = 0;
    this.tables = shapes.map((shape) => {
      const table = condensedTable(shape, first, state, paper);
      first += 3 * shape.members.length;
      for (const member of table.active)
        for (let axis = 0; axis < 3; axis++)
          this.#at.set(table.coordinates[member * table.width + axis], { table, member, axis });
      return table;
    });
    this.any = this.#at.size > 0;
    this.#weak = this.tables.some(({ weak }) => weak);
    this.lambda = new Float64Array(first);
    this.rowForces = new Float64Array(first);
    this.#load = new Float64Array(first);
    this.#speed = new Float64Array(first);
  }
  end(): void {
    for (const { shape, memberBatch, placing, paperBatch } of this.tables)
      for (const one of [memberBatch, placing, paperBatch]) shape.releaseMemberBatch(one);
    this.#sums?.release();
    this.#pushes?.release();
    this.state.arena.release(this.#forces);
    this.state.arena.release(this.#weights);
  }

  // --- structure -----------------------------------------------------------------------------------------------------
  placeOf(coordinate: number): CondensedCoordinate | undefined {
    return this.#at.get(coordinate);
  }
  has(coordinate: number): boolean {
    return this.#at.has(coordinate);
  }
  /** Every entry of H that exists, or may exist after sliding. */
  pairs(visit: (i: number, j: number) => void): void {
    for (const { active, slidingDofs, entries } of this.tables)
      for (const m of active)
        for (const way of slidingDofs.reachable(m)) for (const { i, j } of entries) visit(way[i], way[j]);
  }
  /** Allocates the sums into the matrix and into the forces. */
  place(): void {
    if (!this.any) return;
    const [all, pushes]: number[][] = [[], []];
    for (const { active, entries, slopes, places, pushed, first, memberBatch } of this.tables) {
      for (const m of active) {
        places[m] = all.length / 3;
        for (let e = 0; e < entries.length; e++) all.push(-1, memberBatch.batch.rowAddress(m, entries[e].row), 1);
        pushed[m] = pushes.length / 3;
        for (const { axis, row } of slopes) pushes.push(-1, memberBatch.batch.rowAddress(m, row), first + 3 * m + axis);
      }
    }
    this.#sums = new Sums(this.state.arena, all, true);
    this.#pushes = new Sums(this.state.arena, pushes, true);
    this.#forces = this.state.arena.f64(this.lambda.length);
    this.#weights = this.state.arena.f64(2);
    this.#weights.view().set([1, 0]);
  }
  /** Uses the present spans of all members. */
  stand(): void {
    for (const { slidingDofs } of this.tables) slidingDofs.move();
  }
  /** Say where entries go, -1 for nowhere. */
  settle(slotOf: (i: number, j: number) => number): void {
    for (const table of this.tables) for (const m of table.active) this.#set(table, m, slotOf);
  }
  #set(table: CondensedTable, m: number, slotOf: (i: number, j: number) => number): void {
    const { entries, slopes, coordinates, width, places, pushed } = table;
    for (let s = 0; s < slopes.length; s++) this.#pushes?.set(pushed[m] + s, coordinates[m * width + slopes[s].i]);
    for (let e = 0; e < entries.length; e++) {
      const { i, j } = entries[e];
      const slot = slotOf(coordinates[m * width + i], coordinates[m * width + j]);
      this.#sums?.set(places[m] + e, Math.max(0, slot), slot < 0 ? 1 : 0);
    }
  }
  /** Updates members that moved to other spans; returns them, by table. */
  move(slotOf: (i: number, j: number) => number): ReadonlyMap<CondensedTable, readonly number[]> {
    const all = new Map<CondensedTable, readonly number[]>();
    for (const table of this.tables) {
      const moved = table.slidingDofs.move().filter((m) => table.shape.isActive(m));
      for (const m of moved) this.#set(table, m, slotOf);
      if (moved.length) all.set(table, moved);
    }
    return all;
  }
  /** Where -dC/du of a member is among its numbers. */
  slopesOf({ slopes, width, memberBatch }: CondensedTable, member: number): number[] {
    const { place } = memberBatch.batch.table();
    const out = [-1, -1, -1];
    slopes.forEach(({ axis, i, row }) => {
      if (i === width - 1) out[axis] = laned(place[member], memberBatch.batch.kernel.rows, row);
    });
    return out;
  }

  // --- a step of h -----------------------------------------------------------------------------------------------------
  prepare(h: number, isStatic: (coordinate: number) => boolean): void {
    if (!this.any || this.#h === h) return;
    this.#h = h;
    const [w, drag] = [this.state.column('w'), this.state.column('drag')];
    for (const { memberBatch, paperBatch, active, at, rests, coordinates, width, weak } of this.tables) {
      const numbers = memberBatch.batch.table().rows;
      const printed = paperBatch.batch.table();
      for (let a = 0; a < active.length; a++) {
        const i = coordinates[active[a] * width];
        rests[a] = isStatic(i) ? 1 : 0;
        numbers[at[a]] = weak || rests[a] ? 0 : 1 / (w[i] * h * h) + drag[i] / h;
        printed.rows[laned(printed.place[active[a]], paperBatch.batch.kernel.rows, perStepRow)] = 1 / h;
      }
    }
  }
  /** Evaluates the kernels at the prediction, and moves the points to X(z). */
  follow(paper: boolean): void {
    const same = paper && this.#loose;
    this.#loose = paper;
    for (let t = 0; t < this.tables.length; t++) {
      const { memberBatch, active, at, first, weak } = this.tables[t];
      const numbers = memberBatch.batch.table().rows;
      for (let a = 0; !same && a < active.length; a++) {
        const w = at[a] + 2;
        const point = first + 3 * active[a];
        for (let axis = 0; axis < 3; axis++) numbers[w + 2 * axis] = paper || weak ? 0 : -this.lambda[point + axis];
      }
      memberBatch.batch.run();
    }
  }
  /** Moves the points to X(z). */
  put(): void {
    for (let t = 0; t < this.tables.length; t++) this.tables[t].placing.batch.run();
  }
  /** Whether some points are weakly coupled. */
  get isWeak(): boolean {
    return this.#weak;
  }
  /** H into the matrix at an address. */
  add(values: number): void {
    if (this.#sums && this.#weights) this.#sums.addWeighted(values, this.#weights.address);
  }
  /** L^T f: forces on points act on their rods; with those of other rows, or without. */
  push(g: Float64Array, withRows: boolean): void {
    if (!this.#pushes || !this.#forces) return;
    const { lambda, rowForces } = this;
    const [load, forces] = [this.#load, this.#forces.view()];
    for (let t = 0; t < this.tables.length; t++) {
      const { active, first, weak, coordinates, width } = this.tables[t];
      for (let a = 0; a < active.length; a++) {
        const point = first + 3 * active[a];
        const start = coordinates[active[a] * width];
        for (let axis = 0; axis < 3; axis++) {
          const force = weak ? load[point + axis] : g[start + axis];
          forces[point + axis] = withRows ? force + rowForces[point + axis] : force;
          lambda[point + axis] = -force - rowForces[point + axis];
        }
      }
    }
    this.#pushes.addWeighted(this.columns.g.address, this.#forces.address);
  }
  /** The paper's form, after one linearisation: points move by L dz, and u so that the arc length is right to second order. */
  moveAsInPaper(): void {
    const speed = this.#speed;
    for (let t = 0; t < this.tables.length; t++) {
      const { paperBatch, active, first, weak } = this.tables[t];
      if (weak) continue;
      paperBatch.batch.run();
      const { rows, place } = paperBatch.batch.table();
      const columns = paperBatch.batch.kernel.rows;
      for (let a = 0; a < active.length; a++) {
        const from = laned(place[active[a]], columns, 0);
        for (let axis = 0; axis < 3; axis++) speed[first + 3 * active[a] + axis] = rows[from + 2 * axis];
      }
    }
  }
  /**
   * Weak coupling: m (s'_n+1 - s'_n)/h = t . F - c s'_n+1 with s' relative to the rod of the last step; then the rod gets
   * F - m (v_n+1 - v_n)/h.                                                             [MIC08, eq. 29-31; notes, E11, E12]
   */
  moveWeak(h: number): void {
    if (!this.#weak) return;
    this.follow(true);
    const [p, v, w, drag, external] = ['p', 'v', 'w', 'drag', 'external'].map((name) => this.state.column(name));
    const [x1, carrier] = [new Float64Array(3), new Float64Array(3)];
    for (const { memberBatch, active, at, first: start, slopes, coordinates, width, bow, weak, friction } of this
      .tables) {
      const numbers = memberBatch.batch.table().rows;
      for (let a = 0; weak && a < active.length; a++) {
        const member = active[a];
        const point = start + 3 * member;
        x1.fill(0);
        carrier.fill(0);
        slopes.forEach(({ axis, i, row }) => {
          const L = numbers[at[a] + 2 * row];
          if (i === width - 1) x1[axis] = L;
          else carrier[axis] += L * v[coordinates[member * width + i]];
        });
        const speed = Math.sqrt(x1[0] * x1[0] + x1[1] * x1[1] + x1[2] * x1[2]);
        const first = coordinates[member * width];
        let along = 0;
        for (let axis = 0; axis < 3; axis++)
          along += (x1[axis] / speed) * (v[first + axis] - carrier[axis] + h * w[first] * external[first + axis]);
        along /= 1 + h * w[first] * (friction[member] + drag[first]);
        const du = (h * along) / speed;
        p[coordinates[member * width + width - 1]] += du - numbers[at[a] + 2 * bow] * du * du;
        for (let axis = 0; axis < 3; axis++) {
          const i = first + axis;
          const after = carrier[axis] + (along * x1[axis]) / speed;
          this.#speed[point + axis] = after;
          this.#load[point + axis] = external[i] - drag[i] * after - (after - v[i]) / (w[i] * h);
        }
      }
    }
  }

  // --- after it ----------------------------------------------------------------------------------------------------------
  /** Sets velocities of weakly coupled points, which do not follow from their positions. */
  go(paper: boolean): void {
    const u = this.columns.u.view();
    const speed = this.#speed;
    for (let t = 0; t < this.tables.length; t++) {
      const { active, first, coordinates, width, weak } = this.tables[t];
      for (let a = 0; (paper || weak) && a < active.length; a++) {
        const point = first + 3 * active[a];
        const start = coordinates[active[a] * width];
        for (let axis = 0; axis < 3; axis++) u[start + axis] = speed[point + axis];
      }
    }
  }
  /** The force of the rod in a step of h, from v to u of its phase: lambda = m (u - v)/h + drag u - external - other rows. */
  tell(h: number, phase: 0 | 1): void {
    const { columns, lambda, rowForces } = this;
    const [u, v, w] = [columns.u.viewIn(phase), columns.v.viewIn(phase), columns.w.view()];
    const [drag, external] = [columns.drag.view(), columns.external.view()];
    for (let t = 0; t < this.tables.length; t++) {
      const { active, first, coordinates, width, rests } = this.tables[t];
      for (let a = 0; a < active.length; a++) {
        const point = first + 3 * active[a];
        const start = coordinates[active[a] * width];
        for (let axis = 0; axis < 3; axis++) {
          const i = start + axis;
          const inertia = rests[a] ? 0 : (u[i] - v[i]) / (w[i] * h) + drag[i] * u[i];
          lambda[point + axis] = inertia - external[i] - rowForces[point + axis];
        }
      }
    }
  }
  keep(): void {
    if (this.#kept.length !== this.lambda.length) this.#kept = new Float64Array(this.lambda.length);
    this.#kept.set(this.lambda);
  }
  putBack(): void {
    if (this.#kept.length === this.lambda.length) this.lambda.set(this.#kept);
  }
}
