/**
 * Rows of an island over what they move. A unit is a rigid body (6 velocities) or a node (3); a row is a block of three lines over a few
 * units.
 *
 *   J   3 x size of the unit, for each unit of a row (a slot)         Y = J W
 *   M   of a unit, dense, and W, its inverse
 *
 * G = J W J^T is never made: products go through the velocities of units, and factors are those of matrices over units (unit-matrix.ts).
 * The memory is used again in every step.
 */
export const stride = 6;
/** numbers of a slot, and of the mass of a unit */
export const slotNumbers = 3 * stride;
export const unitNumbers = stride * stride;

/**
 * Units that inertia couples, the last ones: nodes of solids whose step is a solve. M is that of the solve, M + h^2 K, and W its inverse; the `inverse`
 * of such a unit is an estimate of its block of W. Vectors are over the velocities of these units.
 */
export interface Coupling {
  /** the first of these units, and of their velocities */
  readonly firstUnit: number;
  readonly at: number;
  readonly parts: readonly CoupledPart[];
  /** v becomes W v. */
  solve(v: Float64Array): void;
  /** out = M v */
  multiply(v: Float64Array, out: Float64Array): void;
}
/** Units of three velocities with their blocks of M: those of the upper triangle, to be multiplied by `scale`. */
export interface CoupledPart {
  readonly firstUnit: number;
  readonly pointers: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
  readonly scale: number;
  /** 0 for velocities that are prescribed */
  readonly mask: Float64Array;
}

export class ImpulseRows {
  coupling: Coupling | undefined;
  /** counts how often rows were made anew */
  version = 0;
  /** rows, units, slots, velocities */
  count = 0;
  units = 0;
  slots = 0;
  size = 0;
  /** kg, of all bodies and nodes that take part, as far as they have a mass of their own */
  inertia = 0;
  /** of each unit: how many velocities it has, and where they begin */
  unitSize = new Int32Array(8);
  unitAt = new Int32Array(8);
  /** of each: 1 where the mass is one number for the first three velocities, and a block of the others, as that of a rigid body */
  unitIsSplit = new Int32Array(8);
  mass = new Float64Array(8 * unitNumbers);
  inverse = new Float64Array(8 * unitNumbers);
  /** slots of each row: from firstSlot[i] to firstSlot[i + 1] */
  firstSlot = new Int32Array(9);
  slotUnit = new Int32Array(16);
  J = new Float64Array(16 * slotNumbers);
  Y = new Float64Array(16 * slotNumbers);
  /** see `scales`; false: not made yet */
  #rho = new Float64Array(8);
  #hasScales = false;

