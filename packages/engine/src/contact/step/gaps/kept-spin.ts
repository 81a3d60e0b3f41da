/**
 * Moves of p alone keep the angular momentum of an island that nothing from outside holds: what they change of it, the velocities of its nodes and
 * bodies, of a body that touches with its skin those of all nodes, take back by a rotation as one rigid body, which no contact feels.
 *
 *   dL = sum m (p' - p) x u,  u += omega x (p' - c),  I omega = -dL         about the centre of mass c
 *
 * Moves apart make it turn slower, and energy falls. Where it would rise relative velocities shrink by a small part kappa, I omega = -dL + kappa L;
 * where that is not enough, as in an island that is rigid, angular momentum is not kept.
 */

import { symmetricEigen } from '../../../linalg/dense/jacobi-rotation.ts';
import type { State } from '../../../state/state.ts';
import { type Collider, hasNodes } from '../../collider/collider.ts';
import { grown, stride, unitNumbers } from '../../coulomb/impulse-rows.ts';
import { type RowMemory, sideVertices } from '../../detect/row-memory.ts';
import type { IslandProblem } from '../island-problem.ts';

/** of the trace of I: no rotation about such an axis */
const flat = 1e-9;
/** kappa, at most */
const mostLost = 0.05;
const I = new Float64Array(9);
const V = new Float64Array(9);
const L = new Float64Array(3);
const dL = new Float64Array(3);
const omega = new Float64Array(3);
const centre = new Float64Array(3);
const mean = new Float64Array(3);

/** What has a place and a velocity: a unit, or a node of a body that touches with its skin. */
interface Part {
  first: number;
  size: number;
  /** kg */
  mass: number;
  /** its number in the island; -1 of a node of a body that is one unit */
  unit: number;
}

export class KeptSpin {
  /** places of parts before the move   (3 each) */
  #before = new Float64Array(0);
  #isFree = false;
  readonly #parts: Part[] = [];
  readonly #pool: Part[] = [];

  constructor(
    private readonly problem: IslandProblem,
    private readonly state: State,
  ) {}

