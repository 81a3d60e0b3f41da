/**
 * Moves of p alone, which no velocity feels, until gaps are at least what is wanted, and constraints are met: the shortest ones.
 *
 *   p += W J^T nu,   nu >= 0,   gap(p) + J W J^T nu >= what is wanted,   nu = 0 where it is more           an impulse problem without friction
 *
 * The distances at p replace the linear ones until they agree, nu counts from the start: a ball between the floor and a wall that overlaps it goes back from where
 * the first one alone has sent it. Rows that were held where they are wanted once they had been moved, by rounding too, made two cubes that met differ by 4e-5 m in another order.
 */
import { grown } from '../../coulomb/impulse-rows.ts';
import { rowKinds } from '../../coulomb/problem.ts';
import { gapOf } from '../../detect/gap.ts';
import { rowTypes } from '../../detect/row.ts';
import type { IslandProblem } from '../island-problem.ts';
import { acceptedGap, gapTolerance } from '../island-report.ts';

const mostDisplacements = 8;
/**
 * Of the thickness: what any place may be moved by. Gaps are wanted to change by a tenth of it; where corners that are close to each other are too near by different amounts, the move that
 * mends them all turns the body round (a cylinder and a box went up by 1.4 cm).
 */
const mostMoved = 1;
const made = (): Float64Array => new Float64Array(0);

export class Displacement {
  #kinds = new Uint8Array(0);
  /** what is left of gaps and errors, less what nu does about it: the velocities of the problem, but m   (3n) */
  #b = made();
  /** kg m, and what is done about gaps with them   (3n) */
  #nu = made();
  #done = made();
  /** over the velocities of units: the motion, and that of the round before */
  #dx = made();
  #last = made();
  /** least gaps of contacts, m */
  #want = made();
  /** of the rows of constraints, behind those of contacts (3n) */
  #errors = made();

  constructor(private readonly problem: IslandProblem) {}

  /** To where rows touch: a bounce that was taken back in part is no place to move to. */
  closeGaps(): void {
    const { problem } = this;
    this.#want = grown(this.#want, problem.contacts);
    for (let i = 0; i < problem.contacts; i++) this.#want[i] = problem.rest(i);
    problem.report.error = this.#moveNear();
  }
  /** Rows that start too close separate slowly. */
  separate(): void {
    const { contacts, bodies, island, span, pose, report } = this.problem;
    this.#want = grown(this.#want, contacts);
    if (!findSeparated(this.problem, this.#want)) return;
    const error = this.#moveNear();
    if (error <= acceptedGap) report.error = error;
    // rows contradict each other: they stay as close as they are
    else bodies.putBack(island.units, span, pose);
  }
  /** Moves, but not far: p is as it was where that would be needed, and the way is the error. */
  #moveNear(): number {
    const { bodies, island, span, pose, thickness } = this.problem;
    bodies.keep(island.units, span);
    const error = this.#move();
    const far = bodies.farthest(island.units, span);
    if (far <= mostMoved * thickness) return error;
    bodies.putBack(island.units, span, pose);
    return far;
  }
  /** Returns the largest error that is left, m. */
  #move(): number {
    const { problem } = this;
    const { n, bodies, island, span, pose, system } = problem;
    const { rows } = system;
    this.#kinds = grown(this.#kinds, n);
    this.#errors = grown(this.#errors, 3 * n);
    this.#b = grown(this.#b, 3 * n);
    this.#nu = grown(this.#nu, 3 * n).fill(0, 0, 3 * n);
    this.#done = grown(this.#done, 3 * n);
    this.#dx = grown(this.#dx, rows.size);
    this.#last = grown(this.#last, rows.size).fill(0, 0, rows.size);
    this.#kinds.fill(rowKinds.pushes, 0, problem.contacts);
    this.#kinds.fill(rowKinds.absent, problem.contacts, n);
    const [dx, last, done] = [this.#dx, this.#last, this.#done];
    for (let round = 0; ; round++) {
      const worst = this.#lacking();
      if (worst <= gapTolerance || round === mostDisplacements) return worst;
      rows.velocities(last, done);
      for (let k = 0; k < 3 * n; k++) this.#b[k] -= done[k];
      if (!problem.solvePlaces(this.#kinds, this.#b, this.#nu)) return worst;
      rows.spread(this.#nu, dx);
      for (let k = 0; k < rows.size; k++) {
        const by = dx[k] - last[k];
        last[k] = dx[k];
        dx[k] = by;
      }
      bodies.displace(island.units, dx, span, pose);
      system.coupled.displace(dx, rows, span, pose);
    }
  }
  /** What gaps and constraints lack at p into b; returns the largest. */
  #lacking(): number {
    const { rows, contacts, n, kinds, pose } = this.problem;
    const b = this.#b.fill(0, 0, 3 * contacts);
    const errors = this.#errors;
    let worst = 0;
    for (let i = 0; i < contacts; i++) {
      b[3 * i] = gapOf(rows[i], pose) - this.#want[i];
      worst = Math.max(worst, -b[3 * i]);
    }
    this.#findErrors();
    for (let i = contacts; i < n; i++) {
      // a bound that is met, and a motor, move nothing
      if (kinds[i] !== rowKinds.bounded || errors[3 * i] !== 0) this.#kinds[i] = rowKinds.holds;
      for (let a = 3 * i; a < 3 * i + 3; a++) {
        b[a] = errors[a];
        worst = Math.max(worst, Math.abs(errors[a]));
      }
    }
    return worst;
  }
  /** Of constraints, those that p alone can mend: motors have none. */
  #findErrors(): void {
    const { problem } = this;
    const { links } = problem.island;
    problem.linkErrors(this.#errors);
    for (let k = 0; k < links.length; k++) {
      const i = problem.contacts + k;
      if (problem.kinds[i] === rowKinds.bounded && !problem.links.isOneSided(links[k])) this.#errors[3 * i] = 0;
    }
  }
}

/** Gaps that rows are to have at least: of those that start too close a little more than they have. Returns whether there are any. */
export function findSeparated({ rows, contacts, thickness, island }: IslandProblem, out: Float64Array): boolean {
  let any = false;
  if (!contacts) return false;
  const { memory } = rows[0];
  for (let i = 0; i < contacts; i++) {
    const gap = memory.gap[island.places[i]];
    const type = memory.type[island.places[i]];
    // a crease that the certificate found stays as it is
    const by = type === rowTypes.linear ? 0 : Math.min(-gap, 0.1 * thickness);
    out[i] = gap < 0 ? gap + by : 0;
    if (gap < -gapTolerance && by > 0) any = true;
  }
  return any;
}
