import { describe, expect, test } from 'vitest';
import { parallel } from './directions/parallel.ts';
import { equation } from './equation/equation.ts';
import { explain } from './explain.ts';
import { distance } from './points/distance.ts';
import { startFault } from './start-fault.ts';

const names = { points: ['a', 'b', 'c', 'd'], parameters: ['k'] };
type Places = Record<string, readonly number[]>;
const asked = (ask: typeof startFault, text: string, places: Places, k = 1): string | undefined => {
  const made = equation(text, names);
  const at = made.points.map((name) => places[name]);
  return ask(
    made,
    at,
    Object.keys(made.parameters).map(() => k),
  );
};

describe('equations that can start', () => {
  test.each([
    ['distance(a, b)^2 - 4', [0, 0, 0], [1, 0, 0]],
    ['distance(a, b)^2 - 4', [0, 0, 0], [1e-5, 0, 0]], // small, and a slope all the same
    ['1e-9*(a.y - b.y)', [0, 0, 0], [1e3, 0, 0]],
    ['1e9*(a.y - b.y)', [0, 0, 0], [1e-6, 0, 0]],
    ['distance(a, b)^2 <= 4', [1, 1, 1], [1, 1, 1]], // flat, but not met yet
    ['a.x*b.x', [0, 0, 0], [1, 0, 0]],
  ])('%s', (text, a, b) => {
    expect(asked(startFault, text, { a, b })).toBeUndefined();
  });
});

describe('equations that cannot, and why', () => {
  const one = [1, 1, 1];
  test.each<[string, Places, string]>([
    [
      'distance(a, b)^2',
      { a: one, b: one },
      'column 1: "distance(a, b)^2" has no slope where "distance(a, b)" is 0, so no force can act on it; for points at the same place write a = b.',
    ],
    ['distance(a, b)^2 - 4', { a: one, b: one }, 'so no force can act on it; start somewhere else.'],
    ['distance(a, b)^2 >= 4', { a: one, b: one }, 'start somewhere else.'],
    [
      '(a.x - 1)^2 = 0',
      { a: one },
      'column 1: "(a.x - 1)^2" has no slope where "(a.x - 1)" is 0, so no force can act on it; write "(a.x - 1)" alone.',
    ],
    ['2*(a.x - 1)*(b.y - 1)', { a: one, b: one }, 'has no slope where'],
    [
      'max(a.y - 5, 0)',
      { a: one },
      'column 1: "max(a.y - 5, 0)" does not change here, so no force can act on it; write an inequality with ">=" or "<=".',
    ],
    // HCY's parallel: flat where it is met (errata E6)
    [
      'dot(b - a, d - c)^2/(dot(b - a, b - a)*dot(d - c, d - c)) = 1',
      { a: [0, 0, 0], b: [1, 2, 0.3], c: [0, 1, 0], d: [0.1, 1.2, 0.03] },
      'where it is greatest or least, so no force can act on it; write it another way; for directions along each other use "parallel".',
    ],
    ['cos(a.x - 1) = 1', { a: one }, 'column 1: "cos(a.x - 1)" has no slope here, where it is greatest or least'],
    [
      'distance(a, b) = 1',
      { a: one, b: one },
      'column 1: "distance(a, b)" has no finite slope where its points are at the same place',
    ],
    [
      'length(a - [1, 1, 1]) = 1',
      { a: one },
      'column 1: "length(a - [1, 1, 1])" has no finite slope where the vector is zero; write its square',
    ],
    [
      'angle(a, b, c) = 90deg',
      { a: one, b: [2, 2, 2], c: [3, 3, 3] },
      'column 1: "angle(a, b, c)" has no finite slope at 0 and 180 degrees; use "parallel".',
    ],
    ['sqrt(a.x - 1)', { a: one }, 'column 1: "sqrt(a.x - 1)" has no finite slope where "a.x - 1" is 0.'],
    ['2 - 1/(a.y - b.y)', { a: one, b: one }, 'column 5: division by zero: "(a.y - b.y)" is 0.'],
  ])('%s', (text, places, why) => {
    expect(asked(startFault, text, places)).toContain(why);
  });
  test('one row of three', () => {
    expect(asked(startFault, 'a = [b.x, b.y, b.z]', { a: [0, 0, 0], b: [0, 0, 0] })).toBeUndefined();
    expect(asked(startFault, '[a.x, a.y, a.z^2]', { a: [1, 1, 0] })).toContain('"a.z^2" has no slope where "a.z" is 0');
  });
});

test('built-in relations are looked at in the same way', () => {
  const apart = [
    [0, 0, 0],
    [0, 0, 1],
  ];
  expect(startFault(distance, apart, [1])).toBeUndefined();
  expect(startFault(distance, [apart[0], apart[0]], [1])).toBeDefined();
  expect(startFault(parallel, [...apart, [1, 0, 0], [1, 0, 2]], [1, 2])).toBeUndefined();
  expect(startFault(parallel, [apart[0], apart[0], apart[0], apart[0]], [1, 1])).toContain('no direction');
});

describe('what is not finite, when a step meets it', () => {
  test.each<[string, Places, string]>([
    ['1/(a.y - b.y) - 2', { a: [0, 3, 0], b: [0, 3, 0] }, 'column 1: division by zero: "(a.y - b.y)" is 0.'],
    [
      'b.x + sqrt(a.x - 2)',
      { a: [0.5, 0, 0], b: [0, 0, 0] },
      'column 7: root of a negative number: "a.x - 2" is -1.5.',
    ],
    ['log(a.x) - k', { a: [0, 0, 0] }, 'column 1: logarithm of a number that is not positive: "a.x" is 0.'],
    ['a.x^0.3 = 1', { a: [-2, 0, 0] }, 'column 1: power of a negative number: "a.x" is -2 and "0.3" is 0.3.'],
    ['a.x^-3 = 1', { a: [0, 0, 0] }, 'column 1: division by zero: "a.x" is 0 and "-3" is -3.'],
    ['exp(1e3*a.x) = 1', { a: [1, 0, 0] }, 'column 1: "exp(1e3*a.x)" is not a finite number: "1e3*a.x" is 1000.'],
    [
      'a.x - b.x',
      { a: [Number.NaN, 0, 0], b: [0, 0, 0] },
      'the place of point "a" is not finite; some number that it follows from is too large. Give smaller numbers, or a shorter step.',
    ],
  ])('%s', (text, places, why) => {
    expect(asked(explain, text, places)).toBe(why);
  });
  test('nothing, where all is well', () => {
    expect(asked(explain, '1/(a.y - b.y) - 2', { a: [0, 3, 0], b: [0, 2, 0] })).toBeUndefined();
  });
  test('a parameter that was lost', () => {
    expect(asked(explain, 'a.x = k', { a: [0, 0, 0] }, Number.NaN)).toBe('column 7: "k" is not a finite number.');
  });
});
