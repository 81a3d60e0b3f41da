/**
 * The velocities that contacts of an island meet where constraints hold its bodies.
 *
 *   J_l dv = -r,  r = J_l u - (C(q) - C(p)) / h,   b = J (u + dv)                  J_l: rows of constraints, equalities; C with targets at the end
 *
 * The prediction meets C(p) = 0, and u is how it goes there: on a hinge that turns, J u has a part of second order along what the hinge holds, and rows of
 * constraints do not know of it. A contact at such a place would ask for impulses that constraints forbid: a box on a hinge along its lower edge, on the floor, was not solved
 * in 256 parts of a step, 100 ms each. With dv, of the least kinetic energy, contacts see what constraints leave free.
 */
import { grown } from '../../coulomb/impulse-rows.ts';
import type { LeastNorm } from '../../coulomb/least-norm.ts';
import { lines } from '../../coulomb/line-use.ts';
import { rowKinds } from '../../coulomb/problem.ts';
import type { IslandProblem } from '../island-problem.ts';

export class ConstrainedVelocities {
  #errors = new Float64Array(0);
  #before = new Float64Array(0);
  #after = new Float64Array(0);

  constructor(
    private readonly problem: IslandProblem,
    private readonly leastNorm: LeastNorm,
  ) {}

  /** Corrects the velocities without impulses of contacts. */
  run(): void {
    const { problem, leastNorm } = this;
    const { contacts, n, kinds, links, island, span, system, bu, bi, middle } = problem;
    if (n === contacts) return;
    this.#errors = grown(this.#errors, 3 * n);
    this.#before = grown(this.#before, 3 * n);
    this.#after = grown(this.#after, 3 * n);
    const [before, errors, velocities] = [this.#before, this.#errors, this.#after];
    links.errorsBetween(span, island, before, errors, 3 * contacts);
    system.velocities(span.freeU, span.q, velocities);
    leastNorm.begin(system.rows);
    let worst = 0;
    for (let i = contacts; i < n; i++) {
      if (kinds[i] !== rowKinds.holds) continue;
      leastNorm.use[i] = lines.all;
      for (let a = 3 * i; a < 3 * i + 3; a++) {
        leastNorm.wanted[a] = (errors[a] - before[a]) / span.h - velocities[a];
        worst = Math.max(worst, Math.abs(leastNorm.wanted[a]));
      }
    }
    if (worst <= problem.rounding || !leastNorm.solve()) return;
    system.rows.velocities(leastNorm.motion(), velocities);
    for (let i = 0; i < 3 * contacts; i++) {
      bu[i] += velocities[i];
      bi[i] += velocities[i];
      middle[i] += 0.5 * velocities[i];
    }
  }
}
