/**
 * Bodies that move by a rule as a whole: at the beginning of a step they are where their path says, at the velocity that takes
 * them to where it says for the end. Forces do not move them: W = 0.
 *
 *   nodes         x = x_0 + m(t)
 *   rigid body    x = c + m(t) + R (x_0 - c),  a = R a_0,     R: a turn by theta(t) about an axis through c
 *                 it turns within a step at omega = (theta(t + h) - theta(t)) / h about the axis
 */
import { turnBy } from '../../bodies/blocks/rotation.ts';
import type { Turning } from '../../bodies/body.ts';
import type { Placed } from '../../forces/placed.ts';
import { cos, sin } from '../../kernel/formula/scalar.ts';
import { createPath, type Path } from '../../paths/path.ts';
import type { State } from '../../state/state.ts';

interface Prescribed extends Pick<Placed, 'start'> {
  readonly path: Path | undefined;
  readonly turning: (Turning & { readonly path: Path }) | undefined;
  /** coordinates at the start: of nodes, or of a place and a rotation */
  readonly from: Float64Array;
  readonly isRigid: boolean;
}
/** first entry of a rotation, behind its place */
const turn = 3;

export class PrescribedMotions {
  readonly #all: readonly Prescribed[];
  readonly #now = new Float64Array(9);
  readonly #next = new Float64Array(9);
  readonly #angle = new Float64Array(9);
  readonly #ahead = new Float64Array(7);

  constructor(
    placed: readonly Placed[],
    private readonly state: State,
  ) {
    this.#all = placed.flatMap(({ body, start }) => {
      const { motion, turning } = body;
      if (!motion && !turning) return [];
      const isRigid = body.curved !== undefined;
      const from = new Float64Array(isRigid ? body.coordinates : 3 * body.nodeCount);
      body.start(from, new Float64Array(from.length));
      const path = motion && createPath(motion);
      return [{ start, from, isRigid, path, turning: turning && { ...turning, path: createPath(turning.angle) } }];
    });
  }
  apply(): void {
    const { state } = this;
    const [q, v] = [state.column('q'), state.column('v')];
    for (let i = 0; i < this.#all.length; i++) {
      const one = this.#all[i];
      const { start, from, path } = one;
      path?.evaluate(state.time, this.#now);
      path?.evaluate(state.timeAfter(1), this.#next);
      if (one.isRigid) this.#rigid(one, q, v);
      else
        for (let k = 0; k < from.length; k++) {
          const axis = k % 3;
          q[start + k] = from[k] + this.#now[axis];
          v[start + k] = (this.#next[axis] - this.#now[axis]) / state.h;
        }
    }
  }
  #rigid({ start, from, path, turning }: Prescribed, q: Float64Array, v: Float64Array): void {
    const { h, time } = this.state;
    const ahead = this.#ahead;
    const theta = this.#pose(from, path && this.#now, turning, time, q, start);
    const next = this.#pose(from, path && this.#next, turning, this.state.timeAfter(1), ahead, 0);
    for (let k = 0; k < 3; k++) {
      v[start + k] = (ahead[k] - q[start + k]) / h;
      v[start + turn + k] = turning ? (turning.axis[k] * (next - theta)) / h : 0;
    }
  }
  /** Writes the place and the rotation at a time; returns the angle. */
  #pose(
    from: Float64Array, // (7)
    moved: Float64Array | undefined,
    turning: Prescribed['turning'],
    time: number,
    out: Float64Array,
    at: number,
  ): number {
    for (let k = 0; k < from.length; k++) out[at + k] = from[k];
    let theta = 0;
    if (turning) {
      const { axis, arm, path } = turning;
      path.evaluate(time, this.#angle);
      theta = this.#angle[0];
      turnBy(out, at + turn, theta * axis[0], theta * axis[1], theta * axis[2]);
      // the arm from the place to the axis turns with the body
      const [c, s] = [cos(theta), sin(theta)];
      const along = (1 - c) * (axis[0] * arm[0] + axis[1] * arm[1] + axis[2] * arm[2]);
      for (let k = 0; k < 3; k++) {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        out[at + k] += (1 - c) * arm[k] - s * (axis[i] * arm[j] - axis[j] * arm[i]) - along * axis[k];
      }
    }
    if (moved) for (let k = 0; k < 3; k++) out[at + k] += moved[k];
    return theta;
  }
}
