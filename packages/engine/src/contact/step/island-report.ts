/** How the impulses of an island were solved, and what is accepted. */
import { coulombTolerance } from '../coulomb/coulomb.ts';

/** Gaps at the end of a step are this near to what rows promise, m for coordinates of the order of 1 m. */
export const gapTolerance = 1e-14;
/**
 * Of the gaps that a step is accepted with, m. A hundredth of the thickness was tried: the pile of 30 makes fewer halvings (27 for 119 in
 * 300 steps) and takes as long.
 */
export const acceptedGap = 1e-10;
/** Residuals that a problem is solved with. Who decides whether a step is halved and who gives up on it ask the same: what lay between two bounds was accepted with the impulses of an earlier solve. */
export const acceptedResidual = 1.01 * coulombTolerance;

/** Contacts of bodies, and constraints, by id, that no motion meets together. */
export interface Contradicting {
  readonly contacts: readonly (readonly [string, string])[];
  readonly constraints: readonly string[];
  /** m/s: by how much they approach, whatever moves */
  readonly speed: number;
}

export interface IslandReport {
  residual: number;
  newtonSteps: number;
  admmIterations: number;
  /** it was solved by sweeps, to the tolerance that the scene gives */
  isHeap: boolean;
  /** the largest error of a gap, m */
  error: number;
  /** J: kinetic energy above the larger one of those before and after forces */
  addedEnergy: number;
  contradiction: Contradicting | undefined;
}
