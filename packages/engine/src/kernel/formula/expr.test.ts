import { describe, expect, test } from 'vitest';
import { ulps } from '../../../../../tests/support/bits.ts';
import { evaluateAsIs, valueAt } from '../../../../../tests/support/evaluate.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { randomFormula } from '../../../../../tests/support/random-formula.ts';
import {
  abs,
  add,
  constant,
  div,
  type Expr,
  input,
  min,
  mul,
  neg,
  one,
  pow,
  raw,
  rawOf,
  reachable,
  rebuild,
  reciprocal,
  select,
  sin,
  sqrt,
  square,
  sub,
  substitute,
  transform,
  two,
  zero,
} from './expr.ts';

const [a, b, c] = ['a', 'b', 'c'].map(input);
const n = constant;

describe('the same thing built twice is the same object', () => {
  test('operations, inputs and constants', () => {
    expect(add(mul(a, b), sin(c))).toBe(add(mul(a, b), sin(c)));
    expect(input('a')).toBe(a);
    expect(n(0.1)).toBe(n(0.1));
    expect(n(0.1)).not.toBe(n(0.1 + 2e-17 * 2));
  });
  test('whatever the order of a sum or a product', () => {
    expect(add(a, b)).toBe(add(b, a));
    expect(mul(a, b)).toBe(mul(b, a));
    expect(add(mul(a, sin(c)), b)).toBe(add(b, mul(sin(c), a)));
  });
  test('zeros of either sign differ, all NaNs are one', () => {
    expect(n(0)).not.toBe(n(-0));
    expect(n(Number.NaN)).toBe(n(0 / 0));
    const other = new Float64Array(new BigUint64Array([0xfff800000000deadn]).buffer)[0];
    expect(n(other)).toBe(n(Number.NaN));
  });
  test('ranks order by structure: 20000 formulas, no two alike, seed 101', () => {
    const random = new Random(101);
    const ranks = new Map<number, Expr>();
    const nodes: Expr[] = [a, b, c];
    while (nodes.length < 20000) {
      const [p, q] = [random.pick(nodes), random.pick(nodes)];
      nodes.push(raw(random.pick(['add', 'sub', 'mul', 'div', 'min']), p, q));
      nodes.push(random.chance(0.1) ? n(random.between(-1, 1)) : raw(random.pick(['neg', 'sin', 'sqrt']), p));
    }
    for (const e of nodes) {
      if (!Number.isSafeInteger(e.rank)) throw new Error(`rank ${e.rank}`);
      if (ranks.has(e.rank) && ranks.get(e.rank) !== e) throw new Error(`two formulas of rank ${e.rank}`);
      ranks.set(e.rank, e);
    }
  });
});

