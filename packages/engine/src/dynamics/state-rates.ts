/**
 * State blocks in a step (see state/state-block.ts and integrators/state-schemes.ts): rates before every stage, the integrator's
 * stages, corrections when q and v at t + h are known, and updates at the end.
 *
 * Rates read velocities at the time of q. Where the stored ones are staggered (Integrator.lag) they are computed in the column
 * `rated`, v + lag (v - u), which is of order 2 as Verlet is.
 */
import { elementBatch, gatherGroups, statefulGroups } from '../forces/element-batches.ts';
import type { Placed } from '../forces/placed.ts';
import { elementStateSinks, type StateBatch } from '../forces/state-sinks.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { stateScheme } from '../integrators/state-schemes.ts';
import { flat, toFlat } from '../kernel/compile/kernel.ts';
import { add, constant, type Expr, mul, sub, zero } from '../kernel/formula/expr.ts';
import { Flat } from '../kernel/run/flat.ts';
import type { Block } from '../kernel/run/memory.ts';
import type { AddressOf } from '../kernel/run/phase.ts';
import type { State, Stretch } from '../state/state.ts';
import { IntegratorPass } from './integrator-pass.ts';
import type { StateBlocks } from './state-blocks.ts';

const velocityNow = (lag: number): Expr => {
  const [v, u] = ['v', 'u'].map(flat);
  return lag === 0 ? v : add(v, mul(constant(lag), sub(v, u)));
};

export class StateRates {
  /** where kernels of rates find their columns */
  readonly addressOf: AddressOf;
  readonly #elements: readonly StateBatch[];
  readonly #passes: readonly IntegratorPass[];
  readonly #corrections: readonly Flat[];
  /** velocities at the time of q, where stored ones are staggered */
  readonly #rated: readonly Flat[];
  /** unused: state has no displacements to check */
  readonly #spare: Block<Float64Array>;
  /** zero: what methods add to the rate of coordinates, if one of them does */
  readonly #noShift: Flat | undefined;
  /** batches of bodies and of the present constraints */
  #all: readonly StateBatch[] = [];

  constructor(
    placed: readonly Placed[],
    blocks: StateBlocks,
    private readonly state: State,
    private readonly uniforms: number,
    /** of the integrators: those of a substep, where they divide the step */
    ofPasses: number,
    /** methods add to the rate of coordinates */
    shifts: boolean,
  ) {
    const lagging = blocks.size > 0 && placed.some(({ integrator }) => integrator.lag !== 0);
    this.addressOf = (array, phase) =>
      state.addressOf(array === 'stateRate' ? 'v' : array === 'v' && lagging ? 'rated' : array, phase);
    this.#spare = state.arena.f64(8);
    const regions = [...blocks.withOrder(1), ...blocks.withOrder(0)];
    this.#passes = [...new Set(regions.map(({ scheme }) => scheme.pass))].map(
      (pass) =>
        new IntegratorPass(
          pass,
          [],
          regions.filter((r) => r.scheme.pass === pass),
          state,
          ofPasses,
          this.#spare.address,
          zero,
        ),
    );
    const corrections = new Set(regions.flatMap(({ scheme }) => scheme.correction ?? []));
    this.#corrections = [...corrections].map((correction) =>
      this.#flat(
        'q',
        correction,
        regions.filter(({ scheme }) => scheme.correction === correction),
      ),
    );
    const moving = [...placed, ...blocks.withOrder(2).map((r) => ({ ...r, integrator: r.scheme.pass }))];
    const lags = lagging ? new Set(moving.map(({ integrator }) => integrator.lag)) : [];
    this.#rated = [...lags].map((lag) =>
      this.#flat(
        'rated',
        velocityNow(lag),
        moving.filter(({ integrator }) => integrator.lag === lag),
      ),
    );
    this.#elements = [...new Set(placed.map((p) => p.integrator))].flatMap((integrator) =>
      this.#ofElements(placed, integrator),
    );
    this.#noShift = shifts ? this.#flat('rateShift', zero, moving) : undefined;
    this.take([]);
  }
  #flat(column: string, value: Expr, stretches: readonly Stretch[]): Flat {
    const made = new Flat([toFlat(column, value)], this.state.arena);
    made.bind(stretches, this.state.addressOf, this.uniforms, 0, this.state.phase);
    return made;
  }
  #ofElements(placed: readonly Placed[], integrator: Integrator): StateBatch[] {
    const groups = placed.filter((p) => p.state && p.integrator === integrator).flatMap(statefulGroups);
    return gatherGroups(groups).flatMap((elements) => {
      const order = elements.kind.state?.order ?? 0;
      const batch = elementBatch(elements, this.state, elementStateSinks, { q: 'q', v: 'v' });
      return [{ order, batch, scheme: stateScheme(order, integrator, true) }];
    });
  }
  /** The batches of constraints. */
  take(constraints: readonly StateBatch[]): void {
    this.#all = [...this.#elements, ...constraints];
    for (const { batch } of this.#all) batch.bind(this.addressOf, this.uniforms, this.state.phase);
  }
  /** Something of order 2 has a rate, which is a force. */
  get pushes(): boolean {
    for (let i = 0; i < this.#all.length; i++) if (this.#all[i].order === 2) return true;
    return false;
  }

  // --- in a step -----------------------------------------------------------------------------------------------------
  /** y' of a stage. */
  rates(stage: number): void {
    if (!this.#all.length) return;
    this.#velocities();
    this.#run(1, stage);
  }
  /** y'' of a stage, on top of the forces; nothing is added to rates yet. */
  forces(stage: number): void {
    this.#noShift?.run();
    if (this.#all.length) this.#run(2, stage);
  }
  advance(stage: number): void {
    for (let i = 0; i < this.#passes.length; i++) this.#passes[i].advance(stage);
  }
  finish(): void {
    for (let i = 0; i < this.#passes.length; i++) this.#passes[i].finish();
  }
  /** With q and v at t + h. */
  correct(): void {
    if (!this.#corrections.length) return;
    this.#velocities();
    for (let i = 0; i < this.#all.length; i++) {
      const { order, scheme, batch } = this.#all[i];
      if (order === 1 && scheme.correction) batch.run();
    }
    for (let i = 0; i < this.#corrections.length; i++) this.#corrections[i].run();
  }
  /** What is written at the end of the step. */
  update(): void {
    if (!this.#all.length) return;
    this.#velocities();
    this.#run(0, 0);
  }
  #velocities(): void {
    for (let i = 0; i < this.#rated.length; i++) this.#rated[i].run();
  }
  #run(order: StateBatch['order'], stage: number): void {
    for (let i = 0; i < this.#all.length; i++) {
      const one = this.#all[i];
      if (one.order === order && stage < one.scheme.pass.stages.length) one.batch.run();
    }
  }

  release(): void {
    for (const { batch } of this.#elements) batch.release();
    this.state.arena.release(this.#spare);
  }
}
