/**
 * Weights of residuals that count outliers less: iterated, they minimise Tukey's biweight.
 *
 *   sigma = 1.4826 (1 + 5 / (n - p)) median |r|,   w = (1 - (r / 4.685 sigma)^2)^2 within 4.685 sigma, 0 beyond
 *
 * The factor for n residuals and p unknowns is Rousseeuw's: a fit follows few data closely, and their median would be too small. The scale follows the residuals: far from the fit it is large and no datum is dropped, at the fit it is the noise. Of normal noise
 * the estimate keeps 95 % of the efficiency of least squares.
 */
export const tukey = 4.685;
/** Median of |x| of a normal distribution with sigma 1, of one component and of the length of three. */
const medians = { scalar: 0.6744897501960817, length: 1.5381722544550522 } as const;

/** The scale of these residuals, of a fit with so many unknowns; at least `least`, and unbounded for as many unknowns. */
export function scaleOf(
  r: Float64Array, // (count)
  count: number,
  kind: keyof typeof medians,
  unknowns: number,
  least: number,
  work: Float64Array, // (at least count), overwritten
): number {
  if (!count) return least;
  for (let i = 0; i < count; i++) work[i] = Math.abs(r[i]);
  const sorted = work.subarray(0, count).sort();
  const middle = count >> 1;
  const median = count % 2 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
  const spare = (kind === 'length' ? 3 : 1) * count - unknowns;
  return spare > 0 ? Math.max(least, (median / medians[kind]) * (1 + 5 / spare)) : Number.MAX_VALUE;
}

export function biweight(r: number, sigma: number): number {
  const t = r / (tukey * sigma);
  if (!(Math.abs(t) < 1)) return 0;
  const s = 1 - t * t;
  return s * s;
}
