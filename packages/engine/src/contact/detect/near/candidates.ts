/** Pairs of features within range, for the certificate, in flat lists. */
import type { Collider } from '../../collider/collider.ts';

export interface FeaturePair {
  readonly a: Collider;
  readonly b: Collider;
  /** a vertex of a and a cell of b, or two edges */
  readonly edges: boolean;
  readonly i: number;
  readonly j: number;
  /** m, at the start of the step */
  readonly distance: number;
}
/** Of each pair: both bodies by index, both features. */
const stride = 4;

export class Candidates {
  count = 0;
  /** of those that are added: the pair of bodies, by its number in the broad phase */
  bodies = 0;
  /** of each pair: m, at the start of the step; bodies by the number of their pair */
  distance = new Float64Array(64);
  of = new Int32Array(64);
  #edges = new Uint8Array(64);
  #numbers = new Int32Array(stride * 64);

  constructor(private readonly colliders: readonly Collider[]) {}

  add(a: Collider, b: Collider, edges: boolean, i: number, j: number, distance: number): void {
    const k = this.count++;
    if (k === this.distance.length) this.#grow();
    this.distance[k] = distance;
    this.of[k] = this.bodies;
    this.#edges[k] = edges ? 1 : 0;
    const numbers = this.#numbers;
    const at = stride * k;
    numbers[at] = a.index;
    numbers[at + 1] = b.index;
    numbers[at + 2] = i;
    numbers[at + 3] = j;
  }
  #grow(): void {
    const [distance, of, edges, numbers] = [this.distance, this.of, this.#edges, this.#numbers];
    const size = 2 * distance.length;
    this.distance = new Float64Array(size);
    this.of = new Int32Array(size);
    this.#edges = new Uint8Array(size);
    this.#numbers = new Int32Array(stride * size);
    this.distance.set(distance);
    this.of.set(of);
    this.#edges.set(edges);
    this.#numbers.set(numbers);
  }
  first(k: number): number {
    return this.#numbers[stride * k];
  }
  second(k: number): number {
    return this.#numbers[stride * k + 1];
  }
  at(k: number): FeaturePair {
    const numbers = this.#numbers;
    const at = stride * k;
    return {
      a: this.colliders[numbers[at]],
      b: this.colliders[numbers[at + 1]],
      edges: this.#edges[k] !== 0,
      i: numbers[at + 2],
      j: numbers[at + 3],
      distance: this.distance[k],
    };
  }
  /** Leaves out those of a pair of bodies. */
  drop(bodies: number): void {
    let count = 0;
    for (let k = 0; k < this.count; k++) if (this.of[k] !== bodies) this.#move(k, count++, this.of[k]);
    this.count = count;
  }
  #move(k: number, to: number, bodies: number): void {
    this.of[to] = bodies;
    this.distance[to] = this.distance[k];
    this.#edges[to] = this.#edges[k];
    this.#numbers.copyWithin(stride * to, stride * k, stride * k + stride);
  }
  /** Pairs get the numbers that pairs of bodies have now; those whose number is below 0 are left out. */
  renumber(to: Int32Array): void {
    let count = 0;
    for (let k = 0; k < this.count; k++) {
      const bodies = to[this.of[k]];
      if (bodies >= 0) this.#move(k, count++, bodies);
    }
    this.count = count;
  }
}
