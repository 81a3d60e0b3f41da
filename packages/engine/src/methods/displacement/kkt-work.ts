/** The solve of bodies and constraints as one system: the step, and its records, made on demand. */
import type { BatchView, SolvedBodies } from '../../constraints/method.ts';
import type { State } from '../../state/state.ts';
import type { Kkt } from './kkt.ts';
import type { KktOptions } from './problem.ts';
import { exchange } from './records.ts';

export class KktWork {
  constructor(
    readonly solver: Kkt,
    private readonly shapes: readonly BatchView[],
    private readonly state: State,
    private readonly options: KktOptions,
  ) {
    solver.take(shapes, options);
  }
  step(): void {
    const { solver: kkt } = this;
    kkt.ready(this.#settle);
    if (this.#stale(kkt)) {
      this.#multipliers(kkt, false);
      kkt.latchedContacts.load();
    }
    kkt.step();
    this.#finish();
    this.#phase = this.state.phase.now;
    for (let i = 0; i < this.shapes.length; i++) this.shapes[i].defer(this.#record);
  }
  #finish(): void {
    const { solver: kkt } = this;
    kkt.latchedContacts.finish();
    this.#recorded = { lambda: kkt.lambda, condensed: kkt.condensed, records: this.#records() };
  }
  /** As contacts see it. */
  get system(): SolvedBodies {
    const { solver: kkt } = this;
    return {
      placed: kkt.placed,
      ...(this.options.paper ? { obstacle: 'its method is as in the paper; leave "paper" out' } : {}),
      rewind: () => kkt.rewind(),
      respond: (f, out) => kkt.respond(f, out),
      again: () => {
        const isMade = kkt.again();
        this.#finish();
        return isMade;
      },
    };
  }
  /** The step to be recorded ended at the column p of this phase. */
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
  /** What was recorded last, and the count of changes of records then. */
  #recorded: { readonly lambda: unknown; readonly condensed: unknown; readonly records: number } | undefined;
  #records(): number {
    let sum = 0;
    for (let i = 0; i < this.shapes.length; i++) sum += this.shapes[i].records;
    return sum;
  }
  /** The present multipliers differ from the recorded ones. */
  #stale({ lambda, condensed }: Kkt): boolean {
    const last = this.#recorded;
    return last?.lambda !== lambda || last.condensed !== condensed || last.records !== this.#records();
  }
  /** Multipliers of rows and condensed points: from their records, or into them. */
  #multipliers({ rows, lambda, condensed }: Kkt, record: boolean): void {
    for (const table of rows.tables) exchange(table, lambda, record);
    for (const table of condensed.tables) exchange(table, condensed.lambda, record);
  }
  end(): void {
    this.solver.take([], { paper: false, stiffening: true, tolerance: 1e-6 });
  }
}
