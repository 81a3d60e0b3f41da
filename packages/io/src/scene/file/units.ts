/** Numbers that somebody wrote with a unit: what they are in SI, so that a message can say it. */

const factors: Readonly<Record<string, number>> = {
  nm: 1e-9,
  um: 1e-6,
  µm: 1e-6,
  mm: 1e-3,
  cm: 1e-2,
  dm: 0.1,
  m: 1,
  km: 1e3,
  in: 0.0254,
  inch: 0.0254,
  ft: 0.3048,
  mg: 1e-6,
  g: 1e-3,
  kg: 1,
  t: 1e3,
  lb: 0.45359237,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  sec: 1,
  min: 60,
  h: 3600,
  hz: 1,
  n: 1,
  kn: 1e3,
  pa: 1,
  kpa: 1e3,
  mpa: 1e6,
  gpa: 1e9,
  j: 1,
  kj: 1e3,
  'g/cm^3': 1e3,
  'g/cm3': 1e3,
  'kg/m^3': 1,
  'kg/m3': 1,
  'm/s': 1,
  'm/s^2': 1,
  'n/m': 1,
  'rad/s': 1,
  deg: 1,
  degrees: 1,
  '°': 1,
};

/** "5 cm" to 0.05; undefined for what is no number with or without a known unit. */
export function inSi(text: string): number | undefined {
  const found = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(\S*)\s*$/.exec(text);
  if (!found) return undefined;
  const factor = found[2] === '' ? 1 : factors[found[2].toLowerCase()];
  const value = factor === undefined ? Number.NaN : Number(found[1]) * factor;
  return Number.isFinite(value) ? Number(value.toPrecision(12)) : undefined;
}
