/**
 * Joints in a fit: what all bodies do together.                                                  [Met93 notes, sec. 6; eq. 41]
 *
 *   D_p dv_p = b_p + J_p^T f,     sum_p J_p dv_p = -rate C        C falls by (1 - rate) in each step
 *   N f = -(sum_p J_p D_p^-1 b_p + rate C),   N = sum_p J_p D_p^-1 J_p^T
 *
 * N has three rows for each joint, whatever the bodies have. Rows that follow from others get no force.
 */
import { symmetricInverse } from '../linalg/dense/symmetric-inverse.ts';
import type { BodySystem } from './body-system.ts';
import type { PointRows } from './point-rows.ts';

/** The rows at one body: J, and Y = D^-1 J^T, both (rows x velocities). */
interface Side {
  readonly rows: Int32Array;
  readonly J: Float64Array;
  readonly Y: Float64Array;
}

export class JointSolve {
  readonly #sides: readonly Side[];
  readonly #N: Float64Array;
  readonly #inverse: Float64Array;
  readonly #work: Float64Array;
  /** rows that follow from others */
  readonly dropped: Uint8Array;
  readonly #b: Float64Array;

  constructor(
    private readonly systems: readonly BodySystem[],
    private readonly joints: PointRows,
  ) {
    const k = joints.size;
    [this.#N, this.#inverse, this.#work] = [0, 0, 0].map(() => new Float64Array(k * k)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    this.dropped = new Uint8Array(k);
    this.#b = new Float64Array(k);
    this.#sides = systems.map(({ velocities }, p) => {
      const rows = Array.from({ length: k }, (_, r) => r).filter((r) =>
        joints.entryBody.subarray(joints.start[r], joints.start[r + 1]).includes(p),
      );
      const numbers = (): Float64Array => new Float64Array(rows.length * velocities);
      return { rows: Int32Array.from(rows), J: numbers(), Y: numbers() };
    });
  }

  /** J, D^-1 J^T and N, at the rows as they were evaluated, with the factors of the bodies. */
  factor(): void {
    const { joints, systems } = this;
    const k = joints.size;
    if (!k) return;
    this.#N.fill(0);
    systems.forEach((system, p) => {
      const { rows, J, Y } = this.#sides[p];
      const n = system.velocities;
      J.fill(0);
      for (let i = 0; i < rows.length; i++)
        for (let e = joints.start[rows[i]]; e < joints.start[rows[i] + 1]; e++)
          if (joints.entryBody[e] === p) J[i * n + joints.entryVelocity[e]] += joints.J[e];
      Y.set(J);
      for (let i = 0; i < rows.length; i++) {
        const own = Y.subarray(i * n, (i + 1) * n);
        system.solve(own);
        for (let j = 0; j < rows.length; j++) {
          let sum = 0;
          for (let c = 0; c < n; c++) sum += own[c] * J[j * n + c];
          this.#N[rows[i] * k + rows[j]] += sum;
        }
      }
    });
    symmetricInverse(this.#N, k, this.#inverse, this.#work, this.dropped);
  }
  /** Adds to the motions of all bodies what makes C fall by this rate. */
  hold(rate: number): void {
    const { joints, systems } = this;
    const k = joints.size;
    if (!k) return;
    const b = this.#b;
    for (let r = 0; r < k; r++) b[r] = -rate * joints.C[r];
    systems.forEach(({ velocities: n, motion }, p) => {
      const { rows, J } = this.#sides[p];
      for (let i = 0; i < rows.length; i++) for (let c = 0; c < n; c++) b[rows[i]] -= J[i * n + c] * motion[c];
    });
    systems.forEach(({ velocities: n, motion }, p) => {
      const { rows, Y } = this.#sides[p];
      for (let i = 0; i < rows.length; i++) {
        let f = 0;
        for (let r = 0; r < k; r++) f += this.#inverse[rows[i] * k + r] * b[r];
        for (let c = 0; c < n; c++) motion[c] += f * Y[i * n + c];
      }
    });
  }
  /** The diagonal of D^-1 without what the joints take away: variances of a body's velocities, for data of unit variance. */
  variances(p: number, out: Float64Array): void {
    const system = this.systems[p];
    const n = system.velocities;
    const { rows, Y } = this.#sides[p];
    const column = new Float64Array(n);
    out.fill(0);
    for (let a = 0; a < system.active.length; a++) {
      const c = system.active[a];
      column.fill(0);
      column[c] = 1;
      system.solve(column);
      let variance = column[c];
      for (let i = 0; i < rows.length; i++)
        for (let j = 0; j < rows.length; j++)
          variance -= Y[i * n + c] * this.#inverse[rows[i] * this.joints.size + rows[j]] * Y[j * n + c];
      out[c] = variance;
    }
  }
}
