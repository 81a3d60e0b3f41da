/**
 * G = J W J^T of an island with few rows, dense: 3 x 3 blocks of contacts that share a unit. Newton's matrix over the contacts that push is small then, and takes a third of the
 * time of one over units (unit-matrix.ts), whose structure has to be found for each set of rows.
 */
import { grown, type ImpulseRows, slotNumbers, stride } from '../impulse-rows.ts';
import { FewContacts, mostDense } from './few-contacts.ts';

/** Whether rows have a G here. */
export const isSmall = ({ count, coupling }: ImpulseRows): boolean => count <= mostDense && !coupling;

export class ContactMatrix {
  /** (3n x 3n), line by line */
  G: Float64Array = new Float64Array(0);
  #own = new Float64Array(0);
  #rows: ImpulseRows | undefined;
  #version = -1;
  /** of each unit: the last slot on it, and of each slot the one before, and its row */
  #last = new Int32Array(0);
  #before = new Int32Array(0);
  #rowOf = new Int32Array(0);

  #few: FewContacts | undefined;

  /** The rows in the memory of kernels; undefined where these are too many. */
  few(rows: ImpulseRows): FewContacts | undefined {
    this.#few ??= new FewContacts();
    return this.#few.take(rows) ? this.#few : undefined;
  }
  /** Makes G, if rows are others than the last time. */
  prepare(rows: ImpulseRows): void {
    const few = isSmall(rows) ? this.few(rows) : undefined;
    if (few) this.G = few.matrix();
    else this.#prepare(rows);
  }
  /** With plain loops. */
  #prepare(rows: ImpulseRows): void {
    if (this.#rows === rows && this.#version === rows.version) return;
    this.#rows = rows;
    this.#version = rows.version;
    const { count, units, slots, firstSlot, slotUnit, unitSize, J, Y } = rows;
    const N = 3 * count;
    this.#own = grown(this.#own, N * N);
    this.G = this.#own;
    this.#last = grown(this.#last, units);
    this.#before = grown(this.#before, slots);
    this.#rowOf = grown(this.#rowOf, slots);
    const [G, last, before, rowOf] = [this.G, this.#last, this.#before, this.#rowOf];
    for (let k = 0; k < N * N; k++) G[k] = 0;
    for (let u = 0; u < units; u++) last[u] = -1;
    for (let i = 0; i < count; i++)
      for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) {
        const unit = slotUnit[s];
        before[s] = last[unit];
        last[unit] = s;
        rowOf[s] = i;
        for (let t = s; t >= 0; t = before[t])
          addProduct(J, slotNumbers * s, Y, slotNumbers * t, unitSize[unit], G, 3 * i * N + 3 * rowOf[t], N);
      }
    for (let r = 0; r < N; r++) for (let c = r + 1; c < N; c++) G[r * N + c] = G[c * N + r];
  }
}

/** A block += J Y^T */
function addProduct(
  J: Float64Array,
  j: number,
  Y: Float64Array,
  y: number,
  size: number,
  G: Float64Array,
  at: number,
  N: number,
): void {
  for (let r = 0; r < 3; r++, j += stride, at += N) {
    let g0 = 0;
    let g1 = 0;
    let g2 = 0;
    for (let k = 0; k < size; k++) {
      const value = J[j + k];
      g0 += value * Y[y + k];
      g1 += value * Y[y + stride + k];
      g2 += value * Y[y + 2 * stride + k];
    }
    G[at] += g0;
    G[at + 1] += g1;
    G[at + 2] += g2;
  }
}
