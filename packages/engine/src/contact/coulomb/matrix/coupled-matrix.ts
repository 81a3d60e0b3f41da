/**
 * H = M + sum of J_i^T N_i J_i over the units of an island where M couples them: solids whose step is a solve.
 *
 *   S = M + sum of J_i^T P_i J_i,   P_i = (N_i^T N_i)^(1/2)          sparse L D L^T, in the order of M alone
 *   H x = b   by GMRES with S^-1: N differs from P where a contact slips, because friction follows the normal force and not the other way round
 *
 * S has the pattern of M where both sides of rows are features of one mesh, or planes: it is planned once. Units that are rigid are coupled to all
 * nodes of a solid that they touch, and are eliminated last, so that the pattern does not change as contacts come and go: 6 rows of 10,000 entries.
 * Rows between two solids, and of a solid with itself, add entries, and a new set of them takes a new plan.
 *
 * In place of it, G = J W J^T over contacts takes three solves for each of them, and a dense factor: with 500 contacts on 12,000 tets, 2.2 Gflop a
 * Newton step for 0.4 here.
 */
import { factorOf, orderOf, placesOf } from '../../../linalg/blocks/block-factor.ts';
import type { Supernodal } from '../../../linalg/factor/supernodal.ts';
import { Gmres } from '../../../linalg/iterative/gmres.ts';
import { Pairs, type Pattern, slotIn } from '../../../linalg/pattern/pattern.ts';
import { type Coupling, grown, type ImpulseRows, slotNumbers, stride } from '../impulse-rows.ts';
import { symmetricFactor } from './symmetric-factor.ts';

export class CoupledMatrix {
  #rows!: ImpulseRows;
  #coupling!: Coupling;
  #solver: Supernodal | undefined;
  #pattern!: Pattern;
  /** what the pattern was made of: sizes of units, parts, and pairs of units that only rows couple */
  #key: (number | Int32Array)[] = [];
  /** of each part, the places of its blocks */
  #partPlaces: Int32Array[] = [];
  /** of each pair of slots of a row, lines of the first unit: where entries with the second begin */
  #pairs = new Int32Array(0);
  #firstPair = new Int32Array(0);
  /** N of each row   (9 n), and which were added */
  #N = new Float64Array(0);
  #added = new Uint8Array(0);
  #isSymmetric = true;
  readonly #P = new Float64Array(9);
  readonly #NJ = new Float64Array(slotNumbers);
  readonly #gmres = new Gmres();
  #lines = new Float64Array(0);
  #momenta = new Float64Array(0);

