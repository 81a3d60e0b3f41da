/** |x|^e as a formula, with slope 0 where |x| < 1e-12: near a plane of symmetry of a surface with corners. */
import { abs, constant, type Expr, max, pow } from '../../../kernel/formula/expr.ts';

const tiny = constant(1e-12);
export const absolutePower = (x: Expr, e: Expr): Expr => pow(max(abs(x), tiny), e);