describe('constructors simplify', () => {
  const rules: [string, Expr, Expr][] = [
    ['0 + a', add(zero, a), a],
    ['a + 0', add(a, zero), a],
    ['a + -0', add(a, n(-0)), a],
    ['a + a', add(a, a), mul(two, a)],
    ['a + -b', add(a, neg(b)), sub(a, b)],
    ['-a + b', add(neg(a), b), sub(b, a)],
    ['3a + 3b', add(mul(n(3), a), mul(n(3), b)), mul(n(3), add(a, b))],
    ['3a + -3b', add(mul(n(3), a), mul(n(-3), b)), mul(n(3), sub(a, b))],
    ['a - a', sub(a, a), zero],
    ['a - 0', sub(a, zero), a],
    ['0 - a', sub(zero, a), neg(a)],
    ['a - -b', sub(a, neg(b)), add(a, b)],
    ['-a - b', sub(neg(a), b), neg(add(a, b))],
    ['3a - 3b', sub(mul(n(3), a), mul(n(3), b)), mul(n(3), sub(a, b))],
    ['3a - -3b', sub(mul(n(3), a), mul(n(-3), b)), mul(n(3), add(a, b))],
    ['0 a', mul(zero, a), zero],
    ['a 1', mul(a, one), a],
    ['-1 a', mul(n(-1), a), neg(a)],
    ['-a -b', mul(neg(a), neg(b)), mul(a, b)],
    ['-a b', mul(neg(a), b), neg(mul(a, b))],
    ['2 (3 a)', mul(two, mul(n(3), a)), mul(n(6), a)],
    ['(2 a) (3 b)', mul(mul(two, a), mul(n(3), b)), mul(n(6), mul(a, b))],
    ['(2 a) (0.5 b)', mul(mul(two, a), mul(n(0.5), b)), mul(a, b)],
    ['(2 a) (-0.5 b)', mul(mul(two, a), mul(n(-0.5), b)), neg(mul(a, b))],
    ['2 -a', mul(two, neg(a)), mul(n(-2), a)],
    ['--a', neg(neg(a)), a],
    ['-(a - b)', neg(sub(a, b)), sub(b, a)],
    ['-(2 a)', neg(mul(two, a)), mul(n(-2), a)],
    ['0 / a', div(zero, a), zero],
    ['a / 1', div(a, one), a],
    ['a / 4', div(a, n(4)), mul(n(0.25), a)],
    ['a / -2', div(a, n(-2)), mul(n(-0.5), a)],
    ['3 / a', div(n(3), a), mul(n(3), div(one, a))],
    ['-a / b', div(neg(a), b), neg(div(a, b))],
    ['a / -b', div(a, neg(b)), neg(div(a, b))],
    ['a < b ? c : c', select(a, b, c, c), c],
    ['a^0', pow(a, zero), one],
    ['a^1', pow(a, one), a],
    ['a^2', pow(a, two), mul(a, a)],
    ['a^0.5', pow(a, n(0.5)), sqrt(a)],
    ['a^-1', pow(a, n(-1)), div(one, a)],
    ['a^5', pow(a, n(5)), mul(square(square(a)), a)],
  ];
  test.each(rules)('%s', (_, built, expected) => expect(built).toBe(expected));

  test('and leave alone what only looks simple', () => {
    expect(div(a, n(3)).op).toBe('div'); // not times 0.333...: that rounds twice
    expect(div(a, n(5e-324)).op).toBe('div'); // the reciprocal overflows
    expect(div(a, n(2 ** 1023)).op).toBe('div'); // the reciprocal is subnormal
    expect(pow(a, n(17)).op).toBe('pow');
    expect(pow(a, n(1.5)).op).toBe('pow');
    expect(pow(a, b).op).toBe('pow');
  });
  test('and do not fold constants into nothing or infinity', () => {
    expect(valueAt([mul(n(1e-200), mul(n(1e-200), a))], [a], [1e300])[0]).toBeCloseTo(1e-100, 110);
    expect(valueAt([mul(n(1e200), mul(n(1e200), a))], [a], [1e-300])[0] / 1e100).toBeCloseTo(1, 12);
  });
  test('constants fold as the machine computes them', () => {
    expect(add(n(0.1), n(0.2))).toBe(n(0.1 + 0.2));
    expect(div(n(1), n(3))).toBe(n(1 / 3));
    expect(sqrt(n(2))).toBe(n(Math.SQRT2));
    expect(min(n(3), n(-1))).toBe(n(-1));
    expect(raw('nearest', n(2.5))).toBe(n(2));
    expect(raw('nearest', n(-0.25))).toBe(n(-0));
    expect(raw('select', n(1), n(2), n(3), n(4))).toBe(n(3));
    expect(raw('add', a, zero).op).toBe('add'); // raw does nothing else
  });
});

