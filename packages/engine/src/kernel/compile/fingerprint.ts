/**
 * Names a formula by all that its kernel depends on: the mode, where results go, and the graph as it was written, node by node in
 * the order of a walk from the results. The same in every process; 64 bits, so that two formulas with one name are not to be
 * expected among any number that a scene can have.
 */
import { Hash } from '../../base/hash.ts';
import { type Expr, reachable } from '../formula/expr.ts';

/** What becomes of some values; see Sink in kernel.ts. */
interface Target {
  readonly to: string;
  readonly array?: string;
  readonly column?: number;
  readonly slot?: number;
  readonly values: readonly Expr[];
}

export function fingerprint(sinks: readonly Target[], mode: string): string {
  const hash = new Hash().text(mode);
  const all = reachable(sinks.flatMap((s) => s.values));
  for (let i = 0; i < all.length; i++) {
    const { op, args, value, label } = all[i];
    hash.word(codeOf(op));
    for (let k = 0; k < args.length; k++) hash.word(args[k].place);
    if (op === 'const') hash.number(value);
    else if (op === 'input') hash.text(label);
  }
  for (const s of sinks) {
    hash.text(s.to);
    if (s.array !== undefined) hash.text(s.array);
    if (s.column !== undefined) hash.word(s.column);
    if (s.slot !== undefined) hash.word(s.slot);
    hash.word(s.values.length);
    for (const e of s.values) hash.word(e.place);
  }
  return hash.digest();
}

/** A number for each operation, made of its name. */
const codes = new Map<Expr['op'], number>();
function codeOf(op: Expr['op']): number {
  let code = codes.get(op);
  if (code === undefined) {
    code = op.length;
    for (let i = 0; i < op.length; i++) code = Math.imul(code, 31) + op.charCodeAt(i);
    codes.set(op, code);
  }
  return code;
}
