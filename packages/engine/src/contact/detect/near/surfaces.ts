/** Bodies as the kernels of near features see them (packages/engine/assembly): vertices that follow them, their features, and trees of these. */
import { Arena, type Block } from '../../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import type { Collider } from '../../collider/collider.ts';
import { kinds, type PlacedVertices } from '../placed-vertices.ts';
import { FeatureTree } from './feature-tree.ts';

type Kind = (typeof kinds)[keyof typeof kinds];

export interface Surface {
  readonly x: Block<Float64Array<ArrayBuffer>>;
  /** how often its vertices had moved when they were copied */
  moves: number;
  readonly ends: Block<Int32Array<ArrayBuffer>>;
  /** of each edge one byte */
  readonly sharp: Block<Int32Array<ArrayBuffer>>;
  readonly cells: Block<Int32Array<ArrayBuffer>>;
  readonly edgeOf: Block<Int32Array<ArrayBuffer>>;
  /** of x, ends, opposite, first and neighbours */
  readonly addresses: Int32Array;
  readonly firstTriangle: Block<Int32Array<ArrayBuffer>>;
  readonly trianglesAt: Block<Int32Array<ArrayBuffer>>;
}

export class Surfaces {
  readonly arena = new Arena(1);
  readonly kernels: Kernels = kernelsIn(this.arena.memory);
  readonly #surfaces: (Surface | undefined)[] = [];
  /** with the count of moves that boxes are fitted to */
  readonly #trees: ({ readonly tree: FeatureTree; fittedTo: number } | undefined)[] = [];

  constructor(private readonly placed: PlacedVertices) {}

  of(c: Collider): Surface {
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
  tree(c: Collider, kind: Kind): FeatureTree {
    const at = 3 * c.index + kind;
    const { x, moves } = this.of(c);
    const known = this.#trees[at] ?? { tree: this.#treeOf(c, kind), fittedTo: Number.NaN };
    this.#trees[at] = known;
    if (known.fittedTo !== moves) {
      this.kernels.fitTree(known.tree.address, x.address);
      known.fittedTo = moves;
    }
    return known.tree;
  }
  #treeOf(c: Collider, kind: Kind): FeatureTree {
    const vertices = (): Int32Array => Int32Array.from({ length: c.core.count }, (_, v) => v);
    const items = kind === kinds.cells ? c.cells : kind === kinds.edges ? c.allEdges : vertices();
    return new FeatureTree(items, (kind + 1) as 1 | 2 | 3, this.placed.of(c), this.arena);
  }
  #make(collider: Collider): Surface {
    const { core, allEdges, isSharp, opposite, firstNeighbour, neighbours, cells, edgeOf } = collider;
    const copy = (list: Int32Array): Block<Int32Array<ArrayBuffer>> => {
      const block = this.arena.i32(list.length);
      block.view().set(list);
      return block;
    };
    const sharp = this.arena.i32(Math.ceil(isSharp.length / 4));
    new Uint8Array(this.arena.buffer, sharp.address, isSharp.length).set(isSharp);
    const [x, ends, away] = [this.arena.f64(3 * core.count), copy(allEdges), copy(opposite)];
    const [first, around] = [copy(firstNeighbour), copy(neighbours)];
    return {
      x,
      moves: Number.NaN,
      ends,
      sharp,
      cells: copy(cells),
      edgeOf: copy(edgeOf),
      firstTriangle: copy(collider.firstTriangle),
      trianglesAt: copy(collider.trianglesAt),
      addresses: Int32Array.from([x, ends, away, first, around], ({ address }) => address),
    };
  }
}
