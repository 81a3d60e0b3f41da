/** One-sided rows as printed, for study: with a slack, and by the square of the violation.             [PB88, eq. 22, 23] */
import type { BoundRelation } from '../../constraints/bound-relation.ts';
import type { BatchView } from '../../constraints/method.ts';
import { gather, kernel, putTo } from '../../kernel/compile/kernel.ts';
import {
  add,
  constant,
  type Expr,
  max,
  min,
  mul,
  neg,
  select,
  sqrt,
  square,
  sub,
  two,
  zero,
} from '../../kernel/formula/expr.ts';
import type { Gains } from './gains.ts';

/** A smaller slack would not open again in reasonable time. */
const leastSlack = constant(1e-6);
/** The least initial slack, squared. */
const leastStart = constant(1e-3);

/** g = C - z^2, the force along grad C, and z'. */
export function withSlack(
  boundRelation: BoundRelation,
  r: number,
  lam: Expr,
  { k, gamma }: Gains,
  damping: Expr,
): { readonly g: Expr; readonly push: Expr; readonly rate: Expr } {
  // behind the multipliers; it does not close further than the least
  const stored = gather('q', boundRelation.methodSlot, boundRelation.size + r);
  const z = max(leastSlack, stored);
  const g = sub(boundRelation.at('q').C[r], square(z));
  const pull = add(lam, mul(k, g));
  const rate = mul(mul(two, gamma), mul(z, pull));
  return { g, push: neg(add(pull, damping)), rate: select(leastSlack, stored, rate, max(rate, zero)) };
}

/** g = min(C, 0)^2 and the force along grad C: -(lam + k g + c gdot) 2 min(C, 0). */
export function squared(C: Expr, lam: Expr, { k }: Gains, damping: Expr): { readonly g: Expr; readonly push: Expr } {
  const below = min(C, zero);
  const slope = mul(two, below);
  return { g: square(below), push: neg(mul(slope, add(lam, add(mul(k, square(below)), mul(slope, damping))))) };
}

/** Slacks that have not started: z = sqrt(max(C, 0.001)). A start from 0 would never open. */
export function slackStart(shapes: readonly BatchView[]): { run(): void; release(): void } {
  const batches = shapes
    .filter(({ boundRelation }) => boundRelation.relation.sense === '>=')
    .map((shape) => {
      const { boundRelation } = shape;
      const { methodSlot, size } = boundRelation;
      const own = Array.from({ length: 2 * size }, (_, c) => gather('q', methodSlot, c));
      const started = own.map((y, c) =>
        c < size ? y : select(zero, y, y, sqrt(max(boundRelation.at('q').C[c - size], leastStart))),
      );
      const all = Array.from({ length: shape.members.length }, (_, m) => m);
      return { shape, memberBatch: shape.memberBatch(kernel([putTo('q', methodSlot, started)]), all) };
    });
  return {
    run: () => {
      for (const { shape, memberBatch } of batches) if (!shape.idle) memberBatch.batch.run();
    },
    release: () => {
      for (const { shape, memberBatch } of batches) shape.releaseMemberBatch(memberBatch);
    },
  };
}
