/** Numbers that look random and are the same in every run: mulberry32, two words to a double. */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed | 0;
  }
  #word(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }
  /** in [0, 1), all 53 bits */
  next(): number {
    return ((this.#word() >>> 5) * 67108864 + (this.#word() >>> 6)) / 9007199254740992;
  }
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }
  /** whole, 0 to count - 1 */
  below(count: number): number {
    return Math.floor(count * this.next());
  }
  chance(probability: number): boolean {
    return this.next() < probability;
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }
  list(count: number, low: number, high: number): number[] {
    return Array.from({ length: count }, () => this.between(low, high));
  }
  /** a list in another order */
  shuffle<T>(list: readonly T[]): T[] {
    const out = [...list];
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [out[i], out[j]] = [out[j], out[i]];
    }
    return out;
  }
}

const awkward = [
  ...[0, -0, 1, -1, 0.5, 2.5, -2.5, 3, 1e-300, 1e300, -1e300, 4503599627370495.5, 9007199254740992],
  ...[5e-324, -5e-324, 1e-310, -3e-309, 2.2250738585072014e-308, -2.2250738585072014e-308, 2.225073858507201e-308],
  ...[1.7976931348623157e308, -1.7976931348623157e308, Infinity, -Infinity, NaN],
];

/** Ordinary numbers of all sizes, and, so often, a huge, tiny, subnormal, infinite one, a zero of either sign, or NaN. */
export function awkwardNumber(random: Random, often: number): number {
  if (random.chance(often)) return random.pick(awkward);
  const size = random.chance(0.1) ? random.between(-290, 290) : random.between(-4, 3);
  return (random.chance(0.5) ? 1 : -1) * random.between(1, 10) * 10 ** Math.round(size);
}
