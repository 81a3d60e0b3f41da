/** Kernels that evaluate rows: C, its rates and J, at q and at p. */

import { ratesOf } from '../bodies/blocks/block.ts';
import { type BoundRelation, jacobian, perBoundRelation } from '../constraints/bound-relation.ts';
import { gather, type Kernel, kernel, toRow } from '../kernel/compile/kernel.ts';
import { directional } from '../kernel/formula/derive.ts';
import { add, div, type Expr, half, isConst, mul, neg, square, sub, zero } from '../kernel/formula/expr.ts';
import type { RowTable } from './row-system.ts';

export type RowKernels = { readonly now: Kernel; readonly ahead: Kernel } & Pick<RowTable, 'entries'>;

/** Rows on coordinates in a column of the State: C, J over all slots, and the rounding of each. */
interface Placed {
  readonly C: readonly Expr[];
  /** along which forces act */
  readonly J: readonly (readonly Expr[])[];
  /** how the rows change with the velocities: J, and what is beside it on passive blocks */
  readonly motion: readonly (readonly Expr[])[];
  readonly sizes: readonly Expr[];
}

export const rowKernels = perBoundRelation((boundRelation) =>
  make(boundRelation, (array) => placed(boundRelation, array), []),
);

/**
 * One-sided rows with a slack coordinate s each, as the paper has them: C - s^2/2 = 0.            [HCY, sec. 4; errata: E7]
 * Points and slack then move on a curved surface, so free flight is not straight; at s = 0 the row sticks. For study.
 */
export const slackKernels = perBoundRelation((boundRelation) => {
  const slack = (array: string): Expr[] =>
    Array.from({ length: boundRelation.size }, (_, r) => gather(array, boundRelation.methodSlot, r));
  const loosened = (array: string): Placed => {
    const { C, J, motion, sizes } = placed(boundRelation, array);
    const s = slack(array);
    const behind = (r: number): Expr[] => s.map((e, k) => (k === r ? neg(e) : zero));
    return {
      C: C.map((c, r) => sub(c, mul(half, square(s[r])))),
      J: J.map((line, r) => [...line, ...behind(r)]),
      motion: motion.map((line, r) => [...line, ...behind(r)]),
      sizes,
    };
  };
  return make(
    boundRelation,
    loosened,
    slack('q').map((s, r) => [s, slack('v')[r]] as const),
  );
});

function placed(boundRelation: BoundRelation, array: string): Placed {
  const rows = boundRelation.at(array);
  const J = jacobian(rows);
  const motion = boundRelation.shapes.some((s) => s.passive) ? jacobian({ G: rows.G, L: rows.motion }) : J;
  return { C: rows.C, J, motion, sizes: boundRelation.sizes(array) };
}
function make(
  boundRelation: BoundRelation,
  at: (array: string) => Placed,
  own: readonly (readonly [Expr, Expr])[],
): RowKernels {
  const [now, ahead] = [at('q'), at('p')];
  const motion = boundRelation.motion('q');
  for (const [s, rate] of own) motion.set(s, rate);
  const rates = now.C.map((C) => directional(C, motion));
  const widths = [...boundRelation.shapes.flatMap((s) => s.blocks.map(ratesOf)), ...(own.length ? [own.length] : [])];
  const coordinates = widths.flatMap((width, slot) =>
    Array.from({ length: width }, (_, component) => ({ slot, component })),
  );
  const isZero = (e: Expr): boolean => isConst(e) && e.value === 0;
  const entries = now.motion.flatMap((line, r) =>
    line.flatMap((e, i) => (isZero(e) ? [] : [{ r, ...coordinates[i], e, passive: isZero(now.J[r][i]) }])),
  );
  const w = coordinates.map(({ slot, component }) => gather('w', slot, component));
  const product = (a: readonly Expr[], b: readonly Expr[]): Expr =>
    a.map((e, i) => mul(mul(e, b[i]), w[i])).reduce((sum, term) => add(sum, term), zero);
  // kappa: each row of J(p) W J(q)^T is approximated by kappa times that of J(q) W J(q)^T
  const turns = boundRelation.linear && !boundRelation.turning && !own.length ? [] : ahead.J;
  const kappa = turns.map((line, r) => div(product(line, now.J[r]), product(now.J[r], now.J[r])));
  const curvature = rates.map((rate) => directional(rate, motion));
  return {
    entries,
    now: written([...now.C, ...rates, ...curvature, ...now.sizes, ...entries.map(({ e }) => e)]),
    ahead: written([...ahead.C, ...ahead.sizes, ...kappa]),
  };
}
const written = (results: readonly Expr[]): Kernel => kernel(results.map((e, r) => toRow(r, e)));
