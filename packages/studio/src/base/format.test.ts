import { expect, test } from 'vitest';
import { count, inUnit, nothing, number, powerOfTen, quantity, seconds, withoutNoise } from './format.ts';

test.each([
  [0, 'N', '0 N'],
  [981, 'N', '981.0 N'],
  [0.0012345, 'N', '1.234 mN'],
  [-1234.4, 'N', '−1.234 kN'],
  [12345, 'Pa', '12.35 kPa'],
  [999.96, 'N', '1.000 kN'],
  [2.220446049250313e-16, 'm', '2.220·10⁻¹⁶ m'],
  [1.2000000001e-7, 'm', '120.0 nm'],
  [3e12, 'J', '3.000·10¹² J'],
  // rounding is no data
  [2e-51, 'rad', '0 rad'],
  [-3e-19, 'm', '0 m'],
  [Number.NaN, 'N', nothing],
  [Number.POSITIVE_INFINITY, 'J', nothing],
])('quantity: %s %s is written %s', (value, unit, text) => {
  expect(quantity(value, unit)).toBe(text);
});

test.each([
  [0, '0'],
  [1, '1.000'],
  [0.43121, '0.4312'],
  [12345.6, '12346'],
  [123456, '1.235·10⁵'],
  [-0.00001, '−1.000·10⁻⁵'],
  [2e-51, '0'],
  [Number.NaN, nothing],
])('number: %s is written %s', (value, text) => {
  expect(number(value)).toBe(text);
});

test.each([
  [0.0012345, 'rad', '1.234 mrad'],
  [0.5, 'm/s', '500.0 mm/s'],
  [0.00012346, 'm^3', '1.235·10⁻⁴ m³'],
  [0.5, 'm^2', '0.5000 m²'],
  [12.3456, 'kg m/s', '12.35 kg m/s'],
  [2e-16, '1', '2.000·10⁻¹⁶'],
])('in a unit: %s %s is written %s', (value, unit, text) => {
  expect(inUnit(value, unit)).toBe(text);
});

test('what a sum loses to rounding is zero, whatever its unit; what is small beside nothing is not', () => {
  expect(withoutNoise(4e-14, 981)).toBe(0);
  expect(withoutNoise(-4e-10, 981)).toBe(-4e-10);
  expect(withoutNoise(4e-14, 0)).toBe(4e-14);
  expect(withoutNoise(2e-51, 0)).toBe(0);
});

test('seconds, counts and powers', () => {
  expect(seconds(1.2)).toBe('1.200 s');
  expect(count(1234567)).toBe('1\u202f234\u202f567');
  expect(powerOfTen(-12)).toBe('10⁻¹²');
});
