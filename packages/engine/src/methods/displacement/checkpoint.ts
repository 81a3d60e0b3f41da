/** The state at the start of a step, in case the step is repeated in parts: unknowns and multipliers. */
import type { Placed } from '../../forces/placed.ts';
import type { Block } from '../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../linalg/factor/system.ts';
import type { Column, State } from '../../state/state.ts';

export class Checkpoint {
  readonly #kernels: Kernels;
  readonly #q: Column;
  readonly #v: Column;
  readonly #oldQ: Block<Float64Array<ArrayBuffer>>;
  readonly #oldV: Block<Float64Array<ArrayBuffer>>;
  #lambda = new Float64Array(0);
  #p = new Float64Array(0);

  constructor(
    private readonly bodies: readonly Placed[],
    private readonly state: State,
  ) {
    this.#kernels = kernelsIn(state.arena.memory);
    this.#q = state.columnOf('q');
    this.#v = state.columnOf('v');
    this.#oldQ = state.arena.f64(state.size);
    this.#oldV = state.arena.f64(state.size);
  }
  release(): void {
    for (const block of [this.#oldQ, this.#oldV]) this.state.arena.release(block);
  }

  keep(lambda: Float64Array): void {
    const bytes = 8 * this.state.size;
    this.#kernels.copy(this.#q.address, this.#oldQ.address, bytes);
    this.#kernels.copy(this.#v.address, this.#oldV.address, bytes);
    if (this.#lambda.length !== lambda.length) this.#lambda = new Float64Array(lambda.length);
    this.#lambda.set(lambda);
  }
  /** `sliders`: coordinates that are solved for with the bodies */
  putBack(lambda: Float64Array, sliders: Int32Array): void {
    this.rewind(sliders);
    lambda.set(this.#lambda);
  }
  /** Keeps the prediction, so that a repeated step can start there. */
  keepPrediction(): void {
    const p = this.state.column('p');
    if (this.#p.length !== p.length) this.#p = new Float64Array(p.length);
    this.#p.set(p);
  }
  /** p of bodies without curved coordinates is the prediction that was kept. */
  goTo(): void {
    const p = this.state.column('p');
    for (const { start, size, body } of this.bodies)
      if (!body.curved) p.set(this.#p.subarray(start, start + size), start);
  }
  /** Bodies and sliders are again where the step began. */
  rewind(sliders: Int32Array): void {
    this.#copy([this.#oldQ.view(), this.#oldV.view()], sliders);
  }
  /** The next part of the step starts from the prediction of this one. */
  goOn(sliders: Int32Array): void {
    this.#copy([this.state.column('p'), this.state.column('u')], sliders);
  }
  #copy([fromQ, fromV]: readonly Float64Array[], sliders: Int32Array): void {
    const [q, v] = [this.#q.view(), this.#v.view()];
    for (const { start, size } of this.bodies) {
      q.set(fromQ.subarray(start, start + size), start);
      v.set(fromV.subarray(start, start + size), start);
    }
    for (const i of sliders) {
      q[i] = fromQ[i];
      v[i] = fromV[i];
    }
  }
}
