/**
 * How far a node may go in one of Newton's steps: as far as the solid is long.
 *
 * A solid at rest that hangs on two nodes turns about them at no cost to first order, so that the matrix is singular and d as long as rounding makes it
 * (1e16 m); 40 halvings did not find a step that is short enough, and the solid stayed where it was.
 */

/** Twice the largest distance of points (3n) from their mean, m. */
export function longestMove(positions: Float64Array): number {
  const mean = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) mean[i % 3] += positions[i] / (positions.length / 3);
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i] - mean[0], positions[i + 1] - mean[1], positions[i + 2] - mean[2]];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return 2 * Math.sqrt(most);
}
/** The part of d, at most 1, that moves no coordinate by more than `limit`. */
export function partWithin(d: Float64Array, limit: number): number {
  let most = 0;
  for (let i = 0; i < d.length; i++) most = Math.max(most, Math.abs(d[i]));
  return most > limit ? limit / most : 1;
}
