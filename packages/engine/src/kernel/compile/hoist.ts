/**
 * Loop-invariant code motion between runs: the parts of a kernel's formulas that depend only on inputs that change rarely
 * (compliances, weights, activation) become a second kernel. The fast kernel reads its results as parameters.
 *
 *   join of two nodes    F = active (p_1 - p_0) / (c_0 + c_1)     reads   s = active / (c_0 + c_1),  c_0,  c_1
 */
import { type Expr, reachable, substitute } from '../formula/expr.ts';
import { simplify } from '../formula/simplify.ts';
import { type Kernel, kernel, parameter, type Sink, type Source, sourceOf, toRow } from './kernel.ts';

export interface Hoisted {
  /** leaves the parameters of `fast` in its rows */
  readonly prepare: Kernel;
  readonly fast: Kernel;
  /** parameters of `prepare` that are parameters of `fast` as they are: column there, by column here */
  readonly passed: ReadonlyMap<number, number>;
}

/** slow: whether an input changes rarely. Undefined if no operation can be moved out. */
export function hoist(sinks: readonly Sink[], slow: (source: Source) => boolean): Hoisted | undefined {
  const added = sinks.flatMap((s) => s.values.map(() => s.to === 'add'));
  const values = simplify(
    sinks.flatMap((s) => [...s.values]),
    added,
  );
  const all = reachable(values); // arguments precede the operations on them
  const isSlow = new Set<Expr>();
  for (const e of all) {
    if (e.op === 'const') continue;
    const constantOrSlow = (a: Expr): boolean => a.op === 'const' || isSlow.has(a);
    if (e.op === 'input' ? slow(sourceOf(e)) : e.args.some((a) => isSlow.has(a)) && e.args.every(constantOrSlow))
      isSlow.add(e);
  }
  // slow values that fast operations read
  const cut = new Set<Expr>();
  for (const e of all) if (!isSlow.has(e)) for (const a of e.args) if (isSlow.has(a)) cut.add(a);
  for (const e of values) if (isSlow.has(e)) cut.add(e);
  const isParameter = (e: Expr): boolean => e.op === 'input' && sourceOf(e).from === 'parameter';
  if ([...cut].every(isParameter)) return undefined;
  for (const e of all) if (isParameter(e) && !isSlow.has(e)) cut.add(e);

  const columns = [...cut];
  const by = new Map(columns.map((e, column) => [e, parameter(column)] as const));
  const replaced = substitute(values, by);
  let next = 0;
  const fast = kernel(sinks.map((s) => ({ ...s, values: s.values.map(() => replaced[next++]) }) as Sink));
  const prepare = kernel(columns.map((e, column) => toRow(column, e)));
  if (fast.slots !== prepare.slots) return undefined; // they share an index table
  const passed = new Map<number, number>();
  columns.forEach((e, column) => {
    const source = e.op === 'input' ? sourceOf(e) : undefined;
    if (source?.from === 'parameter' && !isSlow.has(e)) passed.set(source.column, column);
  });
  return { prepare, fast, passed };
}