  prepare(rows: ImpulseRows, coupling: Coupling): void {
    this.#rows = rows;
    this.#coupling = coupling;
    const key = this.#keyOf();
    if (!this.#solver || !isEqual(key, this.#key)) this.#plan(key);
    this.#N = grown(this.#N, 9 * rows.count);
    this.#added = grown(this.#added, rows.count);
    this.#lines = grown(this.#lines, 3 * rows.count);
    this.#locate();
  }
  /** The part that a unit belongs to, or -1. */
  #partOf(unit: number): number {
    const { parts, firstUnit } = this.#coupling;
    if (unit < firstUnit) return -1;
    let k = parts.length - 1;
    while (parts[k].firstUnit > unit) k--;
    return k;
  }
  #keyOf(): (number | Int32Array)[] {
    const { count, units, unitSize, firstSlot, slotUnit } = this.#rows;
    const { parts, firstUnit } = this.#coupling;
    const pairs = new Set<number>();
    for (let i = 0; i < count; i++)
      for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++)
        for (let t = firstSlot[i]; t < firstSlot[i + 1]; t++) {
          const [a, b] = [slotUnit[s], slotUnit[t]];
          if (a >= b) continue;
          const [p, q] = [this.#partOf(a), this.#partOf(b)];
          if (p < 0 && q >= 0 && unitSize[a] > 3) pairs.add(a * units + parts[q].firstUnit);
          else if (p < 0 || p !== q || !isCoupled(parts[p], a, b)) pairs.add(a * units + b);
        }
    const sizes = Int32Array.from(unitSize.subarray(0, firstUnit));
    return [units, sizes, ...parts.map(({ indices }) => indices), Int32Array.from([...pairs].sort((x, y) => x - y))];
  }
  #plan(key: (number | Int32Array)[]): void {
    const { units, unitAt, unitSize, size } = this.#rows;
    const { parts, firstUnit, at: first } = this.#coupling;
    const all = new Pairs();
    const couple = (a: number, b: number): void => {
      for (let r = 0; r < unitSize[a]; r++) for (let c = 0; c < unitSize[b]; c++) all.add(unitAt[a] + r, unitAt[b] + c);
    };
    for (let u = 0; u < firstUnit; u++) couple(u, u);
    for (const { firstUnit: own, pointers, indices } of parts)
      for (let i = 0; i + 1 < pointers.length; i++)
        for (let k = pointers[i]; k < pointers[i + 1]; k++) couple(own + i, own + indices[k]);
    for (const pair of key[key.length - 1] as Int32Array) {
      const [a, b] = [Math.floor(pair / units), pair % units];
      const part = this.#partOf(b);
      if (a < firstUnit && part >= 0 && unitSize[a] > 3)
        for (let u = b; u < b + parts[part].pointers.length - 1; u++) couple(a, u);
      else couple(a, b);
    }
    const pattern = all.upper(size);
    const order = new Int32Array(size);
    let placed = 0;
    for (const { firstUnit: own, pointers, indices } of parts)
      for (const k of orderOf({ pointers, indices })) order[placed++] = unitAt[own] + k;
    for (let k = 0; k < first; k++) order[placed++] = k;
    this.#solver?.release();
    this.#solver = factorOf(pattern, order);
    this.#pattern = pattern;
    this.#partPlaces = parts.map((part) => placesOf(part, pattern, unitAt[part.firstUnit]));
    this.#key = key;
  }
  #locate(): void {
    const { count, firstSlot, slotUnit, unitAt, unitSize } = this.#rows;
    this.#firstPair = grown(this.#firstPair, count + 1);
    let pairs = 0;
    for (let i = 0; i < count; i++) {
      this.#firstPair[i] = pairs;
      const slots = firstSlot[i + 1] - firstSlot[i];
      pairs += stride * slots * slots;
    }
    this.#pairs = grown(this.#pairs, pairs);
    let at = 0;
    for (let i = 0; i < count; i++)
      for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++)
        for (let t = firstSlot[i]; t < firstSlot[i + 1]; t++, at += stride) {
          const [a, b] = [slotUnit[s], slotUnit[t]];
          if (a > b) continue;
          for (let r = 0; r < unitSize[a]; r++)
            this.#pairs[at + r] = slotIn(this.#pattern, unitAt[a] + r, unitAt[b] + (a === b ? r : 0));
        }
  }

  /** S = M */
  begin(): void {
    const { unitAt, unitSize, mass, count } = this.#rows;
    const { parts, firstUnit } = this.#coupling;
    const values = (this.#solver as Supernodal).values.fill(0);
    const { pointers } = this.#pattern;
    for (let u = 0; u < firstUnit; u++)
      for (let r = 0; r < unitSize[u]; r++)
        for (let c = r; c < unitSize[u]; c++)
          values[pointers[unitAt[u] + r] + c - r] = mass[stride * stride * u + stride * r + c];
    for (let k = 0; k < parts.length; k++) {
      const { values: from, scale, mask, firstUnit: own } = parts[k];
      const places = this.#partPlaces[k];
      for (let e = 0; e < places.length; e++) if (places[e] >= 0) values[places[e]] = scale * from[e];
      for (let i = 0; i < mask.length; i++) if (mask[i] === 0) values[pointers[unitAt[own] + i]] = 1;
    }
    this.#added.fill(0, 0, count);
    this.#isSymmetric = true;
  }
  /** H += J_i^T N J_i, N at `at` of a list, row by row. */
  add(i: number, N: Float64Array, at: number): void {
    const { firstSlot, slotUnit, unitSize, J } = this.#rows;
    const { values } = this.#solver as Supernodal;
    const [P, NJ] = [this.#P, this.#NJ];
    this.#added[i] = 1;
    for (let k = 0; k < 9; k++) this.#N[9 * i + k] = N[at + k];
    if (!symmetricFactor(N, at, P)) this.#isSymmetric = false;
    const slots = firstSlot[i + 1] - firstSlot[i];
    for (let t = 0; t < slots; t++) {
      const slot = firstSlot[i] + t;
      const columns = unitSize[slotUnit[slot]];
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < columns; c++)
          NJ[stride * r + c] =
            P[3 * r] * J[slotNumbers * slot + c] +
            P[3 * r + 1] * J[slotNumbers * slot + stride + c] +
            P[3 * r + 2] * J[slotNumbers * slot + 2 * stride + c];
      for (let s = 0; s < slots; s++) {
        const other = firstSlot[i] + s;
        if (slotUnit[other] > slotUnit[slot]) continue;
        const isSame = s === t;
        const from = this.#firstPair[i] + stride * (s * slots + t);
        for (let r = 0; r < unitSize[slotUnit[other]]; r++) {
          const own = slotNumbers * other + r;
          const to = this.#pairs[from + r] - (isSame ? r : 0);
          for (let c = isSame ? r : 0; c < columns; c++)
            values[to + c] +=
              J[own] * NJ[c] + J[own + stride] * NJ[stride + c] + J[own + 2 * stride] * NJ[2 * stride + c];
        }
      }
    }
  }
  factor(): boolean {
    const solver = this.#solver as Supernodal;
    solver.factor();
    return solver.dependentCount === 0;
  }
  /** v becomes H^-1 v. */
  solve(v: Float64Array): void {
    const solver = this.#solver as Supernodal;
    const { size } = this.#rows;
    const own = v.length === size ? v : v.subarray(0, size);
    if (this.#isSymmetric) solver.solve(own);
    else
      this.#gmres.solve(
        own,
        size,
        (x, out) => this.#multiply(x, out),
        (x) => solver.solve(x),
      );
  }
  /** out = H x */
  #multiply(x: Float64Array, out: Float64Array): void {
    const rows = this.#rows;
    const z = this.#lines;
    rows.velocities(x, z);
    for (let i = 0; i < rows.count; i++) {
      const [z0, z1, z2] = [z[3 * i], z[3 * i + 1], z[3 * i + 2]];
      for (let r = 0; r < 3; r++) {
        const n = 9 * i + 3 * r;
        z[3 * i + r] = this.#added[i] ? this.#N[n] * z0 + this.#N[n + 1] * z1 + this.#N[n + 2] * z2 : 0;
      }
    }
    rows.forces(z, out);
    this.#momenta = grown(this.#momenta, rows.size);
    rows.momenta(x, this.#momenta);
    for (let k = 0; k < rows.size; k++) out[k] += this.#momenta[k];
  }
}

/** Whether M has a block for two units of a part. */
function isCoupled(
  { firstUnit, pointers, indices }: { firstUnit: number; pointers: Int32Array; indices: Int32Array },
  a: number,
  b: number,
): boolean {
  for (let k = pointers[a - firstUnit]; k < pointers[a - firstUnit + 1]; k++)
    if (indices[k] === b - firstUnit) return true;
  return false;
}
function isEqual(a: readonly (number | Int32Array)[], b: readonly (number | Int32Array)[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, k) => {
      const other = b[k];
      if (typeof one === 'number' || typeof other === 'number' || one === other) return one === other;
      return one.length === other.length && one.every((x, i) => x === other[i]);
    })
  );
}
