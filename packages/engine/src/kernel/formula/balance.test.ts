import { expect, test } from 'vitest';
import { balance } from './balance.ts';
import { constant, input, raw, sqrt } from './expr.ts';

const [a, b, c] = ['a', 'b', 'c'].map(input);
const times = (x: typeof a, y: typeof a): typeof a => raw('mul', x, y);

test('what comes out of a root is multiplied last', () => {
  expect(balance([times(times(times(sqrt(a), b), c), a)])).toEqual([times(times(a, times(b, c)), sqrt(a))]);
});
test('partial products that something else needs stay', () => {
  const shared = times(sqrt(a), b);
  const roots = [times(shared, c), shared];
  expect(balance(roots)).toEqual(roots);
  expect(balance([times(a, b), raw('add', a, c)])).toEqual([times(a, b), raw('add', a, c)]);
});
test('a constant stays where it is: 1e-200 (1e200 x) must not meet another factor in between', () => {
  const scaled = times(constant(1e-200), times(constant(1e200), a));
  expect(balance([times(times(scaled, sqrt(b)), c)])).toEqual([times(times(c, scaled), sqrt(b))]);
});
