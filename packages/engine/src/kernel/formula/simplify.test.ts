import { describe, expect, test } from 'vitest';
import { evaluateAsIs } from '../../../../../tests/support/evaluate.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { smoothFormula } from '../../../../../tests/support/random-formula.ts';
import { gradient, hessian } from './derive.ts';
import {
  add,
  constant,
  detach,
  div,
  type Expr,
  input,
  max,
  mul,
  one,
  raw,
  reachable,
  select,
  sqrt,
  sub,
  zero,
} from './expr.ts';
import type { Op } from './operations.ts';
import { simplify } from './simplify.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(input);
const count = (roots: readonly Expr[], op: Op): number => reachable(roots).filter((e) => e.op === op).length;

describe('quotients', () => {
  test('of one denominator share its reciprocal', () => {
    const roots = simplify([div(a, d), div(b, d), sqrt(div(c, d))]);
    expect(count(roots, 'div')).toBe(1);
    expect(roots[0]).toBe(raw('mul', a, raw('div', one, d)));
  });
  test('that stand alone keep their rounding', () => {
    const roots = [div(a, b), div(c, d), div(one, a)];
    expect(simplify(roots)).toEqual(roots);
  });
  test('share a reciprocal that is there already', () => {
    const roots = simplify([div(one, d), div(a, d)]);
    expect(roots).toEqual([div(one, d), raw('mul', a, div(one, d))]);
  });
  test('of quotients: the denominator is itself replaced', () => {
    const inner = div(a, d);
    const roots = simplify([div(b, inner), div(c, inner), div(b, d)]);
    expect(count(roots, 'div')).toBe(2);
    const shared = raw('div', one, raw('mul', a, raw('div', one, d)));
    expect(roots.slice(0, 2)).toEqual([raw('mul', b, shared), raw('mul', c, shared)]);
  });
});

describe('constant factors', () => {
  test('go where they are shared: 2 (d a), 2 (d b) -> (2 d) a, (2 d) b', () => {
    const two = constant(2);
    const roots = [a, b, c].map((e) => raw('mul', two, raw('mul', d, e)));
    const after = simplify(roots);
    expect(count(roots, 'mul')).toBe(6);
    expect(count(after, 'mul')).toBe(4);
    expect(after[1]).toBe(raw('mul', raw('mul', two, d), b));
  });
  test('stay where the product has another use', () => {
    const [da, db] = [mul(d, a), mul(d, b)];
    const roots = [mul(constant(2), da), mul(constant(2), db), sqrt(da), sqrt(db)];
    expect(simplify(roots)).toEqual(roots);
  });
  test('stay where the product is itself a result', () => {
    const [da, db] = [mul(d, a), mul(d, b)];
    const roots = [mul(constant(2), da), mul(constant(2), db), da, db];
    expect(count(simplify(roots), 'mul')).toBeLessThanOrEqual(count(roots, 'mul'));
  });
});

test('what cannot be made simpler is left as it is', () => {
  const roots = [add(a, mul(b, c)), sub(div(a, b), c), sqrt(a), constant(3), d];
  expect(simplify(roots)).toEqual(roots);
});

test('200 formulas with their derivatives: never more operations, same values, seed 95', () => {
  const random = new Random(95);
  const x = [a, b, c, d];
  /** relative to the largest value around: derivatives are sums of many rounded terms */
  const rounding = 1e-12;
  let saved = 0;
  for (let i = 0; i < 200; i++) {
    const { y } = smoothFormula(random, x, 3 + random.below(12));
    const roots = [y, ...gradient(y, x), ...hessian(y, x)];
    const after = simplify(roots);
    const operations = (list: readonly Expr[]): number => reachable(list).filter((e) => e.args.length).length;
    const divisions = count(roots, 'div') - count(after, 'div');
    expect(divisions).toBeGreaterThanOrEqual(0);
    saved += divisions;
    // a quotient becomes a product, and its reciprocal is one operation more
    expect(operations(after)).toBeLessThanOrEqual(operations(roots) + count(after, 'div'));
    const inputs = new Map(x.map((e) => [e, random.list(5, -1, 1)]));
    const before = evaluateAsIs(roots, inputs, 5);
    const scale = Math.max(...before.flatMap((values) => [...values].map(Math.abs)));
    evaluateAsIs(after, inputs, 5).forEach((values, r) => {
      values.forEach((value, p) => {
        expect(Math.abs(value - before[r][p]), `formula ${i}, root ${r}`).toBeLessThanOrEqual(rounding * scale);
      });
    });
  }
  expect(saved).toBeGreaterThan(200);
});

describe('choices', () => {
  const root = sqrt(max(a, b));
  test('are not made again behind themselves: where a < b is not so, max(a, b) is a', () => {
    const again = select(a, b, c, sub(root, d));
    expect(simplify([select(a, b, zero, sub(root, again))])).toEqual([
      raw('select', a, b, zero, raw('sub', sqrt(a), raw('sub', sqrt(a), d))),
    ]);
    expect(simplify([select(a, b, sub(max(a, b), c), zero)])).toEqual([raw('select', a, b, raw('sub', b, c), zero)]);
  });
  test('come out the same, whichever it is and with NaN', () => {
    const before = select(a, b, add(select(a, b, c, d), root), mul(root, select(a, b, d, c)));
    const [after] = simplify([before]);
    expect(count([after], 'select')).toBe(1);
    expect(count([after], 'max')).toBe(0);
    const points = [
      [1, 2, 2, Number.NaN, 1],
      [2, 1, 2, 1, Number.NaN],
      [3, 3, 3, 3, 3],
      [5, 5, 5, 5, 5],
    ];
    const [x, y] = evaluateAsIs([before, after], new Map([a, b, c, d].map((e, i) => [e, points[i]])), 5);
    expect([...y]).toEqual([...x]);
  });
  test('stay as they are where that would make something twice', () => {
    const roots = [select(a, b, zero, root), mul(root, c), mul(sqrt(root), d)];
    expect(simplify(roots)).toEqual(roots);
  });
});

test('what was held is let go, and shared with its like', () => {
  const roots = simplify([sqrt(add(a, b)), mul(c, detach(sqrt(add(a, b))))]);
  expect(count(roots, 'detach')).toBe(0);
  expect(count(roots, 'sqrt')).toBe(1);
});
