/**
 * Moves of p alone, which no velocity feels: p += W J^T nu until gaps are at least what is wanted, and constraints are met. A row that was moved
 * once stays where it is wanted: a ball between the floor and a wall that overlaps it would otherwise be pushed back and forth.
 */
import { grown } from '../../coulomb/impulse-rows.ts';
import type { LeastNorm } from '../../coulomb/least-norm.ts';
import { lines } from '../../coulomb/line-use.ts';
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
  #moved = new Uint8Array(0);
  /** least gaps of contacts, m */
  #want = made();
  /** of the rows of constraints, behind those of contacts (3n) */
  #errors = made();

  constructor(
    private readonly problem: IslandProblem,
    private readonly leastNorm: LeastNorm,
  ) {}

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
    const { leastNorm: least, problem } = this;
    const { rows, contacts, n, kinds, bodies, island, span, pose, system } = problem;
    this.#moved = grown(this.#moved, n);
    this.#errors = grown(this.#errors, 3 * n);
    const errors = this.#errors;
    const moved = this.#moved.fill(0);
    for (let round = 0; ; round++) {
      let worst = 0;
      least.begin(system.rows);
      for (let i = 0; i < contacts; i++) {
        const short = this.#want[i] - gapOf(rows[i], pose);
        if (short <= 0 && !moved[i]) continue;
        moved[i] = 1;
        least.use[i] = lines.normal;
        least.wanted[3 * i] = short;
        worst = Math.max(worst, short);
      }
      this.#findErrors();
      for (let i = contacts; i < n; i++) {
        const isBounded = kinds[i] === rowKinds.bounded;
        if (errors[3 * i] !== 0) moved[i] = 1;
        if (isBounded && !moved[i]) continue;
        least.use[i] = isBounded ? lines.normal : lines.all;
        for (let a = 3 * i; a < 3 * i + 3; a++) {
          least.wanted[a] = -errors[a];
          worst = Math.max(worst, Math.abs(errors[a]));
        }
      }
      if (worst <= gapTolerance || round === mostDisplacements || !least.solve()) return worst;
      const dv = least.motion();
      bodies.displace(island.units, dv, span, pose);
      system.coupled.displace(dv, system.rows, span, pose);
    }
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
