import type { KernelStore } from '@pliant/engine';
import { expect, test } from 'vitest';
import { readKernels, writeKernels } from './kernel-file.ts';

const described = { slots: 2, parameters: 1, rows: 0, unions: 0, operations: 7, targets: [0], updates: false };
const bytes = (...list: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(list);
const kernels: KernelStore['kernels'] = new Map([
  ['b', { ...described, arrays: ['f', 'q'], bytes: bytes(0, 97, 255, 128) }],
  ['a', { ...described, arrays: [], bytes: bytes(1, 2, 3) }],
  ['c', { ...described, arrays: ['f'], bytes: bytes(0, 97, 255, 128) }],
]);

test('what is written is read again, whatever the order, and wherever the file lies in memory', () => {
  const file = writeKernels({ compiler: '1', kernels });
  expect(writeKernels({ compiler: '1', kernels: new Map([...kernels].reverse()) })).toEqual(file);
  const elsewhere = new Uint8Array(file.length + 5);
  elsewhere.set(file, 5);
  for (const place of [new Uint8Array(file), elsewhere.subarray(5)]) {
    const read = readKernels(place);
    expect(read.compiler).toBe('1');
    expect(read.kernels).toEqual(new Map([...kernels].sort()));
  }
});

test('equal modules are in it once', () => {
  const one = new Map([...kernels].slice(0, 2));
  const two = new Map([...one, ['c', kernels.get('a') as never]]);
  const sizes = [one, two].map((list) => writeKernels({ compiler: '1', kernels: list as never }).length);
  const entry =
    '"c":{"slots":2,"parameters":1,"rows":0,"unions":0,"operations":7,"targets":[0],"updates":false,"arrays":[],"at":[0,3]},';
  expect(sizes[1] - sizes[0]).toBe(entry.length);
});
