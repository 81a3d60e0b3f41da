/** How contacts of a step were solved. */

/**
 * How contacts of the last step were solved.
 * @example const { residual }: ContactReport = world.contactReport();
 */
export interface ContactReport {
  /** pairs of places within range, and islands of them */
  rows: number;
  islands: number;
  /** the largest, of the natural map */
  residual: number;
  newtonSteps: number;
  /** solves again, since the certificate found a place where bodies would have passed through */
  passes: number;
  halvings: number;
  /** every part of the step is certified and solved to the tolerance */
  converged: boolean;
  /**
   * where a step could not be solved or certified, bodies go this part of their way, so that they do not pass through each other; 1 where that was
   * not needed
   */
  shortened: number;
  /** m: by how far gaps at the end are off at most */
  error: number;
  /** J: by how much impulses raised the kinetic energy above those before and after forces; only bodies that are driven may */
  addedEnergy: number;
}

export function emptyReport(): ContactReport {
  return {
    rows: 0,
    islands: 0,
    residual: 0,
    newtonSteps: 0,
    passes: 0,
    halvings: 0,
    converged: true,
    shortened: 1,
    error: 0,
    addedEnergy: 0,
  };
}
