import { expect, test, vi } from 'vitest';
import { add, mul } from '../formula/expr.ts';
import { Arena } from '../run/memory.ts';
import { compile, compiledModules } from './compile.ts';
import { kernel, parameter, toRow } from './kernel.ts';

/** A formula of this file alone: the count of modules belongs to the whole process. */
const formula = () => kernel([toRow(0, add(mul(parameter(0), parameter(1)), parameter(2)))]);

test('a formula is compiled once in a process, and instantiated once for each memory', () => {
  const [here, there] = [new Arena(), new Arena()];
  const before = compiledModules();
  const run = compile(formula(), here.memory);
  expect(compiledModules()).toBe(before + 1);
  expect(compile(formula(), here.memory)).toBe(run);
  expect(compile(formula(), here.memory, {})).toBe(run);
  expect(compiledModules()).toBe(before + 1);
  const other = compile(formula(), there.memory);
  expect(other).not.toBe(run);
  expect(compiledModules()).toBe(before + 1);
});

test('other options are another module', () => {
  const { memory } = new Arena();
  const run = compile(formula(), memory);
  const before = compiledModules();
  expect(compile(formula(), memory, { registers: 4 })).not.toBe(run);
  expect(compile(formula(), memory, { registers: 5 })).not.toBe(run);
  expect(compile(formula(), memory, { registers: Infinity })).not.toBe(run);
  expect(compiledModules()).toBe(before + 3);
  compile(formula(), memory, { registers: 4 });
  expect(compiledModules()).toBe(before + 3);
});

test('a kernel works on the memory it was given, also after it has grown', () => {
  const arenas = [new Arena(), new Arena()];
  const results = arenas.map((arena, n) => {
    const parameters = arena.f64(6);
    const rows = arena.f64(2);
    parameters.view().set([2, 3, 5, 7, 11 + n, 13 + n]); // [column][lane]
    const run = compile(formula(), arena.memory);
    arena.f64(1 << 20);
    run(1, 0, parameters.address, 0, rows.address, 0);
    return [...rows.view()];
  });
  expect(results).toEqual([
    [2 * 5 + 11, 3 * 7 + 13],
    [2 * 5 + 12, 3 * 7 + 14],
  ]);
});

test('what comes out of compile needs no eval: the only door is WebAssembly.Module', () => {
  const { memory } = new Arena();
  const forbidden = (): never => {
    throw new Error('code from text');
  };
  vi.stubGlobal('eval', forbidden);
  vi.stubGlobal('Function', forbidden);
  try {
    expect(compile(kernel([toRow(0, mul(parameter(0), parameter(3)))]), memory)).toBeTypeOf('function');
  } finally {
    vi.unstubAllGlobals();
  }
});
