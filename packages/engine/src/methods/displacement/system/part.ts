/** The dynamic or the quasi-static bodies of a solve: forces and matrices of their elements, and their initial guess. */

import { elementBatch, gatherElements, solvedForceSinks } from '../../../forces/element-batches.ts';
import type { Placed } from '../../../forces/placed.ts';
import { ElementMatrices } from '../../../forces/tangent-matrices.ts';
import { flat, type Sink, toFlat, uniform } from '../../../kernel/compile/kernel.ts';
import { add, type Expr, mul, sub, zero } from '../../../kernel/formula/expr.ts';
import type { Batch } from '../../../kernel/run/batch.ts';
import { Flat } from '../../../kernel/run/flat.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import type { State } from '../../../state/state.ts';

/** h; 1/h, or 0 at rest. */
const step = uniform(0);
const perStep = uniform(1);
const u = mul(perStep, sub(flat('p'), flat('q')));
/** Adds M ((v - u)/h - drag u), `damp` being the drag in 1/s. */
const behind = (velocity: Expr): Expr => sub(mul(perStep, sub(flat('v'), velocity)), mul(flat('damp'), velocity));

export class Part {
  /** with safe stiffness, and exact where that differs */
  readonly matrices: readonly ElementMatrices[];
  readonly exact: readonly ElementMatrices[];
  /** forces alone; matrices that are not constant come with forces */
  readonly #forces: readonly Batch[];
  /** p = q; p = q + h v; u; u, and the columns that forces are summed from */
  readonly #start: readonly Flat[];
  readonly #predict: readonly Flat[];
  readonly #plain: readonly Placed[];
  readonly #velocities: readonly Flat[];
  readonly #loads: readonly Flat[];
  /** of bodies whose coordinates are curved: their elements have forces, and no matrices */
  readonly #curvedForces: readonly Batch[];
  readonly #uniforms: Block<Float64Array>;

  constructor(
    placed: readonly Placed[],
    readonly mode: 'dynamic' | 'static',
    private readonly state: State,
  ) {
    const plain = placed.filter(({ body }) => !body.curved);
    this.#plain = plain;
    const curved = placed.filter(({ body }) => body.curved);
    const elements = gatherElements(plain);
    this.matrices = elements.map((e) => new ElementMatrices(e, state, 'safe'));
    this.exact = elements.map((e, k) => (e.kind.stiffness ? new ElementMatrices(e, state, 'exact') : this.matrices[k]));
    this.#forces = elements.map((e) => elementBatch(e, state, solvedForceSinks, { q: 'p', v: 'u' }));
    this.#curvedForces = gatherElements(curved).map((e) =>
      elementBatch(e, state, solvedForceSinks, { q: 'p', v: 'u' }),
    );
    this.#uniforms = state.arena.f64(8);
    for (const batch of this.#batches()) batch.bind(state.addressOf, this.#uniforms.address, state.phase);
    const over = (list: readonly Placed[], sinks: readonly Sink[]): Flat[] => {
      if (!list.length) return [];
      const made = new Flat(sinks, state.arena);
      made.bind(list, state.addressOf, this.#uniforms.address, 0, state.phase);
      return [made];
    };
    const loads = (velocity: Expr): Sink[] => [
      toFlat('u', velocity),
      toFlat('behind', behind(velocity)),
      toFlat('g', flat('external')),
    ];
    const turning = mode === 'static' ? zero : flat('move');
    this.#start = [
      ...over(plain, [toFlat('p', flat('q'))]),
      ...over(curved, [toFlat('p', flat('q')), toFlat('move', zero)]),
    ];
    const change = sub(flat('v'), flat('u')); // between steps u is the velocity of a step ago
    const ahead = add(flat('v'), add(change, sub(change, flat('change'))));
    this.#predict =
      mode === 'static' ? [] : over(plain, [toFlat('p', add(flat('q'), mul(step, ahead))), toFlat('change', change)]);
    this.#velocities = [...over(plain, [toFlat('u', u)]), ...over(curved, [toFlat('u', turning)])];
    this.#loads = [...over(plain, loads(u)), ...over(curved, loads(turning))];
    const damp = state.column('damp');
    for (const { start, size, body } of placed) damp.fill(body.drag, start, start + size);
  }
  /** with all that forces do as positions change, made when they are asked for (see tangent-matrices.ts) */
  get whole(): readonly ElementMatrices[] {
    this.#whole ??= this.exact.map((one) => {
      if (!one.elements.kind.rayleigh || one.elements.kind.step || one.constant) return one;
      const made = new ElementMatrices(one.elements, this.state, 'whole');
      made.batch.bind(this.state.addressOf, this.#uniforms.address, this.state.phase);
      return made;
    });
    return this.#whole;
  }
  #whole: readonly ElementMatrices[] | undefined;
  #batches(): Set<Batch> {
    return new Set([...[...this.matrices, ...this.exact].map((m) => m.batch), ...this.#forces, ...this.#curvedForces]);
  }
  /** Prepares a step of h. */
  prepare(h: number): void {
    const uniforms = this.#uniforms.view();
    const { gravity } = this.state;
    uniforms[0] = h;
    uniforms[1] = this.mode === 'static' ? 0 : 1 / h;
    for (let k = 0; k < 3; k++) uniforms[2 + k] = gravity[k];
  }
  /** p = q. */
  start(): void {
    for (let k = 0; k < this.#start.length; k++) this.#start[k].run();
  }
  /**
   * p = q + h v, v as its last three values go on: with the acceleration and the jerk of the last steps. Bodies at rest and curved
   * coordinates stay where they are. The column `change` keeps the change of v in the last step.
   */
  predict(): void {
    for (let k = 0; k < this.#predict.length; k++) this.#predict[k].run();
  }
  /** Whether p is no further from q + h v than that from q, or than `near`. */
  isAsPredicted(h: number, near: number): boolean {
    if (!this.#predict.length) return true;
    const [q, p, v] = [this.state.column('q'), this.state.column('p'), this.state.column('v')];
    let [distance, correction] = [near, 0];
    for (let k = 0; k < this.#plain.length; k++) {
      const { start, size } = this.#plain[k];
      for (let i = start; i < start + size; i++) {
        distance = Math.max(distance, Math.abs(h * v[i]));
        correction = Math.max(correction, Math.abs(p[i] - q[i] - h * v[i]));
      }
    }
    return correction <= distance;
  }
  /** u = (p - q)/h, or 0 at rest. */
  velocities(): void {
    for (let k = 0; k < this.#velocities.length; k++) this.#velocities[k].run();
  }
  /** u; the column g: loads and forces of elements; the column `behind`, for inertia; matrices that are not constant, if any are asked for. */
  forces(matrices: 'safe' | 'exact' | 'none'): void {
    for (let k = 0; k < this.#loads.length; k++) this.#loads[k].run();
    for (let k = 0; k < this.#curvedForces.length; k++) this.#curvedForces[k].run();
    const own = matrices === 'safe' ? this.matrices : this.exact;
    for (let k = 0; k < own.length; k++)
      (own[k].constant || matrices === 'none' ? this.#forces[k] : own[k].batch).run();
  }
  release(): void {
    for (const one of new Set([...this.matrices, ...this.exact, ...(this.#whole ?? [])])) one.release();
    for (const batch of [...this.#forces, ...this.#curvedForces]) batch.release();
    this.state.arena.release(this.#uniforms);
  }
}
