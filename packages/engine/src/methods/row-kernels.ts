/** The rows of constraints as numbers: C, its rates, J, where things are and where they are predicted. */
import { directional } from '../kernel/derive.ts';
import { abs, add, div, type Expr, isConst, mul, zero } from '../kernel/expr.ts';
import { type Kernel, kernel, toRow } from '../kernel/kernel.ts';
import { type Composition, jacobian, perComposition, type Rows } from '../rows.ts';
import type { RowTable } from './row-system.ts';

/** What rounding does to each row: sum of |dC/dx x|, and the parameters. */
const sizes = (composition: Composition, { G, points }: Rows): Expr[] =>
  G.map((slopes) =>
    [...slopes.flatMap((g, k) => g.map((e, axis) => mul(e, points[k][axis]))), ...composition.relationParameters()]
      .map(abs)
      .reduce((a, b) => add(a, b)),
  );

/** The kernels of a composition: its rows where things are, and where they are predicted. */
export const rowKernels = perComposition((composition): { now: Kernel; ahead: Kernel } & Pick<RowTable, 'entries'> => {
  const [now, ahead] = [composition.at('q'), composition.at('p')];
  const motion = composition.motion('q');
  const rates = now.C.map((C) => directional(C, motion));
  const J = jacobian(now);
  const coordinates = composition.shapes
    .flatMap((s) => s.blocks)
    .flatMap((width, slot) => Array.from({ length: width }, (_, component) => ({ slot, component })));
  const entries = J.flatMap((line, r) =>
    line.flatMap((e, i) => (isConst(e) && e.value === 0 ? [] : [{ r, ...coordinates[i], e }])),
  );
  const w = composition.shapes.flatMap((_, k) => composition.gains('w', k).flat());
  const product = (a: readonly Expr[], b: readonly Expr[]): Expr =>
    a.map((e, i) => mul(mul(e, b[i]), w[i])).reduce((sum, term) => add(sum, term), zero);
  // how far rows have turned: each row of J(p) W J(q)^T is taken for kappa times that of J(q) W J(q)^T
  const kappa = composition.linear
    ? []
    : jacobian(ahead).map((line, r) => div(product(line, J[r]), product(J[r], J[r])));
  return {
    entries,
    now: written([
      ...now.C,
      ...rates,
      ...rates.map((rate) => directional(rate, motion)),
      ...sizes(composition, now),
      ...entries.map(({ e }) => e),
    ]),
    ahead: written([...ahead.C, ...sizes(composition, ahead), ...kappa]),
  };
});
const written = (results: readonly Expr[]): Kernel => kernel(results.map((e, r) => toRow(r, e)));
