/** Formulas made up at random: one kind to break compilers, one kind to be differentiated. */
import * as E from '../../packages/engine/src/kernel/formula/expr.ts';
import type { Op } from '../../packages/engine/src/kernel/formula/operations.ts';
import type { Random } from './random.ts';

type Expr = E.Expr;

const unary: readonly Op[] = ['neg', 'sqrt', 'abs', 'nearest', 'high'];
const binary: readonly Op[] = ['add', 'sub', 'mul', 'div', 'min', 'max'];
const functions: readonly Op[] = ['sin', 'cos', 'exp', 'log', 'acos', 'pow', 'atan2'];
const constants = [0, -0, 1, -1, 2, 0.5, -2, 3, -0.1, 7.25, 1e-3, 1e5, Infinity, 1e-320];

const simplifying: Partial<Record<Op, (...args: Expr[]) => Expr>> = {
  add: E.add,
  sub: E.sub,
  mul: E.mul,
  div: E.div,
  neg: E.neg,
  select: E.select,
  pow: E.pow,
};

/** Not NaN, whose sign bit nobody promises: a < inf ? a : inf. */
const notNaN = (a: Expr): Expr => E.raw('min', E.constant(Infinity), a);

/**
 * Some `size` operations of every kind on inputs and constants, with or without the simplifying constructors. What is
 * returned, in random order, are the results that nothing else uses, so every operation counts.
 */
export function randomFormula(
  random: Random,
  inputs: readonly Expr[],
  size: number,
  style: 'simplified' | 'raw',
): Expr[] {
  const make = (op: Op, ...args: Expr[]): Expr =>
    ((style === 'simplified' && simplifying[op]) || ((...all: Expr[]) => E.rawOf(op, all)))(...args);
  const nodes: Expr[] = [...inputs];
  const unused = new Set<Expr>();
  const functionShare = random.chance(0.5) ? 0 : 0.08; // a function is some 80 operations
  /** now and then a constant, sometimes one made before, mostly something recent */
  const any = (): Expr => {
    if (random.chance(0.08)) return E.constant(random.pick(constants));
    const e = nodes[Math.floor(nodes.length * (random.chance(0.5) ? random.next() : 1 - random.next() ** 2 / 2))];
    unused.delete(e);
    return e;
  };
  /** of moderate size, or a formula of 300 operations is NaN everywhere */
  const tame = (): Expr => {
    const a = any();
    return random.chance(0.5)
      ? a
      : E.raw('select', E.raw('abs', a), E.constant(100), a, E.constant(random.between(-2, 2)));
  };
  const operation = (): Expr => {
    if (random.chance(functionShare)) {
      const op = random.pick(functions);
      return op === 'pow' || op === 'atan2' ? make(op, tame(), tame()) : make(op, tame());
    }
    const kind = random.next();
    if (kind < 0.2) return make(random.pick(unary), tame());
    if (kind < 0.76) return make(random.pick(binary), tame(), tame());
    if (kind < 0.89) return make('select', any(), any(), any(), any());
    if (kind < 0.92) return make('copysign', any(), notNaN(any()));
    if (kind < 0.95) return make('exponent', notNaN(any()));
    if (kind < 0.98) return make('mantissa', notNaN(any()));
    const a = any();
    return make('pow2', E.raw('nearest', E.raw('select', E.raw('abs', a), E.constant(1022), a, E.constant(-1022))));
  };
  for (let i = 0; i < size; i++) {
    const e = operation();
    nodes.push(e);
    unused.add(e);
  }
  return random.shuffle([...unused]);
}

/**
 * A smooth formula of inputs that lie within about [-1, 1]: no denominator below 1, no root, logarithm or power near
 * zero, no |acos| near 1. With `kinks`, also abs, min, max and select; what decides at each of them is given as a
 * difference that changes sign there.
 */
export function smoothFormula(
  random: Random,
  inputs: readonly Expr[],
  size: number,
  kinks = false,
): { y: Expr; deciding: Expr[] } {
  const nodes: Expr[] = [...inputs];
  const deciding: Expr[] = [];
  const any = (): Expr => nodes[Math.floor(nodes.length * (1 - random.next() ** 2))] ?? nodes[0];
  const number = (low: number, high: number): Expr => E.constant(random.between(low, high));
  const positive = (): Expr => E.add(number(1, 2), E.square(any()));
  const kinked = (): Expr => {
    const [a, b] = [any(), random.chance(0.5) ? any() : number(-0.5, 0.5)];
    deciding.push(E.sub(a, b));
    const x = any();
    switch (random.below(4)) {
      case 0:
        return E.abs(E.sub(a, b));
      case 1:
        return E.min(a, b);
      case 2:
        return E.max(a, b);
      default:
        return E.select(a, b, x, any());
    }
  };
  const operation = (): Expr => {
    if (kinks && random.chance(0.35)) return kinked();
    switch (random.below(16)) {
      case 0:
      case 1:
        return E.add(any(), any());
      case 2:
        return E.sub(any(), any());
      case 3:
        return E.neg(any());
      case 4:
      case 5:
        return E.mul(number(-1, 1), E.mul(any(), any()));
      case 6:
        return E.div(any(), positive());
      case 7:
        return E.sqrt(positive());
      case 8:
        return E.sin(any());
      case 9:
        return E.cos(any());
      case 10:
        return E.exp(E.mul(number(-0.5, 0.5), E.sin(any())));
      case 11:
        return E.log(positive());
      case 12:
        return E.pow(positive(), E.mul(number(-1, 1), E.sin(any())));
      case 13:
        return E.pow(any(), E.constant(random.pick([2, 3, 4])));
      case 14:
        return E.acos(E.mul(number(0.1, 0.5), E.sin(any())));
      default:
        return E.atan2(any(), positive());
    }
  };
  /** back to about [-1, 1], or a chain of products grows without bound */
  const bounded = (e: Expr): Expr => (random.chance(0.7) ? E.div(e, E.sqrt(E.add(E.one, E.square(e)))) : E.sin(e));
  for (let i = 0; i < size; i++) nodes.push(random.chance(0.2) ? bounded(operation()) : operation());
  const last = nodes.slice(-4);
  return { y: last.reduce((sum, e) => E.add(sum, E.mul(number(0.5, 1.5), bounded(e))), E.zero), deciding };
}
