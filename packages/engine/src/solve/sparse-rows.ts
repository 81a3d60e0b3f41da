/**
 * The rows of a system as a sparse matrix: entry e is J[e], at row[e] and coordinate[e]. Entries are distinguished by the compliance A
 * of their coordinates:
 *
 *   diagonal              two rows are coupled where they share a coordinate that can move
 *   a body of its own     a force on one coordinate moves all of the body: Y = A J^T is made row by row, and all rows that act
 *                         on the body are coupled
 *
 * Entries on passive coordinates (AnchorShape.passive) are seen by products J W y, and no force acts along them.
 *
 * The structure is found once; then only numbers change.
 */
import type { BodyCompliance, Compliance, Response } from '../constraints/compliance.ts';
import { type State, stretchOf } from '../state/state.ts';

/** Lists of entries: those of list k are entries[starts[k]] ... up to starts[k + 1]. */
export interface EntryLists {
  readonly starts: Int32Array;
  readonly entries: Int32Array;
}

export class SparseRows {
  /** the values of entries: whoever owns the rows writes them */
  readonly J: Float64Array;
  readonly row: Int32Array;
  readonly coordinate: Int32Array;
  /** rows on bodies whose compliance is not diagonal, body by body */
  readonly coupled: readonly CoupledRows[];
  /** of each entry: 1, or 0 where its compliance is that of a body */
  readonly #diagonal: Uint8Array;
  /** of each entry: 1, or 0 where it is passive */
  readonly #acts: Uint8Array;
  readonly #anyPassive: boolean;
  readonly #anyDiagonal: boolean;
  /** 1 where both are */
  readonly #moves: Uint8Array;
  /** where runs of entries of one row begin, and the end: most one-sided rows have no force, and are passed over */
  readonly #runs: Int32Array;

