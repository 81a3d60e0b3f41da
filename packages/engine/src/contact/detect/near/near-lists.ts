/**
 * Which features of two bodies may be near each other, in lists that last for many steps.
 *
 * A list holds all pairs that were within twice the margin when it was made. It is complete as long as vertices have moved by less than the rest
 * since then; other pairs are farther apart than the margin. Of those in the list most are, too: how far apart each was when it was looked at last, and how far bodies have travelled since then, tells.
 * Pairs are asked for one by one, in ascending order, so that results do not depend on when a list was made. Pairs of a body with itself that never touch are left out.
 */
import type { Collider } from '../../collider/collider.ts';
import type { RestDistance } from '../features/rest-distance.ts';
import { farthestBetween, kinds, type PlacedVertices, spreadBetween } from '../placed-vertices.ts';
import { NearFilter } from './near-filter.ts';
import { NearPairs } from './near-pairs.ts';
import { NearRows } from './near-rows.ts';
import { NearSearch } from './near-search.ts';
import { Surfaces } from './surfaces.ts';

/** From so many pairs of features on lists are faster than trying those near the box of the other body, and of a body with itself than trying all. */
const manyPairs = 20_000;
const manyOwnPairs = 2000;
/** Of the margin: how far apart pairs of a list are at most. */
const farther = 3;
/** Distances are rounded. */
const wider = 1 + 1e-9;

const areCellsMany = (a: Collider, b: Collider): boolean =>
  a.core.count * b.cells.length >= 3 * (a === b ? manyOwnPairs : manyPairs);
const areEdgesMany = (a: Collider, b: Collider): boolean =>
  a.sharpEdges.length * b.sharpEdges.length >= (a === b ? manyOwnPairs : manyPairs);
/** Whether there are lists of two bodies. Those are made for margins of a step, and last longer with larger ones. */
export const usesLists = (a: Collider, b: Collider): boolean =>
  areCellsMany(a, b) || areCellsMany(b, a) || areEdgesMany(a, b);

interface NearList {
  readonly pairs: NearPairs;
  limit: number;
  /** vertices of both bodies when it was made, and how often they had moved */
  readonly x: readonly [Float64Array, Float64Array];
  readonly moves: [number, number];
  /** m: how far both bodies had travelled then */
  travelled: number;
  /** m: how far points were from where they were then when that was looked at last, and how far they had travelled by then */
  away: number;
  awayAt: number;
}
/** Kernels that make lists and look at them. */
interface Tools {
  readonly surfaces: Surfaces;
  readonly search: NearSearch;
  readonly filter: NearFilter;
  readonly rows: NearRows;
}

export class NearLists {
  readonly #lists = new Map<number, NearList>();
  /** of each body: how far its vertices have moved at most between two counts of moves, what was asked for last */
  readonly #since: Int32Array;
  readonly #until: Int32Array;
  readonly #farthest: Float64Array;
  #tools: Tools | undefined;

  constructor(
    private readonly bodies: number,
    private readonly placed: PlacedVertices,
  ) {
    this.#since = new Int32Array(bodies).fill(-1);
    this.#until = new Int32Array(bodies).fill(-1);
    this.#farthest = new Float64Array(bodies);
  }

