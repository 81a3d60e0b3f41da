/** What a force does to bodies whose compliance is not diagonal. */
import type { Stretch } from '../state/state.ts';

/** Bodies whose step is a solve. */
export interface Responder {
  /** first coordinate of such a body, of one of its coordinates */
  bodyOf(coordinate: number): number | undefined;
  /** out = h^2 S^-1 g on their coordinates, by the S of the step that is being made */
  respond(g: Float64Array, out: Float64Array): void;
  /** coordinates of the body with this first one */
  sizeOf(first: number): number;
  /** out = S/h^2 x of this body, which lies in x and out from `at` on */
  multiply(first: number, x: Float64Array, out: Float64Array, at: number): void;
  /** the diagonal of S/h^2 of this body, from `at` on; 0 for what cannot move */
  diagonal(first: number, out: Float64Array, at: number): void;
  /** relative residual of a solve */
  readonly tolerance: number;
  /** A solve with this body among others has failed. */
  refuse(first: number, report: { readonly positive: boolean; readonly residual: number }): never;
}

/** One body that answers for its W. */
export interface OwnInertia extends Stretch {
  /** out = W f over its stretch, by its coordinates as they are now */
  applyW(f: Float64Array, out: Float64Array): void;
  /** what a unit of force does to p and to u, in units of W */
  compliances(): { readonly c: number; readonly d: number };
  /** where its coordinates are not in the space of their velocities */
  readonly curved?: {
    /** the prediction p is moved by d */
    movePrediction(d: Float64Array): void;
    /** the coordinates q are moved by d */
    moveCoordinates(d: Float64Array): void;
  };
}
