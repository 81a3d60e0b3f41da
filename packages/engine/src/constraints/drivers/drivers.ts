/** What leads the members of a group: targets on paths, driven parameters (targets.ts), and ramps to their goals (constraints/drivers/ramps.ts). */

import type { Anchor } from '../../anchors/anchor.ts';
import { kernel, toRow } from '../../kernel/compile/kernel.ts';
import { directional } from '../../kernel/formula/derive.ts';
import type { Batch } from '../../kernel/run/batch.ts';
import type { State } from '../../state/state.ts';
import type { MemberTables } from '../batch-tables.ts';
import { type Composition, perComposition, shareColumn } from '../bound-relation.ts';
import type { Held, Member } from '../constraint-state.ts';
import type { Ramps } from './ramps.ts';
import { type Aim, aimsOf } from './targets.ts';

/** How fast each row changes. */
const rateKernel = perComposition((composition) => {
  const motion = composition.motion('q');
  return kernel(composition.at('q').C.map((C, r) => toRow(r, directional(C, motion))));
});

export class Leading {
  #aims: readonly Aim[] = [];
  readonly #motion = new Float64Array(9);

  constructor(
    private readonly members: readonly Member[],
    private readonly composition: Composition,
    private readonly tables: MemberTables,
    private readonly state: State,
    private readonly reachOf: (anchors: readonly Anchor[]) => number,
  ) {
    this.findAims();
  }
  findAims(): void {
    this.#aims = aimsOf(this.members, this.composition, this.reachOf);
  }
  hasPath(member: number): boolean {
    const { held, index } = this.members[member];
    return held.anchors[index].some((a) => a.path) || this.#aims.some((one) => one.member === member);
  }
  /** Move targets to where they are now, or where what is predicted will be. */
  aim(ahead: number): void {
    for (let i = 0; i < this.#aims.length; i++) {
      const { member, columns, path, reach } = this.#aims[i];
      path.evaluate(this.state.timeAfter(ahead * reach), this.#motion);
      const own = this.tables.of(member);
      for (let k = 0; k < columns.length; k++) {
        const value = this.#motion[columns[k].component];
        if (!Object.is(own[columns[k].column], value)) this.tables.set(member, columns[k].column, value);
      }
    }
  }
  /** After a step: what was aimed further ahead than to now. */
  aimBack(): void {
    for (let i = 0; i < this.#aims.length; i++) {
      if (this.#aims[i].reach === 1) continue;
      this.aim(0);
      return;
    }
  }

  /**
   * Take up ramped members that have become active, as far from their goals as they are. `rates`: and as fast as they are.
   */
  begin(residuals: Batch, rates: boolean, edgeOf: (held: Held, member: number) => number): void {
    let measured = false;
    this.#each((m, ramps, index, held) => {
      if (ramps.steps[index] > 0) return;
      if (!measured) {
        this.aim(0);
        residuals.run();
      }
      measured = true;
      const { size, offsetColumn } = this.composition;
      const gap = Array.from({ length: size }, (_, r) => residuals.row(m, r) + this.tables.of(m)[offsetColumn + r]);
      const speed = rates ? this.#rates(m) : new Float64Array(size);
      if (this.composition.relation.sense === '>=') {
        // what is met already is not led
        for (let r = 0; r < size; r++) if (gap[r] >= 0) gap[r] = speed[r] = 0;
      }
      ramps.begin(index, gap, speed, edgeOf(held, index), this.state.h);
      this.show(m);
    });
  }
  /** How much the rows of a member would change in a step. */
  #rates(m: number): Float64Array {
    const side = this.tables.side(rateKernel(this.composition), [m]);
    side.batch.run();
    const found = Float64Array.from({ length: this.composition.size }, (_, r) => this.state.h * side.batch.row(0, r));
    this.tables.endSide(side);
    return found;
  }
  /** Lead ramped members one step on. */
  lead(): void {
    this.#each((m, ramps, index) => {
      if (ramps.made[index] === ramps.steps[index]) return;
      ramps.made[index]++;
      this.show(m);
    });
  }
  #each(visit: (member: number, ramps: Ramps, index: number, held: Held) => void): void {
    for (let m = 0; m < this.members.length; m++) {
      const { held, index } = this.members[m];
      if (held.ramps && held.active[index]) visit(m, held.ramps, index, held);
    }
  }
  isLed(member: number): boolean {
    const { held, index } = this.members[member];
    return held.ramps?.isUnderWay(index) ?? false;
  }
  /** The offsets of a ramped member, and how they change. */
  show(m: number): void {
    const { held, index } = this.members[m];
    const { ramps } = held;
    if (!ramps || ramps.steps[index] === 0) return;
    const { size, offsetColumn } = this.composition;
    const { h } = this.state;
    for (let r = 0; r < size; r++) {
      const rates = offsetColumn + size + 2 * r;
      this.tables.set(m, offsetColumn + r, ramps.offset(index, r));
      this.tables.set(m, rates, ramps.offset(index, r, 1) / h);
      this.tables.set(m, rates + 1, ramps.offset(index, r, 2) / (h * h));
    }
    if (held.active[index]) this.tables.set(m, shareColumn, ramps.share(index));
  }
}