  get #kernels(): Tools {
    if (!this.#tools) {
      const surfaces = new Surfaces(this.placed);
      const [search, filter, rows] = [new NearSearch(surfaces), new NearFilter(surfaces), new NearRows(surfaces)];
      this.#tools = { surfaces, search, filter, rows };
    }
    return this.#tools;
  }
  /** What tells which pairs of a list have to be looked at; made with the first list. */
  get filter(): NearFilter {
    return this.#kernels.filter;
  }
  /** What makes rows of those. */
  get rows(): NearRows {
    return this.#kernels.rows;
  }
  /** Vertices of a and cells of b, by number; undefined where there are few: all may be near. */
  verticesAndCells(a: Collider, b: Collider, margin: number, rest?: RestDistance): NearPairs | undefined {
    if (!areCellsMany(a, b)) return undefined;
    const { list, isComplete } = this.#list(a, b, kinds.cells, margin);
    if (isComplete) return list.pairs;
    this.#kernels.search.find(a, b, kinds.cells, list.limit, list.pairs);
    if (rest) list.pairs.keep((v, c) => !rest.vertexOnCell(v, 3 * c));
    return list.pairs;
  }
  /** The same of sharp edges. Of one body with itself the first number is the lower one. */
  edges(a: Collider, b: Collider, margin: number, rest?: RestDistance): NearPairs | undefined {
    if (!areEdgesMany(a, b)) return undefined;
    const { list, isComplete } = this.#list(a, b, kinds.edges, margin);
    if (isComplete) return list.pairs;
    this.#kernels.search.find(a, b, kinds.edges, list.limit, list.pairs);
    if (rest) list.pairs.keep((e, f) => !rest.edges(e, f));
    return list.pairs;
  }

  /** The list of two bodies, and whether it is complete; where it is not, its limit is set for a new one. */
  #list(a: Collider, b: Collider, kind: number, margin: number): { list: NearList; isComplete: boolean } {
    const key = 3 * (a.index * this.bodies + b.index) + kind;
    let list = this.#lists.get(key);
    if (list) {
      const { pairs } = list;
      const left = list.limit - margin * wider;
      pairs.travelled = this.#travelled(a, b) - list.travelled;
      pairs.lookahead = (margin + pairs.travelled) * wider;
      if (this.#isComplete(list, a, b, left)) return { list, isComplete: true };
    } else {
      const copy = (c: Collider): Float64Array => new Float64Array(3 * c.core.count);
      list = {
        pairs: new NearPairs(this.#kernels.surfaces.arena),
        limit: Number.NaN,
        x: [copy(a), copy(b)],
        moves: [0, 0],
        travelled: 0,
        away: 0,
        awayAt: 0,
      };
      this.placed.follow(a);
      this.placed.follow(b);
      this.#lists.set(key, list);
    }
    list.limit = farther * margin;
    list.travelled = this.#travelled(a, b);
    list.pairs.travelled = list.away = list.awayAt = 0;
    list.pairs.lookahead = margin * wider;
    list.x[0].set(this.placed.of(a));
    list.x[1].set(this.placed.of(b));
    list.moves[0] = this.placed.moves(a);
    list.moves[1] = this.placed.moves(b);
    return { list, isComplete: false };
  }
  /** No pair that the list does not hold has come within `left` of its limit. */
  #isComplete(list: NearList, a: Collider, b: Collider, left: number): boolean {
    const { travelled } = list.pairs;
    if (wider * (list.away + (travelled - list.awayAt)) <= left) return true;
    if (!(left >= 0)) return false;
    // a body that oscillates has travelled farther than it is from where it was
    list.away = this.#apart(list, a, b);
    list.awayAt = travelled;
    return list.away <= left;
  }
  /** How far points of two bodies have travelled relative to each other at most, m. */
  #travelled(a: Collider, b: Collider): number {
    const { placed } = this;
    return a === b ? placed.travelledWithin(a) : placed.travelled(a) + placed.travelled(b);
  }
  /** How much nearer points of two bodies can be than they were when the list was made, m. */
  #apart(list: NearList, a: Collider, b: Collider): number {
    return a === b ? spreadBetween(list.x[0], this.placed.of(a)) : this.#moved(list, 0, a) + this.#moved(list, 1, b);
  }
  /** How far a vertex of a body has moved at most since the list was made, m. */
  #moved({ x: both, moves }: NearList, side: 0 | 1, c: Collider): number {
    const now = this.placed.moves(c);
    if (moves[side] === now) return 0;
    // lists that were made in one step ask for the same
    const { index } = c;
    if (this.#since[index] === moves[side] && this.#until[index] === now) return this.#farthest[index];
    this.#since[index] = moves[side];
    this.#until[index] = now;
    this.#farthest[index] = farthestBetween(both[side], this.placed.of(c));
    return this.#farthest[index];
  }
}
