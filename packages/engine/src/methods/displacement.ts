/**
 * Displacement: constraints inside the solve of the bodies that they hold.                            [MIC08, sec. 3; notes, 3]
 *
 *   [H J^T; J 0] [dp; -lambda] = [F; -C]       see displacement/kkt.ts
 *
 * For bodies under `backward-euler` or `quasi-static`: ropes, and whatever they hold. Rows are met to 1e-10 m by default, or
 * as far as one linearisation goes, as printed.
 */
import type { Kkt, KktOptions } from '../displacement/kkt.ts';
import { rowsReportOf } from '../displacement/rows-report.ts';
import { laned } from '../kernel/batch.ts';
import type { State } from '../state.ts';
import { forcesThemselves, type Method, type Report, type Shape, type Work } from './method.ts';
import { recordingAhead, withMultipliers } from './multipliers.ts';

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
  const print = `${paper} ${stiffening}`;
  const found = made.get(print);
  if (found) return found;
  const method: Method = {
    ...withMultipliers('displacement'),
    print,
    order: 4,
    ...(paper ? {} : { promise: 1e-9 }),
    // behind the forces the multipliers are kept too: they say how much taut rows stiffen what they hold
    rule: (composition) => {
      const latch = 3 * composition.shapes.length + composition.size;
      const { leads } = composition.relation;
      const behind = new Array<number>(composition.size + (leads ? 1 : 0)).fill(0);
      return {
        kernel: recordingAhead(composition),
        forces: forcesThemselves(composition).map((line) => [...line, ...behind]),
        ...(leads ? { latch } : {}),
      };
    },
    work: (shapes, state) => new DisplacementWork(shapes, state, { paper, stiffening }),
  };
  made.set(print, method);
  return method;
}
export const displacement = displacementMethod();

class DisplacementWork implements Work {
  constructor(
    shapes: readonly Shape[],
    private readonly state: State,
    options: KktOptions,
  ) {
    state.kkt?.take(shapes, options);
  }
  onSolve = (): void => {
    const { kkt } = this.state;
    if (!kkt) return;
    kkt.ready();
    eachMultiplier(kkt, (rows, at, lambda, r) => {
      lambda[r] = rows[at];
    });
    kkt.latches.load();
    kkt.step();
    const tables = [...kkt.rows.tables, ...kkt.carried.tables];
    for (const { shape } of tables) shape.batch.table().rows.fill(0);
    eachMultiplier(kkt, (rows, at, lambda, r) => {
      rows[at] = lambda[r];
    });
    kkt.latches.store();
    for (const { shape } of tables) shape.batch.run();
  };
  report = (): Report => {
    const { kkt } = this.state;
    return kkt ? rowsReportOf(kkt.rows, kkt.lambda, this.state) : { rows: [], taking: [], dependent: [], entries: [] };
  };
  end = (): void => {
    this.state.kkt?.take([], displacementDefaults);
  };
}

/** Where the multiplier of each row is kept: of those in the solve, and of points that are carried. */
function eachMultiplier(
  { rows: own, lambda, carried }: Kkt,
  visit: (rows: Float64Array, at: number, lambda: Float64Array, row: number) => void,
): void {
  for (const [all, multipliers] of [
    [own.tables, lambda],
    [carried.tables, carried.lambda],
  ] as const) {
    for (const { shape, first, size } of all) {
      const forces = 3 * shape.composition.shapes.length;
      const { rows, place } = shape.batch.table();
      const columns = shape.batch.kernel.rows;
      for (let m = 0, r = first; m < shape.members.length; m++)
        for (let k = 0; k < size; k++) visit(rows, laned(place[m], columns, forces + k), multipliers, r++);
    }
  }
}
