import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { Hash } from './hash.ts';

const of = (...numbers: number[]): string => new Hash().numbers(numbers).digest();

test('16 hexadecimal digits, the same each time', () => {
  expect(of(1, 2, 3)).toMatch(/^[0-9a-f]{16}$/);
  expect(of(1, 2, 3)).toBe(of(1, 2, 3));
});

test('every NaN is the same number', () => {
  const view = new DataView(new ArrayBuffer(8));
  const nan = (high: number, low: number): number => {
    view.setUint32(0, high);
    view.setUint32(4, low);
    return view.getFloat64(0);
  };
  const hashes = [nan(0x7ff80000, 0), nan(0xfff80000, 0), nan(0x7ff80000, 5), nan(0x7ff00000, 1), Number.NaN].map((x) =>
    of(x),
  );
  expect(new Set(hashes).size).toBe(1);
});

test('order, place, sign of zero, length and last bits count', () => {
  const different = [
    of(),
    of(0),
    of(-0),
    of(0, 0),
    of(1, 2),
    of(2, 1),
    of(1),
    of(1 + 2 ** -52),
    of(Infinity),
    of(-Infinity),
    of(Number.NaN),
    of(5e-324),
  ];
  expect(new Set(different).size).toBe(different.length);
  const texts = ['', 'a', 'b', 'ab', 'ba'].map((t) => new Hash().text(t).digest());
  expect(new Set(texts).size).toBe(texts.length);
  expect(new Hash().text('ab').text('c').digest()).not.toBe(new Hash().text('a').text('bc').digest());
});

test('a part of an array', () => {
  expect(new Hash().numbers([9, 1, 2, 9], 1, 3).digest()).toBe(of(1, 2));
});

test('20,000 lists that differ in one bit have 20,000 hashes, spread over all digits (seed 2)', () => {
  const random = new Random(2);
  const list = random.list(50, -1, 1);
  const seen = new Set<string>();
  const bytes = new Float64Array(50);
  const bits = new BigUint64Array(bytes.buffer);
  const ones = new Array<number>(64).fill(0);
  const n = 20_000;
  for (let k = 0; k < n; k++) {
    bytes.set(list);
    bits[k % 50] ^= 1n << BigInt(Math.floor(k / 50) % 64);
    if (k >= 3200) bits[(7 * k) % 50] ^= BigInt(k) << 3n; // beyond single bits
    const digest = of(...bytes);
    seen.add(digest);
    const word = BigInt(`0x${digest}`);
    for (let b = 0; b < 64; b++) if ((word >> BigInt(b)) & 1n) ones[b]++;
  }
  expect(seen.size).toBe(n);
  // each digit is set half of the time: 10,000 +- 5 standard deviations of 71
  for (const count of ones) expect(Math.abs(count - n / 2)).toBeLessThan(400);
});
