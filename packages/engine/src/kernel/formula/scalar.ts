/**
 * sin cos tan exp log pow acos atan2 of plain numbers, for generators and everything else that runs outside a kernel.
 *
 * Each function is written once, in functions.ts; here its DAG is run, so a number computed now and the same number
 * computed in a kernel agree to the last bit. The DAG is flattened, when first needed, to a list of steps
 *
 *   value[first + k] = operations[k](value[a], value[b], value[c], value[d])      a b c d = operands[4k ...]
 *
 * over one array: the arguments, the constants, then one place for each result.
 */
import * as expr from './expr.ts';
import { lower } from './functions.ts';
import { type Primitive, primitives } from './operations.ts';

interface Program {
  readonly value: Float64Array;
  /** places in `order` */
  readonly operations: Uint8Array;
  readonly operands: Int32Array;
  readonly first: number;
  readonly result: number;
}

/** In the order of `apply`: by number an operation is found in a third of the time that its name takes. */
const order: readonly Primitive[] = [
  'mul',
  'sub',
  'add',
  'select',
  'div',
  'neg',
  'sqrt',
  'abs',
  'min',
  'max',
  'copysign',
  'nearest',
  'pow2',
  'exponent',
  'mantissa',
  'high',
];

const x = expr.input('x');
const y = expr.input('y');

function flatten(formula: expr.Expr): Program {
  const [root] = lower([formula]);
  const nodes = expr.reachable([root]);
  const steps = nodes.filter((e) => e.args.length > 0);
  const constants = nodes.filter(expr.isConst);
  const places = new Map([x, y, ...constants, ...steps].map((e, place) => [e, place]));
  const place = (e: expr.Expr): number => places.get(e) as number;

  const value = new Float64Array(places.size);
  for (const e of constants) value[place(e)] = e.value;
  const operands = new Int32Array(4 * steps.length);
  for (let k = 0; k < steps.length; k++) operands.set(steps[k].args.map(place), 4 * k);
  return {
    value,
    operations: Uint8Array.from(steps, (e) => order.indexOf(e.op as Primitive)),
    operands,
    first: 2 + constants.length,
    result: place(root),
  };
}

function run({ value, operations, operands, first, result }: Program): number {
  for (let k = 0; k < operations.length; k++) {
    const o = 4 * k;
    const a = value[operands[o]];
    const b = value[operands[o + 1]];
    const c = value[operands[o + 2]];
    const d = value[operands[o + 3]];
    value[first + k] = apply(operations[k], a, b, c, d);
  }
  return value[result];
}

const { add, sub, mul, div, neg, sqrt, abs, min, max, select, copysign, nearest, pow2, exponent, mantissa, high } =
  primitives;
/** A call for each operation, so that it is compiled into the loop; through a table of functions numbers get boxed. */
function apply(operation: number, a: number, b: number, c: number, d: number): number {
  switch (operation) {
    case 0:
      return mul(a, b);
    case 1:
      return sub(a, b);
    case 2:
      return add(a, b);
    case 3:
      return select(a, b, c, d);
    case 4:
      return div(a, b);
    case 5:
      return neg(a);
    case 6:
      return sqrt(a);
    case 7:
      return abs(a);
    case 8:
      return min(a, b);
    case 9:
      return max(a, b);
    case 10:
      return copysign(a, b);
    case 11:
      return nearest(a);
    case 12:
      return pow2(a);
    case 13:
      return exponent(a);
    case 14:
      return mantissa(a);
    default:
      return high(a);
  }
}

function unary(formula: (x: expr.Expr) => expr.Expr): (x: number) => number {
  let program: Program | undefined;
  return (a) => {
    program ??= flatten(formula(x));
    program.value[0] = a;
    return run(program);
  };
}

function binary(formula: (x: expr.Expr, y: expr.Expr) => expr.Expr): (x: number, y: number) => number {
  let program: Program | undefined;
  return (a, b) => {
    program ??= flatten(formula(x, y));
    program.value[0] = a;
    program.value[1] = b;
    return run(program);
  };
}

/**
 * sin of a number, with the same bits on every machine. NaN beyond 2^42, where functions.ts ends its guarantee.
 * @example sine(Math.PI / 6)
 */
export const sin = unary(expr.sin);
/**
 * cos of a number, with the same bits on every machine. NaN beyond 2^42.
 * @example cosine(Math.PI / 3)
 */
export const cos = unary(expr.cos);
/** sin / cos, as in formulas: two rounded numbers divided, so within 2.6 units of the last place instead of 1. */
export const tan = unary(expr.tan);
/**
 * e^x of a number, with the same bits on every machine.
 * @example exponential(1)
 */
export const exp = unary(expr.exp);
/**
 * The natural logarithm of a number, with the same bits on every machine.
 * @example logarithm(10)
 */
export const log = unary(expr.log);
export const acos = unary(expr.acos);
/** x^y by way of the logarithm, whatever y; a formula's pow multiplies for small whole y. */
export const pow = binary(expr.pow);
/** atan2(y, x): the angle of the point (x, y), from -pi to pi. */
export const atan2 = binary(expr.atan2);
