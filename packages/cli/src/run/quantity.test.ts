import { expect, test } from 'vitest';
import { count, quantity, waiting } from './quantity.ts';

test.each([
  [0, 'm', '0 m'],
  [1, 'm', '1 m'],
  [-0.00012345678, 'm', '-123.5 µm'],
  [999.99, 'N', '1 kN'],
  [0.99999, 's', '1 s'],
  [0.002, 's', '2 ms'],
  [1234567, 'J', '1.235 MJ'],
  [2.2e-16, 'm', '2.2e-16 m'],
  [1e-12, 'm', '1 pm'],
  [3e20, 'J', '3e+20 J'],
  [0.0012, 'kg m/s', '0.0012 kg m/s'],
  [0.001, 'm^3', '0.001 m^3'],
  [12.3456, '', '12.35'],
  [Number.POSITIVE_INFINITY, 's', 'unbounded'],
  [Number.NaN, 's', 'not a number'],
])('%d %s is told as %s', (value, unit, told) => {
  expect(quantity(value, unit)).toBe(told);
});

test('counts and waiting times', () => {
  expect([count(1, 'body', 'bodies'), count(0, 'node')]).toEqual(['1 body', '0 nodes']);
  expect([0.4, 59.4, 61, 3599, 7260].map(waiting)).toEqual(['0 s', '59 s', '1 min 1 s', '59 min 59 s', '2 h 1 min']);
});
