/** Numbers for people: four significant digits, SI prefixes, never NaN. */

/** Shown where there is no number. */
export const nothing = '–';

const prefixes = ['n', 'µ', 'm', '', 'k', 'M', 'G'];
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const minus = '−';

/** Less than this is rounding in every unit of the screen. */
const noise = 1e-18;
/** Zero in the place of rounding: of numbers whose largest is `scale`, what is lost in the thirteenth digit. */
export const withoutNoise = (value: number, scale: number): number =>
  Math.abs(value) < Math.max(noise, 1e-13 * scale) ? 0 : value;

/** 1.234 mN, 98.10 N, 2.220·10⁻¹⁶ m: prefixes from nano to giga, powers of ten beyond. */
export function quantity(value: number, unit: string, digits = 4): string {
  if (!Number.isFinite(value)) return nothing;
  if (Math.abs(value) < noise) return `0 ${unit}`;
  const [mantissa, exponent] = split(value, digits);
  const third = Math.floor(exponent / 3);
  const prefix = prefixes[third + 3];
  if (prefix === undefined) return `${power(mantissa, exponent, digits)} ${unit}`;
  const shift = exponent - 3 * third;
  return `${signed((mantissa * 10 ** shift).toFixed(Math.max(0, digits - 1 - shift)))} ${prefix}${unit}`;
}

/** m, N, m/s; not m², not kg m/s */
export const takesPrefixes = (unit: string): boolean => /^[A-Za-z]+(\/s)?$/.test(unit);

/** In any unit: prefixes where they belong to a single unit, plain numbers before others, as in 0.2 m². */
export function inUnit(value: number, unit: string, digits = 4): string {
  if (takesPrefixes(unit)) return quantity(value, unit, digits);
  const written = unit === '1' ? '' : unit.replace(/\^(\d+)/g, (_, power) => superscript(Number(power)));
  return `${number(value, digits)} ${written}`.trimEnd();
}

/** A bare number: 0.4312, 12.34, 1.234·10⁵. */
export function number(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return nothing;
  if (Math.abs(value) < noise) return '0';
  const [mantissa, exponent] = split(value, digits);
  if (exponent < -3 || exponent > digits) return power(mantissa, exponent, digits);
  return signed(value.toFixed(Math.max(0, digits - 1 - exponent)));
}

/** Simulated time; milliseconds always show, so that the text does not jump while it runs. */
export const seconds = (time: number): string => (Number.isFinite(time) ? `${signed(time.toFixed(3))} s` : nothing);

/** 12,345 as 12 345 */
export const count = (n: number): string =>
  Number.isFinite(n) ? String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, '\u202f') : nothing;

/** 10⁻¹² */
export const powerOfTen = (exponent: number): string => `10${superscript(exponent)}`;

/** Of the value as it will be rounded: 9.9996 has mantissa 1.000 and exponent 1. */
function split(value: number, digits: number): [mantissa: number, exponent: number] {
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
  return [Number(mantissa), Number(exponent)];
}
const power = (mantissa: number, exponent: number, digits: number): string =>
  `${signed(mantissa.toFixed(digits - 1))}·${powerOfTen(exponent)}`;
const signed = (text: string): string => text.replace('-', minus);
const superscript = (n: number): string =>
  (n < 0 ? '⁻' : '') + [...String(Math.abs(n))].map((d) => superscripts[Number(d)]).join('');
