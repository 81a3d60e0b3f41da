/** The minimum of a function along a curve: the best of many samples, refined by ternary search. */

/** Samples in each span, and steps of the ternary search around the best. */
const [tries, thirds] = [8, 80];

/**
 * The u, from 0 to `spans`, that minimises a function of u.
 * @example nearestPlace((u) => (u - 0.3) * (u - 0.3), 2)
 */
export function nearestPlace(value: (u: number) => number, spans: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let k = 0; k <= tries * spans; k++) {
    const here = value(k / tries);
    if (here < least) [best, least] = [k / tries, here];
  }
  let [low, high] = [Math.max(0, best - 1 / tries), Math.min(spans, best + 1 / tries)];
  for (let k = 0; k < thirds; k++) {
    const third = (high - low) / 3;
    if (value(low + third) <= value(high - third)) high -= third;
    else low += third;
  }
  // an end or a knot is often exactly the minimum
  const middle = (low + high) / 2;
  return value(middle) < value(best) ? middle : best;
}
