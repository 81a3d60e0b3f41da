/**
 * Displacement: constraints inside the solve of the bodies that they hold.                            [MIC08, sec. 3; notes, 3]
 *
 *   [H J^T; J 0] [dp; -lambda] = [F; -C]       see methods/displacement/kkt.ts
 *
 * For bodies under `backward-euler` or `quasi-static`: ropes, and whatever they hold. Rows are met to 1e-10 m by default, or
 * as far as one linearisation goes, as printed.
 */

import {
  type BatchView,
  forcesThemselves,
  type Method,
  type ProgramView,
  type Report,
  type Work,
} from '../../constraints/method.ts';
import { laned } from '../../kernel/run/batch.ts';
import { recordingAhead, withMultipliers } from '../../solve/multipliers.ts';
import { Kkt, type KktOptions } from './kkt.ts';
import { rowsReportOf } from './rows-report.ts';

export interface DisplacementOptions {
  /** one linearisation, as printed */
  readonly paper?: boolean;
  /** false: taut rows do not stiffen what they hold, as printed; a net of them explodes. For study. */
  readonly stiffening?: boolean;
}
export const displacementDefaults = { paper: false, stiffening: true } as const;

const made = new Map<string, Method>();
/** The displacement method; one object for the same options. */
export function displacementMethod(options: DisplacementOptions = {}): Method {
  const { paper, stiffening } = { ...displacementDefaults, ...options };
  const fingerprint = `${paper} ${stiffening}`;
  const found = made.get(fingerprint);
  if (found) return found;
  const method: Method = {
    ...withMultipliers('displacement'),
    fingerprint,
    order: 4,
    ...(paper ? {} : { promise: 1e-9 }),
    // behind the forces the multipliers are kept too: they say how much taut rows stiffen what they hold
    rule: (boundRelation) => {
      const latch = 3 * boundRelation.shapes.length + boundRelation.size;
      const { latching } = boundRelation.relation;
      const behind = new Array<number>(boundRelation.size + (latching ? 1 : 0)).fill(0);
      return {
        kernel: recordingAhead(boundRelation),
        forces: forcesThemselves(boundRelation).map((line) => [...line, ...behind]),
        ...(latching ? { latch } : {}),
      };
    },
    solves: true,
    drivesSliders: true,
    couplesWeakly: true,
    bounces: true,
    work: (shapes, program) => new DisplacementWork(shapes, program, { paper, stiffening }),
  };
  made.set(fingerprint, method);
  return method;
}
export const displacement = displacementMethod();

class DisplacementWork implements Work {
  readonly solver: Kkt;

  constructor(
    private readonly shapes: readonly BatchView[],
    private readonly program: ProgramView,
    options: KktOptions,
  ) {
    this.solver = program.keep(() => new Kkt(program.bodies, program.state));
    this.solver.take(shapes, options);
  }
  onSolve = (): void => {
    const { solver: kkt } = this;
    kkt.ready(this.#settle);
    if (this.#stale(kkt)) {
      this.#multipliers(kkt, false);
      kkt.latchedContacts.load();
    }
    kkt.step();
    kkt.latchedContacts.finish();
    this.#recorded = { lambda: kkt.lambda, condensed: kkt.condensed, records: this.#records() };
    this.#phase = this.program.state.phase.now;
    for (let i = 0; i < this.shapes.length; i++) this.shapes[i].defer(this.#record);
  };
  /** The places at the end of the step that has to be recorded are the column p of this phase. */
  #phase: 0 | 1 = 0;
  readonly #record = (): void => {
    const { solver: kkt } = this;
    for (let i = 0; i < this.shapes.length; i++) this.shapes[i].defer(undefined);
    kkt.tell(this.#phase);
    this.#multipliers(kkt, true);
    kkt.latchedContacts.store();
    this.#recorded = { lambda: kkt.lambda, condensed: kkt.condensed, records: this.#records() };
    for (const { shape } of kkt.rows.tables) shape.batch.run(this.#phase);
    for (const { shape } of kkt.condensed.tables) shape.batch.run(this.#phase);
  };
  readonly #settle = (): void => {
    for (const shape of this.shapes) shape.settle();
  };
  /** What was recorded last, and how often records had been written over then. */
  #recorded: { readonly lambda: unknown; readonly condensed: unknown; readonly records: number } | undefined;
  #records(): number {
    let sum = 0;
    for (let i = 0; i < this.shapes.length; i++) sum += this.shapes[i].records;
    return sum;
  }
  /** The multipliers at hand are not those of the records. */
  #stale({ lambda, condensed }: Kkt): boolean {
    const last = this.#recorded;
    return last?.lambda !== lambda || last.condensed !== condensed || last.records !== this.#records();
  }
  /** Of the rows in the solve, and of points that are carried: from their records, or into them. */
  #multipliers({ rows, lambda, condensed }: Kkt, record: boolean): void {
    for (const table of rows.tables) exchange(table, lambda, record);
    for (const table of condensed.tables) exchange(table, condensed.lambda, record);
  }
  report = (): Report => rowsReportOf(this.solver.rows, this.solver.lambda, this.program.state);
  end = (): void => {
    this.solver.take([], displacementDefaults);
  };
}

interface Table {
  readonly shape: BatchView;
  readonly first: number;
  readonly size: number;
}
/** Multipliers are kept behind the forces, which are zero when they are put there. */
function exchange({ shape, first, size }: Table, lambda: Float64Array, record: boolean): void {
  const { rows, place } = shape.batch.table();
  const columns = shape.batch.kernel.rows;
  const forces = 3 * shape.boundRelation.shapes.length;
  if (record) rows.fill(0);
  for (let m = 0, r = first; m < shape.members.length; m++) {
    for (let k = 0; k < size; k++, r++) {
      const at = laned(place[m], columns, forces + k);
      if (record) rows[at] = lambda[r];
      else lambda[r] = rows[at];
    }
  }
}
