import { readFileSync } from 'node:fs';
import { version as io } from '@pliant/io';
import { version as studio } from '@pliant/studio';
import { expect, test } from 'vitest';
import { simdModule } from './simd-module.ts';

test('Node accepts SIMD WebAssembly', () => {
  expect(WebAssembly.validate(simdModule)).toBe(true);
});

test.each([
  { name: 'io', version: io },
  { name: 'studio', version: studio },
])('$name: the exported version is the package’s', ({ name, version }) => {
  const text = readFileSync(new URL(`../packages/${name}/package.json`, import.meta.url), 'utf8');
  expect(JSON.parse(text).version).toBe(version);
});
