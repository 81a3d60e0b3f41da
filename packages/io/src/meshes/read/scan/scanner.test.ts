import { describe, expect, test } from 'vitest';
import { awkwardNumber, Random } from '../../../../../../tests/support/random.ts';
import { MeshError } from '../../mesh-error.ts';
import { linesOf, Scanner } from './scanner.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const float = (text: string): number => new Scanner(bytes(text)).float('number');

describe('numbers are those of the language, to the last bit', () => {
  test('20,000 numbers in many spellings, seed 4', () => {
    const random = new Random(4);
    for (let n = 0; n < 20_000; n++) {
      const value = awkwardNumber(random, 0.1);
      if (!Number.isFinite(value)) continue;
      const digits = 1 + random.below(21);
      for (const text of [
        `${value}`,
        value.toPrecision(digits),
        value.toExponential(Math.min(20, digits)),
        `+00${Math.abs(value)}`,
      ]) {
        const found = float(`${text} `);
        if (!Object.is(found, Number(text))) throw new Error(`${text}: ${found}`);
      }
    }
  });
  test('digits around 2^53, and powers around 10^22, seed 5', () => {
    const random = new Random(5);
    for (let n = 0; n < 20_000; n++) {
      const whole = BigInt(2 ** 53) + BigInt(random.below(2001) - 1000);
      const point = random.below(17);
      const digits = `${whole}`;
      const text = `${digits.slice(0, point)}.${digits.slice(point)}e${random.below(60) - 30}`;
      if (!Object.is(float(text), Number(text))) throw new Error(text);
    }
  });
  test.each(['.5', '5.', '-.5e1', '1E+2', '0', '-0', '1e-400', '0.000000000000000000000000000001'])('%s', (text) => {
    expect(float(text)).toBe(Number(text));
  });
  test.each([
    ['nan', Number.NaN],
    ['-NaN', Number.NaN],
    ['inf', Infinity],
    ['-Infinity', -Infinity],
    ['1e999', Infinity],
  ])('%s is not a finite number, and is told as one', (text, value) => expect(float(text)).toBe(value));
  test.each(['', ' ', '.', '-', '1e', '1e+', '0x10', '1,5x', '1.2.3', '--1', 'five', '1_000'])(
    '"%s" is none',
    (text) => {
      expect(() => float(text)).toThrow(MeshError);
    },
  );
});

test('whole numbers: 31 bits, strictly', () => {
  const id = (text: string): number => new Scanner(bytes(text)).id('id');
  expect([id('0'), id(' 2147483647 '), id('+7'), id('007'), id('-0')]).toEqual([0, 2147483647, 7, 7, -0]);
  for (const text of ['2147483648', '-1', '1.0', '1e3', '', 'x', '12x']) expect(() => id(text)).toThrow(MeshError);
});
test('lines are counted for faults and for places', () => {
  const scanner = new Scanner(bytes('# one\n\n 3 \r\n4 x'), 0x23);
  expect([scanner.id('a'), scanner.place.line]).toEqual([3, 3]);
  expect(scanner.id('a')).toBe(4);
  expect(() => scanner.id('a')).toThrow('line 4: "x" is not a valid a; a whole number is expected here.');
  expect([...linesOf(bytes('a\nb\n\nc'), Int32Array.of(0, 2, 5))]).toEqual([1, 2, 4]);
});
test('a count that the bytes left cannot hold is refused', () => {
  expect(new Scanner(bytes('2\n1 2\n3 4')).count('rows', 4)).toBe(2);
  expect(() => new Scanner(bytes('3\n1 2\n3 4')).count('rows', 4)).toThrow('3 rows are announced, and 8 bytes follow.');
});
