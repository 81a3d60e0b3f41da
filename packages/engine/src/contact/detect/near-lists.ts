/**
 * Which features of two bodies may be near each other, in lists that last for many steps.
 *
 * A list holds all pairs that were within twice the margin when it was made. It is complete as long as vertices have moved by less than the rest
 * since then; other pairs are farther apart than the margin. Pairs are asked for one by one, in ascending order, so that results do
 * not depend on when a list was made. Pairs of a body with itself that never touch are left out.
 */
import type { Collider } from '../collider/collider.ts';
import { closestOnCell } from './closest-on-cell.ts';
import { NearPairs } from './feature-tree.ts';
import { kinds, type PlacedVertices } from './placed-vertices.ts';
import type { RestDistance } from './rest-distance.ts';
import { closestOnSegments } from './segments.ts';

/** From so many pairs of features on lists are faster than trying all. */
const manyPairs = 2000;
/** Of the margin: how far apart pairs of a list are at most. */
const farther = 2;
/** Distances are rounded. */
const wider = 1 + 1e-9;

interface NearList {
  readonly pairs: NearPairs;
  limit: number;
  /** vertices of both bodies when it was made, and how often they had moved */
  readonly x: readonly [Float64Array, Float64Array];
  readonly moves: [number, number];
}
const weights = new Float64Array(3);
const along = new Float64Array(3);

export class NearLists {
  readonly #lists = new Map<number, NearList>();

  constructor(
    private readonly bodies: number,
    private readonly placed: PlacedVertices,
  ) {}

  /** Vertices of a and cells of b, by number; undefined where there are few: all may be near. */
  verticesAndCells(a: Collider, b: Collider, margin: number, rest?: RestDistance): NearPairs | undefined {
    const { cells } = b;
    if (a.core.count * cells.length < 3 * manyPairs) return undefined;
    const { list, isComplete } = this.#list(a, b, kinds.cells, margin);
    if (isComplete) return list.pairs;
    const [x, y] = [this.placed.of(a), this.placed.of(b)];
    const squaredLimit = list.limit * list.limit;
    const { pairs } = list;
    pairs.clear(cells.length / 3);
    this.placed.tree(a, kinds.vertices).pairs(this.placed.tree(b, kinds.cells), list.limit, (v, number) => {
      const c = 3 * number;
      const size = closestOnCell(y, cells, c, x[3 * v], x[3 * v + 1], x[3 * v + 2], weights);
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        let d = x[3 * v + k];
        for (let m = 0; m < size; m++) d -= weights[m] * y[3 * cells[c + m] + k];
        squared += d * d;
      }
      if (squared <= squaredLimit && !rest?.vertexOnCell(v, c)) pairs.add(v, number);
    });
    pairs.sort();
    return pairs;
  }
  /** The same of sharp edges. Of one body with itself the first number is the lower one. */
  edges(a: Collider, b: Collider, margin: number, rest?: RestDistance): NearPairs | undefined {
    const [ends, others] = [a.allEdges, b.allEdges];
    if (a.sharpEdges.length * b.sharpEdges.length < manyPairs) return undefined;
    const { list, isComplete } = this.#list(a, b, kinds.edges, margin);
    if (isComplete) return list.pairs;
    const [x, y] = [this.placed.of(a), this.placed.of(b)];
    const squaredLimit = list.limit * list.limit;
    const { pairs } = list;
    pairs.clear(others.length / 2);
    this.placed.tree(a, kinds.edges).pairs(this.placed.tree(b, kinds.edges), list.limit, (e, f) => {
      if (!a.isSharp[e] || !b.isSharp[f]) return;
      const [i, j] = [3 * ends[2 * e], 3 * ends[2 * e + 1]];
      const [k, m] = [3 * others[2 * f], 3 * others[2 * f + 1]];
      if (a === b && (i === k || i === m || j === k || j === m)) return;
      if (closestOnSegments(x, i, j, y, k, m, along) <= squaredLimit && !rest?.edges(e, f)) pairs.add(e, f);
    });
    pairs.sort();
    return pairs;
  }

  /** The list of two bodies, and whether it is complete; where it is not, its limit is set for a new one. */
  #list(a: Collider, b: Collider, kind: number, margin: number): { list: NearList; isComplete: boolean } {
    const key = 3 * (a.index * this.bodies + b.index) + kind;
    let list = this.#lists.get(key);
    if (list) {
      const left = list.limit - margin * wider;
      if (left >= 0 && this.#moved(list, 0, a) + this.#moved(list, 1, b) <= left) return { list, isComplete: true };
    } else {
      const copy = (c: Collider): Float64Array => new Float64Array(3 * c.core.count);
      list = { pairs: new NearPairs(), limit: 0, x: [copy(a), copy(b)], moves: [0, 0] };
      this.#lists.set(key, list);
    }
    list.limit = farther * margin;
    list.x[0].set(this.placed.of(a));
    list.x[1].set(this.placed.of(b));
    list.moves[0] = this.placed.moves(a);
    list.moves[1] = this.placed.moves(b);
    return { list, isComplete: false };
  }
  /** How far a vertex of a body has moved at most since the list was made, m. */
  #moved({ x: both, moves }: NearList, side: 0 | 1, c: Collider): number {
    if (moves[side] === this.placed.moves(c)) return 0;
    const [x, then] = [this.placed.of(c), both[side]];
    let most = 0;
    for (let k = 0; k < x.length; k += 3) {
      const dx = x[k] - then[k];
      const dy = x[k + 1] - then[k + 1];
      const dz = x[k + 2] - then[k + 2];
      const squared = dx * dx + dy * dy + dz * dz;
      if (!(squared <= most)) most = squared;
    }
    return Math.sqrt(most);
  }
}
