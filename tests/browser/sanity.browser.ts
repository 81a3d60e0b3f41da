import { expect, test } from 'vitest';
import { simdModule } from '../simd-module.ts';

test('the page is isolated, so that SharedArrayBuffer is there', () => {
  expect(crossOriginIsolated).toBe(true);
  expect(new SharedArrayBuffer(16).byteLength).toBe(16);
});

test('the browser accepts SIMD WebAssembly', () => {
  expect(WebAssembly.validate(simdModule)).toBe(true);
});
