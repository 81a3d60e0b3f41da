/**
 * The impulses of one island in one step.                                                          [contact notes, sec. 3]
 *
 *   u = v0 + kick,  g = max(0, gap),  target = -g/h                                      (island-problem.ts)
 *   restitution: generalised reflections of v0 find which rows are struck; there target = e max(0, n.v)
 *   lambda = coulomb(G, n.u - target, t.u),  u+ = u + W J^T lambda
 *   guard: contacts add no energy (energy-guard.ts)
 *   p = drift(q, u+); passes bring true gaps at p to what the linear rows promised (gap-passes.ts)
 * Restitution reads the velocity before the kick: a ball with e = 1 keeps its height over 4000 steps; with u it grows to 2.9.
 * g >= 0 makes rest admissible: no row adds energy, and neither penetration terms nor slop are needed.
 * The passes may not add energy either: beyond that of the first solve the rest of the gap is closed by moving p alone (displacement.ts).
 */

import type { State } from '../../state/state.ts';
import { Coulomb } from '../coulomb/coulomb.ts';
import { grown } from '../coulomb/impulse-rows.ts';
import { LeastNorm } from '../coulomb/least-norm.ts';
import { ContactMatrix } from '../coulomb/matrix/contact-matrix.ts';
import { UnitStructures } from '../coulomb/matrix/unit-structure.ts';
import { Contradiction } from '../coulomb/newton/contradiction.ts';
import { rowKinds } from '../coulomb/problem.ts';
import type { Pose } from '../detect/row.ts';
import { impact, isStaged } from '../schemes.ts';
import type { Bodies } from './bodies.ts';
import { EnergyGuard } from './energy-guard.ts';
import { ConstrainedVelocities } from './gaps/constrained-velocities.ts';
import { Displacement } from './gaps/displacement.ts';
import { GapPasses } from './gaps/gap-passes.ts';
import { HeapGaps } from './gaps/heap-gaps.ts';
import { KeptSpin } from './gaps/kept-spin.ts';
import { TurningPlaces } from './gaps/turning-places.ts';
import { brokenGap, IslandProblem } from './island-problem.ts';
import { acceptedGap, acceptedResidual, gapTolerance, type IslandReport } from './island-report.ts';
import type { Island } from './islands.ts';
import type { Links } from './links.ts';
import { Reflections } from './reflections.ts';
import type { RowsSystem } from './rows-system.ts';
import type { Span } from './span.ts';

/**
 * Of the thickness: gaps that passes leave are closed by moving p alone up to this, which no velocity feels. Where passes do not come to that, p of the rows is not near, and the step is made in halves: a light
 * capsule between two heavy bodies that was to turn by 2.8 rad in a step was moved by 14 cm.
 */
const closable = 1e-3;
/**
 * Of the thickness: rows that are closer touch, and are not brought closer. Where faces meet, rows are redundant, and rests of gaps divided by the
 * step are targets that contradict each other: two soft faces that rest on each other were not solved to more than 1e-7.
 */
export const touching = 1e-3;
/** Times that further contacts are struck by what impulses of the first ones do. */
const mostStrikes = 8;
/** First solves are asked for more than is demanded, so that forces at rest have ten digits. */
export const firstTolerance = 1e-11;
/** m/s, and of the speed that the impulse of a contact gives: what slips slower sticks. Residuals leave a tenth of that. */
export const still = 1e-9;
/** The same of a contact whose friction is below its bound by more than this part: it holds, and corrections of gaps leave a millionth of what they change (least-norm.ts). A cylinder that rolled on its rim was said to slip. */
const left = 1e-6;

export class IslandSolve {
  readonly #problem: IslandProblem;
  readonly #reflections: Reflections;
  readonly #guard: EnergyGuard;
  readonly #passes: GapPasses;
  readonly #displacement: Displacement;
  readonly #heapGaps: HeapGaps;
  readonly #spin: KeptSpin;
  readonly #constrained: ConstrainedVelocities;
  readonly #turning: TurningPlaces;
  /** of each row   (n) */
  #rho = new Float64Array(0);

  constructor(
    system: RowsSystem,
    bodies: Bodies,
    pose: Pose,
    thickness: number,
    links: Links,
    state: State,
    tolerance: number,
  ) {
    const structures = new UnitStructures();
    const contactMatrix = new ContactMatrix();
    const leastNorm = new LeastNorm(structures, contactMatrix);
    const coulomb = new Coulomb(structures, contactMatrix);
    const contradiction = new Contradiction(structures, contactMatrix);
    const problem = new IslandProblem(system, bodies, pose, thickness, links, coulomb, contradiction, tolerance);
    this.#problem = problem;
    this.#reflections = new Reflections(structures);
    this.#guard = new EnergyGuard(problem);
    this.#passes = new GapPasses(problem, leastNorm);
    this.#displacement = new Displacement(problem);
    this.#heapGaps = new HeapGaps(problem);
    this.#spin = new KeptSpin(problem, state);
    this.#constrained = new ConstrainedVelocities(problem, leastNorm);
    this.#turning = new TurningPlaces(problem, () => state.column('w'));
  }

