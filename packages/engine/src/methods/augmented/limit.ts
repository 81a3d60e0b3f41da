/** Multipliers that stay within a limit: clamped where they act, and not integrated outward beyond. */
import { type Expr, max, min, neg, select, zero } from '../../kernel/formula/expr.ts';

export const limited = (y: Expr, limit: Expr | undefined): Expr =>
  limit === undefined ? y : max(neg(limit), min(limit, y));

export function clampedRate(y: Expr, rate: Expr, limit: Expr | undefined): Expr {
  if (limit === undefined) return rate;
  const upward = select(y, limit, rate, min(rate, zero));
  return select(neg(limit), y, upward, max(rate, zero));
}
