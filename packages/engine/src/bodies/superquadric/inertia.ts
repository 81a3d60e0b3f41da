/**
 * Mass and inertial forces of a deformable superquadric with masses m_k at its nodes.                [Met93 notes, sec. 3]
 *
 *   velocities of nodes, in the frame of the body:   Psi_k g + d_k',    Psi_k = [1, -[p_k]x, J_k],   p = s + d
 *   g = (R^T cdot, R^T omega, q_s')                  M_g = sum m_k Psi_k^T Psi_k: it depends on q_s and d, not on c and R
 *
 * Two modes:
 *
 *   lumped       W = diag(M_g^-1, 1/m_k), as printed. A force then moves the body as a whole, its shape and its nodes at once: in
 *                free fall nodes accelerate at 2 g.                                                          [errata: E11]
 *   projected    d' is kept mass-orthogonal to all global motions, sum m_k Psi_k^T d_k' = 0. The kinetic energy then is a sum of
 *                both, M is block diagonal exactly, and W_local f = f_k / m_k - Psi_k M_g^-1 sum Psi^T f.
 *
 * When the body moves, Psi changes, and d' is divided anew: g += y, d' -= Psi y with y = M_g^-1 sum m Psi^T d'. The velocities of
 * nodes do not change by this, nor do momentum and energy.
 *
 * Local displacements are sums of functions N, d = N c (local-basis.ts), with the mass N^T m N = diag(m_c). What is projected is then the part of a
 * global motion that c' can have,
 *
 *   Phi = m_c^-1 N^T m Psi,   M_c = Phi^T m_c Phi:     W_local f = f / m_c - Phi M_c^-1 Phi^T f
 *   divided anew:   c' -= Phi M_c^-1 y,   g += M_g^-1 y,   y = Phi^T m_c c':     momentum does not change
 *
 * For finite elements N = 1: Phi is Psi, and M_c is M_g.
 *
 * What p_k, Psi and M_g were computed for is remembered; they are computed again when q_s or d differ.
 */
import { symmetricInverse } from '../../linalg/dense/symmetric-inverse.ts';
import { matrixOfRotation } from '../blocks/rotation.ts';
import type { InverseMass } from '../body.ts';
import type { ShapeField } from './geometry/shape-field.ts';
import { addReduced, subtractGlobal, sumGlobalMass, sumMass } from './global-motion.ts';
import type { Layout } from './layout.ts';
import type { LocalBasis } from './local-basis.ts';
import { product, turn, turnBack } from './small-products.ts';

export type MassMode = 'projected' | 'lumped';
export interface FreeGroups {
  readonly position: boolean;
  readonly rotation: boolean;
}

export class Inertia {
  /** global velocities: 6 of rigid motion, then shape parameters */
  readonly size: number;
  /** nodes in the frame of the body (3n) */
  readonly p: Float64Array;
  /** (n x 3 x size) */
  readonly Psi: Float64Array;
  /** (size x size) */
  readonly M: Float64Array;
  readonly inverse: Float64Array;
  /** kg, of each local displacement */
  readonly localMasses: Float64Array;
  /** (local x 3 x size) */
  readonly Phi: Float64Array;
  readonly #localM: Float64Array;
  readonly #localInverse: Float64Array;
  readonly #localDropped: Uint8Array;
  /** local displacements, velocities or forces at the nodes (3n) */
  readonly #nodal: Float64Array;
  readonly #z: Float64Array;
  /** global velocities without effect, or that follow from others: 1; frozen ones too */
  readonly dropped: Uint8Array;
  readonly #known: Float64Array;
  #isKnown = false;
  readonly #work: Float64Array;
  readonly #masked: Float64Array;
  readonly #g: Float64Array;
  readonly #y: Float64Array;
  readonly #R = new Float64Array(9);

