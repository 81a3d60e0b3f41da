/**
 * Compliance: the operator A from forces to motion, x = A f, over the coordinates of the state. A method that solves for forces sees
 * bodies through it alone.
 *
 *   diagonal     A_i of each coordinate, a column of the state: mass points
 *   block        an operator of one body, cheap to apply: the W of a rod with its mass matrix, the W(q) of a rigid body
 *   factorised   the inverse of a solve, expensive to apply: h^2 S^-1 of a body under implicit Euler
 *
 * Three responses are asked for, which are also the names of the columns of the diagonal:
 *
 *   w   of accelerations, A = W = M^-1
 *   c   of the predicted positions p, per newton over the step
 *   d   of the predicted velocities u, per newton over the step
 *
 * J A J^T of rows is assembled in solve/schur.ts, for every method.
 */
import type { State, Stretch } from '../state/state.ts';

export type Response = 'w' | 'c' | 'd';

export interface Compliance {
  /** A of coordinates that belong to no body of `bodyOf`, coordinate by coordinate */
  diagonal(of: Response): Float64Array;
  /** the body that a coordinate belongs to, where its response is not diagonal */
  bodyOf(coordinate: number, of: Response): BodyCompliance | undefined;
  /** the diagonal changes with h only */
  readonly constant: boolean;
}

/** The compliance of one body where it is not diagonal. Arrays are the body's own stretch. */
export interface BodyCompliance extends Stretch {
  readonly form: 'block' | 'factorised';
  /** responses for which it is not diagonal */
  readonly responses: readonly Response[];
  /** it changes with h only */
  readonly constant: boolean;
  /** what it depends on beside h, where that is known: the coordinates of the body */
  dependsOn?(): Float64Array;
  /** out = A f, up to the factor `scale`; same: nothing has moved since the call before */
  apply(f: Float64Array, out: Float64Array, same?: boolean): void;
  /** coordinates of the body, `from` to `to`, that forces on others do not move: `applyOuter` is A of such forces, and writes the others alone */
  readonly inner?: {
    readonly from: number;
    readonly to: number;
    applyOuter(f: Float64Array, out: Float64Array, same?: boolean): void;
    /** as `apply`, but of these inner blocks of three coordinates only, and of all others; onOnly: inner forces act on these alone */
    applyAt(f: Float64Array, out: Float64Array, only: Int32Array, onOnly?: boolean, same?: boolean): void;
  };
  /** a response in units of `apply` */
  scale(of: Response): number;
  /** s: the response of p over that of u */
  readonly timescale: number;
  /** f += what forces g of contacts do besides moving the body as a whole (InverseMass.indent) */
  indent?(g: Float64Array, f: Float64Array): void;
  /** where its coordinates are not in the space of their velocities */
  readonly curved?: {
    /** the prediction p is moved by d */
    movePrediction(d: Float64Array): void;
    /** the coordinates q are moved by d */
    moveCoordinates(d: Float64Array): void;
  };
  /** of a factorised one: what it is the inverse of */
  readonly inverse?: InverseCompliance;
}

/** A^-1 of a body in products, in units of `apply`: bodies and rows are solved at once with it (solve/projected-rows.ts). */
export interface InverseCompliance {
  /** out = A^-1 x; the body lies in x and out from `at` on */
  multiply(x: Float64Array, out: Float64Array, at: number): void;
  /** the diagonal of A^-1, from `at` on; 0 for what cannot move */
  diagonal(out: Float64Array, at: number): void;
  /** relative residual that a solve can have */
  readonly tolerance: number;
  /** A solve with this body among others has failed. */
  refuse(report: SolveReport): never;
}
export interface SolveReport {
  readonly positive: boolean;
  readonly residual: number;
}

const responses: readonly Response[] = ['w', 'c', 'd'];

/** The compliance of all bodies of a state: its columns, but for these bodies. */
export class StateCompliance implements Compliance {
  readonly constant = true;
  readonly #bodyOf: Readonly<Record<Response, Int32Array>>;

  constructor(
    private readonly state: State,
    readonly bodies: readonly BodyCompliance[],
  ) {
    const table = (of: Response): Int32Array => {
      const bodyOf = new Int32Array(state.size).fill(-1);
      bodies.forEach(({ start, size, responses: own }, b) => {
        if (own.includes(of)) bodyOf.fill(b, start, start + size);
      });
      return bodyOf;
    };
    const [w, c, d] = responses.map(table);
    this.#bodyOf = { w, c, d };
  }
  diagonal(of: Response): Float64Array {
    return this.state.column(of);
  }
  bodyOf(coordinate: number, of: Response): BodyCompliance | undefined {
    const b = this.#bodyOf[of][coordinate];
    return b < 0 ? undefined : this.bodies[b];
  }
  /** The same, with bodies of one form treated as diagonal. */
  without(form: BodyCompliance['form']): StateCompliance {
    const others = this.bodies.filter((body) => body.form !== form);
    return others.length === this.bodies.length ? this : new StateCompliance(this.state, others);
  }
}
