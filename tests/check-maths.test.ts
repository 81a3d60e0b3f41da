import { expect, test } from 'vitest';
import { checkMaths, sourcesUnder } from '../scripts/check-maths.ts';

const found = (text: string) => checkMaths('a.ts', text).map(({ what }) => what);

const inexact =
  'sin cos tan pow exp expm1 log log2 log10 log1p hypot atan atan2 acos asin cbrt sinh cosh tanh asinh acosh atanh';

test.each([...inexact.split(' '), 'random'])('Math.%s is found, however it is reached', (name) => {
  const what = `Math.${name}`;
  expect(found(`export const y = Math.${name}(x);`)).toEqual([what]);
  expect(found(`export const y = Math?.${name};`)).toEqual([what]);
  expect(found(`export const y = Math['${name}'](x);`)).toEqual([what]);
  expect(found(`export const y = Math[\`${name}\`](x);`)).toEqual([what]);
  expect(found(`const { ${name} } = Math;`)).toEqual([what]);
  expect(found(`const { abs, ${name}: f, sqrt } = Math;`)).toEqual([what]);
  expect(found(`({ ${name} } = Math);`)).toEqual([what]);
  expect(found(`({ ${name}: f } = Math);`)).toEqual([what]);
  expect(found(`function g({ ${name} } = Math) {}`)).toEqual([what]);
  expect(found(`globalThis.Math.${name}(x);`)).toEqual([what]);
  expect(found(`globalThis['Math'].${name}(x);`)).toEqual([what]);
});

test.each([
  ['x ** 2', '**'],
  ['x **= 2', '**='],
  ['Date.now()', 'Date.now'],
  ['new Date()', 'new Date'],
  ['performance.now()', 'performance.now'],
  ['const { now } = performance', 'performance.now'],
  ['globalThis.performance.now()', 'performance.now'],
  ['eval("1")', 'eval'],
  ['(0, eval)("1")', 'eval'],
  ['globalThis.eval("1")', 'eval'],
  ['new Function("return 1")', 'new Function'],
  ['Function("return 1")', 'new Function'],
  ['const m = Math', 'Math as a value'],
  ['f(Math)', 'Math as a value'],
  ['const o = { Math }', 'Math as a value'],
  ['(Math as any).sin(x)', 'Math as a value'],
  ['Math[name](x)', 'a computed member of Math'],
  ['const { abs, ...rest } = Math', 'a computed member of Math'],
])('%s is found', (text, what) => {
  expect(found(`${text};`)).toEqual([what]);
});

test.each([
  '// Math.sin(x), x ** 2, Date.now()',
  '/** Math.pow(x, 2) = x ** 2; eval, new Function */',
  "const text = 'Math.sin(x) ** eval(y)';",
  'const text = `Math.sin(x) ** 2`;',
  'const pattern = /Math.sin(x)**2/;',
  'const y = Math.sqrt(Math.abs(x)) + Math.min(1, 2) * Math.PI;',
  'const { sqrt, abs } = Math;',
  'import { sin, cos, pow } from "./functions.ts"; sin(cos(pow(x, 2)));',
  'const o = { sin: 1, eval: 2 }; o.sin + o.eval;',
  'type F = Function; type M = keyof typeof Math; let d: Date;',
  'if (f instanceof Function) g();',
  'const own = { Math: 1 }; own.Math;',
])('nothing is found in: %s', (text) => {
  expect(found(text)).toEqual([]);
});

test('a finding says where, what, and what would do', () => {
  expect(checkMaths('a.ts', 'const a = 1;\n  f(Math.sin(a));\n')).toEqual([
    { file: 'a.ts', line: 2, column: 5, what: 'Math.sin', instead: 'use the function of kernel/formula/functions.ts' },
  ]);
});

test('the engine is checked without its tests', () => {
  const files = sourcesUnder('packages/engine/src');
  expect(files.some((file) => file.endsWith('index.ts'))).toBe(true);
  expect(files.filter((file) => /\.(test|long)\.ts$/.test(file))).toEqual([]);
});