  clear(): void {
    this.version++;
    this.#hasScales = false;
    this.coupling = undefined;
    this.count = this.units = this.slots = this.size = this.inertia = 0;
    this.firstSlot[0] = 0;
  }
  /** A unit of 3 or 6 velocities; whoever calls writes its mass and its inverse. Returns its number. */
  addUnit(size: number, isSplit = false): number {
    const u = this.units++;
    if (u === this.unitSize.length) {
      this.unitSize = doubled(this.unitSize);
      this.unitAt = doubled(this.unitAt);
      this.unitIsSplit = doubled(this.unitIsSplit);
      this.mass = doubled(this.mass);
      this.inverse = doubled(this.inverse);
    }
    this.unitSize[u] = size;
    this.unitAt[u] = this.size;
    this.unitIsSplit[u] = isSplit ? 1 : 0;
    this.size += size;
    return u;
  }
  /** A row without slots. */
  addRow(): number {
    const i = this.count++;
    if (this.count === this.firstSlot.length) this.firstSlot = doubled(this.firstSlot);
    this.firstSlot[i + 1] = this.slots;
    return i;
  }
  /** Another unit of the last row, or the slot that it has already; returns where its J begins, all zero if it is new. */
  addSlot(unit: number): number {
    const row = this.count - 1;
    for (let s = this.firstSlot[row]; s < this.slots; s++) if (this.slotUnit[s] === unit) return slotNumbers * s;
    const at = this.addNewSlot(unit);
    this.J.fill(0, at, at + slotNumbers);
    return at;
  }
  /** The same of a unit that the row does not have; whoever calls writes all of its J. */
  addNewSlot(unit: number): number {
    const s = this.slots++;
    if (s === this.slotUnit.length) {
      this.slotUnit = doubled(this.slotUnit);
      this.J = doubled(this.J);
      this.Y = doubled(this.Y);
    }
    this.slotUnit[s] = unit;
    this.firstSlot[this.count] = this.slots;
    return slotNumbers * s;
  }
  /** Y = J W of all slots. */
  finish(): void {
    const { J, Y, inverse, unitSize } = this;
    this.#hasScales = false;
    for (let s = 0; s < this.slots; s++) {
      const unit = this.slotUnit[s];
      const size = unitSize[unit];
      const W = unitNumbers * unit;
      if (this.unitIsSplit[unit]) {
        splitProduct(J, inverse, W, Y, slotNumbers * s);
        continue;
      }
      if (size === 3 && isDiagonal3(inverse, W)) {
        diagonalProduct(J, inverse, W, Y, slotNumbers * s);
        continue;
      }
      for (let line = slotNumbers * s; line < slotNumbers * (s + 1); line += stride)
        for (let k = 0; k < size; k++) {
          let sum = 0;
          for (let m = 0; m < size; m++) sum += J[line + m] * inverse[W + stride * m + k];
          Y[line + k] = sum;
        }
    }
  }
  /** rho = 3 / tr G_ii of each row, that of lines that move something   (n) */
  scales(rho: Float64Array): void {
    if (!this.#hasScales) this.#findScales();
    const own = this.#rho;
    for (let i = 0; i < this.count; i++) rho[i] = own[i];
  }
  #findScales(): void {
    this.#hasScales = true;
    this.#rho = grown(this.#rho, this.count);
    const rho = this.#rho;
    const { J, Y, firstSlot } = this;
    for (let i = 0; i < this.count; i++) {
      let trace = 0;
      let lines = 0;
      for (let line = 0; line < 3; line++) {
        let own = 0;
        for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) {
          const at = slotNumbers * s + stride * line;
          for (let k = at; k < at + stride; k++) own += J[k] * Y[k];
        }
        trace += own;
        if (own > 0) lines++;
      }
      rho[i] = trace > 0 ? lines / trace : 1;
    }
  }
  /** out = W J^T x, over the velocities of units */
  spread(x: Float64Array, out: Float64Array): void {
    const { coupling } = this;
    this.#transposed(this.Y, x, out);
    if (!coupling) return;
    this.#transposed(this.J, x, out, coupling.firstUnit);
    coupling.solve(out.subarray(coupling.at, this.size));
  }
  /** out = J^T x */
  forces(x: Float64Array, out: Float64Array): void {
    this.#transposed(this.J, x, out);
  }
  /** Over units from `first` on. */
  #transposed(J: Float64Array, x: Float64Array, out: Float64Array, first = 0): void {
    const { firstSlot, slotUnit, unitAt, unitSize } = this;
    for (let k = first > 0 ? unitAt[first] : 0; k < this.size; k++) out[k] = 0;
    for (let i = 0; i < this.count; i++) {
      const x0 = x[3 * i];
      const x1 = x[3 * i + 1];
      const x2 = x[3 * i + 2];
      if (x0 === 0 && x1 === 0 && x2 === 0) continue;
      for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) {
        if (slotUnit[s] < first) continue;
        const to = unitAt[slotUnit[s]];
        const size = unitSize[slotUnit[s]];
        const at = slotNumbers * s;
        out[to] += x0 * J[at] + x1 * J[at + 6] + x2 * J[at + 12];
        out[to + 1] += x0 * J[at + 1] + x1 * J[at + 7] + x2 * J[at + 13];
        out[to + 2] += x0 * J[at + 2] + x1 * J[at + 8] + x2 * J[at + 14];
        for (let k = 3; k < size; k++)
          out[to + k] += x0 * J[at + k] + x1 * J[at + stride + k] + x2 * J[at + 2 * stride + k];
      }
    }
  }
  /** out = J v   (3n) */
  velocities(v: Float64Array, out: Float64Array): void {
    const { firstSlot, slotUnit, unitAt, unitSize, J } = this;
    for (let i = 0; i < this.count; i++) {
      let y0 = 0;
      let y1 = 0;
      let y2 = 0;
      for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) {
        const from = unitAt[slotUnit[s]];
        const size = unitSize[slotUnit[s]];
        const at = slotNumbers * s;
        const v0 = v[from];
        const v1 = v[from + 1];
        const v2 = v[from + 2];
        y0 = y0 + J[at] * v0 + J[at + 1] * v1 + J[at + 2] * v2;
        y1 = y1 + J[at + 6] * v0 + J[at + 7] * v1 + J[at + 8] * v2;
        y2 = y2 + J[at + 12] * v0 + J[at + 13] * v1 + J[at + 14] * v2;
        for (let k = 3; k < size; k++) {
          const value = v[from + k];
          y0 += J[at + k] * value;
          y1 += J[at + stride + k] * value;
          y2 += J[at + 2 * stride + k] * value;
        }
      }
      out[3 * i] = y0;
      out[3 * i + 1] = y1;
      out[3 * i + 2] = y2;
    }
  }
  /** out = M v */
  momenta(v: Float64Array, out: Float64Array): void {
    const { mass, unitAt, unitSize, coupling } = this;
    if (coupling) coupling.multiply(v.subarray(coupling.at, this.size), out.subarray(coupling.at, this.size));
    const apart = coupling ? coupling.firstUnit : this.units;
    for (let u = 0; u < apart; u++) {
      const at = unitAt[u];
      const size = unitSize[u];
      for (let r = 0; r < size; r++) {
        let sum = 0;
        for (let c = 0; c < size; c++) sum += mass[unitNumbers * u + stride * r + c] * v[at + c];
        out[at + r] = sum;
      }
    }
  }
}

