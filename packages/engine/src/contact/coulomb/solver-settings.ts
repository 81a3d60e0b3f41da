/** How long each way of coulomb.ts goes on, and with which proximal terms. */
import { mostOfPath } from './stride.ts';

/** The residual that is demanded of every solve. */
export const coulombTolerance = 1e-10;

/** of the scale of impulses: small enough to leave the least norm, large enough to be factorised */
export const leastNormTerm = 1e-6;

export type Rung = { readonly eps: number } | { readonly admm: number };
export const ladder: readonly Rung[] = [
  { eps: leastNormTerm },
  { admm: 500 },
  { eps: 1e-5 },
  { eps: 1e-4 },
  { eps: 1e-3 },
  { admm: 5000 },
];
/** A residual from which one step is tried, and the proximal term of that. */
export const nearlySolved = 1e-9;
export const refinement = 1e-3;
/** A residual from which larger proximal terms go on from the best so far. */
export const near = 1e-6;
/** Newton steps with the small term, from a start that is near. */
export const leastSteps = 8;
/** A residual of the last impulses from which Newton with the small term is tried. */
export const nearby = 1e-4;
/**
 * Newton steps from a solution to that of least norm. Of 312 that got there in `contact/soft-pile` 307 took one or two, of 86 that did not 25 took all of eight.
 */
export const towardsSteps = 3;
/** rows, up to which it is tried from any impulses and after so many sweeps: it takes little, and ends at forces of least norm */
export const few = 100;
export const mostSweeps = 100;
/**
 * Newton steps with a moving centre. Where rows are many, Newton steps between sweeps go on for longer instead: 13 problems of 1000 spheres take 183 Newton steps
 * for 290, while 114 of 64 spheres are solved but for 5 with it, but for 13 without.
 */
export const movingSteps = 120;
export const many = 600;
/** Sweeps before steps and sweeps by turns where other ways fail, and how often. */
export const far = { sweeps: 1500, rounds: 3 } as const;
export const mostProximal = 200;
export const mostSteps = 250;
/** Of proximal terms that grow where Newton fails: the largest, and how many rounds, Newton steps, and steps of a path there may be. */
export const growing = { most: 10, rounds: 80, steps: 240, path: mostOfPath } as const;

/** Of whole Newton steps: the first proximal term, and steps in all. From the least norm a small term leads to what is left; from elsewhere a large one converges. */
export interface Regular {
  readonly eps: number;
  readonly steps: number;
}
/**
 * How the term changes, and the largest; steps about one centre, whose problem is solved to a part of the residual; how often the residual may fail to fall where it is
 * small enough.
 */
export const regular = {
  near: { eps: 1e-7, steps: 100 },
  far: { eps: 1e-3, steps: 150 },
  shrink: 0.2,
  grow: 10,
  most: 10,
  inner: 10,
  inexact: 0.1,
  poor: 4,
} as const;
/**
 * Where Newton's method fails from the last impulses: steps of relaxation, of which length, whole Newton steps after them, how often, and Newton steps in all. Of 568 such problems of a sheet that lies on a model
 * 545 are solved so, in 3 Newton steps each; the descent solves 556 in 20.
 */
export const relaxation = { times: 20, part: 0.5, steps: 4, rounds: 4, most: 24 } as const;
