/**
 * Displacement: constraints inside the solve of the bodies that they hold.                            [MIC08, sec. 3; notes, 3]
 *
 *   [H J^T; J 0] [dp; -lambda] = [F; -C]       see displacement/kkt.ts
 *
 * For bodies under `backward-euler` or `quasi-static`: ropes, and whatever they hold. Rows are met to 1e-10 m by default, or
 * as far as one linearisation goes, as printed.
 */
import { laned } from '../kernel/batch.ts';
import { add, type Expr, select, zero } from '../kernel/expr.ts';
import { kernel, parameter, row, toRow } from '../kernel/kernel.ts';
import { perComposition, shareColumn } from '../rows.ts';
import type { State } from '../state.ts';
import { forcesThemselves, type Method, type Shape, type Work } from './method.ts';
import { pointForces } from './push.ts';

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
    kind: 'displacement',
    print: String(paper),
    order: 4,
    exclusive: () => false,
    needs: 'coordinates',
    predicts: true,
    ramps: ['goal'],
    rates: true,
    repeats: true,
    ...(paper ? {} : { promise: 1e-9 }),
    refuses: ({ shapes, velocity }) => {
      if (velocity) return '"displacement" holds places, not velocities. Try "local".';
      if (shapes.some((s) => s.sought))
        return '"displacement" holds fixed points of bodies, not what grips. Try "local".';
      return undefined;
    },
    rule: (composition) => ({ kernel: recording(composition), forces: forcesThemselves(composition) }),
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
    kkt.step();
    for (const { shape, first, size } of kkt.rows.tables) {
      const forces = 3 * shape.composition.shapes.length;
      const { rows, place } = shape.batch.table();
      const columns = shape.batch.kernel.rows;
      rows.fill(0);
      for (let m = 0, r = first; m < shape.members.length; m++)
        for (let k = 0; k < size; k++) rows[laned(place[m], columns, forces + k)] = kkt.lambda[r++];
      shape.batch.run();
    }
  };
  end = (): void => {
    this.state.kkt?.take([], { paper: false });
  };
}

/** The forces at all points, where they are predicted, from the multipliers in the rows behind them. */
const recording = perComposition((composition) => {
  const rows = composition.at('p');
  const first = 3 * composition.shapes.length;
  const lambda = rows.C.map((_, r) => row(first + r));
  const acts = (e: Expr): Expr => select(zero, parameter(shareColumn), e, zero);
  return kernel(
    pointForces(rows, lambda)
      .flat()
      .map((e, r) => toRow(r, add(row(r), acts(e)))),
  );
});
