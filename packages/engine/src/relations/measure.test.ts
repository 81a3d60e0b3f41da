import { expect, test } from 'vitest';
import { angle } from './directions/angle.ts';
import { dihedral } from './directions/dihedral.ts';
import { parallel } from './directions/parallel.ts';
import { measure } from './measure.ts';
import { beyond } from './points/beyond.ts';
import { coincide } from './points/coincide.ts';
import { distance } from './points/distance.ts';
import { within } from './points/within.ts';
import type { Relation } from './relation.ts';
import { startFault } from './start-fault.ts';

const o = [0, 0, 0];

test('rows and how steep they are, in numbers', () => {
  const [{ C, slope }] = measure(distance, [o, [0, 3, 4]], [2]);
  expect(C).toBe((25 - 4) / 4);
  expect(slope).toBeCloseTo(Math.SQRT2 * 2.5, 15);
  expect(measure(coincide(2), [o, [1, 2, 3]], []).map((row) => row.C)).toEqual([1, 2, 3]);
});

test.each([
  ['both ends of a rod', distance, [o, o], [1], 'use "join"'],
  ['straight arms', angle, [[1, 0, 0], o, [-2, 0, 0]], [1], 'use "parallel"'],
  ['folded arms', angle, [[1, 0, 0], o, [2, 0, 0]], [1], 'lie on one line'],
  ['an arm of no length', angle, [o, o, [2, 0, 0]], [1], 'no length'],
  ['a corner on its hinge', dihedral, [o, [1, 0, 0], [3, 0, 0], [0, 1, 0]], [1], 'no area'],
  ['a hinge of no length', dihedral, [o, o, [3, 0, 0], [0, 1, 0]], [1], 'no area'],
  ['a direction of no length', parallel, [o, [1, 0, 0], o, o], [1, 1], 'at the same place'],
  ['the middle of a ball', beyond, [o, o], [1], 'the direction of the push is undefined'],
] as [string, Relation, number[][], number[], string][])(
  '%s: no direction',
  (_, relation, points, parameters, words) => {
    expect(startFault(relation, points, parameters)).toContain(words);
  },
);

test.each([
  ['a rod', distance, [o, [1e-3, 0, 0]], [1]],
  ['arms of a micrometre', angle, [[1e-6, 0, 0], o, [0, 1e-6, 0]], [1]],
  ['a flat hinge', dihedral, [o, [1, 0, 0], [0, 1, 0], [0, -1, 0]], [1]],
  ['sticks that are parallel', parallel, [o, [1, 0, 0], o, [2, 0, 0]], [1, 1]],
  ['the middle of a rope', within, [o, o], [1]],
] as [string, Relation, number[][], number[]][])('%s: no fault', (_, relation, points, parameters) => {
  expect(startFault(relation, points, parameters)).toBeUndefined();
});
