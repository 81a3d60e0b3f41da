import { expect, test } from 'vitest';
import { goldenSparse, sparseBits } from './support/sparse-bits.ts';

test('sparse solvers give the same bits in every run; tests/browser/sparse-bits.browser.ts: and in a browser', () => {
  expect(sparseBits()).toBe(goldenSparse);
  expect(sparseBits()).toBe(goldenSparse);
});
