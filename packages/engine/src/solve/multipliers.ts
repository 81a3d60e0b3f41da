/** Traits and kernels shared by methods that solve for the multipliers of all rows. */

import { activationColumn, type BoundRelation, perBoundRelation } from '../constraints/bound-relation.ts';
import type { Method } from '../constraints/method.ts';
import { pointForces } from '../constraints/push.ts';
import { type Kernel, kernel, parameter, row, toRow } from '../kernel/compile/kernel.ts';
import { add, type Expr, select, zero } from '../kernel/formula/expr.ts';

/** They constrain positions of fixed points of any body, and satisfy rates too. */
export const withMultipliers = (kind: string) =>
  ({
    kind,
    exclusive: () => false,
    needs: 'any',
    predicts: true,
    ramps: ['goal'],
    rates: true,
    repeats: true,
    refuses: ({ shapes, velocity }) => {
      if (velocity) return `"${kind}" holds places, not velocities.`;
      if (shapes.some((s) => s.sought))
        return `"${kind}" holds fixed points of bodies, not points that attach to surfaces or slide on them.`;
      return undefined;
    },
  }) satisfies Partial<Method>;

/** Adds to the forces at all points those of the multipliers in the rows behind them, along the rows in a column. */
const recordingAt = (array: 'q' | 'p'): ((boundRelation: BoundRelation) => Kernel) =>
  perBoundRelation((boundRelation) => {
    const rows = boundRelation.at(array);
    const first = 3 * boundRelation.shapes.length;
    const lambda = rows.C.map((_, r) => row(first + r));
    const acts = (e: Expr): Expr => select(zero, parameter(activationColumn), e, zero);
    // behind the multipliers of a latching relation: the state of its contact, which is kept
    const latch = first + rows.C.length;
    return kernel([
      ...pointForces(rows, lambda)
        .flat()
        .map((e, r) => toRow(r, add(row(r), acts(e)))),
      ...(boundRelation.relation.latching ? [toRow(latch, row(latch))] : []),
    ]);
  });
export const recordingNow = recordingAt('q');
export const recordingAhead = recordingAt('p');
