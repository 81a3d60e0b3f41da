/**
 * An island with bodies whose step is a solve: ropes, solids under an implicit integrator.            [contact notes, sec. 3]
 *
 *   repeat:  impulses for motion that is linear about the last solution (solved-rows.ts);   the step is solved again with them
 *
 * At the end impulses would move the solution by less than 1e-12 m: gaps are true, and forces are those of the step. A rope without damping takes
 * three or four solves. How damping changes with the shape is in A only in part, so that a rope that is damped while it hits something takes
 * more; Anderson's method spares about half of them (anderson.ts).
 *
 * Impulses on bodies that meet fast may ask for what no step can do: then it stays as it was solved last, and is reported as not solved.
 */
import type { State } from '../../state/state.ts';
import type { Pose } from '../detect/row.ts';
import { acceptedGap, type IslandReport } from '../step/island-report.ts';
import { type IslandSolve, touching } from '../step/island-solve.ts';
import type { Island, Unit } from '../step/islands.ts';
import type { Span } from '../step/span.ts';
import { isPassing, without } from './passing-rows.ts';
import type { SolvedRows } from './solved-rows.ts';
import type { SolvedSystems } from './solved-systems.ts';

/** Solves with impulses, at most; what the last may still move, m, and what is enough after some of them. */
const mostSolves = 60;
const exact = 1e-12;
const quickSolves = 12;
/** Where impulses move the solution by so many times more than they once did, what is known of earlier ones is forgotten. */
const spoilt = 30;

/** Whether it has bodies whose step is a solve. */
export const isWhole = ({ units }: Island): boolean => units.some(isSolved);
const isSolved = ({ size, collider }: Unit): boolean => size === 0 && !collider.coupled;

export class WholeSolve {
  constructor(
    private readonly islandSolve: IslandSolve,
    private readonly rows: SolvedRows,
    private readonly systems: SolvedSystems,
    private readonly state: State,
    /** of bodies at p */
    private readonly end: Pose,
    private readonly thickness: number,
  ) {}

  /** Whether islands may have such bodies. */
  get any(): boolean {
    return this.systems.any;
  }
  /** Leaves u and p of all bodies of the systems, and the impulses of rows. */
  solve(island: Island, span: Span): IslandReport {
    const done = this.#attempt(island, span);
    const isOpen = done.error > acceptedGap && done.error < Infinity;
    if (!isOpen) return done;
    const passing = new Set(island.rows.filter((row) => isPassing(row, this.end, touching * this.thickness)));
    if (!passing.size) return done;
    const { newtonSteps } = done;
    this.rows.release(passing, span.h, this.state.column('external'));
    if (!this.systems.again(island.units.filter(isSolved).map(({ first }) => first))) {
      done.error = Infinity;
      return done;
    }
    const again = this.#attempt(without(island, passing), span);
    again.newtonSteps += newtonSteps;
    return again;
  }
  #attempt(island: Island, span: Span): IslandReport {
    const { rows, systems } = this;
    const units = island.units.filter(isSolved).map(({ first }) => first);
    for (const unit of units) systems.refuseObstacles(unit);
    const external = this.state.column('external');
    let steps = 0;
    let least = Infinity;
    // bodies at rest are solved with the impulses of the last step
    if (rows.find(island.rows) && rows.applyGuesses(span.h, external) && !systems.again(units))
      rows.withdraw(span.h, external);
    for (let pass = 0; ; pass++) {
      rows.repeated = pass > 0;
      const done = this.islandSolve.solve(island, span, false);
      steps += done.newtonSteps;
      const { change } = rows;
      if (change <= exact || (pass > quickSolves && change <= acceptedGap) || pass === mostSolves) {
        done.newtonSteps = steps;
        done.error = Math.max(done.error, change);
        systems.finish(span, units);
        return done;
      }
      if (pass === 0) rows.restart(1);
      if (change > spoilt * least) rows.restart(0.5);
      least = change > spoilt * least ? change : Math.min(least, change);
      rows.apply(span.h, external);
      if (!rows.predictsAll) systems.finish(span, units);
      if (!systems.again(units)) {
        rows.withdraw(span.h, external);
        done.newtonSteps = steps;
        done.error = Infinity;
        systems.finish(span, units);
        return done;
      }
      for (const { guess, impulse } of island.rows) guess.set(impulse);
    }
  }
}
