import { expect, test } from 'vitest';
import { assembly } from '../../linalg/factor/assembly.generated.ts';
import { kernel, parameter, toRow } from './kernel.ts';
import { mostPages, withSharedMemory } from './shared-import.ts';
import { emit } from './wasm.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const link = (bytes: Uint8Array<ArrayBuffer>, memory: WebAssembly.Memory): WebAssembly.Instance =>
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
const plain = new WebAssembly.Memory({ initial: 1 });
const shared = new WebAssembly.Memory({ initial: 1, maximum: mostPages, shared: true });

test('the shared variant of a module is the one that emit makes', () => {
  const k = kernel([toRow(0, parameter(0))]);
  expect(withSharedMemory(emit(k))).toEqual(emit(k, { sharedPages: mostPages }));
});

test('the assembly links with either kind of memory, and has the same exports', () => {
  const [one, other] = [bytesOf(assembly), withSharedMemory(bytesOf(assembly))];
  expect(Object.keys(link(other, shared).exports)).toEqual(Object.keys(link(one, plain).exports));
  expect(() => link(other, plain)).toThrow(WebAssembly.LinkError);
  expect(() => link(one, shared)).toThrow(WebAssembly.LinkError);
});

test('a module that imports no memory is refused', () => {
  expect(() => withSharedMemory(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))).toThrow(
    'the module imports no memory',
  );
});
