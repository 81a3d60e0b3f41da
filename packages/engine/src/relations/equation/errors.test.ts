import { expect, test } from 'vitest';
import { equation } from './equation.ts';
import { EquationError } from './error.ts';

const names = { points: ['a', 'b', 'c', 'anchor', 'm'], parameters: ['k', 'length0'] };
const caught = (text: string): EquationError => {
  try {
    equation(text, names);
  } catch (error) {
    if (error instanceof EquationError) return error;
    throw error;
  }
  throw new Error(`"${text}" is taken for right`);
};

/** text, column, token, words of the advice */
const wrong: readonly (readonly [string, number, string, string])[] = [
  // nothing, or not enough
  ['', 1, '', 'write one, such as distance(a, b) = 2'],
  ['   ', 4, '', 'write one'],
  ['a.x -', 6, '', 'give a number, a name, a function or "("'],
  ['a.x = ', 7, '', 'give a number, a name'],
  ['distance(a, b', 14, '', 'give ")" for the "(" of column 9'],
  ['(a.x + 2', 9, '', 'give ")" for the "(" of column 1'],
  ['a = [1, 2', 10, '', 'give "]" for the "[" of column 5'],
  ['a.', 3, '', 'a vector has .x, .y and .z'],
  ['a.x + * 2', 7, '*', 'give a number, a name'],
  ['= a.x', 1, '=', 'give a number, a name'],
  ['distance(a, ) - 1', 13, ')', 'give a number, a name'],
  ['a.x - length()', 14, ')', 'give an argument'],
  ['a.x - ()', 8, ')', 'give a number, a name'],
  ['a = []', 6, ']', 'give three components'],
  // too much
  ['a.x b.x', 5, 'b', 'give an operator between the parts'],
  ['a.x)', 4, ')', 'give an operator between the parts, or end here'],
  ['a.x, b.x', 4, ',', 'give an operator between the parts'],
  ['0 <= a.x <= 1', 10, '<=', 'make two constraints'],
  ['a.x = b.x = c.x', 11, '=', 'make two constraints'],
  ['a.x 2', 5, '2', 'give an operator'],
  ['(a.x](', 5, ']', 'give ")" for the "(" of column 1'],
  // names
  ['distance(a, b) - lenght(c)', 18, 'lenght', 'did you mean "length"?'],
  ['a.x - distnace(a, b)', 7, 'distnace', 'did you mean "distance"?'],
  ['a.x - lenth0', 7, 'lenth0', 'did you mean "length0"?'],
  ['ancor.y', 1, 'ancor', 'did you mean "anchor"?'],
  ['ax - 1', 1, 'ax', 'did you mean "a.x"?'],
  ['a.x - foo', 7, 'foo', 'there are a, b, c, anchor, m, k, length0, t and pi'],
  ['a.x - bogus(2)', 7, 'bogus', 'there are dot, cross, length'],
  ['length - 2', 1, 'length', 'write length(v)'],
  ['sin a.x', 1, 'sin', 'write sin(x)'],
  ['k(2) - a.x', 1, 'k', 'write k*(...) for a product'],
  ['a.q = 1', 3, 'q', 'a vector has .x, .y and .z'],
  // numbers and units
  ['2a.x', 2, 'a', 'write 2*a, or a unit: m, cm, mm, rad, deg, s, ms'],
  ['a.x - 3 inch', 9, 'inch', 'a unit: m, cm'],
  ['a.x - 3 m', 9, 'm', 'write *m, or rename it'],
  ['a.x - 1e999', 7, '1e999', 'give less than 1.7e308'],
  ['a.x*2cm^2', 8, '^', 'write (2cm)^'],
  ['a.x/0', 5, '0', 'change it'],
  ['a.x - sqrt(0 - 4)', 7, 'sqrt(0 - 4)', 'change its numbers'],
  // numbers and vectors
  ['a + 1', 3, '+', 'write the number as a vector [x, y, z]'],
  ['a*b', 2, '*', 'write dot(u, v) for a number, cross(u, v) for a vector'],
  ['1/a', 2, '/', 'divide by a number, such as length(v)'],
  ['a^2 - 1', 2, '^', 'write dot(v, v)'],
  ['a = 1', 3, '=', 'compare like with like'],
  ['a >= b', 3, '>=', 'compare components'],
  ['a.x.y', 1, 'a.x.y', 'leave them out'],
  ['abs(a) - 1', 5, 'a', 'abs takes numbers: abs(x); of a vector, length(v)'],
  ['distance(a.x, b)', 10, 'a.x', 'distance takes vectors: distance(a, b)'],
  ['a = [b, 0, 0]', 6, 'b', 'take .x, .y or .z of it'],
  ['a = [1, 2]', 5, '[1, 2]', 'give three: [x, y, z]'],
  ['a = (1, 2, 3)', 5, '(1, 2, 3)', 'a vector is written [x, y, z]'],
  ['angle(a, b) - 60deg', 1, 'angle(a, b)', 'write angle(a, vertex, b)'],
  ['max(a.x) - 1', 1, 'max(a.x)', 'write max(x, y)'],
  // signs of other languages
  ['a.x > 2', 5, '>', 'write ">="'],
  ['a.x != 2', 5, '!', 'with "=", ">=" or "<="'],
  ['a.x² - 1', 4, '²', 'write "^2"'],
  ['a.x − 1', 5, '−', 'write "-"'],
  ['|a| - 1', 1, '|', 'length(v) of a vector'],
  ['a.x - 60°', 9, '°', 'write "deg"'],
  ['a.x 😀 2', 5, '😀', 'use names, numbers, + - * / ^'],
  // what says nothing
  ['1 = 1', 1, '1 = 1', 'use one of the named points'],
  [' k - t ', 2, 'k - t', 'use one of the named points'],
  ['a.x - a.x', 1, 'a.x - a.x', 'write an equation that depends on the points'],
  ['[a.x, 1, 0]', 1, '[a.x, 1, 0]', 'compare numbers instead'],
  // without end
  [`${'('.repeat(60)}a.x${')'.repeat(60)}`, 52, '(', 'simplify it'],
  [`${'-'.repeat(60)}a.x`, 52, '-', 'simplify it'],
  [`a.x${'^a.x'.repeat(60)}`, 205, 'a', 'simplify it'],
];

test.each(wrong)('%s: column %i, "%s", %s', (text, column, token, advice) => {
  const error = caught(text);
  expect(error.column).toBe(column);
  expect(error.token).toBe(token);
  expect(error.length).toBe(token.length);
  expect(error.expected).toContain(advice);
  expect(error.message).toMatch(new RegExp(`^column ${column}: `));
  expect(error.message.endsWith(error.expected)).toBe(true);
});

test('there are more than 50 of them', () => {
  expect(wrong.length).toBeGreaterThan(50);
});
test('an equation that is too long', () => {
  const error = caught(`a.x${' + a.x'.repeat(400)}`);
  expect(error.column).toBe(2001);
  expect(error.message).toContain('the equation has 2403 characters; give at most 2000.');
});
test('the message, and the place below the text', () => {
  const error = caught('distance(a, b) - lenght(c)');
  expect(error.message).toBe('column 18: "lenght" is unknown; did you mean "length"?');
  expect(error.picture).toBe('distance(a, b) - lenght(c)\n                 ^^^^^^');
  expect(caught('a.x -').picture).toBe('a.x -\n     ^');
});