/** Y = J W of a slot; terms that are 0 are left out: sums begin with 0, so that their bits are those of the whole product. */
function splitProduct(J: Float64Array, inverse: Float64Array, W: number, Y: Float64Array, slot: number): void {
  const a = W + 3 * stride + 3;
  const b = a + stride;
  const c = b + stride;
  const w = inverse[W];
  for (let line = slot; line < slot + slotNumbers; line += stride) {
    Y[line] = 0 + J[line] * w;
    Y[line + 1] = 0 + J[line + 1] * w;
    Y[line + 2] = 0 + J[line + 2] * w;
    const x = J[line + 3];
    const y = J[line + 4];
    const z = J[line + 5];
    Y[line + 3] = 0 + x * inverse[a] + y * inverse[b] + z * inverse[c];
    Y[line + 4] = 0 + x * inverse[a + 1] + y * inverse[b + 1] + z * inverse[c + 1];
    Y[line + 5] = 0 + x * inverse[a + 2] + y * inverse[b + 2] + z * inverse[c + 2];
  }
}

/** W of a node: three masses. */
function isDiagonal3(a: Float64Array, at: number): boolean {
  const b = at + stride;
  const c = b + stride;
  return a[at + 1] === 0 && a[at + 2] === 0 && a[b] === 0 && a[b + 2] === 0 && a[c] === 0 && a[c + 1] === 0;
}
/** The same of a node, in the bits of the whole product. */
function diagonalProduct(J: Float64Array, inverse: Float64Array, W: number, Y: Float64Array, slot: number): void {
  const a = inverse[W];
  const b = inverse[W + stride + 1];
  const c = inverse[W + 2 * (stride + 1)];
  for (let line = slot; line < slot + slotNumbers; line += stride) {
    Y[line] = 0 + J[line] * a;
    Y[line + 1] = 0 + J[line + 1] * b;
    Y[line + 2] = 0 + J[line + 2] * c;
  }
}

type Numbers = Int32Array | Float64Array;
/** The same numbers in twice the memory. */
function doubled<T extends Numbers>(list: T): T {
  const made = new (list.constructor as new (size: number) => T)(2 * list.length);
  made.set(list as never);
  return made;
}
/** The list, or a new one with at least this size. */
export function grown<T extends Numbers | Uint8Array>(list: T, size: number): T {
  if (list.length >= size) return list;
  return new (list.constructor as new (size: number) => T)(Math.max(size, 2 * list.length));
}
