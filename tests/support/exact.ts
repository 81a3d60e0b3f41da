/** What exact constraints promise, and how far numbers are from each other. */
import { residual, type World } from '../../packages/engine/src/index.ts';
import { coordinateScale } from './measures.ts';

/** What `local` promises: a residual of at most this times the size of the coordinates.          [GBT06 notes, sec. 7] */
export const eightEps = 8 * 2 ** -52;

/** The largest difference of two lists. */
export const apart = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);

/** Steps, and the largest residual after any of them, in units of what is promised: it may be 1. */
export function worstOver(world: World, steps: number): number {
  let worst = 0;
  for (let n = 0; n < steps; n++) {
    world.step();
    worst = Math.max(worst, residual(world).max / (eightEps * Math.max(1, coordinateScale(world))));
  }
  return worst;
}
