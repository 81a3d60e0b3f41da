/**
 * Sweeps of projected Gauss-Seidel over contacts: not exact, but cheap, and they find which contacts push, stick and slip.
 *
 *   normal      lambda_n <- max(0, lambda_n - u_n / G_nn)
 *   tangents    lambda_t <- disk(lambda_t - u_t / (largest of G_tt), mu lambda_n)
 *
 * Velocities of bodies are kept up to date, so that a sweep costs as much as a product with G. The block G_ii of a row gives what its
 * normal does to its tangents: velocities are read once for a row. The loop is in WebAssembly (packages/engine/assembly/contact-sweeps.ts); its
 * plain form is the oracle of gauss-seidel.test.ts.
 */
import { Arena, type Block } from '../../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import { grown, type ImpulseRows, slotNumbers, stride } from '../impulse-rows.ts';
import type { CoulombProblem } from '../problem.ts';

/** Numbers of a slot, of the own block of a row, and of its data, as the kernel has them. */
const packed = { slot: 2 * slotNumbers, own: 12, data: 6 } as const;

export class GaussSeidel {
  readonly #arena = new Arena(1 << 16);
  readonly #kernels: Kernels = kernelsIn(this.#arena.memory);
  #integers: Block<Int32Array<ArrayBuffer>> = this.#arena.i32(64);
  #numbers: Block<Float64Array<ArrayBuffer>> = this.#arena.f64(256);
  #v = new Float64Array(0);
  /** rows that are there */
  #version = -1;
  #rows: ImpulseRows | undefined;

  /** Improves lambda in place; stops where a sweep changes it by at most `enough` of its size. Returns the sweeps made. */
  sweep(problem: CoulombProblem, lambda: Float64Array, most: number, enough: number): number {
    const { rows, kinds, b, mu, lower, upper } = problem;
    this.#prepare(rows);
    const { count, units, slots } = rows;
    const words = this.#integers.view();
    const numbers = this.#numbers.view();
    const kindsAt = count + 1 + slots;
    const ownAt = packed.slot * slots;
    const dataAt = ownAt + packed.own * count;
    const lambdaAt = dataAt + packed.data * count;
    const vAt = lambdaAt + 3 * count;
    for (let i = 0, at = dataAt; i < count; i++, at += packed.data) {
      words[kindsAt + i] = kinds[i];
      numbers[at] = b[3 * i];
      numbers[at + 1] = b[3 * i + 1];
      numbers[at + 2] = b[3 * i + 2];
      numbers[at + 3] = mu[i];
      numbers[at + 4] = lower ? lower[i] : -Infinity;
      numbers[at + 5] = upper ? upper[i] : Infinity;
    }
    for (let k = 0; k < 3 * count; k++) numbers[lambdaAt + k] = lambda[k];
    rows.spread(lambda, this.#v);
    for (let u = 0, at = vAt; u < units; u++, at += stride)
      for (let k = 0; k < stride; k++) numbers[at + k] = k < rows.unitSize[u] ? this.#v[rows.unitAt[u] + k] : 0;
    const [integersAt, numbersAt] = [this.#integers.address, this.#numbers.address];
    const made = this.#kernels.sweepContacts(
      count,
      integersAt,
      integersAt + 4 * (count + 1),
      numbersAt,
      numbersAt + 8 * ownAt,
      integersAt + 4 * kindsAt,
      numbersAt + 8 * dataAt,
      numbersAt + 8 * lambdaAt,
      numbersAt + 8 * vAt,
      most,
      enough,
    );
    for (let k = 0; k < 3 * count; k++) lambda[k] = numbers[lambdaAt + k];
    return made;
  }
  /** What follows from rows alone. */
  #prepare(rows: ImpulseRows): void {
    if (this.#rows === rows && this.#version === rows.version) return;
    this.#rows = rows;
    this.#version = rows.version;
    this.#v = grown(this.#v, rows.size);
    const { count, units, slots, firstSlot, slotUnit, J, Y } = rows;
    const integers = 2 * count + 1 + slots;
    const needed = packed.slot * slots + (packed.own + packed.data + 3) * count + stride * units;
    if (this.#integers.length < integers) {
      this.#arena.release(this.#integers);
      this.#integers = this.#arena.i32(2 * integers);
    }
    if (this.#numbers.length < needed) {
      this.#arena.release(this.#numbers);
      this.#numbers = this.#arena.f64(Math.ceil(1.5 * needed));
    }
    const words = this.#integers.view();
    const numbers = this.#numbers.view();
    for (let i = 0; i <= count; i++) words[i] = firstSlot[i];
    for (let s = 0; s < slots; s++) {
      words[count + 1 + s] = 8 * stride * slotUnit[s];
      const [to, from] = [packed.slot * s, slotNumbers * s];
      const size = rows.unitSize[slotUnit[s]];
      if (size === stride) {
        for (let k = 0; k < slotNumbers; k++) numbers[to + k] = J[from + k];
        for (let k = 0; k < slotNumbers; k++) numbers[to + slotNumbers + k] = Y[from + k];
        continue;
      }
      for (let k = 0; k < slotNumbers; k++) {
        numbers[to + k] = J[from + k];
        numbers[to + slotNumbers + k] = k % stride < size ? Y[from + k] : 0;
      }
    }
    for (let i = 0, at = packed.slot * slots; i < count; i++, at += packed.own)
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) {
          let sum = 0;
          for (let s = slotNumbers * firstSlot[i]; s < slotNumbers * firstSlot[i + 1]; s += slotNumbers)
            for (let k = s; k < s + stride; k++) sum += J[k + stride * r] * Y[k + stride * c];
          numbers[at + 3 * r + c] = sum;
        }
        const along = numbers[at + 4 * r];
        numbers[at + 9 + r] = along > 0 ? 1 / along : 0;
      }
  }
}
