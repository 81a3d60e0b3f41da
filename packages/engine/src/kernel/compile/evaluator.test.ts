import { expect, test } from 'vitest';
import { constant, input, rawOf } from '../formula/expr.ts';
import { apply, type Primitive, primitives } from '../formula/operations.ts';
import { evaluator } from './evaluator.ts';

const symbols = ['a', 'b', 'c', 'd'].map(input);
const values = [0, -0, 1, -1.5, 3, 1e-300, Number.POSITIVE_INFINITY, Number.NaN];

test.each(Object.keys(primitives) as Primitive[])('%s as in operations.ts, to the bit', (op) => {
  const used = symbols.slice(0, primitives[op].length);
  const run = evaluator([rawOf(op, used)]);
  for (const a of values)
    for (const b of values) {
      const given = [a, b, 7, -2].slice(0, used.length);
      const [found] = run((e) => given[used.indexOf(e)]);
      expect(found).toBe(apply(op, given));
    }
});

test('inputs are read in the order of `inputs`, constants are not, and the array is used again', () => {
  const [a, b] = symbols;
  const run = evaluator([rawOf('sub', [b, rawOf('mul', [a, constant(3)])]), a]);
  const read: number[] = [];
  const first = run((e, k) => {
    expect(run.inputs[k]).toBe(e);
    read.push(k);
    return e === a ? 2 : 10;
  });
  expect(read).toEqual([0, 1]);
  expect([...first]).toEqual([4, 2]);
  expect(run(() => 0)).toBe(first);
});
