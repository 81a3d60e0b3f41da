/**
 * Stiffness and damping of bodies at rest per unit mass, as an operator, and its largest eigenvalue by Lanczos' iteration. K and D are
 * applied element by element, as derivatives of the forces. For a body whose W is not diagonal no root is needed: the norm is r.W r
 * instead of z.z. Under first-order flow, D qdot = f with D = drag M, the part of K is K/drag.
 */
import type { BodyCompliance } from '../../constraints/compliance.ts';
import { Stiffness } from '../../forces/tangent-product.ts';
import type { State } from '../../state/state.ts';
import type { Program } from '../program.ts';

/** z -> W^1/2 (k K + d D) W^1/2 z; without the roots where W is not diagonal */
export class ModeOperator {
  readonly size: number;
  readonly #stiffness: Stiffness;
  readonly #blocks: readonly BodyCompliance[];
  /** 1 where W is not diagonal */
  readonly #rootW: Float64Array;
  readonly #drag: Float64Array;
  readonly #own: Uint8Array;
  /** 1/drag under first-order flow, else 0 */
  readonly #mobility: Float64Array;
  readonly #x: Float64Array;
  readonly #y: Float64Array;

  constructor(program: Program, state: State) {
    this.size = state.size;
    const w = state.column('w');
    this.#blocks = program.compliance.bodies;
    this.#rootW = w.slice(0, this.size).map(Math.sqrt);
    this.#drag = new Float64Array(this.size);
    this.#own = new Uint8Array(this.size);
    this.#mobility = new Float64Array(this.size);
    for (const { start, size, body, integrator } of program.placed)
      if (integrator.flow) this.#mobility.set(state.column('mobility').subarray(start, start + size), start);
      else this.#drag.fill(body.drag, start, start + size);
    for (const { start, size } of this.#blocks) {
      this.#rootW.fill(1, start, start + size);
      this.#own.fill(1, start, start + size);
    }
    this.#stiffness = new Stiffness(program.elements, { start: 0, size: this.size }, state);
    this.#x = new Float64Array(this.size);
    this.#y = new Float64Array(this.size);
  }
  /** z = W r where W is not diagonal: drag is drag M z = drag r there */
  apply(k: number, d: number, z: Float64Array, r: Float64Array, out: Float64Array): void {
    const [x, y, rootW] = [this.#x, this.#y, this.#rootW];
    for (let i = 0; i < this.size; i++) x[i] = rootW[i] * z[i];
    this.#stiffness.multiply(k, d, x, y);
    for (let i = 0; i < this.size; i++) {
      const free = rootW[i] > 0 ? d * this.#drag[i] * (this.#own[i] ? r[i] : z[i]) : 0;
      const factor = this.#mobility[i] > 0 ? this.#mobility[i] : 1;
      out[i] = rootW[i] * y[i] * factor + free;
    }
  }
  /** r as it is, or W r */
  measure(r: Float64Array, out: Float64Array): void {
    out.set(r);
    for (const block of this.#blocks) {
      const [start, end] = [block.start, block.start + block.size];
      block.apply(r.subarray(start, end), out.subarray(start, end));
    }
  }
}

/**
 * The largest eigenvalue of W^1/2 (stiffness K + damping D) W^1/2, 0 if none is positive. Lanczos, until the estimate is stationary: r is made
 * orthogonal, z = W r is what the operator acts on.
 */
export function largestEigenvalue(operator: ModeOperator, stiffness: number, damping: number): number {
  const n = operator.size;
  let r = new Float64Array(n);
  let before = new Float64Array(n);
  const y = new Float64Array(n);
  const z = new Float64Array(n);
  let seed = 1;
  for (let i = 0; i < n; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    r[i] = seed / 4294967296 - 0.5;
  }
  const dot = (a: Float64Array, b: Float64Array): number => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
  };
  const scale = (a: Float64Array, s: number): void => {
    for (let i = 0; i < n; i++) a[i] *= s;
  };
  operator.measure(r, z);
  const first = 1 / Math.sqrt(dot(r, z));
  scale(r, first);
  scale(z, first);
  const diagonal: number[] = [];
  const side: number[] = [];
  let estimate = 0;
  for (let k = 0; k < Math.min(n, 200); k++) {
    operator.apply(stiffness, damping, z, r, y);
    const a = dot(z, y);
    const b = side[k - 1] ?? 0;
    for (let i = 0; i < n; i++) y[i] -= a * r[i] + b * before[i];
    diagonal.push(a);
    operator.measure(y, z);
    const next = Math.sqrt(dot(y, z));
    const previous = estimate;
    if (k % 5 === 4 || next <= 1e-12 * Math.abs(a)) {
      estimate = largestOfTridiagonal(diagonal, side);
      if (next <= 1e-12 * Math.abs(a) || Math.abs(estimate - previous) < 1e-6 * estimate) return estimate;
    }
    side.push(next);
    [before, r] = [r, before];
    for (let i = 0; i < n; i++) {
      r[i] = y[i] / next;
      z[i] /= next;
    }
  }
  return largestOfTridiagonal(diagonal, side);
}

/** Bisection by Sturm's count: how many pivots of T - x I are positive. */
function largestOfTridiagonal(a: readonly number[], b: readonly number[]): number {
  let high = 0;
  a.forEach((d, i) => {
    const sides = (i ? b[i - 1] : 0) + (i + 1 < a.length ? b[i] : 0);
    high = Math.max(high, d + sides);
  });
  let low = 0;
  const anyAbove = (x: number): boolean => {
    let pivot = 1;
    for (let i = 0; i < a.length; i++) {
      pivot = a[i] - x - (i ? (b[i - 1] * b[i - 1]) / pivot : 0);
      if (pivot > 0) return true;
      if (pivot === 0) pivot = -1e-300;
    }
    return false;
  };
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (anyAbove(middle)) low = middle;
    else high = middle;
  }
  return high;
}
