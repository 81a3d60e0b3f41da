import { expect, test } from 'vitest';
import { balance } from './balance.ts';
import { input, raw, sqrt } from './expr.ts';

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
