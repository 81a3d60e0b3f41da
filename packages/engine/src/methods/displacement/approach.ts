/**
 * The last resort of a step that Newton's method does not find: it is approached from where it begins, by solves of which each stays near the last.
 *
 *   p <- argmin  Phi(p) + rate/2 sum m (p - p_last)^2   where rows are met;   rate falls while that is found, and grows where it is not
 *
 * Each is convex where the rate is large, and Phi falls from one to the next, so that the end is no saddle. What is left then is the pull of the
 * tether (system/tether.ts). Where the last rate is 0 the step is solved as any other.               [Rockafellar 1976, proximal points]
 *
 * A solid at rest on one nail and a rope turns by a radian before it hangs; Newton's method from where it begins finds no solution in 9 of 10 such scenes.
 */

/** The step as a problem that can be solved near a place. */
export interface Approached {
  /** From the last place, with a tether of this rate, 1/s^2; false where that is not found: the last place stays. */
  solveNear(rate: number): boolean;
  /** residual force over the size of the loads, without the tether */
  residual(): number;
  /** It has taken as long as it may. */
  isSpent(): boolean;
}

/** Approaches at most. */
const mostSolves = 100;
/** What the rate is divided by after a solve, also where one has failed before, and multiplied by after a failure. */
const easier = 4;
const slowly = 2;
const harder = 4;
/** Of the first rate: beyond, rows cannot be met however near. */
const hardest = 1e6;
/** Residual forces below this are tried without a tether. */
const nearlyBalanced = 0.03;

/** 'solved'; 'near': rows are met, and forces are left; 'lost': not even rows can be met. */
export function approach(step: Approached, first: number): 'solved' | 'near' | 'lost' {
  let rate = first;
  let found = 0; // the rate of the last place
  let isThere = false;
  let solves = 0; // without a failure
  for (let k = 0; k < mostSolves && !step.isSpent(); k++) {
    isThere = step.solveNear(rate);
    if (isThere) {
      found = rate;
      if (step.residual() <= nearlyBalanced) {
        isThere = step.solveNear(0);
        if (isThere) return 'solved';
      }
      solves++;
      rate /= solves > 3 ? easier : slowly;
    } else {
      solves = 0;
      rate *= harder;
      if (rate > hardest * first) break;
    }
  }
  return isThere || (found > 0 && step.solveNear(harder * found)) ? 'near' : 'lost';
}
