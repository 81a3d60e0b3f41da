/** How long each way of coulomb.ts goes on, and with which proximal terms. */
import { mostOfPath } from './stride.ts';

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

/**
 * Of whole Newton steps: the first proximal term, how it changes, and the largest; steps in all, and about one centre, whose problem is solved to
 * a part of the residual; how often the residual may fail to fall where it is small enough.
 */
export const regular = {
  eps: 1e-3,
  shrink: 0.2,
  grow: 10,
  most: 10,
  steps: 150,
  inner: 10,
  inexact: 0.1,
  poor: 4,
} as const;
