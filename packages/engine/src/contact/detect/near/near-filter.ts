/**
 * Pairs of a list that have to be looked at, by kernels (packages/engine/assembly/near-features.ts) that make the decisions of the plain loops of feature-pairs.ts, to the same bits: pairs within the margin
 * that may be rows, or that the certificate may have to ask. Of 22,000 pairs of a sheet that lies on a model, most of them edges that end before they cross, 4,000 are left.
 */
import { Arena, type Block } from '../../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import type { Collider } from '../../collider/collider.ts';
import type { PlacedVertices } from '../placed-vertices.ts';
import type { NearPairs } from './near-pairs.ts';

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
const words = 30;

/** A body as the kernels see it. */
interface Surface {
  readonly x: Block<Float64Array<ArrayBuffer>>;
  /** how often its vertices had moved when they were copied */
  moves: number;
  readonly ends: Block<Int32Array<ArrayBuffer>>;
  readonly opposite: Block<Int32Array<ArrayBuffer>>;
  readonly first: Block<Int32Array<ArrayBuffer>>;
  readonly neighbours: Block<Int32Array<ArrayBuffer>>;
  readonly cells: Block<Int32Array<ArrayBuffer>>;
  readonly edgeOf: Block<Int32Array<ArrayBuffer>>;
}

export class NearFilter {
  readonly arena = new Arena(1);
  readonly #kernels: Kernels;
  readonly #numbers: Block<Int32Array<ArrayBuffer>>;
  #found: Block<Int32Array<ArrayBuffer>>;
  readonly #surfaces: (Surface | undefined)[] = [];

  constructor(private readonly placed: PlacedVertices) {
    this.#kernels = kernelsIn(this.arena.memory);
    this.#numbers = this.arena.i32(words);
    this.#found = this.arena.i32(64);
  }
  /** Numbers of pairs that were found, in ascending order. */
  get found(): Int32Array {
    return this.#found.view();
  }
  /** Edges; returns how many are found. Pairs that are looked at are due by how far apart they are. */
  edges(a: Collider, b: Collider, pairs: NearPairs, asked: Asked): number {
    this.#write(a, b, pairs, asked);
    return this.#kernels.nearEdges(this.#numbers.address);
  }
  /** The same of vertices of a and cells of b. */
  cells(a: Collider, b: Collider, pairs: NearPairs, asked: Asked): number {
    this.#write(a, b, pairs, asked);
    return this.#kernels.nearCells(this.#numbers.address);
  }
  #write(a: Collider, b: Collider, pairs: NearPairs, { margin, sure, ahead, all, noCorners }: Asked): void {
    const one = this.#surfaceOf(a);
    const two = this.#surfaceOf(b);
    if (this.#found.length < pairs.count) {
      this.arena.release(this.#found);
      this.#found = this.arena.i32(2 * pairs.count);
    }
    const { address } = this.#numbers;
    const wide = new Float64Array(this.arena.buffer, address, wideNumbers);
    wide[0] = pairs.lookahead;
    wide[1] = pairs.travelled;
    wide[2] = margin;
    wide[3] = sure;
    wide[4] = ahead;
    const own = this.#numbers.view();
    let at = 2 * wideNumbers;
    own[at++] = pairs.count;
    own[at++] = all ? 1 : 0;
    own[at++] = noCorners ? 1 : 0;
    for (const address of pairs.addresses) own[at++] = address;
    own[at++] = this.#found.address;
    for (const { x, ends, opposite, first, neighbours } of [one, two])
      for (const block of [x, ends, opposite, first, neighbours]) own[at++] = block.address;
    own[at++] = two.cells.address;
    own[at++] = two.edgeOf.address;
  }
  #surfaceOf(c: Collider): Surface {
    const x = this.placed.of(c);
    const moves = this.placed.moves(c);
    const surface = this.#surfaces[c.index] ?? this.#make(c);
    this.#surfaces[c.index] = surface;
    if (surface.moves !== moves) {
      surface.x.view().set(x);
      surface.moves = moves;
    }
    return surface;
  }
  #make({ core, allEdges, opposite, firstNeighbour, neighbours, cells, edgeOf }: Collider): Surface {
    const copy = (list: Int32Array): Block<Int32Array<ArrayBuffer>> => {
      const block = this.arena.i32(list.length);
      block.view().set(list);
      return block;
    };
    return {
      x: this.arena.f64(3 * core.count),
      moves: Number.NaN,
      ends: copy(allEdges),
      opposite: copy(opposite),
      first: copy(firstNeighbour),
      neighbours: copy(neighbours),
      cells: copy(cells),
      edgeOf: copy(edgeOf),
    };
  }
}
