/** Numbers as text: four significant digits, SI prefixes where the unit takes one. */
const usual = 4;
const prefixes = ['p', 'n', 'µ', 'm', '', 'k', 'M', 'G', 'T'];
const first = -12;

/** 0.00012345 m -> 123.5 µm; 1e-20 m -> 1e-20 m; 0.002 kg m/s stays: a prefix would belong to the kg. */
export function quantity(value: number, unit: string, digits = usual): string {
  if (!Number.isFinite(value)) return value !== value ? `not a number` : value > 0 ? 'unbounded' : 'unbounded below';
  const takesPrefix = /^(s|m|N|J|Pa|W|rad)$/.test(unit);
  const rounded = Number(value.toPrecision(digits));
  if (rounded === 0 || !takesPrefix) return withUnit(rounded, unit);
  const power = 3 * Math.floor(Math.log10(Math.abs(rounded)) / 3 + 1e-9);
  const prefix = prefixes[(power - first) / 3];
  if (prefix === undefined) return withUnit(rounded, unit);
  return withUnit(Number((rounded * 10 ** -power).toPrecision(digits)), prefix + unit);
}
/** A part of a whole, both in the unit of the whole: 123.4 of 500 ms. */
export function partOf(part: number, whole: number, unit: string): string {
  const told = quantity(whole, unit);
  const [figures, shownUnit] = told.split(' ');
  const scale = whole === 0 || !Number.isFinite(whole) ? 1 : Number(Number(figures) / Number(whole.toPrecision(usual)));
  return shownUnit === undefined ? `${part} of ${told}` : `${(part * scale).toPrecision(usual)} of ${told}`;
}
function withUnit(value: number, unit: string): string {
  const figures = Math.abs(value) < 1e6 ? `${value}` : value.toExponential();
  return unit ? `${figures} ${unit}` : figures;
}

/** 1 body, 2 bodies */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** A duration: 48 s, 3 min 5 s, 2 h 10 min. */
export function waiting(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}
