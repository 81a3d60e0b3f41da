/** Motion data: where named points are, frame by frame. CSV, BVH and C3D are read into this. */
import { FileError } from '../base/file-error.ts';

export interface MotionData {
  readonly names: readonly string[];
  /** s, of each frame; they increase */
  readonly times: Float64Array;
  /** x y z of each point in each frame (frames x names x 3), in the unit of the file; NaN where a point is missing */
  readonly positions: Float64Array;
  /** metres per unit, where the file says it */
  readonly unit?: number;
}

/** Why a file holds no motion data: where, what, and what would do. */
export class MotionError extends FileError {
  override readonly name = 'MotionError';
}

/** Numbers of all points in all frames, at most. */
export const mostNumbers = 3e8;

/** Names must differ: they say which point is meant. */
export function refuseTwins(names: readonly string[], line?: number): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name))
      throw new MotionError(
        `two points are named "${name}"; give each its own name.`,
        line === undefined ? {} : { line },
      );
    seen.add(name);
  }
}
