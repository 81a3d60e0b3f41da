/** The drivers of a batch: targets on paths, driven parameters (targets.ts), and ramps (ramps.ts). */

import type { Anchor } from '../../anchors/anchor.ts';
import { kernel, toRow } from '../../kernel/compile/kernel.ts';
import { directional } from '../../kernel/formula/derive.ts';
import type { Batch } from '../../kernel/run/batch.ts';
import type { Path } from '../../paths/path.ts';
import type { State } from '../../state/state.ts';
import type { BatchTables } from '../batch/batch-tables.ts';
import { activationColumn, type BoundRelation, perBoundRelation } from '../bound-relation.ts';
import type { ConstraintState, Member } from '../constraint-state.ts';
import type { Ramps } from './ramps.ts';
import { type Aim, movingTargetsOf } from './targets.ts';

/** How fast each row changes. */
const rateKernel = perBoundRelation((boundRelation) => {
  const motion = boundRelation.motion('q');
  return kernel(boundRelation.at('q').C.map((C, r) => toRow(r, directional(C, motion))));
});

export class Drivers {
  #targets: readonly Aim[] = [];
  readonly #motion = new Float64Array(9);

  constructor(
    private readonly members: readonly Member[],
    private readonly boundRelation: BoundRelation,
    private readonly tables: BatchTables,
    private readonly state: State,
    private readonly lookaheadOf: (anchors: readonly Anchor[]) => number,
    /** rates of paths are differences over steps, as the integrator makes them (Integrator.pathDifference) */
    private readonly difference?: 'backward' | 'central',
  ) {
    this.findTargets();
  }
  findTargets(): void {
    this.#targets = movingTargetsOf(this.members, this.boundRelation, this.lookaheadOf);
  }
  hasPath(member: number): boolean {
    const { constraintState, index } = this.members[member];
    return constraintState.anchors[index].some((a) => a.path) || this.#targets.some((one) => one.member === member);
  }
  /** Moves targets to so many steps after the time of the state, for rows at q and at p. */
  moveTargets(steps: number): void {
    for (let i = 0; i < this.#targets.length; i++) {
      const { member, columns, now, path } = this.#targets[i];
      this.#evaluate(path, steps);
      this.#set(member, columns);
      this.#set(member, now);
    }
  }
  /** The position of a path, and its rates: its own, or differences over steps. */
  #evaluate(path: Path, ahead: number): void {
    const now = this.#motion;
    path.evaluate(this.state.timeAfter(ahead), now);
    if (!this.difference) return;
    const [before, after, perStep] = [this.#before, this.#after, 1 / this.state.h];
    path.evaluate(this.state.timeAfter(ahead - 1), before);
    path.evaluate(this.state.timeAfter(ahead + 1), after);
    for (let k = 0; k < 3; k++) {
      const [came, goes] = [now[k] - before[k], after[k] - now[k]];
      now[3 + k] = (this.difference === 'central' ? 0.5 * (came + goes) : came) * perStep;
      now[6 + k] = (goes - came) * perStep * perStep;
    }
  }
  readonly #before = new Float64Array(9);
  readonly #after = new Float64Array(9);
  /**
   * While predictions are corrected: targets at the time of p for rows at p, and at the time of q for rows at q, which is so many steps
   * after the beginning.
   */
  predictTargets(timeOfNow: number): void {
    for (let i = 0; i < this.#targets.length; i++) {
      const { member, columns, now, path, lookahead } = this.#targets[i];
      if (this.boundRelation.turning || !this.boundRelation.linear) {
        path.evaluate(this.state.timeAfter(timeOfNow), this.#motion);
        this.#set(member, now);
      }
      path.evaluate(this.state.timeAfter(lookahead), this.#motion);
      this.#set(member, columns);
    }
  }
  #set(member: number, columns: Aim['columns']): void {
    const { parameters } = this.tables;
    const first = member * this.boundRelation.columns;
    for (let k = 0; k < columns.length; k++) {
      const { column, component } = columns[k];
      const value = this.#motion[component];
      if (!Object.is(parameters[first + column], value)) this.tables.set(member, column, value);
    }
  }

  /**
   * Starts the ramps of members that have become active, from their present gaps; with `rates` also from their present rates.
   */
  begin(residuals: Batch, rates: boolean, edgeOf: (constraintState: ConstraintState, member: number) => number): void {
    let measured = false;
    this.#each((m, ramps, index, constraintState) => {
      if (ramps.steps[index] > 0) return;
      if (!measured) {
        this.moveTargets(0);
        residuals.run();
      }
      measured = true;
      const { size, offsetColumn } = this.boundRelation;
      const gap = Array.from({ length: size }, (_, r) => residuals.row(m, r) + this.tables.of(m)[offsetColumn + r]);
      const speed = rates ? this.#rates(m) : new Float64Array(size);
      if (this.boundRelation.relation.sense === '>=') {
        // members without a gap need no ramp
        for (let r = 0; r < size; r++) if (gap[r] >= 0) gap[r] = speed[r] = 0;
      }
      ramps.begin(index, gap, speed, edgeOf(constraintState, index), this.state.h);
      this.show(m);
    });
  }
  /** Change of the rows of a member in a step. */
  #rates(m: number): Float64Array {
    const memberBatch = this.tables.memberBatch(rateKernel(this.boundRelation), [m]);
    memberBatch.batch.run();
    const found = Float64Array.from(
      { length: this.boundRelation.size },
      (_, r) => this.state.h * memberBatch.batch.row(0, r),
    );
    this.tables.releaseMemberBatch(memberBatch);
    return found;
  }
  /** Advances all ramps by a step. */
  advanceDrivers(): void {
    this.#each((m, ramps, index) => {
      if (ramps.made[index] === ramps.steps[index]) return;
      ramps.made[index]++;
      this.show(m);
    });
  }
  #each(visit: (member: number, ramps: Ramps, index: number, constraintState: ConstraintState) => void): void {
    for (let m = 0; m < this.members.length; m++) {
      const { constraintState, index } = this.members[m];
      if (constraintState.ramps && constraintState.active[index])
        visit(m, constraintState.ramps, index, constraintState);
    }
  }
  isRamping(member: number): boolean {
    const { constraintState, index } = this.members[member];
    return constraintState.ramps?.isUnderWay(index) ?? false;
  }
  /** The offsets of a ramped member, and how they change; none before it begins, whatever was shown of an earlier ramp. */
  show(m: number): void {
    const { constraintState, index } = this.members[m];
    const { ramps } = constraintState;
    if (!ramps) return;
    const { size, offsetColumn } = this.boundRelation;
    const { h } = this.state;
    for (let r = 0; r < size; r++) {
      const rates = offsetColumn + size + 2 * r;
      this.tables.set(m, offsetColumn + r, ramps.offset(index, r));
      this.tables.set(m, rates, ramps.offset(index, r, 1) / h);
      this.tables.set(m, rates + 1, ramps.offset(index, r, 2) / (h * h));
    }
    if (constraintState.active[index] && ramps.steps[index] > 0)
      this.tables.set(m, activationColumn, ramps.activation(index));
  }
}