  /** Before p alone is moved. */
  begin(): void {
    const { span } = this.problem;
    this.#isFree = this.#findFree();
    if (!this.#isFree) return;
    this.#findParts();
    const parts = this.#parts;
    this.#before = grown(this.#before, 3 * parts.length);
    for (let k = 0; k < parts.length; k++)
      for (let c = 0; c < 3; c++) this.#before[3 * k + c] = span.p[parts[k].first + c];
  }
  #findParts(): void {
    const { island, system } = this.problem;
    const w = this.state.column('w');
    this.#parts.length = 0;
    for (let k = 0; k < island.units.length; k++) {
      const { first, size, collider } = island.units[k];
      if (size > 0) this.#addPart(first, size, system.rows.mass[unitNumbers * k], k);
      else for (let c = first; c < first + collider.placed.body.velocities; c += 3) this.#addPart(c, 3, 1 / w[c], -1);
    }
  }
  /** Parts are made once, and used again. */
  #addPart(first: number, size: number, mass: number, unit: number): void {
    const at = this.#parts.length;
    this.#pool[at] ??= { first, size, mass, unit };
    const part = this.#pool[at];
    part.first = first;
    part.size = size;
    part.mass = mass;
    part.unit = unit;
    this.#parts.push(part);
  }
  /** Nothing outside of the island pushes it. */
  #findFree(): boolean {
    const { rows, island } = this.problem;
    if (island.links.length) return false;
    for (let k = 0; k < island.units.length; k++) {
      const { size, collider } = island.units[k];
      if (size === 0 && !(collider.coupled && hasNodes(collider) && this.#allMove(collider))) return false;
    }
    const w = this.state.column('w');
    for (let i = 0; i < rows.length; i++)
      for (let side = 0; side < 2; side++) if (!moves(rows[i].memory, 2 * island.places[i] + side, w)) return false;
    return true;
  }
  #allMove({ placed: { start, body } }: Collider): boolean {
    const w = this.state.column('w');
    for (let c = start; c < start + body.velocities; c++) if (!(w[c] > 0)) return false;
    return true;
  }
  /** After it. */
  end(): void {
    if (!this.#isFree || !this.#isMoved()) return;
    this.#measure();
    if (!this.#turn(0)) return;
    let work = this.#work(0);
    if (work > 0) {
      // L I^-1 L <= 2 T, equal where it is rigid
      const twice = this.#twiceKinetic();
      const rigid = this.#along(L);
      const lost = (1.01 * work) / (twice - rigid);
      if (!(lost > 0 && lost < mostLost)) return;
      this.#turn(lost);
      work = this.#work(lost);
      if (work > 0) return;
      this.#apply(lost);
    } else this.#apply(0);
  }
  #isMoved(): boolean {
    const { p } = this.problem.span;
    const parts = this.#parts;
    for (let k = 0; k < parts.length; k++)
      for (let c = 0; c < 3; c++) if (this.#before[3 * k + c] !== p[parts[k].first + c]) return true;
    return false;
  }
  /** Centre of mass, L about it, I with its axes, and dL. */
  #measure(): void {
    const { span, system } = this.problem;
    const { p, u } = span;
    const parts = this.#parts;
    const { mass } = system.rows;
    let total = 0;
    centre.fill(0);
    mean.fill(0);
    for (let k = 0; k < parts.length; k++) {
      const { first, mass: m } = parts[k];
      total += m;
      for (let c = 0; c < 3; c++) {
        centre[c] += m * p[first + c];
        mean[c] += m * u[first + c];
      }
    }
    for (let c = 0; c < 3; c++) {
      centre[c] /= total;
      mean[c] /= total;
    }
    I.fill(0);
    L.fill(0);
    dL.fill(0);
    for (let k = 0; k < parts.length; k++) {
      const { first, size, mass: m, unit } = parts[k];
      const [x, y, z] = [p[first] - centre[0], p[first + 1] - centre[1], p[first + 2] - centre[2]];
      const [a, b, c] = [u[first] - mean[0], u[first + 1] - mean[1], u[first + 2] - mean[2]];
      const dx = p[first] - this.#before[3 * k];
      const dy = p[first + 1] - this.#before[3 * k + 1];
      const dz = p[first + 2] - this.#before[3 * k + 2];
      L[0] += m * (y * c - z * b);
      L[1] += m * (z * a - x * c);
      L[2] += m * (x * b - y * a);
      // all of u: forces of places on each other have no sum, but rounding has
      dL[0] += m * (dy * u[first + 2] - dz * u[first + 1]);
      dL[1] += m * (dz * u[first] - dx * u[first + 2]);
      dL[2] += m * (dx * u[first + 1] - dy * u[first]);
      I[0] += m * (y * y + z * z);
      I[4] += m * (x * x + z * z);
      I[8] += m * (x * x + y * y);
      I[1] -= m * x * y;
      I[2] -= m * x * z;
      I[5] -= m * y * z;
      if (size < 6) continue;
      const at = unitNumbers * unit + 3 * stride + 3;
      for (let r = 0; r < 3; r++) {
        for (let s = r; s < 3; s++) I[3 * r + s] += mass[at + stride * r + s];
        for (let s = 0; s < 3; s++) L[r] += mass[at + stride * r + s] * u[first + 3 + s];
      }
    }
    I[3] = I[1];
    I[6] = I[2];
    I[7] = I[5];
    symmetricEigen(I, V);
  }
  /** omega; false where there is none. */
  #turn(lost: number): boolean {
    const least = flat * (I[0] + I[4] + I[8]);
    let any = false;
    omega.fill(0);
    for (let e = 0; e < 3; e++) {
      if (!(I[4 * e] > least)) continue;
      let along = 0;
      for (let c = 0; c < 3; c++) along += V[3 * c + e] * (lost * L[c] - dL[c]);
      for (let c = 0; c < 3; c++) omega[c] += (along / I[4 * e]) * V[3 * c + e];
      any = true;
    }
    return any;
  }
  /** x.I^-1 x */
  #along(x: Float64Array): number {
    const least = flat * (I[0] + I[4] + I[8]);
    let sum = 0;
    for (let e = 0; e < 3; e++) {
      if (!(I[4 * e] > least)) continue;
      const along = V[e] * x[0] + V[3 + e] * x[1] + V[6 + e] * x[2];
      sum += (along * along) / I[4 * e];
    }
    return sum;
  }
  /** Changes of the velocities of part k, into `out`. */
  #change(k: number, lost: number, out: Float64Array): void {
    const { p, u } = this.problem.span;
    const { first, size } = this.#parts[k];
    const [x, y, z] = [p[first] - centre[0], p[first + 1] - centre[1], p[first + 2] - centre[2]];
    out[0] = omega[1] * z - omega[2] * y;
    out[1] = omega[2] * x - omega[0] * z;
    out[2] = omega[0] * y - omega[1] * x;
    for (let c = 0; c < 3; c++) out[c] -= lost * (u[first + c] - mean[c]);
    for (let c = 3; c < size; c++) out[c] = omega[c - 3] - lost * u[first + c];
  }
  readonly #dv = new Float64Array(6);
  /** The kinetic energy that it adds, J: dv M (u + dv/2). */
  #work(lost: number): number {
    const { span } = this.problem;
    let sum = 0;
    for (let k = 0; k < this.#parts.length; k++) {
      this.#change(k, lost, this.#dv);
      sum += this.#product(k, this.#dv, span.u, 0.5);
    }
    return sum;
  }
  /** dv M (u - mean + part dv) */
  #product(k: number, dv: Float64Array, u: Float64Array, part: number): number {
    const { first, size, unit, mass: m } = this.#parts[k];
    let sum = 0;
    if (unit < 0) {
      for (let c = 0; c < 3; c++) sum += dv[c] * m * (u[first + c] - mean[c] + part * dv[c]);
      return sum;
    }
    const { mass } = this.problem.system.rows;
    for (let r = 0; r < size; r++)
      for (let s = 0; s < size; s++) {
        const relative = u[first + s] - (s < 3 ? mean[s] : 0);
        sum += dv[r] * mass[unitNumbers * unit + stride * r + s] * (relative + part * dv[s]);
      }
    return sum;
  }
  #twiceKinetic(): number {
    const { span } = this.problem;
    let sum = 0;
    for (let k = 0; k < this.#parts.length; k++) {
      const { first, size } = this.#parts[k];
      for (let c = 0; c < size; c++) this.#dv[c] = span.u[first + c] - (c < 3 ? mean[c] : 0);
      sum += this.#product(k, this.#dv, span.u, 0);
    }
    return sum;
  }
  #apply(lost: number): void {
    const { span } = this.problem;
    for (let k = 0; k < this.#parts.length; k++) {
      const { first, size } = this.#parts[k];
      this.#change(k, lost, this.#dv);
      for (let c = 0; c < size; c++) span.u[first + c] += this.#dv[c];
    }
  }
}
/** Whether all corners of a side are moved by forces. */
function moves(
  { body, colliders, ofNodes, count, corner, vertices }: RowMemory,
  side: number,
  w: Float64Array,
): boolean {
  const collider = colliders[body[side]];
  if (collider.halfSpace) return false;
  const { start } = collider.placed;
  if (collider.core.local) return w[start] > 0;
  if (collider.coupled) return true;
  for (let k = 0; k < count[side]; k++) {
    const nodes = collider.core.nodes as Int32Array;
    const c = ofNodes[body[side]] ? corner[3 * side + k] : start + 3 * nodes[vertices[sideVertices * side + k]];
    if (!(w[c] > 0)) return false;
  }
  return true;
}