test('500 random formulas mean the same simplified and not, seed 102', () => {
  const random = new Random(102);
  /** relative to the same formula with every sign made positive: no cancellation, so it bounds all roundings */
  const rounding = 1e-13;
  const constants = [0, -0, 1, -1, 2, 0.5, -0.5, 3, -3, 0.1, 4].map(n);
  const x = [a, b, c];
  const other = ['a2', 'b2', 'c2'].map(input);
  const positive = (roots: readonly Expr[]): Expr[] =>
    transform(roots, (e, args) => {
      if (e.op === 'const') return n(Math.abs(e.value));
      if (e.op === 'neg') return args[0];
      return e.args.length ? rawOf(e.op === 'sub' ? 'add' : e.op, args) : e;
    });
  let smaller = 0;
  for (let i = 0; i < 500; i++) {
    const nodes: Expr[] = [...x];
    const any = (): Expr => (random.chance(0.25) ? random.pick(constants) : random.pick(nodes.slice(-8)));
    for (let k = 0; k < 4 + random.below(20); k++) {
      const kind = random.below(8);
      if (kind < 2) nodes.push(raw('add', any(), any()));
      else if (kind < 4) nodes.push(raw('sub', any(), any()));
      else if (kind < 6) nodes.push(raw('mul', any(), any()));
      else if (kind < 7) nodes.push(raw('neg', any()));
      else nodes.push(raw('div', any(), random.pick([a, n(3), n(-4), raw('neg', b)])));
    }
    const root = nodes[nodes.length - 1];
    const [simple] = substitute([root], new Map(x.map((e, k) => [e, other[k]])));
    const at = random.list(3, 0.5, 2);
    const inputs = new Map([...x, ...other].map((e, k) => [e, [at[k % 3]]]));
    const [[plain], [simplified], [scale]] = evaluateAsIs([root, simple, ...positive([root])], inputs, 1);
    expect(Math.abs(simplified - plain), `formula ${i}`).toBeLessThanOrEqual(rounding * scale);
    if (reachable([simple]).length < reachable([root]).length) smaller++;
  }
  expect(smaller).toBeGreaterThan(100);
});

test('whole powers are products, within 8 ulp of the true one', () => {
  for (let power = -16; power <= 16; power++) {
    const [value] = valueAt([pow(a, n(power))], [a], [1.7]);
    expect(ulps(value, 1.7 ** power)).toBeLessThanOrEqual(8);
    expect(reachable([pow(a, n(power))]).some((e) => e.op === 'pow')).toBe(false);
  }
});

describe('walking and replacing', () => {
  test('reachable: arguments before results, every node once, seed 103', () => {
    const roots = randomFormula(new Random(103), [a, b, c], 300, 'raw');
    const order = reachable(roots);
    const place = new Map(order.map((e, i) => [e, i]));
    expect(place.size).toBe(order.length);
    for (const root of roots) expect(place.has(root)).toBe(true);
    for (const e of order) for (const arg of e.args) expect(place.get(arg)).toBeLessThan(place.get(e) as number);
    expect(reachable([roots[0], roots[0]])).toEqual(reachable([roots[0]]));
  });
  test('a chain of 100000 operations is no trouble', () => {
    let chain: Expr = a;
    for (let i = 0; i < 100000; i++) chain = raw(i % 2 ? 'sin' : 'sqrt', chain);
    expect(reachable([chain]).length).toBe(100001);
    expect(substitute([chain], new Map())[0]).toBe(chain);
  });
  test('substitute puts expressions in the place of inputs and simplifies again', () => {
    const y = add(mul(a, b), sin(c));
    expect(substitute([y], new Map([[a, one]]))[0]).toBe(add(b, sin(c)));
    expect(substitute([y], new Map([[a, zero]]))[0]).toBe(sin(c));
    expect(substitute([y, a], new Map([[a, b]]))).toEqual([add(square(b), sin(c)), b]);
    const swapped = new Map([
      [a, b],
      [b, a],
    ]);
    expect(substitute([sub(a, b)], swapped)[0]).toBe(sub(b, a)); // at once, not one after the other
  });
  test('rebuild keeps what has not changed', () => {
    const y = abs(a);
    expect(rebuild(y, [a])).toBe(y);
    expect(rebuild(y, [b])).toBe(abs(b));
    expect(rebuild(div(a, b), [a, n(2)])).toBe(mul(n(0.5), a));
    expect(reciprocal(a)).toBe(div(one, a));
  });
});