  /** Leaves u and p of its units, and the impulses of its rows. `brief`, `mayHalve`: see island-problem.ts. */
  solve(island: Island, span: Span, brief: boolean, mayHalve = brief): IslandReport {
    const problem = this.#problem;
    const { report, system } = problem;
    problem.begin(island, span, brief, mayHalve);
    this.#constrained.run();
    this.#turning.run();
    let struck = this.#findTargets();
    const { rows } = island;
    const { lambda } = problem;
    const isRepeated = system.solved.any && system.solved.repeated && this.#isSolved;
    this.#isSolved = false;
    if (isRepeated)
      for (let i = 0; i < rows.length; i++) for (let k = 0; k < 3; k++) lambda[3 * i + k] = rows[i].first[k];
    problem.solveCoulomb(problem.target, firstTolerance);
    for (let k = 0; k < mostStrikes && !problem.isUnsolved && this.#strikesMore(); k++) {
      struck = this.#findTargets();
      problem.solveCoulomb(problem.target, firstTolerance);
    }
    if (problem.isUnsolved) return report;
    this.#keepFirst(island);
    this.#guard.begin();
    if (struck) this.#guard.limitRestitution(firstTolerance);
    this.#guard.keep();
    if (problem.isHeap) {
      this.#guard.limitInexact();
      problem.move();
      this.#spin.begin();
      this.#heapGaps.close();
      this.#spin.end();
      report.addedEnergy = this.#guard.added();
      this.#keep(island);
      return report;
    }
    if (isRepeated) this.#takeCorrections();
    this.#passes.run();
    if (problem.isUnsolved || report.error === Infinity) return report;
    // a step that is solved again cannot move p alone
    if (!system.solved.any) {
      const isClosable = report.error <= closable * problem.thickness;
      const isLimited = this.#guard.limitPasses();
      if (isLimited) problem.move();
      this.#spin.begin();
      if (isClosable && (isLimited || report.error > gapTolerance)) this.#displacement.closeGaps();
      this.#displacement.separate();
      this.#spin.end();
      report.addedEnergy = this.#guard.added();
    }
    this.#keep(island);
    this.#isSolved = report.residual <= acceptedResidual && report.error <= acceptedGap;
    return report;
  }
  /** the island was solved, the last time */
  #isSolved = false;
  /** What passes added when the island was solved last is nearly what they will add. */
  #takeCorrections(): void {
    const { rows, contacts, lambda } = this.#problem;
    for (let i = 0; i < contacts; i++) {
      const { correction } = rows[i];
      if (!(lambda[3 * i] > 0 && lambda[3 * i] + correction[0] > 0)) continue;
      for (let k = 0; k < 3; k++) lambda[3 * i + k] += correction[k];
    }
  }
  /**
   * Velocities at q alone, where nothing moves any more: leaves u of its units, and the impulses of its rows. No row is struck. `gained`: what forces make of
   * velocities in the step, or in half of it.
   */
  settle(island: Island, span: Span, gained: Float64Array): IslandReport {
    const problem = this.#problem;
    problem.begin(island, span, false);
    const { rows, contacts, n, target, kinds, bu, u, system } = problem;
    system.velocities(gained, span.q, u);
    for (let i = 0; i < contacts; i++) {
      const { a, b, restitution } = rows[i];
      // what kicks and drifts may approach something: the next step stops it. So does it what arrives with restitution: it is to bounce
      const waits = !(isStaged(a.collider) || isStaged(b.collider));
      const arrives = restitution > 0 && bu[3 * i] < -impact * Math.abs(u[3 * i]);
      target[i] = waits || arrives ? Math.min(0, bu[3 * i]) : 0;
    }
    for (let i = contacts; i < n; i++) if (kinds[i] === rowKinds.bounded) kinds[i] = rowKinds.absent;
    problem.solveCoulomb(target, firstTolerance);
    this.#guard.begin();
    problem.system.push(problem.lambda, span);
    problem.report.addedEnergy = this.#guard.added();
    this.#keep(island);
    return problem.report;
  }
  /** The impulses before gaps are corrected, and what was added to the last ones. */
  #keepFirst({ rows, places }: Island): void {
    if (!rows.length) return;
    const { lambda } = this.#problem;
    const { first, impulse, correction } = rows[0].memory;
    for (let i = 0; i < rows.length; i++)
      for (let line = 0; line < 3; line++) {
        const at = 3 * places[i] + line;
        correction[at] = impulse[at] - first[at];
        first[at] = lambda[3 * i + line];
      }
  }
  #keep({ rows, places, links }: Island): void {
    const problem = this.#problem;
    const { lambda } = problem;
    const impulse = rows[0]?.memory.impulse;
    for (let i = 0; i < rows.length; i++)
      for (let line = 0; line < 3; line++) impulse[3 * places[i] + line] = lambda[3 * i + line];
    this.#findSticking();
    problem.links.keepImpulses(links, problem.lambda, 3 * rows.length);
  }
  /** Whether the motion with impulses ends below the surface where a contact with restitution was not struck: on curved and turning surfaces its true gap tells more than the linear one. */
  #strikesMore(): boolean {
    const problem = this.#problem;
    const { rows, contacts, bounces, isHeap, system } = problem;
    if (!this.#isBouncy || isHeap || system.solved.any) return false;
    problem.move();
    let any = false;
    for (let i = 0; i < contacts; i++) {
      const row = rows[i];
      if (!(row.restitution > 0) || row.broken || bounces[i] || this.#reflections.v[i] >= 0) continue;
      row.broken = problem.gapAt(i) < -brokenGap;
      any ||= row.broken;
    }
    return any;
  }
  #isBouncy = false;
  /** Targets of normal velocities; returns whether a row with restitution is struck. */
  #findTargets(): boolean {
    const { rows, contacts, g, target, bounces, thickness, system, kinds, u, bu, bi, span, island } = this.#problem;
    const { h } = span;
    this.#isBouncy = false;
    bounces.fill(0, 0, contacts);
    const memory = rows[0]?.memory;
    for (let i = 0; i < contacts; i++) {
      const at = island.places[i];
      const gap = memory.gap[at];
      g[i] = gap > touching * thickness ? gap : 0;
      target[i] = -g[i] / h;
      // rows that start too close separate slowly: here with a velocity, elsewhere p alone is moved
      if (system.solved.any && gap < 0) target[i] = Math.min(-gap, 0.1 * thickness) / h;
      if (memory.restitution[at] > 0) this.#isBouncy = true;
    }
    if (!this.#isBouncy) return false;
    if (!this.#reflections.find(system.rows, rows, kinds, g, h, u, bu)) return false;
    const { struck, v } = this.#reflections;
    for (let i = 0; i < contacts; i++) {
      if (!struck[i]) continue;
      // of several stages forces act after an impact
      target[i] = Math.max(target[i], rows[i].restitution * Math.max(0, v[i]) + (bu[3 * i] - bi[3 * i]));
      // of a step that is solved again velocities are known by where they lead
      if (!system.solved.any) bounces[i] = 1;
    }
    return true;
  }
  /**
   * A contact sticks where it does not slip, also at its bound: at the foot of a block that is pulled, the corners that carry least reach
   * their bounds before the block lets go, and friction in motion there would let it go early. Heaps that are solved to a tolerance creep: what is inside of its cone sticks there.
   */
  #findSticking(): void {
    const problem = this.#problem;
    const { rows, contacts, n, mu, u, lambda, island } = problem;
    if (problem.isHeap) {
      const { sticks } = rows[0].memory;
      for (let i = 0; i < contacts; i++) {
        const t1 = lambda[3 * i + 1];
        const t2 = lambda[3 * i + 2];
        sticks[island.places[i]] = Math.sqrt(t1 * t1 + t2 * t2) < mu[i] * lambda[3 * i] * (1 - 1e-9) ? 1 : 0;
      }
      return;
    }
    this.#rho = grown(this.#rho, n);
    problem.system.rows.scales(this.#rho);
    problem.velocitiesAfter(u);
    for (let i = 0; i < contacts; i++) {
      const [u1, u2] = [u[3 * i + 1], u[3 * i + 2]];
      const [t1, t2] = [lambda[3 * i + 1], lambda[3 * i + 2]];
      const push = lambda[3 * i] / this.#rho[i];
      const isInside = Math.sqrt(t1 * t1 + t2 * t2) < mu[i] * lambda[3 * i] * (1 - left);
      rows[i].sticks = mu[i] > 0 && Math.sqrt(u1 * u1 + u2 * u2) <= (isInside ? left : still) * (1 + push);
    }
  }
}
