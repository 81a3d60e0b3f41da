/**
 * What impulses do: the motion W J^T lambda of units, and the velocities G lambda of rows. Guards, passes and moves ask for that of the same few impulses again and again; the last ones are kept.
 */
import { grown, type ImpulseRows } from './impulse-rows.ts';

const mostKept = 3;
const made = (): Float64Array => new Float64Array(0);

class Kept {
  /** of the rows, when it was made; -1: there is none */
  version = -1;
  hasVelocities = false;
  lambda = made();
  motion = made();
  velocities = made();
}

export class ImpulseResponse {
  readonly #kept = Array.from({ length: mostKept }, () => new Kept());
  /** the one that is made anew next */
  #next = 0;

  constructor(private readonly rows: ImpulseRows) {}

  /** W J^T lambda, over the velocities of units; not to be changed. */
  motion(lambda: Float64Array): Float64Array {
    return this.#of(lambda).motion;
  }
  /** G lambda   (3n); not to be changed. */
  velocities(lambda: Float64Array): Float64Array {
    const one = this.#of(lambda);
    if (!one.hasVelocities) {
      one.velocities = grown(one.velocities, 3 * this.rows.count);
      this.rows.velocities(one.motion, one.velocities);
      one.hasVelocities = true;
    }
    return one.velocities;
  }
  #of(lambda: Float64Array): Kept {
    const { rows } = this;
    for (let k = 0; k < mostKept; k++) if (this.#isOf(this.#kept[k], lambda)) return this.#kept[k];
    const one = this.#kept[this.#next];
    this.#next = (this.#next + 1) % mostKept;
    const N = 3 * rows.count;
    one.lambda = grown(one.lambda, N);
    one.motion = grown(one.motion, rows.size);
    for (let i = 0; i < N; i++) one.lambda[i] = lambda[i];
    rows.spread(lambda, one.motion);
    one.hasVelocities = false;
    one.version = rows.version;
    return one;
  }
  #isOf({ version, lambda: own }: Kept, lambda: Float64Array): boolean {
    if (version !== this.rows.version) return false;
    for (let i = 0; i < 3 * this.rows.count; i++) if (own[i] !== lambda[i]) return false;
    return true;
  }
}
