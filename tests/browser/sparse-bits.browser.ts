import { expect, test } from 'vitest';
import { goldenSparse, sparseBits } from '../support/sparse-bits.ts';

test('sparse solvers give the bits that they give in Node', () => {
  expect(sparseBits()).toBe(goldenSparse);
});
