/** At most one reaction for a point: who has it. See reaction-work.ts. */
import type { BoundRelation } from '../../constraints/bound-relation.ts';
import { type Kernel, kernel, putTo, type Sink, toRow } from '../../kernel/compile/kernel.ts';
import { constant, type Expr, max, one, select, zero } from '../../kernel/formula/expr.ts';
import { oneSidedRow } from './reaction-rows.ts';

/** A column of the State: how deep a point is in what has its reaction; infinite when that has acted. */
export const deepest = 'depth';

/** The largest of all blocks of the first point. */
const kept = (boundRelation: BoundRelation): Expr =>
  boundRelation
    .blocks(deepest, 0)
    .map(([first]) => first)
    .reduce((a, b) => max(a, b));
const put = (boundRelation: BoundRelation, value: Expr): Sink[] =>
  boundRelation.blocks(deepest, 0).map((block, b) =>
    putTo(
      deepest,
      boundRelation.anchorSlot(0) + b,
      block.map(() => value),
    ),
  );

/** Leaves the depth of those that would act where it is the largest; row 0 says whether one would. */
export function candidates(boundRelation: BoundRelation, omega: number | undefined): Kernel {
  const { lambda, depth } = oneSidedRow(boundRelation, omega);
  const own = select(zero, lambda, depth, zero);
  return kernel([...put(boundRelation, max(kept(boundRelation), own)), toRow(0, select(zero, lambda, one, zero))]);
}

/** lambda of a row that has its point, 0 of others; and the mark that it has acted. */
export function elected(
  boundRelation: BoundRelation,
  lambda: Expr,
  depth: Expr,
): { readonly lambda: Expr; readonly sinks: readonly Sink[] } {
  const before = kept(boundRelation);
  const acts = select(depth, before, zero, lambda);
  return {
    lambda: acts,
    sinks: put(boundRelation, select(zero, acts, constant(Number.POSITIVE_INFINITY), before)),
  };
}
