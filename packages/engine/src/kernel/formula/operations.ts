/**
 * The operations a kernel is made of, and what each means to the last bit. WebAssembly's f64x2 does the same:
 * constant folding, the interpreter and the compiled code can therefore never disagree.
 *
 *   min max     pmin and pmax: one instruction each, b < a ? b : a and a < b ? b : a, no rule for NaN or -0
 *   select      select(a, b, x, y) = a < b ? x : y
 *   copysign    |a| with the sign bit of b
 *   nearest     to whole numbers, half to even
 *   pow2        2^n for whole n, -1022 <= n <= 1023
 *   exponent    floor(log2 a) for normal a > 0
 *   mantissa    a / 2^exponent, in [1, 2), for normal a > 0
 *   high        a with its lower 27 bits cleared: the head of a product split into exact parts
 */
export const primitives = {
  add: (a: number, b: number) => a + b,
  sub: (a: number, b: number) => a - b,
  mul: (a: number, b: number) => a * b,
  div: (a: number, b: number) => a / b,
  neg: (a: number) => -a,
  sqrt: (a: number) => Math.sqrt(a),
  abs: (a: number) => Math.abs(a),
  min: (a: number, b: number) => (b < a ? b : a),
  max: (a: number, b: number) => (a < b ? b : a),
  select: (a: number, b: number, x: number, y: number) => (a < b ? x : y),
  copysign: (a: number, b: number) => (signBit(b) ? -Math.abs(a) : Math.abs(a)),
  nearest,
  pow2: (n: number) => fromWords((n + 1023) << 20, 0),
  exponent: (a: number) => (highWord(a) >>> 20) - 1023,
  mantissa: (a: number) => fromWords((highWord(a) & 0xfffff) | 0x3ff00000, lowWord(a)),
  high: (a: number) => fromWords(highWord(a), (lowWord(a) & 0xf8000000) >>> 0),
} as const;

export type Primitive = keyof typeof primitives;
/** Functions that are differentiated as they stand; functions.ts turns them into primitives before they run. */
const transcendentals = ['sin', 'cos', 'exp', 'log', 'pow', 'acos', 'atan2'] as const;
export type Transcendental = (typeof transcendentals)[number];
/** detach(a) is a, and constant to every derivative (a stop-gradient); it is removed before anything runs. */
const detached = 'detach';
export const operationNames = [...(Object.keys(primitives) as Primitive[]), ...transcendentals, detached] as const;
export type Op = 'const' | 'input' | Primitive | Transcendental | typeof detached;

export const isPrimitive = (op: Op): op is Primitive => op in primitives;
/** The value of one primitive, from the values of its arguments. */
export const apply = (op: Primitive, values: readonly number[]): number =>
  (primitives[op] as (...values: readonly number[]) => number)(...values);

const view = new DataView(new ArrayBuffer(8));
export function highWord(a: number): number {
  view.setFloat64(0, a);
  return view.getUint32(0);
}
export function lowWord(a: number): number {
  view.setFloat64(0, a);
  return view.getUint32(4);
}
export function fromWords(high: number, low: number): number {
  view.setUint32(0, high);
  view.setUint32(4, low);
  return view.getFloat64(0);
}
const signBit = (a: number): boolean => highWord(a) >>> 31 === 1;

function nearest(a: number): number {
  const whole = 4503599627370496; // 2^52: every larger double is whole
  const size = Math.abs(a);
  if (!(size < whole)) return a;
  const rounded = size + whole - whole;
  return signBit(a) ? -rounded : rounded;
}
