/**
 * The unknowns of a solve, and which of them are coupled. Entries without sliders are fixed as long as the rows are the same:
 * they are found once, and are numbered by their own pattern. A slider is coupled to the spans around it; its entries are
 * added whenever the matrix is arranged.
 */

import type { Placed } from '../../../forces/placed.ts';
import { merged, Pairs, type Pattern, slotIn } from '../../../linalg/pattern/pattern.ts';
import type { State } from '../../../state/state.ts';
import type { CondensedPoints } from '../points/condensed-points.ts';
import type { Expansions } from '../points/expansions.ts';
import type { Passing } from '../points/passing.ts';
import type { StickSlip } from '../points/stick-slip.ts';
import type { KktRows } from '../system/kkt-rows.ts';
import type { Solved } from '../system/solved.ts';

export class Layout {
  /** coordinates that are unknowns: those of bodies, then sliders; rows come behind these */
  readonly coordinates: Int32Array;
  /** unknown of each coordinate, -1 for none */
  readonly index: Int32Array;
  /** how many are bodies' */
  readonly bodies: number;
  /** of each unknown, see linalg/ordering/precedence.ts */
  readonly rank: Uint8Array;
  readonly #staying: Pattern;
  /** those of them that are not second derivatives of rows alone; the same pattern if none is */
  readonly #plain: Pattern;

  constructor(
    solved: Solved,
    private readonly rows: KktRows,
    sliding: StickSlip,
    passing: Passing,
    private readonly condensed: CondensedPoints,
    private readonly expansions: Expansions,
    state: State,
  ) {
    const { coordinates, index, bodies } = unknownsOf(solved.placed, sliding, passing, condensed, state);
    this.coordinates = coordinates;
    this.index = index;
    this.bodies = bodies;
    const primal = coordinates.length;
    // a slider's u is defined by its multipliers; where inertia comes with it, it is like any other coordinate
    const { heavy } = sliding;
    this.rank = new Uint8Array(primal + rows.size).fill(1, primal);
    for (let k = bodies; k < primal; k++) this.rank[k] = heavy.has(coordinates[k]) ? 0 : 2;
    for (const i of passing.coordinates) this.rank[index[i]] = 0;
    for (const i of passing.defined) this.rank[index[i]] = 2;

    const pairs = new Pairs();
    const pair = this.#pairInto(pairs);
    const { parts, mass } = solved;
    for (const { matrices, exact } of parts) for (const one of new Set([...matrices, ...exact])) one.pairs(pair);
    for (let k = 0; k < mass.rows.length; k++) pair(mass.rows[k], mass.columns[k]);
    solved.flowing.pairs(pair);
    rows.each(false, this.#rowInto(pairs), () => {});
    const plain = pairs.upper(primal + rows.size);
    const curving = new Pairs();
    let curves = false;
    rows.each(
      false,
      () => {},
      (i, j) => {
        if (index[i] < 0 || index[j] < 0 || slotIn(plain, index[i], index[j]) >= 0) return;
        curving.add(index[i], index[j]);
        curves = true;
      },
    );
    this.#plain = plain;
    this.#staying = curves ? merged(plain, curving.upper(primal + rows.size)).pattern : plain;
  }
  #pairInto(pairs: Pairs): (i: number, j: number) => void {
    const { index } = this;
    return (i, j) => {
      if (index[i] >= 0 && index[j] >= 0) pairs.add(index[i], index[j]);
    };
  }
  #rowInto(pairs: Pairs): (row: number, i: number) => void {
    const { index } = this;
    const primal = this.coordinates.length;
    return (row, i) => {
      if (index[i] >= 0) pairs.add(index[i], primal + row);
    };
  }

  /** Of two coordinates, or a row and a coordinate: the number of their entry among those that stay, -1 for none. */
  readonly entry = (i: number, j: number): number => this.#number(this.index[i], this.index[j]);
  readonly rowEntry = (row: number, i: number): number => this.#number(this.index[i], this.coordinates.length + row);
  #number(k: number, l: number): number {
    return k >= 0 && l >= 0 ? slotIn(this.#staying, k, l) : -1;
  }
  /**
   * The pattern with the entries of sliders; at: where the fixed entries are in it; plain: the pattern without entries that only second
   * derivatives of fixed rows have, if there are any.
   */
  arrange(rests: boolean): { pattern: Pattern; at: Int32Array; plain: Pattern | undefined } {
    const { rows, condensed, expansions } = this;
    const pairs = new Pairs();
    const [pair, entry] = [this.#pairInto(pairs), this.#rowInto(pairs)];
    rows.each(true, entry, pair);
    condensed.pairs(pair);
    expansions.pairs(entry);
    if (rests) rows.eachPair(pair);
    const sliding = pairs.upper(this.rank.length);
    const plain = this.#plain === this.#staying ? undefined : merged(this.#plain, sliding).pattern;
    return { ...merged(this.#staying, sliding), plain };
  }
}

/** Coordinates of bodies that can move, then of sliders and cuts; how many are bodies'. */
function unknownsOf(
  placed: readonly Placed[],
  sliding: StickSlip,
  passing: Passing,
  condensed: CondensedPoints,
  state: State,
): { coordinates: Int32Array; index: Int32Array; bodies: number } {
  const w = state.column('w');
  const index = new Int32Array(state.size).fill(-1);
  const coordinates: number[] = [];
  const cuts = new Set(passing.coordinates);
  const claim = (i: number): void => {
    if (index[i] < 0) index[i] = coordinates.push(i) - 1;
  };
  for (const { start, body } of placed)
    for (let i = start; i < start + (body.curved ? body.velocities : body.coordinates); i++)
      if (w[i] > 0 && !condensed.has(i) && !cuts.has(i)) claim(i);
  const bodies = coordinates.length;
  for (const { slide, coordinate } of sliding.sliders) if (!slide.imposed) claim(coordinate);
  for (const i of cuts) claim(i);
  return { coordinates: Int32Array.from(coordinates), index, bodies };
}
