/**
 * A formula is a hash-consed DAG of scalars: building the same thing twice gives the same object, so common
 * subexpressions are shared for free.
 *
 * The constructors simplify. Every rule is a rule of real arithmetic; some change the last bit (2*(3*x) -> 6*x), which
 * is harmless: interpreter and compiled code both run the simplified DAG, never the formula as written.
 *
 * The simplified DAG depends only on the formula, never on what was built before it in the same process: wherever an order
 * is needed it is that of `rank`, a hash of the structure, or the order of a walk from the roots. Otherwise two pages
 * that opened different scenes first would differ in the last bit.
 */
import { type Expr, intern, isMadeOf } from './nodes.ts';
import { apply, fromWords, highWord, isPrimitive, lowWord, type Op } from './operations.ts';

export type { Expr };

const canonicalNaN = fromWords(0x7ff80000, 0);
/**
 * A number as a formula.
 * @example constant(9.81)
 */
export const constant = (value: number): Expr =>
  intern('const', undefined, undefined, none, Number.isNaN(value) ? canonicalNaN : value, '');
export const input = (label: string): Expr => intern('input', undefined, undefined, none, 0, label);
const none: readonly Expr[] = [];
/** An operation exactly as it stands; only constants are folded. For formulas in which rounding is the point. */
export function raw(op: Op, a: Expr, b?: Expr, x?: Expr, y?: Expr): Expr {
  if (x === undefined || y === undefined) {
    if (a.op === 'const' && (b === undefined || b.op === 'const') && isPrimitive(op))
      return constant(apply(op, b === undefined ? [a.value] : [a.value, b.value]));
    return intern(op, a, b, none, 0, '');
  }
  const args = [a, b as Expr, x, y];
  if (isPrimitive(op) && args.every(isConst))
    return constant(
      apply(
        op,
        args.map((e) => e.value),
      ),
    );
  return intern(op, undefined, undefined, args, 0, '');
}
/** The same of a list of arguments. */
export const rawOf = (op: Op, args: readonly Expr[]): Expr => raw(op, args[0], args[1], args[2], args[3]);

export const zero = constant(0);
export const one = constant(1);
export const two = constant(2);
export const half = constant(0.5);

export const isConst = (e: Expr): boolean => e.op === 'const';
const is = (e: Expr, value: number): boolean => e.op === 'const' && e.value === value;
/** c and x of c * x, where a constant stands in front. */
const scaled = (e: Expr): [number, Expr] =>
  e.op === 'mul' && isConst(e.args[0]) ? [e.args[0].value, e.args[1]] : [1, e];
/** a + b and b + a are one node: constants first, then by rank. */
const commutative = (op: 'add' | 'mul', a: Expr, b: Expr): Expr =>
  isConst(b) || (!isConst(a) && b.rank < a.rank) ? raw(op, b, a) : raw(op, a, b);

/**
 * a + b as a formula.
 * @example add(x, constant(1))
 */
export function add(a: Expr, b: Expr): Expr {
  if (is(a, 0)) return b;
  if (is(b, 0)) return a;
  if (b.op === 'neg') return sub(a, b.args[0]);
  if (a.op === 'neg') return sub(b, a.args[0]);
  if (a === b) return mul(two, a);
  const [ca, xa] = scaled(a);
  const [cb, xb] = scaled(b);
  if (ca !== 1 && ca === cb) return mul(constant(ca), add(xa, xb)); // c x + c y -> c (x + y)
  if (ca !== 1 && ca === -cb) return mul(constant(ca), sub(xa, xb));
  return commutative('add', a, b);
}

/**
 * a - b as a formula.
 * @example sub(x, y)
 */
export function sub(a: Expr, b: Expr): Expr {
  if (a === b) return zero;
  if (is(b, 0)) return a;
  if (is(a, 0)) return neg(b);
  if (b.op === 'neg') return add(a, b.args[0]);
  if (a.op === 'neg') return neg(add(a.args[0], b));
  const [ca, xa] = scaled(a);
  const [cb, xb] = scaled(b);
  if (ca !== 1 && ca === cb) return mul(constant(ca), sub(xa, xb));
  if (ca !== 1 && ca === -cb) return mul(constant(ca), add(xa, xb));
  return raw('sub', a, b);
}

/**
 * a b as a formula.
 * @example mul(constant(2), x)
 */
