/**
 * How far the points of two bodies move relative to each other in a step, at most. Bodies of a pile fall together: each by 4 mm in a step, and relative to each other by a tenth of that.
 *
 *   every point of a body moves by c + d, |d| <= r       c: the middle of the box of all motions; of a rigid body its translation
 *   |motion of a - motion of b| <= |c_a - c_b| + r_a + r_b,  and <= the sum of the longest motions of both
 */
import type { Collider } from '../collider/collider.ts';
import { grown } from '../coulomb/impulse-rows.ts';
import { type SweptBoxes, turningBound } from './broad/swept-boxes.ts';
import { usesLists } from './near/near-lists.ts';

/** Vertices of a body, up to which its motion is looked at point by point. */
const mostVertices = 500;

export class PairMotions {
  /** of each pair of the broad phase: the distance up to which its features were looked for, and how far its bodies have moved, m */
  range = new Float64Array(16);
  moved = new Float64Array(16);
  /** of each body: whether pairs with it are looked at here */
  readonly #isLooked: Uint8Array;
  /** c and r of each body, and the number of the motion that they are of */
  readonly #drift: Float64Array;
  readonly #known: Int32Array;
  #number = 0;

  constructor(
    private readonly colliders: readonly Collider[],
    private readonly boxes: SweptBoxes,
  ) {
    this.#drift = new Float64Array(4 * colliders.length);
    this.#known = new Int32Array(colliders.length);
    this.#isLooked = Uint8Array.from(colliders, ({ halfSpace, core: { local, nodes, weights, formula, count } }) =>
      !halfSpace && !formula && !weights && (local || nodes) && count <= mostVertices ? 1 : 0,
    );
  }
  /** For another motion, or other pairs. */
  begin(): void {
    this.#number++;
    this.range = longer(this.range, this.boxes.pairs.count);
    this.moved = grown(this.moved, this.boxes.pairs.count);
  }
  /** Of pair k: how far its points move relative to each other at most, m; Infinity where that is not looked at. */
  relative(k: number, q: Float64Array, p: Float64Array): number {
    const [a, b] = [this.colliders[this.boxes.pairs.first[k]], this.colliders[this.boxes.pairs.second[k]]];
    if (a === b || !this.#isLooked[a.index] || !this.#isLooked[b.index] || usesLists(a, b)) return Infinity;
    this.#find(a, q, p);
    this.#find(b, q, p);
    const drift = this.#drift;
    const i = 4 * a.index;
    const j = 4 * b.index;
    const x = drift[i] - drift[j];
    const y = drift[i + 1] - drift[j + 1];
    const z = drift[i + 2] - drift[j + 2];
    return Math.sqrt(x * x + y * y + z * z) + drift[i + 3] + drift[j + 3];
  }
  #find(
    { index, placed: { start }, extent, core: { local, nodes } }: Collider,
    q: Float64Array,
    p: Float64Array,
  ): void {
    if (this.#known[index] === this.#number) return;
    this.#known[index] = this.#number;
    const drift = this.#drift;
    const at = 4 * index;
    if (local) {
      for (let k = 0; k < 3; k++) drift[at + k] = p[start + k] - q[start + k];
      drift[at + 3] = turningBound(q, p, start, extent);
      return;
    }
    const list = nodes as Int32Array;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let n = 0; n < list.length; n++) {
        const i = start + 3 * list[n] + k;
        const by = p[i] - q[i];
        if (by < low) low = by;
        if (by > high) high = by;
      }
      drift[at + k] = 0.5 * (low + high);
    }
    let most = 0;
    for (let n = 0; n < list.length; n++) {
      const i = start + 3 * list[n];
      const x = p[i] - q[i] - drift[at];
      const y = p[i + 1] - q[i + 1] - drift[at + 1];
      const z = p[i + 2] - q[i + 2] - drift[at + 2];
      const squared = x * x + y * y + z * z;
      // also where it is not a number
      if (!(squared <= most)) most = squared;
    }
    drift[at + 3] = Math.sqrt(most);
  }
}

/** The list, or a longer one that begins with the same. */
function longer(list: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const made = grown(list, size);
  if (made !== list) made.set(list);
  return made;
}
