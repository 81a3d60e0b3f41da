import { expect, test } from 'vitest';
import { assembly } from '../packages/engine/src/linalg/factor/assembly.generated.ts';
import { committed, fingerprint, generated } from '../scripts/build-assembly.ts';

test('the committed WebAssembly is of the sources as they are; if not: npm run build:assembly', () => {
  expect(committed()).toContain(`(${fingerprint()})`);
});

test('it imports a memory of any size and nothing else', () => {
  const module = new WebAssembly.Module(Uint8Array.from(Buffer.from(assembly, 'base64')));
  expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
  const memory = new WebAssembly.Memory({ initial: 1 });
  new WebAssembly.Instance(module, { env: { memory } });
  expect(new Uint8Array(memory.buffer).every((byte) => byte === 0)).toBe(true); // no static data
});

test('compiled again, it is what is committed, to the last byte', async () => {
  expect(await generated()).toBe(committed());
});
