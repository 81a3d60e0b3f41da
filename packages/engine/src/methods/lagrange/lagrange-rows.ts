/** All rows of the method: their system, which of them take part, and their numbers as they were evaluated last. */
import type { BatchView, ProgramView } from '../../constraints/method.ts';
import { OneSided } from '../../solve/one-sided.ts';
import { type RowKernels, rowKernels, slackKernels } from '../../solve/row-kernels.ts';
import { RowSystem, type RowTable } from '../../solve/row-system.ts';
import type { State } from '../../state/state.ts';
import { BoundedRows } from './bounded-rows.ts';
import { ContactFriction } from './contact-friction.ts';

/** Rounding of a sum, in units of its largest term. */
export const eightEps = 8 * Number.EPSILON;

export class LagrangeRows {
  #system: RowSystem | undefined;
  #changes = -1;
  /** rows of active constraints */
  active = new Uint8Array(0);
  /** rows whose velocities are projected */
  rated = new Uint8Array(0);
  /** per row: how often the forces of its bodies are evaluated in a step */
  stages = new Uint8Array(0);
  oneSided = new OneSided(0);
  friction = new ContactFriction([], 0);
  bounded = new BoundedRows(0);
  /** per row: C, Cdot, Jdot v, and the right side of a solve */
  C = new Float64Array(0);
  rate = new Float64Array(0);
  bias = new Float64Array(0);
  b = new Float64Array(0);
  #sizes = new Float64Array(0);
  /** rounding of a row, by the largest numbers of all rows: they are solved together */
  rounding = 0;

  constructor(
    private readonly shapes: readonly BatchView[],
    private readonly program: ProgramView,
    private readonly slack: boolean,
  ) {}

  /** The system of all rows, made once. Which of them are active is found again where something was switched. */
  arrange(): RowSystem {
    let changes = 0;
    for (let i = 0; i < this.shapes.length; i++) changes += this.shapes[i].changes;
    if (this.#system && changes === this.#changes) return this.#system;
    this.#changes = changes;
    this.#system ??= this.#build();
    const { tables } = this.#system;
    this.oneSided.any = this.bounded.any = false;
    for (const { shape, size, first } of tables) {
      const oneSided = shape.boundRelation.relation.sense === '>=' && !this.slack;
      const rated = shape.integrators.every((i) => i.lag === 0 && i.lookahead === 1);
      for (let m = 0, row = first; m < shape.members.length; m++) {
        const integrators = shape.integratorsOf(m);
        let stages = 1;
        for (let k = 0; k < integrators.length; k++) stages = Math.max(stages, integrators[k].stages.length);
        for (let r = 0; r < size; r++, row++) {
          this.active[row] = shape.isActive(m) ? 1 : 0;
          this.oneSided.rows[row] = oneSided && !this.friction.slips[row] ? 1 : 0;
          this.rated[row] = rated ? 1 : 0;
          this.stages[row] = stages;
          if (oneSided && this.active[row]) this.oneSided.any = true;
          if (this.bounded.rows[row] && this.active[row]) this.bounded.any = true;
        }
      }
    }
    return this.#system;
  }
  #build(): RowSystem {
    let first = 0;
    const tables = this.shapes.map((shape): RowTable => {
      const { now, ahead, entries } = this.#kernelsOf(shape);
      const members = Array.from({ length: shape.members.length }, (_, m) => m);
      const table = {
        shape,
        now: shape.memberBatch(now, members),
        ahead: shape.memberBatch(ahead, members),
        size: shape.boundRelation.size,
        entries,
        first,
        repeats: members.some((m) => haveCommonNodes(shape, m)),
      };
      first += table.size * members.length;
      return table;
    });
    const system = new RowSystem(tables, this.program.state, this.program.compliance);
    const { size } = system;
    [this.active, this.rated, this.stages] = [0, 0, 0].map(() => new Uint8Array(size));
    [this.C, this.rate, this.bias, this.b, this.#sizes] = [0, 0, 0, 0, 0].map(() => new Float64Array(size));
    this.oneSided = new OneSided(size);
    this.friction = new ContactFriction(tables, size);
    this.bounded = boundedOf(tables, size);
    return system;
  }
  #kernelsOf({ boundRelation }: BatchView): RowKernels {
    return this.slack && boundRelation.relation.sense === '>='
      ? slackKernels(boundRelation)
      : rowKernels(boundRelation);
  }
  end(): void {
    for (const { shape, now, ahead } of this.#system?.tables ?? []) {
      shape.releaseMemberBatch(now);
      shape.releaseMemberBatch(ahead);
    }
    this.#system?.release();
    this.#system = undefined;
  }

