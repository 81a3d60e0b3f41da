import { expect, test } from 'vitest';
import { inSi } from './units.ts';

test.each([
  ['5 cm', 0.05],
  ['5cm', 0.05],
  ['2 ms', 0.002],
  ['-9.81 m/s^2', -9.81],
  ['1.5e2 MPa', 1.5e8],
  ['3', 3],
  ['.5 kg', 0.5],
  ['five', undefined],
  ['5 parsec', undefined],
])('%s is %s', (text, value) => {
  expect(inSi(text)).toBe(value);
});
