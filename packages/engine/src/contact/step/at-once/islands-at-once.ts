/**
 * Islands of nodes with masses of their own that touch each other or what stays where it is, many of them in one call of a kernel (packages/engine/assembly/islands.ts). Nearly all islands of a sheet on a model are.
 *
 * What island-solve.ts does with them, to the same bits. What the kernel does not solve to the first tolerance is left to that, and nothing has changed.
 */
import type { State } from '../../../state/state.ts';
import type { Collider } from '../../collider/collider.ts';
import { rowTypes } from '../../detect/row.ts';
import { coupleKinds, type RowMemory } from '../../detect/row-memory.ts';
import { isIndirect } from '../../schemes.ts';
import { gapTolerance } from '../island-report.ts';
import { touching } from '../island-solve.ts';
import type { Island } from '../islands.ts';
import type { Span } from '../span.ts';
import { type IslandLists, mostIslands, mostOfIsland, mostRows, mostUnits } from './island-lists.ts';

export class IslandsAtOnce {
  /** of the island that was solved last */
  newtonSteps = 0;
  /** of each body: its nodes move by p = q + h u, and have masses of their own */
  readonly #isPlain: Uint8Array;
  #memory!: RowMemory;
  #given: IslandLists | undefined;
  /** islands that were taken, from..to; of each of them its number among those that were solved, or -1 */
  #from = 0;
  #to = 0;
  readonly #number = new Int32Array(mostIslands);

  constructor(
    colliders: readonly Collider[],
    private readonly state: State,
    private readonly thickness: number,
  ) {
    this.#isPlain = Uint8Array.from(colliders, (c) => (!isIndirect(c) && !c.placed.body.applyM ? 1 : 0));
  }

  /** For the islands of a round. rows: those that take part. */
  begin(memory: RowMemory, rows: number, { h, p, impactU, freeU }: Span): void {
    this.#from = this.#to = 0;
    this.#memory = memory;
    const { kernels } = memory;
    const isAble = kernels?.isFor(rows) && impactU === freeU;
    this.#given = kernels && isAble ? kernels.islandsAt(p) : undefined;
    this.#given?.begin(h, touching * this.thickness);
  }
  /** Leaves u and p of the nodes of island k, and impulses of its rows; false where it is no such island, or is not solved by this. Islands are asked for in their order. */
  solve(islands: readonly Island[], k: number, span: Span): boolean {
    const given = this.#given;
    if (!given) return false;
    if (k >= this.#to) this.#solveFrom(given, islands, k, span);
    const number = this.#number[k - this.#from];
    if (number < 0 || !given.lists.solved[number]) return false;
    this.#keep(given, islands[k], number, span);
    return true;
  }
  /** Solves islands from k on, as many as there is room for. */
  #solveFrom(given: IslandLists, islands: readonly Island[], k: number, span: Span): void {
    const { lists } = given;
    this.#from = k;
    let count = 0;
    let rows = 0;
    let units = 0;
    for (this.#to = k; this.#to < islands.length && this.#to - k < mostIslands; this.#to++) {
      const island = islands[this.#to];
      const isAble = this.#isAble(island, span);
      if (isAble && (rows + island.rows.length > mostRows || units + island.units.length > mostUnits)) break;
      this.#number[this.#to - k] = isAble ? count : -1;
      if (!isAble) continue;
      lists.firstRow[count] = rows;
      lists.firstUnit[count++] = units;
      this.#give(lists, island, rows, units, span);
      rows += island.rows.length;
      units += island.units.length;
    }
    lists.firstRow[count] = rows;
    lists.firstUnit[count] = units;
    if (count) given.solve(count);
  }
  /** It is one of nodes, nothing bounces or starts too close, and what does not yield stays where it is. */
  #isAble({ rows, places, units, links }: Island, span: Span): boolean {
    if (rows.length > mostOfIsland || links.length || !areNodes(units, this.#isPlain)) return false;
    const memory = this.#memory;
    const { type, body, restitution, hasCouples, helpers, ofNodes, gap, solved } = memory;
    let isSolved = true;
    for (let i = 0; i < places.length; i++) {
      const at = places[i];
      if (restitution[at] > 0 || gap[at] < -gapTolerance || hasCouples[at] === coupleKinds.spread) return false;
      if (type[at] === rowTypes.plane || type[at] === rowTypes.rim || type[at] === rowTypes.linear) return false;
      for (let side = 2 * at; side < 2 * at + 2; side++)
        if (helpers[side] > 0 || !ofNodes[body[side]] || !this.#isStill(side, span)) return false;
      if (!solved[at]) isSolved = false;
    }
    return !isSolved;
  }
  /** Corners of a side that do not yield do not move. */
  #isStill(side: number, { v0, freeU }: Span): boolean {
    const { corner, count } = this.#memory;
    const w = this.state.column('w');
    for (let k = 3 * side; k < 3 * side + count[side]; k++) {
      const first = corner[k];
      if (w[first] > 0) continue;
      for (let c = first; c < first + 3; c++) if (freeU[c] !== 0 || v0[c] !== 0) return false;
    }
    return true;
  }
  #give(lists: IslandLists['lists'], { places, units }: Island, rows: number, unit: number, span: Span): void {
    const { place, first, w, q, v0, freeU } = lists;
    const column = this.state.column('w');
    for (let i = 0; i < places.length; i++) place[rows + i] = places[i];
    for (let k = 0, to = 3 * unit; k < units.length; k++) {
      const at = units[k].first;
      first[unit + k] = at;
      for (let c = at; c < at + 3; c++, to++) {
        w[to] = column[c];
        q[to] = span.q[c];
        v0[to] = span.v0[c];
        freeU[to] = span.freeU[c];
      }
    }
  }
  #keep({ lists }: IslandLists, { places, units }: Island, number: number, span: Span): void {
    const memory = this.#memory;
    const row = lists.firstRow[number];
    let from = 3 * lists.firstUnit[number];
    for (let k = 0; k < units.length; k++) {
      const { first } = units[k];
      for (let c = first; c < first + 3; c++, from++) {
        span.u[c] = lists.u[from];
        span.p[c] = lists.p[from];
      }
    }
    this.newtonSteps = lists.newtonSteps[number];
    const { impulse, first, correction } = memory;
    for (let i = 0; i < places.length; i++) {
      const at = places[i];
      for (let line = 0; line < 3; line++) {
        const to = 3 * at + line;
        correction[to] = impulse[to] - first[to];
        first[to] = lists.uncorrected[3 * (row + i) + line];
        impulse[to] = lists.impulse[3 * (row + i) + line];
      }
      memory.sticks[at] = lists.sticks[row + i];
      memory.solved[at] = 1;
      memory.residual[at] = lists.residual[number];
      memory.error[at] = lists.error[number];
      memory.addedEnergy[at] = i === 0 ? lists.energy[number] : 0;
    }
  }
}
function areNodes(units: Island['units'], isPlain: Uint8Array): boolean {
  for (let k = 0; k < units.length; k++) if (units[k].size !== 3 || !isPlain[units[k].collider.index]) return false;
  return true;
}
