/**
 * Redundant contacts whose velocities contradict each other a little: a few of them carry the others.
 *
 *   S = {};  the row that approaches most joins S;  solve S alone, from the impulses so far;  rows without an impulse leave S;  again, until nothing approaches
 *   S is not solved: the same without one of its rows, each in turn, if that one is open then
 *
 * Impulses of rows that are not needed have to go to 0 along directions that move nothing, and others slip on the way, so that methods for all rows at once end there. Three places of two capsules
 * that lie nearly along each other contradict each other by 5e-8 m/s: every method ended at 2.8e-10, in all halves of the step; two of them are solved to 1e-16 and carry the middle one. A cylinder that
 * lands flat on a box has 38 corners, whose true gaps contradict each other by 1e-9: 118,555 Newton steps in one step, 1503 now, and 0.8 s in place of 38 s (contact drop 4077 of seed 41).
 */
import { type Coulomb, coulombTolerance } from './coulomb.ts';
import { grown } from './impulse-rows.ts';
import { type CoulombProblem, demandOf, residualOf, rowKinds } from './problem.ts';
import { few, near } from './solver-settings.ts';
import { copy } from './stride.ts';

/** Of the number of rows: how often a row joins. */
const mostRounds = 2;
/**
 * Newton steps, after which it is given up: where it finds an answer it takes less. Of eight rows of dominoes and four walls that a ball hits, 9000 steps, 7 are unsolved with it and without, in 1.6 million Newton steps without and 0.85
 * with it; the slowest step took 20 s, and takes 5.
 */
const mostSteps = 1000;
const made = (): Float64Array => new Float64Array(0);

export class WorkingSet {
  /** Newton steps of the last call */
  newtonSteps = 0;
  #problem!: CoulombProblem;
  #demand = 0;
  /** kinds of the rows, those that are not in the set absent */
  #kinds = new Uint8Array(0);
  #lambda = made();
  #trial = made();
  #rho = made();
  #u = made();
  #v = made();

  constructor(private readonly coulomb: Coulomb) {}

  /** From a residual that is not small enough: impulses are overwritten if others are found that solve the problem, and the smaller residual is returned. */
  solve(problem: CoulombProblem, lambda: Float64Array, tolerance: number, residual: number): number {
    const { rows, kinds } = problem;
    const n = rows.count;
    this.newtonSteps = 0;
    if (n > few || rows.coupling || !(residual < near)) return residual;
    this.#begin(problem);
    const set = this.#kinds;
    const own = this.#lambda;
    for (let i = 0; i < n; i++) set[i] = kinds[i] === rowKinds.pushes ? rowKinds.absent : kinds[i];
    own.fill(0, 0, 3 * n);
    for (let round = 0; round < mostRounds * n && this.newtonSteps < mostSteps; round++) {
      const joins = this.#approaching();
      if (joins < 0) break;
      set[joins] = kinds[joins];
      if (!this.#solveSet(tolerance) && !this.#withoutOne(joins, tolerance)) break;
      for (let i = 0; i < n; i++) if (kinds[i] === rowKinds.pushes && !(own[3 * i] > 0)) set[i] = rowKinds.absent;
      const there = this.#residual(kinds, own);
      if (!(there <= coulombTolerance)) continue;
      copy(own, lambda, 3 * n);
      return there;
    }
    return residual;
  }
  #begin(problem: CoulombProblem): void {
    const { rows } = problem;
    const n = rows.count;
    this.#problem = problem;
    this.#kinds = grown(this.#kinds, n);
    this.#lambda = grown(this.#lambda, 3 * n);
    this.#trial = grown(this.#trial, 3 * n);
    this.#rho = grown(this.#rho, n);
    this.#u = grown(this.#u, 3 * n);
    this.#v = grown(this.#v, rows.size);
    rows.scales(this.#rho);
    this.#demand = demandOf(problem, this.#rho);
  }
  /** Of rows of these kinds; u is left with all velocities. */
  #residual(kinds: Uint8Array, lambda: Float64Array): number {
    return residualOf({ ...this.#problem, kinds }, this.#rho, lambda, this.#u, this.#v, this.#demand);
  }
  /** The row outside of the set that approaches most, by the impulse that stops it; -1 where there is none. */
  #approaching(): number {
    const { rows, kinds } = this.#problem;
    this.#residual(kinds, this.#lambda);
    let [most, found] = [0, -1];
    for (let i = 0; i < rows.count; i++) {
      if (kinds[i] !== rowKinds.pushes || this.#kinds[i] !== rowKinds.absent) continue;
      const wanted = -this.#rho[i] * this.#u[3 * i];
      if (!(wanted > most)) continue;
      most = wanted;
      found = i;
    }
    return found;
  }
  /** The impulses of the set, from those so far; false where they are not found, and nothing changes. */
  #solveSet(tolerance: number): boolean {
    const n = this.#problem.rows.count;
    const trial = this.#trial;
    copy(this.#lambda, trial, 3 * n);
    for (let i = 0; i < n; i++) if (this.#kinds[i] === rowKinds.absent) trial.fill(0, 3 * i, 3 * i + 3);
    const { residual, newtonSteps } = this.coulomb.solve(
      { ...this.#problem, kinds: this.#kinds },
      trial,
      tolerance,
      true,
    );
    this.newtonSteps += newtonSteps;
    if (!(residual <= coulombTolerance)) return false;
    copy(trial, this.#lambda, 3 * n);
    return true;
  }
  /** The same without one of the rows of the set other than `joined`, which is open then. */
  #withoutOne(joined: number, tolerance: number): boolean {
    const { rows, kinds } = this.#problem;
    const set = this.#kinds;
    for (let i = 0; i < rows.count; i++) {
      if (this.newtonSteps >= mostSteps) return false;
      if (i === joined || kinds[i] !== rowKinds.pushes || set[i] === rowKinds.absent) continue;
      set[i] = rowKinds.absent;
      const isSolved = this.#solveSet(tolerance);
      set[i] = kinds[i];
      if (isSolved && this.#residual(set, this.#lambda) <= coulombTolerance) return true;
    }
    return false;
  }
}
