/**
 * Pairs of a list that have to be looked at, by kernels (packages/engine/assembly/near-features.ts) that make the decisions of the plain loops of feature-pairs.ts, to the same bits: pairs within the margin
 * that may be rows, or that the certificate may have to ask. Of 22,000 pairs of a sheet that lies on a model, most of them edges that end before they cross, 4,000 are left.
 */
import type { Block } from '../../../kernel/run/memory.ts';
import type { Collider } from '../../collider/collider.ts';
import type { NearPairs } from './near-pairs.ts';
import type { Surfaces } from './surfaces.ts';

/** Which pairs are asked for. */
export interface Asked {
  /** m: those within it */
  readonly margin: number;
  /** m: of those that are farther apart, such as may be rows */
  readonly sure: number;
  /** m: how much nearer than a row's places corners beside them may be */
  readonly ahead: number;
  /** all within the margin */
  readonly all: boolean;
  /** rows of two vertices are made elsewhere */
  readonly noCorners: boolean;
}
/** Numbers of `NearFeatures` in the memory of kernels: eight bytes each, then four bytes each. */
const wideNumbers = 5;
const words = 29;

export class NearFilter {
  readonly #numbers: Block<Int32Array<ArrayBuffer>>;
  #found: Block<Int32Array<ArrayBuffer>>;

  constructor(private readonly surfaces: Surfaces) {
    this.#numbers = surfaces.arena.i32(words);
    this.#found = surfaces.arena.i32(64);
  }
  /** of the list that was looked at last */
  get address(): number {
    return this.#numbers.address;
  }
  /** Numbers of pairs that were found, in ascending order. */
  get found(): Int32Array {
    return this.#found.view();
  }
  /** Edges; returns how many are found. Pairs that are looked at are due by how far apart they are. */
  edges(a: Collider, b: Collider, pairs: NearPairs, asked: Asked): number {
    this.#write(a, b, pairs, asked);
    return this.surfaces.kernels.nearEdges(this.#numbers.address);
  }
  /** The same of vertices of a and cells of b. */
  cells(a: Collider, b: Collider, pairs: NearPairs, asked: Asked): number {
    this.#write(a, b, pairs, asked);
    return this.surfaces.kernels.nearCells(this.#numbers.address);
  }
  #write(a: Collider, b: Collider, pairs: NearPairs, { margin, sure, ahead, all, noCorners }: Asked): void {
    const { arena } = this.surfaces;
    const one = this.surfaces.of(a);
    const two = this.surfaces.of(b);
    if (this.#found.length < pairs.count) {
      arena.release(this.#found);
      this.#found = arena.i32(2 * pairs.count);
    }
    const { address } = this.#numbers;
    const wide = new Float64Array(arena.buffer, address, wideNumbers);
    wide[0] = pairs.lookahead;
    wide[1] = pairs.travelled;
    wide[2] = margin;
    wide[3] = sure;
    wide[4] = ahead;
    const own = this.#numbers.view();
    own[10] = pairs.count;
    own[11] = all ? 1 : 0;
    own[12] = noCorners ? 1 : 0;
    pairs.tell(own, 13);
    own[16] = this.#found.address;
    own.set(one.addresses, 17);
    own.set(two.addresses, 22);
    own[27] = two.cells.address;
    own[28] = two.edgeOf.address;
  }
}
