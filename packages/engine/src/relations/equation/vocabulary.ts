/** The functions of the equation language, with their arguments and results. A new function is a line here. */
import {
  abs,
  atan2,
  constant,
  cos,
  div,
  type Expr,
  exp,
  log,
  max,
  min,
  sin,
  sqrt,
  tan,
} from '../../kernel/formula/expr.ts';
import { cross, determinant, dot, length, sub3, type Vec3 } from '../../kernel/formula/vector.ts';
import { numberOf, type Value, vectorOf } from './arithmetic.ts';
import { type Dimension, ofPower, ofProduct, ofSum } from './dimension.ts';

export interface Word {
  /** how it is written */
  readonly usage: string;
  readonly takes: Value['is'];
  readonly least: number;
  readonly most: number;
  make(args: readonly Value[]): Value;
}

/** The dimension of all of them, if they agree. */
const alike = (args: readonly Value[]): Dimension => args.map((a) => a.dimension).reduce(ofSum);

function ofNumbers(
  usage: string,
  count: number | 'many',
  make: (...args: Expr[]) => Expr,
  dimension: (args: readonly Value[]) => Dimension = () => 'free',
): Word {
  return {
    usage,
    takes: 'number',
    least: count === 'many' ? 2 : count,
    most: count === 'many' ? Number.POSITIVE_INFINITY : count,
    make: (args) => numberOf(make(...args.map((a) => a.e as Expr)), dimension(args)),
  };
}
function ofVectors(
  usage: string,
  count: number,
  make: (...args: Vec3[]) => Expr,
  dimension: (args: readonly Value[]) => Dimension = alike,
): Word {
  return {
    usage,
    takes: 'vector',
    least: count,
    most: count,
    make: (args) => numberOf(make(...args.map((a) => a.e as Vec3)), dimension(args)),
  };
}

/** The angle at k between a and b; atan2 is exact near 0 and 180 degrees, where acos is not. */
function angle(a: Vec3, k: Vec3, b: Vec3): Expr {
  const [u, v] = [sub3(a, k), sub3(b, k)];
  return atan2(length(cross(u, v)), dot(u, v));
}
/** det [b - a, c - a, d - a] / 6: positive if a, b, c are counterclockwise seen from d. */
const volume = (a: Vec3, b: Vec3, c: Vec3, d: Vec3): Expr =>
  div(determinant([sub3(b, a), sub3(c, a), sub3(d, a)]), constant(6));
const productOf = (args: readonly Value[]): Dimension => args.map((a) => a.dimension).reduce(ofProduct);

export const words: Readonly<Record<string, Word>> = {
  dot: ofVectors('dot(u, v)', 2, dot, productOf),
  cross: {
    usage: 'cross(u, v)',
    takes: 'vector',
    least: 2,
    most: 2,
    make: (args) => vectorOf(cross(args[0].e as Vec3, args[1].e as Vec3), productOf(args)),
  },
  length: ofVectors('length(v)', 1, length),
  distance: ofVectors('distance(a, b)', 2, (a, b) => length(sub3(b, a))),
  angle: ofVectors('angle(a, vertex, b)', 3, angle, () => 'rad'),
  volume: ofVectors('volume(a, b, c, d)', 4, volume, (args) => ofPower(alike(args), 3)),
  min: ofNumbers('min(x, y)', 'many', (...all) => all.reduce(min), alike),
  max: ofNumbers('max(x, y)', 'many', (...all) => all.reduce(max), alike),
  abs: ofNumbers('abs(x)', 1, abs, alike),
  sqrt: ofNumbers('sqrt(x)', 1, sqrt, (args) => ofPower(alike(args), 0.5)),
  sin: ofNumbers('sin(x)', 1, sin),
  cos: ofNumbers('cos(x)', 1, cos),
  tan: ofNumbers('tan(x)', 1, tan),
  exp: ofNumbers('exp(x)', 1, exp),
  log: ofNumbers('log(x)', 1, log),
  atan2: ofNumbers('atan2(y, x)', 2, atan2, () => 'rad'),
};

/** Names that mean the same in every equation. `t` is the time. */
export const constants: Readonly<Record<string, Value>> = { pi: numberOf(constant(3.141592653589793), 'free') };
export const timeName = 't';
export const isReserved = (name: string): boolean =>
  name === timeName || Object.hasOwn(constants, name) || Object.hasOwn(words, name);
