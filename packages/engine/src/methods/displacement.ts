/**
 * Displacement: constraints inside the solve of the bodies that they hold.                            [MIC08, sec. 3; notes, 3]
 *
 *   [H J^T; J 0] [dp; -lambda] = [F; -C]       see displacement/kkt.ts
 *
 * For bodies under `backward-euler` or `quasi-static`: ropes, and whatever they hold. Rows are met to 1e-10 m by default, or
 * as far as one linearisation goes, as printed.
 */
import type { KktRows } from '../displacement/kkt-rows.ts';
import { rowsReportOf } from '../displacement/rows-report.ts';
import { laned } from '../kernel/batch.ts';
import type { State } from '../state.ts';
import { forcesThemselves, type Method, type Report, type Shape, type Work } from './method.ts';
import { recordingAhead, withMultipliers } from './multipliers.ts';

export interface DisplacementOptions {
  /** one linearisation, as printed */
  readonly paper?: boolean;
}
export const displacementDefaults = { paper: false } as const;

const made = new Map<boolean, Method>();
/** The displacement method; one object for the same options. */
export function displacementMethod(options: DisplacementOptions = {}): Method {
  const { paper } = { ...displacementDefaults, ...options };
  const found = made.get(paper);
  if (found) return found;
  const method: Method = {
    ...withMultipliers('displacement'),
    print: String(paper),
    order: 4,
    ...(paper ? {} : { promise: 1e-9 }),
    // behind the forces the multipliers are kept too: they say how much taut rows stiffen what they hold
    rule: (composition) => ({
      kernel: recordingAhead(composition),
      forces: forcesThemselves(composition).map((line) => [...line, ...new Array<number>(composition.size).fill(0)]),
    }),
    work: (shapes, state) => new DisplacementWork(shapes, state, paper),
  };
  made.set(paper, method);
  return method;
}
export const displacement = displacementMethod();

class DisplacementWork implements Work {
  constructor(
    shapes: readonly Shape[],
    private readonly state: State,
    paper: boolean,
  ) {
    state.kkt?.take(shapes, { paper });
  }
  onSolve = (): void => {
    const { kkt } = this.state;
    if (!kkt) return;
    kkt.ready();
    const { lambda } = kkt;
    eachMultiplier(kkt.rows, (rows, at, r) => {
      lambda[r] = rows[at];
    });
    kkt.step();
    for (const { shape } of kkt.rows.tables) shape.batch.table().rows.fill(0);
    eachMultiplier(kkt.rows, (rows, at, r) => {
      rows[at] = kkt.lambda[r];
    });
    for (const { shape } of kkt.rows.tables) shape.batch.run();
  };
  report = (): Report => {
    const { kkt } = this.state;
    return kkt ? rowsReportOf(kkt.rows, kkt.lambda, this.state) : { rows: [], taking: [], dependent: [], entries: [] };
  };
  end = (): void => {
    this.state.kkt?.take([], { paper: false });
  };
}

/** Where the multiplier of each row is kept. */
function eachMultiplier(all: KktRows, visit: (rows: Float64Array, at: number, row: number) => void): void {
  for (const { shape, first, size } of all.tables) {
    const forces = 3 * shape.composition.shapes.length;
    const { rows, place } = shape.batch.table();
    const columns = shape.batch.kernel.rows;
    for (let m = 0, r = first; m < shape.members.length; m++)
      for (let k = 0; k < size; k++) visit(rows, laned(place[m], columns, forces + k), r++);
  }
}