  /** of: the response that tells which bodies are not diagonal */
  constructor(
    row: ArrayLike<number>,
    coordinate: ArrayLike<number>,
    readonly compliance: Compliance,
    private readonly of: Response,
    /** of each entry, if there are any */
    passive?: ArrayLike<boolean | number>,
  ) {
    this.#acts = new Uint8Array(row.length).fill(1);
    if (passive) for (let e = 0; e < passive.length; e++) if (passive[e]) this.#acts[e] = 0;
    this.J = new Float64Array(row.length);
    this.row = new Int32Array(row);
    this.coordinate = new Int32Array(coordinate);
    const entries = new Map<BodyCompliance, number[]>();
    this.#diagonal = new Uint8Array(row.length).fill(1);
    for (let e = 0; e < coordinate.length; e++) {
      const body = compliance.bodyOf(coordinate[e], of);
      if (!body) continue;
      listed(entries, body).push(e);
      this.#diagonal[e] = 0;
    }
    this.#anyPassive = this.#acts.includes(0);
    this.#anyDiagonal = this.#diagonal.includes(1);
    this.#moves = this.#diagonal.map((one, e) => one * this.#acts[e]);
    this.#runs = runsOf(this.row);
    this.coupled = [...entries]
      .sort(([a], [b]) => a.start - b.start)
      .map(([body, list]) => new CoupledRows(body, list, this, this.#acts));
  }
  /** Entries that share a diagonal coordinate that can move; coordinates in the order of their first entries. Made anew each time. */
  shared(): EntryLists {
    const { coordinate } = this;
    const diagonal = this.compliance.diagonal(this.of);
    const list = new Int32Array(coordinate.length).fill(-1); // of each entry
    const starts = new Int32Array(coordinate.length + 1);
    const numbers = new Numbering(coordinate.length);
    for (let e = 0; e < coordinate.length; e++) {
      const i = coordinate[e];
      if (!this.#moves[e] || !(diagonal[i] > 0)) continue;
      list[e] = numbers.of(i);
      starts[list[e] + 1]++;
    }
    const { count } = numbers;
    for (let k = 0; k < count; k++) starts[k + 1] += starts[k];
    const next = starts.slice(0, count);
    const entries = new Int32Array(starts[count]);
    for (let e = 0; e < coordinate.length; e++) if (list[e] >= 0) entries[next[list[e]]++] = e;
    return { starts: starts.subarray(0, count + 1), entries };
  }
  /** out += J^T x */
  addForces(x: Float64Array, out: Float64Array): void {
    const { J, row, coordinate } = this;
    const [runs, acts] = [this.#runs, this.#acts];
    for (let k = 0; k + 1 < runs.length; k++) {
      const force = x[row[runs[k]]];
      if (force === 0) continue;
      for (let e = runs[k]; e < runs[k + 1]; e++) out[coordinate[e]] += acts[e] * J[e] * force;
    }
  }
  /** out += what passive entries of these rows, which are contacts, do to bodies that show indentations */
  indent(x: Float64Array, contacts: Uint8Array, out: Float64Array): void {
    if (!this.#anyPassive) return;
    for (let k = 0; k < this.coupled.length; k++) this.coupled[k].indent(this.J, x, contacts, this.#acts, out);
  }
  /** out = J y */
  multiply(y: Float64Array, out: Float64Array): void {
    const { J, row, coordinate } = this;
    out.fill(0);
    for (let e = 0; e < J.length; e++) out[row[e]] += J[e] * y[coordinate[e]];
  }
  /** out = J W y; wanted: rows that are needed, the others may be 0 */
  multiplyW(y: Float64Array, out: Float64Array, wanted?: Uint8Array): void {
    const { J, row, coordinate, coupled } = this;
    const [runs, diagonal] = [this.#runs, this.#diagonal];
    const w = this.compliance.diagonal('w');
    out.fill(0);
    for (let k = 0; this.#anyDiagonal && k + 1 < runs.length; k++) {
      const r = row[runs[k]];
      if (wanted && !wanted[r]) continue;
      let sum = out[r];
      for (let e = runs[k]; e < runs[k + 1]; e++) sum += diagonal[e] * J[e] * w[coordinate[e]] * y[coordinate[e]];
      out[r] = sum;
    }
    for (let k = 0; k < coupled.length; k++) coupled[k].multiply(J, y, out);
  }
  /** column += A J^T x; q of bodies with curved coordinates is moved as these say. */
  addMotion(x: Float64Array, of: Response, column: string, state: State): void {
    const { J, row, coordinate, coupled } = this;
    const [runs, moves] = [this.#runs, this.#moves];
    const g = this.compliance.diagonal(of);
    const out = state.column(column);
    for (let k = 0; this.#anyDiagonal && k + 1 < runs.length; k++) {
      const force = x[row[runs[k]]];
      if (force === 0) continue;
      for (let e = runs[k]; e < runs[k + 1]; e++) {
        const i = coordinate[e];
        out[i] += moves[e] * g[i] * J[e] * force;
      }
    }
    for (let k = 0; k < coupled.length; k++) coupled[k].addMotion(J, x, of, column, out);
  }
  /** p += c J^T x and u += d J^T x, of a prediction. */
  addPrediction(x: Float64Array, state: State): void {
    const { J, row, coordinate, coupled, compliance } = this;
    const [c, d, p, u] = [compliance.diagonal('c'), compliance.diagonal('d'), state.column('p'), state.column('u')];
    const [runs, moves] = [this.#runs, this.#moves];
    for (let k = 0; this.#anyDiagonal && k + 1 < runs.length; k++) {
      const force = x[row[runs[k]]];
      if (force === 0) continue;
      for (let e = runs[k]; e < runs[k + 1]; e++) {
        const i = coordinate[e];
        p[i] += moves[e] * c[i] * J[e] * force;
        u[i] += moves[e] * d[i] * J[e] * force;
      }
    }
    for (let k = 0; k < coupled.length; k++) coupled[k].addPrediction(J, x, p, u);
  }
  /**
   * What multipliers do to coupled bodies beyond the diagonal, which the batches of constraints add: (A - diagonal) J^T x. Impulses
   * (w) change v; forces (c, d) change p, and u in proportion. Y is that of the last assembly.
   */
  addBeyondDiagonal(x: Float64Array, of: Response, state: State): void {
    const { J, coupled, compliance } = this;
    const what = of === 'w' ? 'w' : 'c';
    const diagonal = compliance.diagonal(what);
    for (let k = 0; k < coupled.length; k++) {
      const { start, timescale } = coupled[k].body;
      const motion = coupled[k].beyondDiagonal(J, x, what, diagonal);
      const [first, second] = [state.column(of === 'w' ? 'v' : 'p'), state.column('u')];
      for (let i = 0; i < motion.length; i++) first[start + i] += motion[i];
      if (of !== 'w') for (let i = 0; i < motion.length; i++) second[start + i] += motion[i] / timescale;
    }
  }
}

/** The rows that act on one body whose compliance is not diagonal. */
export class CoupledRows {
  /** in the order of their first entries */
  readonly rows: Int32Array;
  /** of each: its entries, as number of the entry and coordinate counted from the body's first; those that act, and all */
  readonly #entries: readonly Int32Array[];
  readonly #seen: readonly Int32Array[];
  /** those that act, of all rows: number of the entry, row, coordinate */
  readonly #acting: Int32Array;
  /** Y of each, in units of `apply` */
  readonly #columns: readonly Float64Array[];
  /** of each: its forces move nothing inside (BodyCompliance.inner) */
  readonly #outside: readonly boolean[];
  /** inner blocks that rows see */
  readonly #inside: Int32Array;
  readonly #force: Float64Array;
  /** 0 between calls */
  readonly #unit: Float64Array;
  readonly #motion: Float64Array;
  /** what `multiply` was given last, and the part of this body */
  #whole: Float64Array | undefined;
  #part: Float64Array = new Float64Array(0);

  constructor(
    readonly body: BodyCompliance,
    list: readonly number[],
    { row, coordinate }: { readonly row: Int32Array; readonly coordinate: Int32Array },
    acts: Uint8Array,
  ) {
    const byRow = new Map<number, number[]>();
    for (const e of list) listed(byRow, row[e]).push(e);
    this.rows = Int32Array.from(byRow.keys());
    const places = (own: readonly number[]): Int32Array =>
      Int32Array.from(own.flatMap((e) => [e, coordinate[e] - body.start]));
    this.#seen = [...byRow.values()].map(places);
    this.#entries = [...byRow.values()].map((own) => places(own.filter((e) => acts[e])));
    this.#acting = Int32Array.from(
      [...byRow.values()]
        .flat()
        .filter((e) => acts[e])
        .flatMap((e) => [e, row[e], coordinate[e] - body.start]),
    );
    const isOutside = (place: number): boolean => !!body.inner && (place < body.inner.from || place >= body.inner.to);
    this.#outside = this.#entries.map((own) => own.every((place, e) => e % 2 === 0 || isOutside(place)));
    const from = body.inner?.from ?? 0;
    const inner = this.#seen.flatMap((own) => [...own].filter((place, e) => e % 2 === 1 && !isOutside(place)));
    this.#inside = Int32Array.from(new Set(inner.map((place) => Math.floor((place - from) / 3)))).sort();
    this.#columns = this.#entries.map(() => new Float64Array(body.size));
    this.#force = new Float64Array(body.size);
    this.#unit = new Float64Array(body.size);
    this.#motion = new Float64Array(body.size);
  }
  /** Y of its k-th row; same: nothing has moved since the one before. */
  makeColumn(J: Float64Array, k: number, same: boolean): void {
    const force = this.#unit;
    const own = this.#entries[k];
    for (let e = 0; e < own.length; e += 2) force[own[e + 1]] += J[own[e]];
    const { inner } = this.body;
    if (this.#outside[k]) inner?.applyOuter(force, this.#columns[k], same);
    else if (inner) inner.applyAt(force, this.#columns[k], this.#inside, true, same);
    else this.body.apply(force, this.#columns[k], same);
    for (let e = 0; e < own.length; e += 2) force[own[e + 1]] = 0;
  }
  /** J Y of its j-th and k-th row. */
  product(J: Float64Array, j: number, k: number): number {
    const own = this.#entries[j];
    const column = this.#columns[k];
    let sum = 0;
    for (let e = 0; e < own.length; e += 2) sum += J[own[e]] * column[own[e + 1]];
    return sum;
  }
  indent(J: Float64Array, x: Float64Array, contacts: Uint8Array, acts: Uint8Array, out: Float64Array): void {
    const { body, rows } = this;
    if (!body.indent) return;
    const load = this.#force.fill(0);
    let any = false;
    for (let k = 0; k < rows.length; k++) {
      if (!contacts[rows[k]] || x[rows[k]] === 0) continue;
      const own = this.#seen[k];
      for (let e = 0; e < own.length; e += 2) if (!acts[own[e]]) load[own[e + 1]] += J[own[e]] * x[rows[k]];
      any = true;
    }
    if (any) body.indent(load, stretchOf(out, body));
  }
  multiply(J: Float64Array, y: Float64Array, out: Float64Array): void {
    const { body, rows } = this;
    const motion = this.#motion;
    if (y !== this.#whole) [this.#whole, this.#part] = [y, stretchOf(y, body)];
    if (body.inner) body.inner.applyAt(this.#part, motion, this.#inside);
    else body.apply(this.#part, motion);
    for (let k = 0; k < rows.length; k++) {
      const own = this.#seen[k];
      for (let e = 0; e < own.length; e += 2) out[rows[k]] += J[own[e]] * motion[own[e + 1]];
    }
  }
  /** W J^T x, in units of `apply`. */
  #moved(J: Float64Array, x: Float64Array): Float64Array {
    const motion = this.#motion;
    const force = this.#force.fill(0);
    const acting = this.#acting;
    for (let k = 0; k < acting.length; k += 3) force[acting[k + 2]] += J[acting[k]] * x[acting[k + 1]];
    this.body.apply(force, motion);
    return motion;
  }
  addPrediction(J: Float64Array, x: Float64Array, p: Float64Array, u: Float64Array): void {
    const { body } = this;
    const motion = this.#moved(J, x);
    const [c, d] = [body.scale('c'), body.scale('d')];
    for (let i = 0; i < motion.length; i++) u[body.start + i] += d * motion[i];
    for (let i = 0; i < motion.length; i++) motion[i] *= c;
    if (body.curved) body.curved.movePrediction(motion);
    else for (let i = 0; i < motion.length; i++) p[body.start + i] += motion[i];
  }
  addMotion(J: Float64Array, x: Float64Array, of: Response, column: string, out: Float64Array): void {
    const { body } = this;
    const motion = this.#moved(J, x);
    const scale = body.scale(of);
    if (body.curved && column === 'q') {
      for (let i = 0; i < motion.length; i++) motion[i] *= scale;
      body.curved.moveCoordinates(motion);
    } else for (let i = 0; i < motion.length; i++) out[body.start + i] += scale * motion[i];
  }
  /** (A - diagonal) J^T x */
  beyondDiagonal(J: Float64Array, x: Float64Array, of: Response, diagonal: Float64Array): Float64Array {
    const { body, rows } = this;
    const scale = body.scale(of);
    // columns have no more of what is inside than rows see
    const motion = body.inner ? this.#moved(J, x) : this.#motion.fill(0);
    for (let i = 0; body.inner && i < motion.length; i++) motion[i] *= scale;
    for (let k = 0; k < rows.length; k++) {
      const column = this.#columns[k];
      const own = this.#entries[k];
      const force = x[rows[k]];
      for (let i = 0; !body.inner && i < motion.length; i++) motion[i] += force * scale * column[i];
      for (let e = 0; e < own.length; e += 2)
        motion[own[e + 1]] -= force * diagonal[body.start + own[e + 1]] * J[own[e]];
    }
    return motion;
  }
}

/** Where runs of equal numbers begin, and the end. */
function runsOf(row: Int32Array): Int32Array {
  const runs = new Int32Array(row.length + 1);
  let count = 0;
  for (let e = 0; e < row.length; e++) if (e === 0 || row[e] !== row[e - 1]) runs[count++] = e;
  runs[count++] = row.length;
  return runs.slice(0, count);
}

/** Numbers of keys, in the order in which they come: a hash table, as there may be thousands of small systems in a large state. */
class Numbering {
  readonly #keys: Int32Array;
  readonly #numbers: Int32Array;
  count = 0;

  /** most: keys */
  constructor(most: number) {
    let size = 4;
    while (size < 2 * most) size *= 2;
    this.#keys = new Int32Array(size).fill(-1);
    this.#numbers = new Int32Array(size);
  }
  of(key: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let at = Math.imul(key, 0x9e3779b1) & mask;
    while (keys[at] >= 0 && keys[at] !== key) at = (at + 1) & mask;
    if (keys[at] < 0) {
      keys[at] = key;
      this.#numbers[at] = this.count++;
    }
    return this.#numbers[at];
  }
}

function listed<K>(lists: Map<K, number[]>, key: K): number[] {
  const known = lists.get(key);
  if (known) return known;
  const fresh: number[] = [];
  lists.set(key, fresh);
  return fresh;
}
