/** The matrix of a scene, as data to be drawn: plain, so that it goes through messages and files as it is. */
import { type MatrixPicture, matrixOf } from '@pliant/engine';
import type { Simulation } from '../scene/simulation.ts';

export interface Spy extends MatrixPicture {
  readonly title: string;
  /** s: the end of the step whose matrix it is */
  readonly time: number;
}

/**
 * Of the last step. Undefined before the first, and where no body is solved as a whole: under `backward-euler` or `quasi-static`.
 */
export function spyOf({ world, def }: Simulation): Spy | undefined {
  const matrix = matrixOf(world);
  return matrix && { title: def.name, time: world.time, ...matrix };
}
