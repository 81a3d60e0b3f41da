/**
 * Bodies that move by a rule as a whole: at the beginning of a step their nodes are where the path says, at the velocity that takes
 * them to where it says for the end. Forces do not move them: W = 0.
 */
import type { Placed } from '../../forces/placed.ts';
import { createPath, type Path } from '../../paths/path.ts';
import type { State } from '../../state/state.ts';

interface Prescribed extends Pick<Placed, 'start'> {
  readonly path: Path;
  /** where its nodes start */
  readonly nodes: Float64Array;
}

export class PrescribedMotions {
  readonly #all: readonly Prescribed[];
  readonly #now = new Float64Array(9);
  readonly #next = new Float64Array(9);

  constructor(
    placed: readonly Placed[],
    private readonly state: State,
  ) {
    this.#all = placed.flatMap(({ body, start }) => {
      if (!body.motion) return [];
      const nodes = new Float64Array(3 * body.nodeCount);
      body.start(nodes, new Float64Array(nodes.length));
      return [{ start, nodes, path: createPath(body.motion) }];
    });
  }
  apply(): void {
    if (!this.#all.length) return;
    const { state } = this;
    const [q, v] = [state.column('q'), state.column('v')];
    for (let i = 0; i < this.#all.length; i++) {
      const { start, nodes, path } = this.#all[i];
      path.evaluate(state.time, this.#now);
      path.evaluate(state.timeAfter(1), this.#next);
      for (let k = 0; k < nodes.length; k++) {
        const axis = k % 3;
        q[start + k] = nodes[k] + this.#now[axis];
        v[start + k] = (this.#next[axis] - this.#now[axis]) / state.h;
      }
    }
  }
}
