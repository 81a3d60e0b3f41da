/**
 * Small corrections of an island: velocities along some lines of rows change by given amounts, by the shortest impulses that do it.
 *
 *   J dv = b in the sense of least squares,   M dv = F x,   x of least norm
 *
 * F holds the directions of forces: J^T, and for a contact that slips its normal together with the friction that follows it.
 * Redundant rows contradict each other by rounding, and impulses for that would be without bound. Both problems are solved through
 *
 *   H = M + F (rho/eps) J:   dv += H^-1 F (rho/eps) (b - J dv),      z += H^-1 (M dv - F x),  x = (rho/eps) J z
 *
 * where contradictions stay out of dv, and what moves nothing stays out of x. Each round leaves about eps of the error. Few lines are solved without units (few-lines.ts).
 */
import { FewLines } from './few-lines.ts';
import { grown, type ImpulseRows } from './impulse-rows.ts';
import { lines } from './line-use.ts';
import type { ContactMatrix } from './matrix/contact-matrix.ts';
import { UnitMatrix } from './matrix/unit-matrix.ts';
import type { UnitStructures } from './matrix/unit-structure.ts';

const eps = 1e-6;
const mostRounds = 3;
const made = (): Float64Array => new Float64Array(0);

export class LeastNorm {
  /** of each row: which lines   (n) */
  use = new Uint8Array(0);
  /** of rows that slip: friction as a part of the normal impulse   (2n) */
  slip = made();
  /** changes of velocities that are wanted   (3n) */
  wanted = made();
  /** impulses   (3n): see `impulses` */
  x = made();
  /** the motion, over the velocities of units: see `motion` */
  dv = made();
  readonly #matrix: UnitMatrix;
  readonly #N = new Float64Array(9);
  /** what the factors are of: rows, and which of their lines */
  #factored = -1;
  #factoredUse = new Uint8Array(0);
  #factoredSlip = made();
  #rho = made();
  #r = made();
  #g = made();
  #z = made();
  #rows!: ImpulseRows;
  readonly #few: FewLines;
  #isFew = false;

  constructor(structures: UnitStructures, contactMatrix: ContactMatrix) {
    this.#matrix = new UnitMatrix(structures);
    this.#few = new FewLines(contactMatrix);
  }
  begin(rows: ImpulseRows): void {
    const n = rows.count;
    this.#rows = rows;
    this.use = grown(this.use, n);
    this.slip = grown(this.slip, 2 * n);
    this.wanted = grown(this.wanted, 3 * n);
    this.x = grown(this.x, 3 * n);
    this.#factoredUse = grown(this.#factoredUse, n);
    this.#factoredSlip = grown(this.#factoredSlip, 2 * n);
    this.#rho = grown(this.#rho, n);
    this.#r = grown(this.#r, Math.max(3 * n, rows.size));
    this.dv = grown(this.dv, rows.size);
    this.#g = grown(this.#g, rows.size);
    this.#z = grown(this.#z, rows.size);
    this.use.fill(0, 0, n);
    this.wanted.fill(0, 0, 3 * n);
  }
  /** Finds the change of velocities; false where H cannot be factorised. `rounds`: one is enough where what is left is looked at and solved for again. */
  solve(rounds = mostRounds): boolean {
    const rows = this.#rows;
    if (!this.#factor(rows)) return false;
    const { dv } = this;
    const r = this.#r;
    const g = this.#g;
    if (this.#isFew) {
      this.#few.solve(this.wanted, rounds);
      return true;
    }
    dv.fill(0, 0, rows.size);
    for (let round = 0; round < rounds; round++) {
      rows.velocities(dv, r);
      for (let i = 0; i < 3 * rows.count; i++) r[i] = this.wanted[i] - r[i];
      this.#weigh(r);
      rows.forces(r, g);
      this.#matrix.solve(g);
      for (let k = 0; k < rows.size; k++) dv[k] += g[k];
    }
    return true;
  }
  /** dv, after `solve`. */
  motion(): Float64Array {
    if (this.#isFew) {
      this.#few.forces(this.use, this.slip, this.x);
      this.#rows.spread(this.x, this.dv);
    }
    return this.dv;
  }
  /** x, after `solve`. */
  impulses(rounds = mostRounds): void {
    const rows = this.#rows;
    if (this.#isFew) {
      this.#few.impulses(rounds);
      this.#few.forces(this.use, this.slip, this.x);
      return;
    }
    const { x, dv } = this;
    const z = this.#z;
    const g = this.#g;
    const r = this.#r;
    z.fill(0, 0, rows.size);
    rows.momenta(dv, g);
    for (let round = 0; ; round++) {
      this.#matrix.solve(g);
      for (let k = 0; k < rows.size; k++) z[k] += g[k];
      rows.velocities(z, x);
      this.#weigh(x);
      if (round === rounds) return;
      rows.forces(x, r);
      rows.momenta(dv, g);
      for (let k = 0; k < rows.size; k++) g[k] -= r[k];
    }
  }
  /** Passes that change no row from pushing to idle or from sticking to slipping have one matrix. */
  #isFactored(rows: ImpulseRows): boolean {
    if (this.#factored !== rows.version) return false;
    for (let i = 0; i < rows.count; i++) if (this.use[i] !== this.#factoredUse[i]) return false;
    for (let k = 0; k < 2 * rows.count; k++) this.slip[k] = this.#factoredSlip[k];
    return true;
  }
  #factor(rows: ImpulseRows): boolean {
    if (this.#isFactored(rows)) return true;
    this.#factored = -1;
    if (!this.#factorAnew(rows)) return false;
    this.#factored = rows.version;
    for (let i = 0; i < rows.count; i++) this.#factoredUse[i] = this.use[i];
    for (let k = 0; k < 2 * rows.count; k++) this.#factoredSlip[k] = this.slip[k];
    return true;
  }
  #factorAnew(rows: ImpulseRows): boolean {
    rows.scales(this.#rho);
    this.#isFew = this.#few.factor(rows, this.use, this.slip, this.#rho, eps);
    if (this.#isFew) return true;
    const matrix = this.#matrix;
    matrix.prepare(rows);
    matrix.use(this.use);
    this.#assemble();
    if (matrix.factor()) return true;
    this.#assemble();
    return matrix.factorDense();
  }
  #assemble(): void {
    const N = this.#N;
    const matrix = this.#matrix;
    matrix.begin();
    for (let i = 0; i < this.#rows.count; i++) {
      const use = this.use[i];
      if (use === lines.none) continue;
      N.fill(0);
      const scale = this.#rho[i] / eps;
      N[0] = scale;
      if (use === lines.all) N[4] = N[8] = scale;
      else if (use === lines.slipping) {
        N[3] = scale * this.slip[2 * i];
        N[6] = scale * this.slip[2 * i + 1];
      }
      matrix.add(i, N, 0);
    }
  }
  /** From errors of velocities to impulses along F. */
  #weigh(r: Float64Array): void {
    for (let i = 0; i < this.#rows.count; i++) {
      const use = this.use[i];
      const scale = use === lines.none ? 0 : this.#rho[i] / eps;
      r[3 * i] *= scale;
      if (use === lines.all) {
        r[3 * i + 1] *= scale;
        r[3 * i + 2] *= scale;
      } else {
        const slips = use === lines.slipping;
        r[3 * i + 1] = slips ? this.slip[2 * i] * r[3 * i] : 0;
        r[3 * i + 2] = slips ? this.slip[2 * i + 1] * r[3 * i] : 0;
      }
    }
  }
}
