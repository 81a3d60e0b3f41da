/**
 * sin cos tan exp log pow acos atan2 to more than 100 bits, from BigInt alone: the truth for tests of functions.ts.
 *
 * Fixed point with `bits` binary places inside, m 2^e outside. sin, cos and exp are Taylor series of a reduced argument.
 * log, acos and atan2 start from the double that Math gives and are mended by one step whose error is of fourth order or
 * better, so that a wrong Math function could not spoil them.
 */
export interface Precise {
  readonly m: bigint;
  readonly e: number;
}

const bits = 184;
const guard = 64; // more places for an argument that may cancel
const one = 1n << BigInt(bits);
const shift = (a: bigint, by: number): bigint => (by < 0 ? a >> BigInt(-by) : a << BigInt(by));
const times = (a: bigint, b: bigint): bigint => (a * b) >> BigInt(bits);
const over = (a: bigint, b: bigint): bigint => (a << BigInt(bits)) / b;
const fixed = ({ m, e }: Precise, places = bits): bigint => shift(m, e + places);
const fromFixed = (m: bigint, places = bits): Precise => ({ m, e: -places });

const view = new DataView(new ArrayBuffer(8));
/** A finite double as it is. */
export function exactly(x: number): Precise {
  view.setFloat64(0, x);
  const word = view.getBigUint64(0);
  const field = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const m = field === 0 ? fraction : fraction | 0x10000000000000n;
  return { m: x < 0 ? -m : m, e: Math.max(field, 1) - 1075 };
}
/** floor(log2 |x|) of a finite double other than 0. */
function magnitude(x: number): number {
  view.setFloat64(0, x);
  const field = (view.getUint32(0) >>> 20) & 0x7ff;
  return field === 0 ? magnitude(x * 2 ** 54) - 54 : field - 1023;
}

/** atan(1/q), or with sign = 1 atanh(1/q):  1/q -+ 1/(3 q^3) + 1/(5 q^5) -+ ... */
function inverseSeries(q: bigint, sign: bigint, places: number): bigint {
  let power = (1n << BigInt(places)) / q;
  let sum = 0n;
  for (let n = 1n; power !== 0n; n += 2n) {
    sum += power / n;
    power = (sign * power) / (q * q);
  }
  return sum;
}
function cached(compute: (places: number) => bigint): (places: number) => bigint {
  const known = new Map<number, bigint>();
  return (places) => {
    const value = known.get(places) ?? compute(places + 32) >> 32n;
    known.set(places, value);
    return value;
  };
}
/** pi to any number of places: pi/4 = 4 atan(1/5) - atan(1/239)    [Machin] */
export const pi = cached((places) => 16n * inverseSeries(5n, -1n, places) - 4n * inverseSeries(239n, -1n, places));
/** ln 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749) */
const ln2 = cached(
  (places) =>
    18n * inverseSeries(26n, 1n, places) -
    2n * inverseSeries(4801n, 1n, places) +
    8n * inverseSeries(8749n, 1n, places),
);

/** 1/first!, 1/(first + step)!, ... with the given signs, as long as they are not 0 */
function inverseFactorials(first: bigint, step: bigint, sign: bigint): bigint[] {
  const terms: bigint[] = [];
  let term = one;
  for (let n = 1n; n <= first; n++) term /= n;
  for (let n = first; term !== 0n; n += step) {
    terms.push(term);
    term *= sign;
    for (let j = 1n; j <= step; j++) term /= n + j;
  }
  return terms;
}
const sinTerms = inverseFactorials(1n, 2n, -1n);
const cosTerms = inverseFactorials(0n, 2n, -1n);
const expTerms = inverseFactorials(0n, 1n, 1n);
/** c[0] + c[1] x + c[2] x^2 + ...; as many terms as matter for |x| < 2^-small */
function series(x: bigint, c: readonly bigint[], small: number): bigint {
  let n = 0;
  while (n < c.length - 1 && shift(c[n], -n * small) !== 0n) n++;
  let sum = c[n];
  while (n-- > 0) sum = times(sum, x) + c[n];
  return sum;
}