  /** C, Cdot, Jdot v and J at q. */
  evaluate(system: RowSystem): void {
    this.evaluateRates(system);
    system.read('now', 0, this.C);
    system.read('now', 2, this.bias);
  }
  /** Cdot and J at q. */
  evaluateRates(system: RowSystem): void {
    for (let t = 0; t < system.tables.length; t++) system.tables[t].now.batch.run();
    system.read('now', 1, this.rate);
    system.gather(this.active);
  }
  /** C at p. */
  evaluateAhead(system: RowSystem): void {
    for (let t = 0; t < system.tables.length; t++) system.tables[t].ahead.batch.run();
    system.read('ahead', 0, this.C);
  }
  /** C where the step begins, with the targets of its end. */
  atStart(system: RowSystem, state: State): Float64Array {
    const p = state.column('p');
    const kept = p.slice();
    p.set(state.column('q'));
    this.evaluateAhead(system);
    p.set(kept);
    return this.C;
  }
  /** Rounding, from the sizes of terms: number 3 of `now`, number 1 of `ahead`. */
  measure(system: RowSystem, from: 'now' | 'ahead'): void {
    system.read(from, from === 'now' ? 3 : 1, this.#sizes);
    this.rounding = eightEps * largest(this.#sizes, this.active);
  }
  /** b = -C of the wanted rows, 0 of the others; returns the largest, in units of rounding. */
  residual(wanted: Uint8Array): number {
    negated(this.C, wanted, this.b);
    const worst = largest(this.b, wanted);
    return worst === 0 ? 0 : worst / this.rounding;
  }
  /**
   * Switches equalities on, and one-sided rows that push; `rated`: only these. Slip has no position, and is off. Motors that have their speed keep it
   * in the velocities, or where these lag in the places; not while a one-sided row pushes, which may have stopped them.
   */
  switch({ on }: RowSystem, rated?: Uint8Array): void {
    const { active } = this;
    const { rows, pushing } = this.oneSided;
    const { slips } = this.friction;
    const { bounded } = this;
    const isStopped = bounded.any && this.oneSided.pushes;
    for (let r = 0; r < on.length; r++) {
      on[r] = active[r] & (rows[r] ? pushing[r] : 1) & (slips[r] ^ 1);
      if (rated) on[r] &= rated[r];
      if (bounded.rows[r]) on[r] &= isStopped ? 0 : bounded.free[r] & (rated ? 1 : this.rated[r] ^ 1);
    }
  }
  /** One-sided rows that are violated push; the others do not. */
  pushViolated(): void {
    const { active, C, oneSided } = this;
    for (let r = 0; r < C.length; r++) oneSided.pushing[r] = oneSided.rows[r] && active[r] && C[r] < 0 ? 1 : 0;
  }
  /** Switches off the rows of members that are still on a ramp. */
  excuseRamps({ tables, on }: RowSystem): void {
    for (const { shape, size, first } of tables) {
      for (let m = 0; m < shape.members.length; m++)
        if (shape.isRamping(m)) on.fill(0, first + m * size, first + (m + 1) * size);
    }
  }
}

function boundedOf(tables: readonly RowTable[], size: number): BoundedRows {
  const bounded = new BoundedRows(size);
  for (const { shape, first } of tables) {
    const { relation } = shape.boundRelation;
    if (!relation.bounded) continue;
    const limit = Object.keys(relation.parameters).indexOf('limit');
    for (let m = 0; m < shape.members.length; m++) {
      bounded.rows[first + m] = 1;
      bounded.limit[first + m] = shape.relationParameters(m)[limit];
    }
  }
  return bounded;
}

export function largest(values: Float64Array, among: Uint8Array): number {
  let most = 0;
  for (let r = 0; r < values.length; r++) {
    const size = Math.abs(values[r]);
    if (among[r] && !(size <= most)) most = size; // NaN stays
  }
  return most;
}
export function negated(values: Float64Array, wanted: Uint8Array, out: Float64Array): void {
  for (let r = 0; r < out.length; r++) out[r] = wanted[r] ? -values[r] : 0;
}
const haveCommonNodes = ({ blocks, slots, boundRelation }: BatchView, member: number): boolean => {
  const first = member * slots;
  for (let s = 1; s < boundRelation.slots; s++)
    for (let t = 0; t < s; t++) if (blocks[first + s] === blocks[first + t]) return true;
  return false;
};
