/**
 * Visible indentation: the force of a contact as a load on local displacements, spread over a smooth patch.   [Met93 notes, sec. 5]
 *
 *   f_j += sum_k S_jk g_k,     S_jk = s_jk / sum_j s_jk,   s_jk = (1 - (|x_j - x_k| / radius)^2)^2 within the radius, 0 beyond
 *
 * g_k: the force at node k in the frame of the body. Contacts act on the body as a whole: on the one node that is hit, their gap would load the
 * local springs and gain energy. This load is added afterwards, and no row sees it. Columns of S add up to 1: the patch gets the whole force.
 * In the projected mode local displacements take nothing from the motion of the whole, so that momentum is kept.
 */
import type { Layout } from './layout.ts';

export class Indentation {
  /** nodes of each patch, node after node, and their weights: those of node k from first[k] on */
  readonly #first: Int32Array;
  readonly #nodes: Int32Array;
  readonly #weights: Float64Array;

  constructor(
    private readonly layout: Layout,
    /** of the nodes, at the start (3n) */
    positions: ArrayLike<number>,
    count: number,
    radius: number,
  ) {
    const nodes: number[] = [];
    const weights: number[] = [];
    this.#first = new Int32Array(count + 1);
    for (let k = 0; k < count; k++) {
      const own: number[] = [];
      for (let j = 0; j < count; j++) {
        let square = 0;
        for (let axis = 0; axis < 3; axis++) {
          const d = positions[3 * j + axis] - positions[3 * k + axis];
          square += d * d;
        }
        const part = 1 - square / (radius * radius);
        if (part <= 0) continue;
        nodes.push(j);
        own.push(part * part);
      }
      const sum = own.reduce((a, b) => a + b, 0);
      weights.push(...own.map((w) => w / sum));
      this.#first[k + 1] = nodes.length;
    }
    this.#nodes = Int32Array.from(nodes);
    this.#weights = Float64Array.from(weights);
  }
  /** f += S g, over the velocities of the body; g is 0 but at local displacements. */
  spread(g: Float64Array, f: Float64Array): void {
    const { localAt, local } = this.layout;
    for (let k = 0; k < local; k++) {
      const at = localAt + 3 * k;
      if (g[at] === 0 && g[at + 1] === 0 && g[at + 2] === 0) continue;
      for (let e = this.#first[k]; e < this.#first[k + 1]; e++)
        for (let axis = 0; axis < 3; axis++) f[localAt + 3 * this.#nodes[e] + axis] += this.#weights[e] * g[at + axis];
    }
  }
}
