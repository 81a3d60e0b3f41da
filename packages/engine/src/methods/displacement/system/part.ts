/** Bodies that move, or bodies at rest, in a solve: the forces and matrices of their elements, and what they start from. */

import { elementBatch, gatherElements, solvedForceSinks } from '../../../forces/element-batches.ts';
import type { Placed } from '../../../forces/placed.ts';
import { ElementMatrices } from '../../../forces/tangent-matrices.ts';
import { flat, type Sink, toFlat, uniform } from '../../../kernel/compile/kernel.ts';
import { mul, sub } from '../../../kernel/formula/expr.ts';
import type { Batch } from '../../../kernel/run/batch.ts';
import { Flat } from '../../../kernel/run/flat.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import type { State } from '../../../state/state.ts';

/** 1/h, or 0 at rest. */
const perStep = uniform(1);
const u = mul(perStep, sub(flat('p'), flat('q')));
/** By M, what is behind: (v - u)/h - drag u, `damp` being the drag in 1/s. */
const behind = sub(mul(perStep, sub(flat('v'), u)), mul(flat('damp'), u));

export class Part {
  /** with safe stiffness, and exact where that differs */
  readonly matrices: readonly ElementMatrices[];
  readonly exact: readonly ElementMatrices[];
  /** of elements whose matrices are constant; others make both at once */
  readonly #forces: readonly (Batch | undefined)[];
  /** p = q; u; u, and the columns that forces are summed from */
  readonly #start: Flat;
  readonly #velocities: Flat;
  readonly #loads: Flat;
  readonly #uniforms: Block<Float64Array>;

  constructor(
    placed: readonly Placed[],
    readonly mode: 'dynamic' | 'static',
    private readonly state: State,
  ) {
    const elements = gatherElements(placed);
    this.matrices = elements.map((e) => new ElementMatrices(e, state, true));
    this.exact = elements.map((e, k) => (e.kind.stiffness ? new ElementMatrices(e, state, false) : this.matrices[k]));
    this.#forces = elements.map((e, k) =>
      this.matrices[k].constant || this.exact[k].constant
        ? elementBatch(e, state, solvedForceSinks, { q: 'p', v: 'u' })
        : undefined,
    );
    this.#uniforms = state.arena.f64(8);
    for (const batch of this.#batches()) batch.bind(state.addressOf, this.#uniforms.address, state.phase);
    const over = (sinks: readonly Sink[]): Flat => {
      const made = new Flat(sinks, state.arena);
      made.bind(placed, state.addressOf, this.#uniforms.address, 0, state.phase);
      return made;
    };
    this.#start = over([toFlat('p', flat('q'))]);
    this.#velocities = over([toFlat('u', u)]);
    this.#loads = over([toFlat('u', u), toFlat('behind', behind), toFlat('g', flat('external'))]);
    const damp = state.column('damp');
    for (const { start, size, body } of placed) damp.fill(body.drag, start, start + size);
  }
  #batches(): Set<Batch> {
    return new Set([...[...this.matrices, ...this.exact].map((m) => m.batch), ...this.#forces.filter((b) => !!b)]);
  }
  /** For a step of h. */
  prepare(h: number): void {
    this.#uniforms.view()[0] = h;
    this.#uniforms.view()[1] = this.mode === 'static' ? 0 : 1 / h;
  }
  /** p is where things are. */
  start(): void {
    this.#start.run();
  }
  /** u = (p - q)/h, or 0 at rest. */
  velocities(): void {
    this.#velocities.run();
  }
  /** u; the column g: loads and forces of elements; the column `behind`, for inertia; matrices that are not constant. */
  forces(safe: boolean): void {
    this.#loads.run();
    const own = safe ? this.matrices : this.exact;
    for (let k = 0; k < own.length; k++) (own[k].constant ? this.#forces[k] : own[k].batch)?.run();
  }
  release(): void {
    for (const one of new Set([...this.matrices, ...this.exact])) one.release();
    for (const batch of this.#forces) batch?.release();
    this.state.arena.release(this.#uniforms);
  }
}
