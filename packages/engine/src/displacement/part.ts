/** Bodies that move, or bodies at rest, in a solve: the forces and matrices of their elements. */
import { elementBatch, forceSinks, gatherElements } from '../elements.ts';
import type { Batch } from '../kernel/batch.ts';
import type { Block } from '../kernel/memory.ts';
import type { Placed } from '../mover.ts';
import type { State } from '../state.ts';
import { ElementMatrices } from './element-matrices.ts';

export class Part {
  /** with safe stiffness, and exact where that differs */
  readonly matrices: readonly ElementMatrices[];
  readonly exact: readonly ElementMatrices[];
  readonly forces: readonly Batch[];
  readonly #uniforms: Block<Float64Array>;

  constructor(
    placed: readonly Placed[],
    readonly mode: 'dynamic' | 'static',
    private readonly state: State,
  ) {
    const elements = gatherElements(placed);
    this.matrices = elements.map((e) => new ElementMatrices(e, state, true));
    this.exact = elements.map((e, k) => (e.kind.stiffness ? new ElementMatrices(e, state, false) : this.matrices[k]));
    this.forces = elements.map((e) =>
      elementBatch(e, state, (kind, q, v, p) => forceSinks(kind, q, v, p).map((s) => ({ ...s, array: 'g' })), {
        q: 'p',
        v: 'u',
      }),
    );
    this.#uniforms = state.arena.f64(8);
    for (const batch of this.#batches()) batch.bind(state.addressOf, this.#uniforms.address, state.phase);
  }
  #batches(): Set<Batch> {
    return new Set([...[...this.matrices, ...this.exact].map((m) => m.batch), ...this.forces]);
  }
  prepare(h: number): void {
    this.#uniforms.view()[0] = h;
    this.#uniforms.view()[1] = this.mode === 'static' ? 0 : 1 / h;
  }
  release(): void {
    for (const one of new Set([...this.matrices, ...this.exact])) one.release();
    for (const batch of this.forces) batch.release();
    this.state.arena.release(this.#uniforms);
  }
}
