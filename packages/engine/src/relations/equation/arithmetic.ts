/**
 * Numbers and vectors of expressions, and + - * / ^ on them.
 *
 *   sqrt(x)^2 = x     |x|^2 = x^2     so that distance(a, b)^2 needs no root
 */
import { add, constant, div, type Expr, isConst, mul, neg, pow, reciprocal, sub } from '../../kernel/formula/expr.ts';
import { add3, neg3, scale3, sub3, type Vec3 } from '../../kernel/formula/vector.ts';
import { type Dimension, ofPower, ofProduct, ofSum } from './dimension.ts';
import type { Operator } from './syntax.ts';

export type Value = { readonly dimension: Dimension } & (
  | { readonly is: 'number'; readonly e: Expr }
  | { readonly is: 'vector'; readonly e: Vec3 }
);
export const numberOf = (e: Expr, dimension: Dimension): Value => ({ is: 'number', e, dimension });
export const vectorOf = (e: Vec3, dimension: Dimension): Value => ({ is: 'vector', e, dimension });
export const expressionsOf = (value: Value): readonly Expr[] => (value.is === 'vector' ? value.e : [value.e]);

export const negated = (a: Value): Value =>
  a.is === 'vector' ? vectorOf(neg3(a.e), a.dimension) : numberOf(neg(a.e), a.dimension);

/** undefined if the operator is not defined for these operands */
export function combined(operator: Operator, a: Value, b: Value): Value | undefined {
  const isPower = operator === '^';
  const inverse = ofPower(b.dimension, -1);
  if (a.is === 'number' && b.is === 'number') {
    if (isPower) return numberOf(power(a.e, b.e), dimensionOfPower(a, b.e));
    if (operator === '*') return numberOf(product(a.e, b.e), ofProduct(a.dimension, b.dimension));
    if (operator === '/') return numberOf(div(a.e, b.e), ofProduct(a.dimension, inverse));
    return numberOf((operator === '+' ? add : sub)(a.e, b.e), ofSum(a.dimension, b.dimension));
  }
  if (a.is === 'vector' && b.is === 'vector') {
    if (operator !== '+' && operator !== '-') return undefined;
    return vectorOf((operator === '+' ? add3 : sub3)(a.e, b.e), ofSum(a.dimension, b.dimension));
  }
  if (operator === '*') {
    const [s, v] = a.is === 'number' ? [a, b] : [b, a];
    return vectorOf(scale3(s.e as Expr, v.e as Vec3), ofProduct(a.dimension, b.dimension));
  }
  if (operator === '/' && a.is === 'vector' && b.is === 'number') {
    const [x, y, z] = a.e;
    return vectorOf([div(x, b.e), div(y, b.e), div(z, b.e)], ofProduct(a.dimension, inverse));
  }
  return undefined;
}

/** Roots and absolute values vanish in even powers. */
const isRoot = (e: Expr): boolean => e.op === 'sqrt' || e.op === 'abs';
const product = (a: Expr, b: Expr): Expr => (a === b && isRoot(a) ? wholePower(a, 2) : mul(a, b));
const power = (a: Expr, b: Expr): Expr =>
  isConst(b) && Number.isInteger(b.value) && isRoot(a) ? wholePower(a, b.value) : pow(a, b);

function wholePower(root: Expr, n: number): Expr {
  if (n < 0) return reciprocal(wholePower(root, -n));
  if (n % 2 === 1) return mul(wholePower(root, n - 1), root);
  return pow(root.args[0], constant(root.op === 'sqrt' ? n / 2 : n));
}

/** x^n is in m^n; the dimension of a variable power is unknown. */
function dimensionOfPower(a: Value, b: Expr): Dimension {
  if (isConst(b)) return ofPower(a.dimension, b.value);
  return a.dimension === 'free' ? 'free' : 'mixed';
}
