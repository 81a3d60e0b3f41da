/**
 * Forces that are rounding errors: a rod that is bent by a couple of 100 uN m pulls at its end with 1e-18 N. Alone in a scene such a force would
 * be drawn as large as any, as arrows have the scale of the strongest.
 */

/** Of the largest force of the scene. */
const rounding = 1e-12;

/** What is below counts as 0. */
export function dropRounding(
  forces: Float32Array, // N             (3n), changed
  totals: Float32Array, // of constraints: the sum and the largest, N or N m, and two more numbers  (4 each), changed
  turns: readonly boolean[], // those have moments, N m
  extent: number, // of the scene, m: a moment is that of a force over it
  energy: number, // J
): void {
  const newtons = (c: number): number => totals[4 * c + 1] / (turns[c] ? extent : 1);
  let largest = Math.abs(energy) / extent;
  for (let c = 0; c < turns.length; c++) largest = Math.max(largest, newtons(c));
  const least = rounding * largest;
  for (let i = 0; i < forces.length; i += 3)
    if (Math.hypot(forces[i], forces[i + 1], forces[i + 2]) < least) forces.fill(0, i, i + 3);
  for (let c = 0; c < turns.length; c++) if (newtons(c) < least) totals.fill(0, 4 * c, 4 * c + 2);
}
