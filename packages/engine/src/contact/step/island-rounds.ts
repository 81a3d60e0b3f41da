/**
 * All islands of a (sub)step, solved until no row is broken that was left out (active-rows.ts). Islands that get no further row stay as they are.
 */

import type { State } from '../../state/state.ts';
import { coulombTolerance } from '../coulomb/coulomb.ts';
import { few } from '../coulomb/solver-settings.ts';
import type { Pose } from '../detect/row.ts';
import { isWhole, type WholeSolve } from '../solved/whole-solve.ts';
import type { ActiveRows } from './active-rows.ts';
import { IslandsAtOnce } from './at-once/islands-at-once.ts';
import { refuseContradiction, refuseJam } from './contradictions.ts';
import { acceptedGap, acceptedResidual } from './island-report.ts';
import type { IslandSolve } from './island-solve.ts';
import type { Island, Islands } from './islands.ts';
import type { Links } from './links.ts';
import type { LoneContact } from './lone/lone-contact.ts';
import type { Span } from './span.ts';

/** Of the thickness: errors of gaps that a step with bodies whose step is a solve is accepted with. */
const tolerable = 0.1;
/** Of the thickness: errors of gaps that a heap is solved with. */
const heapGap = 0.1;
/**
 * Heaps that are not solved are halved so often, and then accepted with a residual of at most this, if gaps are right: their rows touch, so that shorter steps pose the same problem. Of 64
 * spheres 5 of 320 steps are not solved in 256 parts either, and took 4 s and more each.
 */
const heapHalvings = 2;
const heapResidual = 1e-6;
/** Rounds, after which all rows take part. */
const mostRounds = 6;

export class IslandRounds {
  readonly found: Island[] = [];
  anyWhole = false;
  /** of all islands as they were solved last */
  residual = Number.NaN;
  error = Number.NaN;
  addedEnergy = Number.NaN;
  newtonSteps = 0;
  /** an island is not solved, and the step is accepted all the same: it cannot be halved */
  accepted = false;

  readonly #atOnce: IslandsAtOnce;

  constructor(
    private readonly islands: Islands,
    private readonly links: Links,
    private readonly active: ActiveRows,
    private readonly lone: LoneContact,
    private readonly islandSolve: IslandSolve,
    private readonly whole: WholeSolve,
    /** of bodies at p */
    private readonly end: Pose,
    private readonly thickness: number,
    private readonly state: State,
    /** of each body, 1 where an island of this step moves it */
    private readonly touched: Uint8Array,
    /** of heaps */
    private readonly tolerance: number,
  ) {
    this.#atOnce = new IslandsAtOnce(active.memory.colliders, state, thickness);
  }

  /** Heaps are solved to a tolerance that the scene gives. Then all rows take part: open ones take little, a further round takes as much as the first. */
  get isLoose(): boolean {
    return this.tolerance > coulombTolerance;
  }
  /** Islands were solved as is asked. */
  get isSolved(): boolean {
    const gap = this.isLoose ? heapGap * this.thickness : acceptedGap;
    return this.residual <= 1.01 * this.tolerance && this.error <= gap;
  }
  /** False where an island is not solved. `level`: of halving, `last` where there is no further one. */
  run(span: Span, level: number, last: boolean): boolean {
    const { active, found } = this;
    this.newtonSteps = 0;
    this.accepted = false;
    this.end.at(span.p);
    active.begin(span.q, this.end, this.links.count > 0 || this.isLoose);
    this.links.evaluate(span.q);
    for (let round = 1; ; round++) {
      this.islands.of(active.memory, active, this.state.column('w'), this.links, found);
      this.anyWhole = this.whole.any && found.some(isWhole);
      for (let k = 0; k < found.length; k++) {
        const { units } = found[k];
        for (let u = 0; u < units.length; u++) this.touched[units[u].collider.index] = 1;
      }
      this.#atOnce.begin(active.memory, active.count, span);
      for (let k = 0; k < found.length; k++) {
        if (this.#isSolved(found[k], round)) continue;
        if (this.#atOnce.solve(found, k, span)) this.newtonSteps += this.#atOnce.newtonSteps;
        else if (!this.lone.solve(found[k], span) && !this.#solve(found[k], span, level, last)) return false;
      }
      if (!active.extend(span.q, this.end, round >= mostRounds)) break;
    }
    this.#sum();
    return true;
  }
  /** All rows are those of an island that was solved; bodies whose step is a solve are solved in each run. */
  #isSolved(island: Island, round: number): boolean {
    const { places } = island;
    const { solved } = this.active.memory;
    if (round === 1 && this.anyWhole && isWhole(island)) return false;
    for (let i = 0; i < places.length; i++) if (!solved[places[i]]) return false;
    return true;
  }
  #solve(island: Island, span: Span, level: number, last: boolean): boolean {
    const { rows, places } = island;
    const isFinal = last || (level >= heapHalvings && rows.length > few);
    const done =
      this.anyWhole && isWhole(island)
        ? this.whole.solve(island, span)
        : this.islandSolve.solve(island, span, !last, !isFinal);
    const { residual, error } = done;
    this.newtonSteps += done.newtonSteps;
    if (last && done.contradiction) refuseContradiction(done.contradiction, this.state, this.thickness);
    const { memory } = this.active;
    for (let i = 0; i < places.length; i++) {
      const at = places[i];
      memory.solved[at] = 1;
      memory.residual[at] = residual;
      memory.error[at] = error;
      memory.addedEnergy[at] = i === 0 ? done.addedEnergy : 0;
    }
    if (done.isHeap) {
      const isOpen = error > heapGap * this.thickness;
      // shorter steps are as hard to solve, but their rows are straighter
      if (isOpen && !last) return false;
      if (isOpen || residual > this.tolerance) this.accepted = true;
      return true;
    }
    if (last && !this.anyWhole) refuseJam(island, done, this.links, this.state, this.thickness, span);
    if (last || (residual <= acceptedResidual && error <= acceptedGap)) return true;
    if (isFinal && residual <= heapResidual && error <= acceptedGap) {
      this.accepted = true;
      return true;
    }
    // a step that cannot be halved is accepted, and reported
    if (level > 0 || !this.anyWhole || !(error <= tolerable * this.thickness)) return false;
    this.accepted = true;
    return true;
  }
  #sum(): void {
    const { places, count, memory } = this.active;
    this.residual = this.error = this.addedEnergy = 0;
    for (let k = 0; k < count; k++) {
      this.residual = Math.max(this.residual, memory.residual[places[k]]);
      this.error = Math.max(this.error, memory.error[places[k]]);
      this.addedEnergy += memory.addedEnergy[places[k]];
    }
  }
}