  constructor(
    readonly layout: Layout,
    readonly masses: Float64Array,
    private readonly field: ShapeField,
    readonly mode: MassMode,
    private readonly free: FreeGroups,
    private readonly basis: Pick<LocalBasis, 'count' | 'masses' | 'values'> | undefined,
  ) {
    const n = masses.length;
    this.size = 6 + layout.shape;
    this.p = new Float64Array(3 * n);
    this.Psi = new Float64Array(3 * n * this.size);
    const square = this.size * this.size;
    [this.M, this.inverse, this.#work, this.#masked] = [0, 0, 0, 0].map(() => new Float64Array(square)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    this.dropped = new Uint8Array(this.size);
    const own = basis?.values !== undefined;
    this.localMasses = basis?.masses ?? masses;
    this.Phi = own ? new Float64Array(3 * basis.count * this.size) : this.Psi;
    this.#localM = own ? new Float64Array(square) : this.M;
    this.#localInverse = own ? new Float64Array(square) : this.inverse;
    this.#localDropped = own ? new Uint8Array(this.size) : this.dropped;
    this.#nodal = new Float64Array(3 * n);
    this.#z = new Float64Array(this.size);
    this.#known = new Float64Array(layout.shape + 3 * layout.local);
    this.#g = new Float64Array(this.size);
    this.#y = new Float64Array(this.size);
  }

  /** p, Psi, M_g and its inverse at these coordinates. */
  update(q: Float64Array): void {
    const { shapeAt } = this.layout;
    const known = this.#known;
    if (this.#isKnown && isAt(known, q, shapeAt)) return;
    for (let i = 0; i < known.length; i++) known[i] = q[shapeAt + i];
    this.#isKnown = true;
    this.field.evaluate(q, shapeAt);
    this.#gather(q);
    sumGlobalMass(this, this.M);
    this.#invert(this.M, this.inverse, this.dropped);
    if (!this.basis?.values) return;
    this.#project();
    sumMass(this.#localM, this.Phi, this.localMasses, this.size);
    this.#invert(this.#localM, this.#localInverse, this.#localDropped);
  }
  /** Phi = m_c^-1 N^T m Psi */
  #project(): void {
    const { basis, Phi, Psi, masses, localMasses, size } = this;
    const N = basis?.values as Float64Array;
    const count = localMasses.length;
    Phi.fill(0);
    for (let i = 0; i < masses.length; i++)
      for (let k = 0; k < count; k++) {
        const part = (masses[i] * N[i * count + k]) / localMasses[k];
        for (let axis = 0; axis < 3; axis++) {
          const [to, from] = [(3 * k + axis) * size, (3 * i + axis) * size];
          for (let j = 0; j < size; j++) Phi[to + j] += part * Psi[from + j];
        }
      }
  }
  /** What local coordinates, or their rates, are at the nodes. */
  #toNodes(x: Float64Array): Float64Array {
    const { localAt, local } = this.layout;
    const [nodal, N] = [this.#nodal, this.basis?.values];
    if (!N) for (let i = 0; i < nodal.length; i++) nodal[i] = local ? x[localAt + i] : 0;
    else
      for (let i = 0; i < nodal.length; i++) {
        const row = Math.floor(i / 3) * local;
        let sum = 0;
        for (let k = 0; k < local; k++) sum += N[row + k] * x[localAt + 3 * k + (i % 3)];
        nodal[i] = sum;
      }
    return nodal;
  }
  /** f -= what forces at the nodes are as local forces: N^T nodal */
  #subtractFromLocal(nodal: Float64Array, f: Float64Array): void {
    const { localAt, local } = this.layout;
    const N = this.basis?.values;
    if (!N) for (let i = 0; i < 3 * local; i++) f[localAt + i] -= nodal[i];
    else
      for (let i = 0; i < nodal.length; i++) {
        const row = Math.floor(i / 3) * local;
        for (let k = 0; k < local; k++) f[localAt + 3 * k + (i % 3)] -= N[row + k] * nodal[i];
      }
  }
  #gather(q: Float64Array): void {
    const { local, shape } = this.layout;
    const [p, Psi, size, { s, J }] = [this.p, this.Psi, this.size, this.field];
    const d = this.#toNodes(q);
    for (let i = 0; i < p.length; i++) p[i] = local ? s[i] + d[i] : s[i];
    // global-motion.ts takes the first six columns from p
    for (let k = 0; (shape || this.basis?.values) && k < this.masses.length; k++) {
      const at = 3 * k * size;
      const x = p[3 * k];
      const y = p[3 * k + 1];
      const z = p[3 * k + 2];
      // -[p]x omega = omega x p
      Psi[at] = 1;
      Psi[at + 4] = z;
      Psi[at + 5] = -y;
      Psi[at + size + 1] = 1;
      Psi[at + size + 3] = -z;
      Psi[at + size + 5] = x;
      Psi[at + 2 * size + 2] = 1;
      Psi[at + 2 * size + 3] = y;
      Psi[at + 2 * size + 4] = -x;
      for (let axis = 0; axis < 3; axis++)
        for (let j = 0; j < shape; j++) Psi[at + axis * size + 6 + j] = J[(3 * k + axis) * shape + j];
    }
  }
  #invert(M: Float64Array, inverse: Float64Array, dropped: Uint8Array): void {
    const [size, masked] = [this.size, this.#masked];
    masked.set(M);
    for (let i = 0; i < 6; i++)
      if (!(i < 3 ? this.free.position : this.free.rotation)) {
        for (let j = 0; j < size; j++) masked[i * size + j] = masked[j * size + i] = 0;
      }
    symmetricInverse(masked, size, inverse, this.#work, dropped);
  }

  /** out = W f of forces on the body as a whole: they move no local displacement, and nothing else of out is written. */
  applyGlobal(q: Float64Array, f: Float64Array, out: Float64Array, same = false): void {
    if (!same) this.update(q);
    this.#toBody(q, f, this.#g, same);
    product(this.inverse, this.#g, this.#y, this.size);
    this.#toWorld(this.#y, out);
  }
  /** out = W f, of local displacements of these nodes only; onOnly: forces act on no others. */
  applyAt(q: Float64Array, f: Float64Array, out: Float64Array, only: Int32Array, onOnly = false, same = false): void {
    this.applyGlobal(q, f, out, same);
    const { localAt } = this.layout;
    const { localMasses: masses } = this;
    for (let n = 0; n < only.length; n++) {
      const i = localAt + 3 * only[n];
      const m = masses[only[n]];
      // a division takes as long as all else here, and most rows pull at one node
      out[i] = f[i] === 0 ? 0 : f[i] / m;
      out[i + 1] = f[i + 1] === 0 ? 0 : f[i + 1] / m;
      out[i + 2] = f[i + 2] === 0 ? 0 : f[i + 2] / m;
    }
    if (this.mode === 'lumped' || !only.length) return;
    this.#reduce(f, false, onOnly ? only : undefined);
    this.#subtractPhi(out, only);
  }
  /** out = W f */
  applyW(q: Float64Array, f: Float64Array, out: Float64Array, same = false): void {
    this.applyGlobal(q, f, out, same);
    const { localAt, local } = this.layout;
    if (!local) return;
    const { localMasses: masses } = this;
    let pulled = false;
    for (let k = 0; k < masses.length; k++)
      for (let i = localAt + 3 * k; i < localAt + 3 * k + 3; i++) {
        out[i] = f[i] === 0 ? 0 : f[i] / masses[k];
        pulled ||= f[i] !== 0;
      }
    // most rows of a constraint act on few nodes, or on the body as a whole
    if (this.mode === 'lumped' || !pulled) return;
    this.#reduce(f, false);
    this.#subtractPhi(out);
  }
  /** out = M v */
  applyM(q: Float64Array, v: Float64Array, out: Float64Array): void {
    this.update(q);
    const { localAt, local } = this.layout;
    this.#toBody(q, v, this.#g);
    product(this.M, this.#g, this.#y, this.size);
    this.#toWorld(this.#y, out);
    if (!local) return;
    const { localMasses: masses } = this;
    for (let k = 0; k < masses.length; k++)
      for (let i = localAt + 3 * k; i < localAt + 3 * k + 3; i++) out[i] = masses[k] * v[i];
  }
  /** Divides velocities at q into global and local ones anew, where they are projected. */
  divide(q: Float64Array, v: Float64Array): void {
    if (this.mode === 'lumped' || !this.layout.local) return;
    this.update(q);
    this.#reduce(v, true);
    this.#subtractPhi(v);
    matrixOfRotation(q, this.layout.turn, this.#R);
    product(this.inverse, this.#g, this.#z, this.size);
    this.#addToWorld(this.#z, v);
  }
  /** f += -sum m L^T Ldot v: centrifugal and Coriolis forces.                                   [Met93 notes, 3.5; errata: E3] */
  addInertialForces(q: Float64Array, v: Float64Array, f: Float64Array): void {
    this.update(q);
    const { layout, masses, p, Psi, size, field } = this;
    const { local, shape, shapeAt } = layout;
    if (shape) field.evaluate(q, shapeAt, v, shapeAt);
    const [g, sum] = [this.#g, this.#y.fill(0)];
    this.#toBody(q, v, g);
    const [a, b, c] = [g[3], g[4], g[5]];
    const square = a * a + b * b + c * c;
    const nodal = this.#toNodes(v);
    for (let k = 0; k < masses.length; k++) {
      const at = 3 * k;
      const x = p[at];
      const y = p[at + 1];
      const z = p[at + 2];
      const along = a * x + b * y + c * z;
      // 2 omega x p'
      const first = rate(this, v, nodal, k, 0);
      const second = rate(this, v, nodal, k, 1);
      const third = rate(this, v, nodal, k, 2);
      const bias0 = a * along - square * x + 2 * (b * third - c * second) + field.curvature[at];
      const bias1 = b * along - square * y + 2 * (c * first - a * third) + field.curvature[at + 1];
      const bias2 = c * along - square * z + 2 * (a * second - b * first) + field.curvature[at + 2];
      const m = masses[k];
      sum[0] -= m * bias0;
      sum[1] -= m * bias1;
      sum[2] -= m * bias2;
      sum[3] -= m * (y * bias2 - z * bias1);
      sum[4] -= m * (z * bias0 - x * bias2);
      sum[5] -= m * (x * bias1 - y * bias0);
      for (let i = 6; i < size; i++)
        sum[i] -=
          m * (Psi[at * size + i] * bias0 + Psi[(at + 1) * size + i] * bias1 + Psi[(at + 2) * size + i] * bias2);
      // the rate of this node is not needed any more: the place of its force
      nodal[at] = masses[k] * bias0;
      nodal[at + 1] = masses[k] * bias1;
      nodal[at + 2] = masses[k] * bias2;
    }
    if (local) this.#subtractFromLocal(nodal, f);
    this.#addToWorld(sum, f);
  }

  /** g = Phi^T x, of velocities with masses, and y = M_c^-1 g */
  #reduce(x: Float64Array, weighted: boolean, only?: Int32Array): void {
    const { Phi, localMasses: masses, size, layout } = this;
    const g = this.#g;
    for (let i = 0; i < size; i++) g[i] = 0;
    if (!this.basis?.values) addReduced(this, x, weighted, g, only);
    for (let k = 0; this.basis?.values && k < masses.length; k++)
      for (let axis = 0; axis < 3; axis++) {
        const value = (weighted ? masses[k] : 1) * x[layout.localAt + 3 * k + axis];
        if (value === 0) continue;
        const at = (3 * k + axis) * size;
        for (let i = 0; i < size; i++) g[i] += Phi[at + i] * value;
      }
    product(this.#localInverse, g, this.#y, size);
  }
  #subtractPhi(out: Float64Array, only?: Int32Array): void {
    const { Phi, size, layout } = this;
    const y = this.#y;
    if (!this.basis?.values) {
      subtractGlobal(this, y, out, only);
      return;
    }
    const count = only ? only.length : layout.local;
    for (let n = 0; n < 3 * count; n++) {
      const i = only ? 3 * only[Math.floor(n / 3)] + (n % 3) : n;
      let sum = 0;
      for (let j = 0; j < size; j++) sum += Phi[i * size + j] * y[j];
      out[layout.localAt + i] -= sum;
    }
  }
  /** Global entries of a vector over the velocities, in the frame of the body. */
  #toBody(q: Float64Array, x: Float64Array, g: Float64Array, same = false): void {
    const { turn: at, shapeAt, shape } = this.layout;
    const R = this.#R;
    if (!same) matrixOfRotation(q, at, R);
    turnBack(R, x, 0, g, 0);
    turnBack(R, x, at, g, 3);
    for (let j = 0; j < shape; j++) g[6 + j] = x[shapeAt + j];
  }
  /** The reverse, with the rotation that was used last. */
  #toWorld(g: Float64Array, x: Float64Array): void {
    const { turn: at, shapeAt, shape } = this.layout;
    turn(this.#R, g, 0, x, 0);
    turn(this.#R, g, 3, x, at);
    for (let j = 0; j < shape; j++) x[shapeAt + j] = g[6 + j];
  }
  #addToWorld(g: Float64Array, x: Float64Array): void {
    const { turn, shapeAt, shape } = this.layout;
    const R = this.#R;
    for (let k = 0; k < 3; k++) {
      x[k] += R[3 * k] * g[0] + R[3 * k + 1] * g[1] + R[3 * k + 2] * g[2];
      x[turn + k] += R[3 * k] * g[3] + R[3 * k + 1] * g[4] + R[3 * k + 2] * g[5];
    }
    for (let j = 0; j < shape; j++) x[shapeAt + j] += g[6 + j];
  }
}

/** Forces on the body as a whole move no local displacement. */
export const innerOf = (inertia: Inertia, { localAt, turn }: Layout): NonNullable<InverseMass['inner']> => ({
  from: localAt,
  to: turn,
  applyOuter: (q, f, out, same) => inertia.applyGlobal(q, f, out, same),
  applyAt: (q, f, out, only, onOnly, same) => inertia.applyAt(q, f, out, only, onOnly, same),
});

/** p' = J q_s' + d' of a node, one component. */
function rate({ layout, Psi, size }: Inertia, v: Float64Array, d: Float64Array, node: number, axis: number): number {
  const { shape, shapeAt } = layout;
  const row = (3 * node + axis) * size + 6;
  let sum = d[3 * node + axis];
  for (let j = 0; j < shape; j++) sum += Psi[row + j] * v[shapeAt + j];
  return sum;
}

/** These numbers are those of q from `at` on. */
function isAt(known: Float64Array, q: Float64Array, at: number): boolean {
  for (let i = 0; i < known.length; i++) if (known[i] !== q[at + i]) return false;
  return true;
}