export function mul(a: Expr, b: Expr): Expr {
  if (isConst(a) && isConst(b)) return raw('mul', a, b);
  if (is(a, 0) || is(b, 0)) return zero;
  if (is(a, 1)) return b;
  if (is(b, 1)) return a;
  if (is(a, -1)) return neg(b);
  if (is(b, -1)) return neg(a);
  if (a.op === 'neg' && b.op === 'neg') return mul(a.args[0], b.args[0]);
  if (a.op === 'neg') return neg(mul(a.args[0], b));
  if (b.op === 'neg') return neg(mul(a, b.args[0]));
  // constants are moved to the front of a product, where they are multiplied at once
  const [ca, xa] = isConst(a) ? [a.value, one] : scaled(a);
  const [cb, xb] = isConst(b) ? [b.value, one] : scaled(b);
  const c = ca * cb;
  if (!isNormal(c)) return commutative('mul', a, b); // 1e-200 (1e-200 x) is not 0 x
  if (c === 1 && ca === 1) return commutative('mul', a, b);
  const x = xa === one ? xb : xb === one ? xa : commutative('mul', xa, xb);
  if (c < 0) return neg(mul(constant(-c), x)); // the sign stays outside: c x and -c x are one product
  if (c === 1) return x;
  return x.op === 'neg' ? neg(mul(constant(c), x.args[0])) : raw('mul', constant(c), x);
}

/**
 * -a as a formula.
 * @example neg(x)
 */
export function neg(a: Expr): Expr {
  if (a.op === 'neg') return a.args[0];
  if (a.op === 'sub') return sub(a.args[1], a.args[0]);
  return raw('neg', a);
}

/**
 * a / b as a formula.
 * @example div(x, constant(2))
 */
export function div(a: Expr, b: Expr): Expr {
  if (isConst(a) && isConst(b)) return raw('div', a, b);
  if (is(a, 0)) return zero;
  if (is(b, 1)) return a;
  if (isConst(b) && isPowerOfTwo(b.value)) return mul(constant(1 / b.value), a); // exact
  if (isConst(a) && !is(a, 1)) return mul(a, div(one, b));
  if (a.op === 'neg') return neg(div(a.args[0], b));
  if (b.op === 'neg') return neg(div(a, b.args[0]));
  return raw('div', a, b);
}
const isNormal = (c: number): boolean => Math.abs(c) >= 2.2250738585072014e-308 && Math.abs(c) <= Number.MAX_VALUE;
/** A power of two whose reciprocal is a normal double too. */
const isPowerOfTwo = (value: number): boolean => {
  const exponent = (highWord(value) >>> 20) & 0x7ff;
  return exponent > 0 && exponent < 2045 && (highWord(value) & 0xfffff) === 0 && lowWord(value) === 0;
};

/**
 * The square root of a as a formula.
 * @example sqrt(add(square(x), square(y)))
 */
export const sqrt = (a: Expr): Expr => raw('sqrt', a);
/**
 * |a| as a formula.
 * @example abs(sub(x, y))
 */
export const abs = (a: Expr): Expr => raw('abs', a);
/**
 * The smaller of a and b as a formula.
 * @example min(x, constant(1))
 */
export const min = (a: Expr, b: Expr): Expr => raw('min', a, b);
/**
 * The larger of a and b as a formula.
 * @example max(x, constant(0))
 */
export const max = (a: Expr, b: Expr): Expr => raw('max', a, b);
/**
 * A case distinction as a formula: x if a < b, otherwise y.
 * @example select(x, constant(0), neg(x), x)
 */
export function select(a: Expr, b: Expr, x: Expr, y: Expr): Expr {
  if (x === y) return x;
  // a common sign or constant factor is moved out of the selection, so that equal selections become one
  if ((x.op === 'neg' || is(x, 0)) && (y.op === 'neg' || is(y, 0)))
    return neg(select(a, b, is(x, 0) ? zero : neg(x), is(y, 0) ? zero : neg(y)));
  const [cx, x1] = scaled(x);
  const [cy, y1] = scaled(y);
  if (cx !== 1 && (cx === cy || is(y, 0))) return mul(constant(cx), select(a, b, x1, y1));
  if (cy !== 1 && is(x, 0)) return mul(constant(cy), select(a, b, x1, y1));
  return raw('select', a, b, x, y);
}
/**
 * sin(a) as a formula; a in rad.
 * @example sin(x)
 */
export const sin = (a: Expr): Expr => raw('sin', a);
/**
 * cos(a) as a formula; a in rad.
 * @example cos(x)
 */
export const cos = (a: Expr): Expr => raw('cos', a);
/**
 * tan(a) as a formula; a in rad.
 * @example tan(x)
 */
export const tan = (a: Expr): Expr => div(sin(a), cos(a));
/**
 * e^a as a formula.
 * @example exp(neg(x))
 */
export const exp = (a: Expr): Expr => raw('exp', a);
/**
 * The natural logarithm of a as a formula.
 * @example log(x)
 */
export const log = (a: Expr): Expr => raw('log', a);
/**
 * arccos(a) as a formula, rad.
 * @example acos(div(x, y))
 */
