/**
 * The derivative of a sampled function by central differences, with an honest guess of its own error.
 *
 *   D(h) = (y(h) - y(-h)) / 2h = y' + a h^2 + b h^4 + ...
 *
 * Neville's scheme takes the powers of h out one by one (Richardson); of all entries the one is kept that agrees best
 * with its neighbours: large steps suffer from the series, small ones from rounding.     [Ridders 1982, Adv. Eng. Software]
 */
export const ratio = 1.8;
export const levels = 7;

/** Steps at which y is sampled: +h, -h for h = largest, largest / ratio, ... */
export function steps(largest: number): number[] {
  const out: number[] = [];
  for (let i = 0, h = largest; i < levels; i++, h /= ratio) out.push(h, -h);
  return out;
}

/** samples: y at the steps, in their order */
export function derivative(samples: ArrayLike<number>, largest: number): { value: number; error: number } {
  const table: number[][] = [];
  let best = { value: Number.NaN, error: Infinity };
  for (let i = 0, h = largest; i < levels; i++, h /= ratio) {
    const row = [(samples[2 * i] - samples[2 * i + 1]) / (2 * h)];
    for (let j = 1, power = ratio * ratio; j <= i; j++, power *= ratio * ratio) {
      row.push((power * row[j - 1] - table[i - 1][j - 1]) / (power - 1));
      const error = Math.max(Math.abs(row[j] - row[j - 1]), Math.abs(row[j] - table[i - 1][j - 1]));
      if (error < best.error) best = { value: row[j], error };
    }
    table.push(row);
  }
  return best;
}
