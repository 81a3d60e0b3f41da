import { expect, test } from 'vitest';
import { difference } from '../../../../../tests/support/bits.ts';
import { evaluateAsIs } from '../../../../../tests/support/evaluate.ts';
import { awkwardNumber, Random } from '../../../../../tests/support/random.ts';
import * as expr from './expr.ts';
import { lower } from './functions.ts';
import * as scalar from './scalar.ts';

const x = expr.input('x');
const y = expr.input('y');
const functions: [string, (...values: number[]) => number, expr.Expr][] = [
  ['sin', scalar.sin, expr.sin(x)],
  ['cos', scalar.cos, expr.cos(x)],
  ['tan', scalar.tan, expr.tan(x)],
  ['exp', scalar.exp, expr.exp(x)],
  ['log', scalar.log, expr.log(x)],
  ['acos', scalar.acos, expr.acos(x)],
  ['pow', scalar.pow, expr.pow(x, y)],
  ['atan2', scalar.atan2, expr.atan2(x, y)],
];

const seed = 7;
const points = 4000;
test.each(functions)(`%s: the bits of the lowered formula, special values included (seed ${seed})`, (_, f, formula) => {
  const random = new Random(seed);
  const a = Float64Array.from({ length: points }, () => awkwardNumber(random, 0.1));
  const b = Float64Array.from({ length: points }, () => awkwardNumber(random, 0.1));
  const inputs = new Map([
    [x, a],
    [y, b],
  ]);
  const [expected] = evaluateAsIs(lower([formula]), inputs, points);
  const actual = a.map((value, i) => f(value, b[i]));
  expect(difference(actual, expected)).toBe('');
});

test('calls do not disturb each other', () => {
  const before = [scalar.sin(1), scalar.pow(3, 0.3)];
  scalar.sin(2);
  scalar.pow(0, -1);
  expect([scalar.sin(1), scalar.pow(3, 0.3)]).toEqual(before);
  expect(scalar.atan2(scalar.sin(1), scalar.cos(1))).toBeCloseTo(1, 15);
});
