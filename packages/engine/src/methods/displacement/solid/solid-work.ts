/** The iterative solve of solids: the step, and its records, made on demand. */
import type { BatchView, SolvedBodies } from '../../../constraints/method.ts';
import type { State } from '../../../state/state.ts';
import { exchange } from '../records.ts';
import type { SolidSolver } from './solid-solver.ts';

export class SolidWork {
  constructor(
    readonly solver: SolidSolver,
    private readonly shapes: readonly BatchView[],
    private readonly state: State,
    tolerance: number,
  ) {
    solver.take(shapes, tolerance);
  }
  /** The step to be recorded ended at the column p of this phase. */
  #phase: 0 | 1 = 0;
  step(): void {
    this.solver.step();
    this.#phase = this.state.phase.now;
    for (let i = 0; i < this.shapes.length; i++) this.shapes[i].defer(this.#record);
  }
  /** As contacts see it. */
  get system(): SolvedBodies {
    const { solver } = this;
    return {
      placed: solver.placed,
      rewind: () => {}, // its steps are never divided
      respond: (f, out) => solver.respond(f, out),
      again: () => {
        solver.again();
        return true;
      },
      matrix: solver.matrix,
    };
  }
  readonly #record = (): void => {
    const { rows, lambda } = this.solver;
    for (const shape of this.shapes) shape.defer(undefined);
    for (const table of rows.tables) exchange(table, lambda, true);
    for (const { shape } of rows.tables) shape.batch.run(this.#phase);
  };
  end(): void {
    this.solver.take([], this.solver.report.tolerance);
  }
}
