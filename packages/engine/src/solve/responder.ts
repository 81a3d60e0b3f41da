/**
 * Reactions inside the solve of implicit Euler: a force on one node moves all nodes of its body.      [GBT06, notes, 7 b]
 *
 *   Y = h^2 S^-1 J^T,    (J Y) lambda = -C,    p <- p + Y lambda,  u <- u + Y lambda / h
 *
 * One solve of the body per row, each step: exact like the other way (`post`), and also at rest, where forces after the
 * solve leave the neighbours of a held node c R too low; but not local.
 */
import type { Responder } from '../constraints/compliance.ts';
import type { State } from '../state/state.ts';

/** One entry of J: its value is J[entry]. */
export interface Entry {
  readonly entry: number;
  readonly coordinate: number;
}

export class Inside {
  readonly #force: Float64Array;
  /** Y, row by row, over all coordinates */
  readonly #moved: readonly Float64Array[];

  constructor(
    private readonly responder: Responder,
    private readonly state: State,
    private readonly rows: readonly (readonly Entry[])[],
    /** what the rows are about: places, c, or velocities, d */
    private readonly compliance: 'c' | 'd',
  ) {
    this.#force = new Float64Array(state.size);
    this.#moved = rows.map(() => new Float64Array(state.size));
  }
  /** J Y, the upper half. */
  assemble(J: Float64Array, set: (r: number, s: number, value: number) => void): void {
    const own = this.state.column(this.compliance);
    const perStep = this.compliance === 'd' ? 1 / this.state.h : 1;
    this.rows.forEach((entries, s) => {
      const moved = this.#moved[s];
      this.#force.fill(0);
      moved.fill(0);
      for (const { entry, coordinate } of entries) this.#force[coordinate] += J[entry];
      this.responder.respond(this.#force, moved);
      for (const { entry, coordinate } of entries)
        if (this.responder.bodyOf(coordinate) === undefined)
          moved[coordinate] += (own[coordinate] * J[entry]) / perStep;
      for (let r = 0; r <= s; r++) {
        let sum = 0;
        for (const { entry, coordinate } of this.rows[r]) sum += J[entry] * moved[coordinate];
        set(r, s, perStep * sum);
      }
    });
  }
  /** What multipliers do beyond c J^T lambda, which is done for every constraint. */
  push(J: Float64Array, lambda: Float64Array): void {
    const { state } = this;
    const [p, u, c] = ['p', 'u', 'c'].map((name) => state.column(name));
    const more = this.#force.fill(0);
    this.rows.forEach((entries, s) => {
      const moved = this.#moved[s];
      for (let i = 0; i < more.length; i++) more[i] += lambda[s] * moved[i];
      for (const { entry, coordinate } of entries) more[coordinate] -= lambda[s] * c[coordinate] * J[entry];
    });
    for (let i = 0; i < more.length; i++) {
      if (more[i] === 0 || this.responder.bodyOf(i) === undefined) continue;
      p[i] += more[i];
      u[i] += more[i] / state.h;
    }
  }
}