export const acos = (a: Expr): Expr => raw('acos', a);
/**
 * The angle of the point (x, y) from the x axis as a formula, rad.
 * @example atan2(y, x)
 */
export const atan2 = (y: Expr, x: Expr): Expr => raw('atan2', y, x);
/**
 * The value of a, which every derivative takes as a constant (stop-gradient): for a frame in which rows are measured.
 * @example detach(x)
 */
export const detach = (a: Expr): Expr => (isConst(a) || a.op === 'detach' ? a : raw('detach', a));
/**
 * a^2 as a formula.
 * @example square(x)
 */
export const square = (a: Expr): Expr => mul(a, a);
export const reciprocal = (a: Expr): Expr => div(one, a);

/**
 * a^b as a formula. Small whole powers are products, halves are roots; the rest is the function `pow`.
 * @example pow(x, constant(3))
 */
export function pow(a: Expr, b: Expr): Expr {
  if (!isConst(b) || Math.abs(b.value) > 16) return raw('pow', a, b);
  const n = b.value;
  if (n === 0) return one;
  if (n === 0.5) return sqrt(a);
  if (!Number.isInteger(n)) return raw('pow', a, b);
  if (n < 0) return reciprocal(pow(a, constant(-n)));
  const root = pow(a, constant(Math.floor(n / 2)));
  return n === 1 ? a : n % 2 === 0 ? square(root) : mul(square(root), a);
}

let walks = 0;
/**
 * Every node that the roots need, arguments before results, in the order of a walk from the first root on. Until the next walk each
 * of them has its `place` in this order: tables by place are quicker than Maps. The same roots give the same order.
 */
export function reachable(roots: readonly Expr[]): Expr[] {
  const order: Expr[] = [];
  const walk = ++walks;
  const stack: Expr[] = [];
  const next: number[] = []; // argument of each on the stack to look at
  for (let r = 0; r < roots.length; r++) {
    const root = roots[r];
    if (root.walk === walk) continue;
    root.walk = walk;
    stack.push(root);
    next.push(0);
    while (stack.length) {
      const top = stack.length - 1;
      const e = stack[top];
      if (next[top] === e.args.length) {
        e.place = order.length;
        order.push(e);
        stack.pop();
        next.pop();
        continue;
      }
      const arg = e.args[next[top]++];
      if (arg.walk === walk) continue;
      arg.walk = walk;
      stack.push(arg);
      next.push(0);
    }
  }
  return order;
}
/** The last walk came by this node. */
export const wasReached = (e: Expr): boolean => e.walk === walks;
/** How often each node of the last walk is an argument, or a root: by place. */
export function usersOf(all: readonly Expr[], roots: readonly Expr[]): Int32Array {
  const users = new Int32Array(all.length);
  for (let i = 0; i < all.length; i++) {
    const { args } = all[i];
    for (let k = 0; k < args.length; k++) users[args[k].place]++;
  }
  for (let r = 0; r < roots.length; r++) users[roots[r].place]++;
  return users;
}

const constructors: Partial<Record<Op, (...args: Expr[]) => Expr>> = { add, sub, mul, div, neg, select, pow, detach };
/** The same operation on other arguments, simplified again. */
export function rebuild(e: Expr, args: readonly Expr[]): Expr {
  if (isMadeOf(e, undefined, undefined, args)) return e;
  const construct = constructors[e.op];
  return construct ? construct(...args) : rawOf(e.op, args);
}
/** Replace nodes, from the inputs up; `replace` sees each node with its arguments already replaced. */
export function transform(roots: readonly Expr[], replace: (e: Expr, args: Expr[]) => Expr): Expr[] {
  const order = reachable(roots);
  // places are read before anything is replaced, which may walk elsewhere
  const places: number[] = [];
  for (const { args } of order) for (let k = 0; k < args.length; k++) places.push(args[k].place);
  const ends = roots.map((e) => e.place);
  const image: Expr[] = [];
  let next = 0;
  for (let i = 0; i < order.length; i++) {
    const args: Expr[] = [];
    for (let k = order[i].args.length; k > 0; k--) args.push(image[places[next++]]);
    image.push(replace(order[i], args));
  }
  return ends.map((place) => image[place]);
}
/** The node itself where its arguments are the same ones, else the operation as it stands on others. */
export const withArgs = (e: Expr, args: readonly Expr[]): Expr =>
  isMadeOf(e, undefined, undefined, args) ? e : rawOf(e.op, args);
/** Replaces inputs by expressions: a relation is bound to its anchors in this way, and an element's formula to the nodes of a body. */
export const substitute = (roots: readonly Expr[], by: ReadonlyMap<Expr, Expr>): Expr[] =>
  transform(roots, (e, args) => by.get(e) ?? rebuild(e, args));
