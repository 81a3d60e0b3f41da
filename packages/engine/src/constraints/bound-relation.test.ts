import { expect, test } from 'vitest';
import { valueAt } from '../../../../tests/support/evaluate.ts';
import { nodeShape } from '../anchors/node.ts';
import { gather, parameter } from '../kernel/compile/kernel.ts';
import { directional } from '../kernel/formula/derive.ts';
import { detach, mul } from '../kernel/formula/expr.ts';
import { dot } from '../kernel/formula/vector.ts';
import { parallel } from '../relations/directions/parallel.ts';
import { relation } from '../relations/relation.ts';
import { BoundRelation, jacobian } from './bound-relation.ts';

const coordinates = (array: string, slot: number) => [0, 1, 2].map((axis) => gather(array, slot, axis));

test('what a relation holds is taken at the beginning of the step, wherever the rows are', () => {
  // C = |x|^2 y, the square held
  const one = relation({
    kind: 'test',
    points: ['x'],
    rows: ({ x }) => [mul(detach(dot(x, x)), x[1])],
  });
  const boundRelation = new BoundRelation(one, [nodeShape]);
  const [q, p, v] = ['q', 'p', 'v'].map((array) => coordinates(array, 0));
  const inputs = [...q, ...p, ...v];
  const numbers = [1, 2, 3, 5, 7, 11, 0.5, 0.25, 0.125];
  const ahead = boundRelation.at('p');
  expect(valueAt(ahead.C, inputs, numbers)).toEqual([14 * 7]);
  expect(valueAt(jacobian(ahead).flat(), inputs, numbers)).toEqual([0, 14, 0]);
  // and the rate of C does not see it either, be the row put where it is held
  const rate = directional(boundRelation.at('q').C[0], boundRelation.motion('q'));
  expect(valueAt([rate], inputs, numbers)).toEqual([14 * 0.25]);
  expect(boundRelation.linear).toBe(false); // the next step's J is another one
});

test('parallel: rows at p are measured in the frame at q, and have rank 2 where they are met', () => {
  const boundRelation = new BoundRelation(parallel, [nodeShape, nodeShape, nodeShape, nodeShape]);
  const columns = (array: string) => [0, 1, 2, 3].flatMap((slot) => coordinates(array, slot));
  const inputs = [...columns('q'), ...columns('p'), parameter(1), parameter(2)];
  // at q both along z, so that the frame is x and y; at p both along x, and not quite
  const q = [0, 0, 0, 0, 0, 2, 1, 0, 0, 1, 0, 3];
  const p = [0, 0, 0, 2, 0.2, 0.4, 0, 1, 0, 3, 1, 0];
  const numbers = [...q, ...p, 2, 3];
  const [c1, c2] = valueAt(boundRelation.at('p').C, inputs, numbers);
  // U x V = (2, 0.2, 0.4) x (3, 0, 0) = (0, 1.2, -0.6): seen along x and y
  expect([c1, c2]).toEqual([0, expect.closeTo(1.2 / 6, 15)]);
  const [J1, J2] = jacobian(boundRelation.at('q')).map((line) => valueAt(line, inputs, numbers));
  const product = (a: number[], b: number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
  expect(product(J1, J2)).toBeCloseTo(0, 15);
  // 2 (|V|^2 + |U|^2) / (lengthU lengthV)^2 = 2 (9 + 4) / 36
  for (const J of [J1, J2]) expect(product(J, J)).toBeCloseTo(26 / 36, 14);
});
