/**
 * Places that a constraint holds together do not touch: those of a rope and of what hangs on it, of bodies that are sewn, of a sheet that is joined
 * to itself. The constraint wants them at one place and contact a thickness apart, and no impulse does both.
 *
 * As with features of one body that share a vertex, two features do not touch if they have vertices that are held together. Nor do they if all of
 * their vertices are held by the other body: along a seam the edges of both sides may cross. Where one of the bodies is a single unit (rigid, a
 * superquadric, a skin), what holds a vertex to it holds it to all of its features. Two such bodies touch as if nothing held them.
 */
import type { BatchView } from '../../constraints/method.ts';
import { type Collider, isOne } from '../collider/collider.ts';

/** What is held together of two bodies, or of one with itself. */
export class Ties {
  /** of each vertex: whether it is held by the other body */
  readonly #isTied: readonly [Uint8Array, Uint8Array];
  /** pairs of vertices, of bodies that are no single unit */
  readonly #together = new Set<number>();
  readonly #units: readonly [boolean, boolean];

  constructor(
    readonly a: Collider,
    readonly b: Collider,
  ) {
    this.#units = [isOne(a), isOne(b)];
    const made = ({ core }: Collider, isUnit: boolean): Uint8Array => new Uint8Array(core.count).fill(isUnit ? 1 : 0);
    this.#isTied = [made(a, this.#units[0]), made(b, this.#units[1])];
  }
  /** Vertices of a at one place with vertices of b. */
  add(ofA: readonly number[], ofB: readonly number[]): void {
    for (const v of ofA) this.#isTied[0][v] = 1;
    for (const w of ofB) this.#isTied[1][w] = 1;
    for (const v of ofA)
      for (const w of ofB) {
        this.#together.add(v * this.b.core.count + w);
        if (this.a === this.b) this.#together.add(w * this.b.core.count + v);
      }
    if (this.a !== this.b) return;
    for (const v of ofA) this.#isTied[1][v] = 1;
    for (const w of ofB) this.#isTied[0][w] = 1;
  }
  /** A vertex of a is held by b; of a single unit none is by itself. */
  vertex(v: number): boolean {
    return !this.#units[0] && this.#isTied[0][v] === 1;
  }
  /** A vertex of each. */
  vertices(v: number, w: number): boolean {
    const [isTied, isOtherTied] = this.#isTied;
    if (this.#units[0]) return isOtherTied[w] === 1;
    if (this.#units[1]) return isTied[v] === 1;
    return this.#together.has(v * this.b.core.count + w);
  }
  /** Features with these vertices, -1 where they have fewer: those of a from one place on, those of b from another. */
  features(
    first: Int32Array, // vertices of a
    from: number,
    sizeA: number,
    second: Int32Array, // of b
    begin: number,
    sizeB: number,
  ): boolean {
    const [isTied, isOtherTied] = this.#isTied;
    let areAll = true;
    for (let i = from; i < from + sizeA; i++) {
      if (first[i] < 0) continue;
      if (!isTied[first[i]]) areAll = false;
      for (let k = begin; k < begin + sizeB; k++) if (second[k] >= 0 && this.vertices(first[i], second[k])) return true;
    }
    for (let k = begin; areAll && k < begin + sizeB; k++) if (second[k] >= 0 && !isOtherTied[second[k]]) areAll = false;
    // edges of one sheet that are sewn at other places
    return areAll && this.a !== this.b;
  }
}

export class TiedPlaces {
  readonly #ties = new Map<number, Ties>();
  #batches: readonly BatchView[] | undefined;
  #changes = -1;

  constructor(private readonly colliders: readonly Collider[]) {}

  /** At the beginning of a step: which constraints are active. */
  update(batches: readonly BatchView[]): void {
    let changes = 0;
    for (let k = 0; k < batches.length; k++) changes += batches[k].changes;
    if (batches === this.#batches && changes === this.#changes) return;
    this.#batches = batches;
    this.#changes = changes;
    this.#ties.clear();
    for (const batch of batches) {
      if (batch.idle || !batch.boundRelation.relation.joins) continue;
      for (let member = 0; member < batch.members.length; member++)
        if (batch.isActive(member)) this.#add(batch, member);
    }
  }
  /** Those of two bodies; a and b in this order. */
  of(a: Collider, b: Collider): Ties | undefined {
    return this.#ties.size ? this.#ties.get(this.#keyOf(a, b)) : undefined;
  }
  #keyOf(a: Collider, b: Collider): number {
    return a.index * this.colliders.length + b.index;
  }
  #add(batch: BatchView, member: number): void {
    const { shapes } = batch.boundRelation;
    const places = shapes
      .map((_, anchor) => this.#placeOf(batch, member, anchor))
      .filter((place) => place !== undefined);
    for (const one of places)
      for (const other of places) {
        const [a, b] = [one.collider, other.collider];
        if (one === other || (isOne(a) && isOne(b))) continue;
        const key = this.#keyOf(a, b);
        const ties = this.#ties.get(key) ?? new Ties(a, b);
        this.#ties.set(key, ties);
        ties.add(one.vertices, other.vertices);
      }
  }
  /** The body of an anchor, and its vertices that the place is made of. */
  #placeOf(batch: BatchView, member: number, anchor: number): Place | undefined {
    const { shapes } = batch.boundRelation;
    const first = batch.boundRelation.anchorSlot(anchor);
    const coordinates = new Set<number>();
    for (let slot = first; slot < first + shapes[anchor].blocks.length; slot++)
      if (batch.actsOn(member, slot)) coordinates.add(batch.blocks[member * batch.slots + slot]);
    const [some] = coordinates;
    const collider = this.colliders.find(({ placed: { start, size } }) => start <= some && some < start + size);
    return collider && { collider, vertices: isOne(collider) ? [] : verticesAt(collider, coordinates) };
  }
}
interface Place {
  readonly collider: Collider;
  readonly vertices: readonly number[];
}

/** Vertices of a body of nodes that are sums of some of its coordinates alone. */
function verticesAt({ core, placed }: Collider, coordinates: ReadonlySet<number>): number[] {
  const { nodes, weights, width, count } = core;
  const found: number[] = [];
  if (!nodes) return found;
  for (let v = 0; v < count; v++) {
    let isThere = true;
    for (let m = width * v; m < width * (v + 1); m++)
      if ((weights?.[m] ?? 1) !== 0 && !coordinates.has(placed.start + 3 * nodes[m])) isThere = false;
    if (isThere) found.push(v);
  }
  return found;
}
