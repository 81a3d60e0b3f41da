/**
 * Large solids among the bodies of one system, which ropes, curved rows or sliders act on: their nodes are solved iteratively, and everything else is
 * factorised (linalg/blocks/bordered.ts). What is tied to them is solved to the same tolerance, relative to its own loads.
 *
 * 11,830 tets on a rope of 12 spans, h = 5 ms, one thread, beside other work: 18 ms of CPU a step, and 68 with the factor of the whole.
 */
import { isSolid } from '../../../forces/solid-elements.ts';
import { countBorderRows } from '../../../linalg/blocks/border-pattern.ts';
import { Bordered } from '../../../linalg/blocks/bordered.ts';
import type { Pattern } from '../../../linalg/pattern/pattern.ts';
import type { State } from '../../../state/state.ts';
import type { Solved } from '../system/solved.ts';

/** Nodes of a solid that is solved iteratively: a factor of fewer takes less. */
const leastNodes = 1500;
/** Rows that act on such solids, at most: each takes an application of the preconditioner in a solve. */
const mostRows = 300;
/** Of inertia, what counts as loads where these are less. */
const fractionOfInertia = 1e-3;

/** The unknowns of a system. */
interface Unknowns {
  readonly rank: Uint8Array;
  readonly coordinates: Int32Array;
  /** of each coordinate, -1 for none */
  readonly index: Int32Array;
}

export function largeSolids(solved: Solved, unknowns: Unknowns, state: State): LargeSolids | undefined {
  if (solved.rests) return undefined;
  const large = solved.placed.filter((one) => isSolid(one) && one.body.nodeCount >= leastNodes);
  return large.length ? new LargeSolids(solved, large, unknowns, state) : undefined;
}

export class LargeSolids {
  /** first coordinate of each node whose three coordinates are unknowns */
  readonly #firsts: readonly number[];
  readonly #nodes: Int32Array;
  readonly #positions: Float64Array;
  /** of each unknown, 1 if it is one of these */
  readonly #isInner: Uint8Array;
  /** the solids are so near to the solution that the last matrix does for the rest */
  isNearlySolved = false;

  constructor(
    private readonly solved: Solved,
    large: Solved['placed'],
    private readonly unknowns: Unknowns,
    private readonly state: State,
  ) {
    const { index, rank } = unknowns;
    const firsts = large.flatMap(({ start, body }) =>
      Array.from({ length: body.nodeCount }, (_, k) => start + 3 * k).filter(
        (i) => index[i] >= 0 && index[i + 1] === index[i] + 1 && index[i + 2] === index[i] + 2,
      ),
    );
    this.#firsts = firsts;
    this.#nodes = Int32Array.from(firsts, (i) => index[i]);
    const starts = new Float64Array(state.size);
    for (const { start, size, body } of large) body.start(starts.subarray(start, start + size), new Float64Array(size));
    this.#positions = new Float64Array(3 * firsts.length);
    this.#gather(starts, this.#positions);
    this.#isInner = new Uint8Array(rank.length);
    for (const first of this.#nodes) this.#isInner.fill(1, first, first + 3);
  }
  #gather(from: Float64Array, out: Float64Array): void {
    const firsts = this.#firsts;
    for (let k = 0; k < firsts.length; k++) for (let c = 0; c < 3; c++) out[3 * k + c] = from[firsts[k] + c];
  }
  /** None where too many rows act on them. */
  solverOf(pattern: Pattern): Bordered | undefined {
    const { rank } = this.unknowns;
    if (countBorderRows(pattern, rank.length, this.#nodes) > mostRows) return undefined;
    const now = (out: Float64Array): void => this.#gather(this.state.column('p'), out);
    return new Bordered(pattern, this.state.arena, rank, this.#nodes, this.#positions, now);
  }
  /** b: what is left of forces, of each unknown. */
  isBalanced(b: Float64Array, h: number, tolerance: number): boolean {
    const { coordinates } = this.unknowns;
    let [inner, outer] = [0, 0];
    for (let k = 0; k < coordinates.length; k++) {
      if (this.#isInner[k]) inner += b[k] * b[k];
      else outer += b[k] * b[k];
    }
    const size = this.size(h);
    this.isNearlySolved = Math.sqrt(inner) <= 10 * tolerance * size;
    return Math.sqrt(inner) <= tolerance * size && Math.sqrt(outer) <= tolerance * this.size(h, 0);
  }
  /** Of loads, weight included, N, or, if that is more, a thousandth of what inertia could push with; of the solids, or (0) of the rest. */
  size(h: number, part = 1): number {
    const { mass } = this.solved;
    const { index } = this.unknowns;
    const [v, external] = [this.state.column('v'), this.state.column('external')];
    let [loads, inertia] = [0, 0];
    for (let k = 0; k < mass.rows.length; k++) {
      const i = mass.rows[k];
      if (i !== mass.columns[k] || index[i] < 0 || this.#isInner[index[i]] !== part) continue;
      const m = mass.values[k];
      loads += external[i] * external[i];
      inertia += (m * m * v[i] * v[i]) / (h * h);
    }
    return Math.max(Math.sqrt(loads), fractionOfInertia * Math.sqrt(inertia));
  }
}
