/** Comparing doubles to the last bit. All NaNs are alike: WebAssembly leaves their sign and payload open. */
const words = new BigInt64Array(1);
const number = new Float64Array(words.buffer);

/** The bits of a double as a whole number. */
export function bits(value: number): bigint {
  number[0] = Number.isNaN(value) ? Number.NaN : value;
  return words[0];
}

/** Where two lists first differ in a bit, in words; empty if nowhere. */
export function difference(actual: ArrayLike<number>, expected: ArrayLike<number>): string {
  if (actual.length !== expected.length) return `lengths ${actual.length} and ${expected.length}`;
  for (let i = 0; i < actual.length; i++) {
    if (!Object.is(actual[i], expected[i])) return `[${i}] is ${actual[i]}, expected ${expected[i]}`;
  }
  return '';
}

/** How many doubles lie between two finite numbers. */
export function ulps(a: number, b: number): number {
  const place = (value: number): bigint => {
    const whole = bits(value);
    return whole < 0n ? -(whole & 0x7fffffffffffffffn) : whole;
  };
  const apart = place(a) - place(b);
  return Number(apart < 0n ? -apart : apart);
}
