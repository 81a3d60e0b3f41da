/**
 * How well parameters are known from residuals that scatter independently and alike:
 *
 *   s^2 = r'r / (n - p),   cov = s^2 (J'J)^-1,   u_i -+ t sqrt(cov_ii)      t: Student's, of n - p degrees of freedom
 *
 * So the scatter is taken from the residuals themselves, not from what was said of the measurement.
 */
import { normal, solved } from './least-squares.ts';

export interface Confidence {
  /** half of the interval that holds a parameter with the probability `level`; unbounded if they say nothing of it */
  readonly half: readonly number[];
  /** between parameters, -1 to 1 */
  readonly correlation: readonly (readonly number[])[];
  /** sqrt(s^2) */
  readonly scatter: number;
}
export const level = 0.95;

export function confidenceOf(residuals: readonly number[], J: readonly (readonly number[])[]): Confidence {
  const [n, p] = [residuals.length, J[0]?.length ?? 0];
  const freedom = n - p;
  const scatter = Math.sqrt(residuals.reduce((sum, r) => sum + r * r, 0) / freedom);
  const A = normal(J);
  const columns = A.map((_, k) =>
    solved(
      A,
      A.map((__, i) => (i === k ? 1 : 0)),
    ),
  );
  const inverse = A.map((_, i) => A.map((__, k) => columns[k]?.[i] ?? Number.POSITIVE_INFINITY));
  const t = studentT(freedom);
  return {
    half: inverse.map((row, k) =>
      row[k] > 0 && Number.isFinite(row[k]) ? t * scatter * Math.sqrt(row[k]) : Number.POSITIVE_INFINITY,
    ),
    correlation: inverse.map((row, i) =>
      row.map((c, k) => (i === k ? 1 : Number.isFinite(c) ? c / Math.sqrt(inverse[i][i] * inverse[k][k]) : Number.NaN)),
    ),
    scatter,
  };
}

/**
 * t with P(|T| < t) = level. With x = sqrt(n) tan(a) the density of Student's distribution is that of cos^(n - 1)(a), which is
 * summed by Simpson's rule from 0 on until a part `level` of it is reached.
 */
export function studentT(n: number): number {
  const end = Math.min(Math.PI / 2, 12 / Math.sqrt(n));
  const steps = 4000;
  const h = end / steps;
  const density = (a: number): number => Math.cos(a) ** (n - 1);
  const sums = [0];
  for (let k = 0; k < steps; k++) {
    const a = k * h;
    sums.push(sums[k] + (h / 6) * (density(a) + 4 * density(a + h / 2) + density(a + h)));
  }
  const wanted = level * sums[steps];
  const k = sums.findIndex((sum) => sum >= wanted);
  const part = (wanted - sums[k - 1]) / (sums[k] - sums[k - 1]);
  return Math.sqrt(n) * Math.tan((k - 1 + part) * h);
}