/** Where x is on the circle: its quarter, and from there the rest r to `bits + guard` places, |r| <= pi/4. */
function reduce(x: number): { quarter: number; r: bigint } {
  const places = bits + guard;
  const head = x < 2 ** 64 && x > -(2 ** 64) ? 64 : 1088; // places that a multiple of pi/2 costs
  const halfPi = pi(places + head) >> 1n;
  const whole = fixed(exactly(x), places + head);
  const k = floorDivide(2n * whole + halfPi, 2n * halfPi);
  return { quarter: Number(k & 3n), r: (whole - k * halfPi) >> BigInt(head) };
}
const floorDivide = (a: bigint, b: bigint): bigint => (a < 0n ? -((b - 1n - a) / b) : a / b);
const squareOf = (r: bigint): bigint => (r * r) >> BigInt(bits + 2 * guard);
const cosNear = (r: bigint): bigint => series(squareOf(r), cosTerms, 0) << BigInt(guard);
const sinNear = (r: bigint): bigint => times(r, series(squareOf(r), sinTerms, 0));
/** sin(x + shift pi/2) */
function sinShifted(x: number, quarters: number): Precise {
  const { quarter, r } = reduce(x);
  const turned = (quarter + quarters) & 3;
  const size = turned & 1 ? cosNear(r) : sinNear(r);
  return fromFixed(turned & 2 ? -size : size, bits + guard);
}
export function sin(x: number): Precise {
  if (Math.abs(x) > 2 ** -40) return sinShifted(x, 0);
  const { m, e } = exactly(x); // x (1 - x^2/6): the next term is below 2^-160
  return { m: m * (one - fixed({ m: m * m, e: 2 * e }) / 6n), e: e - bits };
}
export const cos = (x: number): Precise => sinShifted(x, 1);
export function tan(x: number): Precise {
  const s = sin(x);
  const c = cos(x);
  return { m: (s.m << BigInt(2 * bits)) / c.m, e: s.e - c.e - 2 * bits };
}

const halvings = 10;
/** e^x of a fixed point number: x = k ln 2 + 2^halvings r */
function expFixed(x: bigint): Precise {
  const ln = ln2(bits + guard);
  const places = BigInt(guard);
  const k = floorDivide((x << (places + 1n)) + ln, 2n * ln);
  const r = ((x << places) - k * ln) >> places;
  let y = series(r >> BigInt(halvings), expTerms, halvings + 1);
  for (let n = 0; n < halvings; n++) y = times(y, y);
  return { m: y, e: Number(k) - bits };
}
export const exp = (x: number): Precise => expFixed(fixed(exactly(x)));

/** ln x = y + ln(1 + d), with 1 + d = x e^-y */
function logFixed(x: number): bigint {
  const y = Math.log(x);
  const { m, e } = expFixed(-fixed(exactly(y)));
  const a = exactly(x);
  const d = fixed({ m: a.m * m, e: a.e + e }) - one;
  const dd = times(d, d);
  return fixed(exactly(y)) + d - dd / 2n + times(dd, d) / 3n - times(dd, dd) / 4n;
}
export const log = (x: number): Precise => fromFixed(logFixed(x));

/** x^y for x > 0 and results that a double can hold */
export function pow(x: number, y: number): Precise {
  const { m, e } = exactly(y);
  return expFixed(fixed({ m: m * logFixed(x), e: e - bits }));
}

/** cos(t + d) = x, solved for d to third order. */
export function acos(x: number): Precise {
  if (x < 0) return fromFixed(pi(bits) - fixed(acos(-x)));
  if (x === 1) return fromFixed(0n);
  const t = Math.acos(x);
  const c = fixed(cos(t));
  const s = fixed(sin(t));
  const u = over(c - fixed(exactly(x)), s);
  return fromFixed(fixed(exactly(t)) + u - over(times(c, times(u, u)), 2n * s));
}

/** The angle of (x, y) = t + atan d, where t is nearly it and d = (y cos t - x sin t) / (x cos t + y sin t). */
export function atan2(y: number, x: number): Precise {
  const a = exactly(y);
  const b = exactly(x);
  const lead = y === 0 ? -4000 : x === 0 ? 4000 : magnitude(y) - magnitude(x);
  if (x > 0 && lead < -64) {
    const q: Precise = { m: (a.m << 256n) / b.m, e: a.e - b.e - 256 }; // q - q^3/3
    return { m: q.m * (one - fixed({ m: q.m * q.m, e: 2 * q.e }) / 3n), e: q.e - bits };
  }
  const sign = y < 0 || Object.is(y, -0) ? -1n : 1n;
  if (lead < -200) return fromFixed(sign * pi(bits));
  if (lead > 200) return fromFixed((sign * pi(bits)) / 2n);
  const t = Math.atan2(y, x);
  const c = fixed(cos(t));
  const s = fixed(sin(t));
  const low = Math.min(a.e, b.e);
  const ym = a.m << BigInt(a.e - low);
  const xm = b.m << BigInt(b.e - low);
  const d = over(ym * c - xm * s, xm * c + ym * s);
  return fromFixed(fixed(exactly(t)) + d - times(d, times(d, d)) / 3n);
}

/** How far a double is from the truth, in units of the truth's last place; 0 for a rightful infinity. */
export function ulps(got: number, { m, e }: Precise): number {
  if (Number.isNaN(got)) return Infinity;
  const size = m === 0n ? -1074 : magnitude(Number(m)) + e;
  if (!Number.isFinite(got)) return size >= 1024 && got > 0 === m > 0n ? 0 : Infinity;
  const unit = Math.max(size - 52, -1074);
  const a = exactly(got);
  const low = Math.min(a.e, e, unit);
  const difference = (a.m << BigInt(a.e - low)) - (m << BigInt(e - low));
  // 64 bits of the quotient are plenty
  return Math.abs(Number((difference << 64n) >> BigInt(unit - low))) / 2 ** 64;
}
