import { expect, test } from 'vitest';
import { advice, suggest } from './suggest.ts';

test.each([
  ['densty', ['density', 'mass'], 'density'],
  ['nial', ['nail', 'join'], 'nail'], // neighbours swapped count once
  ['Verlet', ['verlet', 'euler-cromer'], 'verlet'],
  ['x', ['y'], 'y'],
  ['abc', ['xyz'], undefined],
  ['local', [], undefined],
  ['angle', ['axis', 'angleDegrees', 'torque'], 'angleDegrees'], // the one that goes on like this
])('%s among %j is meant as %s', (word, known, meant) => {
  expect(suggest(word, known)).toBe(meant);
});

test('with nothing close, what there is', () => {
  expect(advice('zzz', ['nail', 'join'])).toBe('there are "nail", "join".');
  expect(advice('zzz', [])).toBe('there are none.');
});
