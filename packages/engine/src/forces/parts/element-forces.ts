/**
 * Loads and forces of elements in the column f, for bodies outside archetypes: f = external - drag v + elements. On several
 * threads it is one job, part by part.
 */
import { flat, toFlat } from '../../kernel/compile/kernel.ts';
import type { Batch } from '../../kernel/run/batch.ts';
import { Flat } from '../../kernel/run/flat.ts';
import type { State, Stretch } from '../../state/state.ts';
import { elementBatch, forceSinks, gatherElements } from '../element-batches.ts';
import { dragBy } from '../external-forces.ts';
import { loadsOf } from '../initial-forces.ts';
import type { Placed } from '../placed.ts';
import { type ElementParts, partsOf } from './element-parts.ts';
import { PartedForces, partForces } from './parted-forces.ts';

export class ElementForces {
  readonly batches: readonly Batch[];
  /** the same elements in parts for threads, if it pays */
  readonly parted: { readonly parts: ElementParts; readonly batches: readonly Batch[] } | undefined;
  /** f = external - drag v, and the velocity `seen` by damping where that is not v */
  readonly #loads: readonly Flat[];
  /** bodies whose drag uses a mass matrix */
  readonly #dragged: readonly Placed[];
  readonly #work: PartedForces | undefined;

  /** loose: state that moves under forces; uniforms: an address */
  constructor(
    placed: readonly Placed[],
    loose: readonly Stretch[],
    private readonly state: State,
    uniforms: number,
  ) {
    const { arena } = state;
    this.#dragged = placed.filter(
      ({ body, integrator }) => (body.mass || body.applyM) && body.drag > 0 && !integrator.flow,
    );
    const elements = gatherElements(placed);
    // drag by a mass matrix comes between loads and elements
    const parts = this.#dragged.length ? undefined : partsOf(placed, elements, arena.team);
    const cut = parts && elements.map((e) => elementBatch(e, state, forceSinks, undefined, parts));
    this.batches = cut && !parts?.inside ? cut : elements.map((e) => elementBatch(e, state, forceSinks));
    this.parted = cut && parts && { parts, batches: cut };
    for (const batch of this.batches) batch.bind(state.addressOf, uniforms, state.phase);
    this.#loads = loadsOf(placed, loose, state, uniforms);
    this.#work = this.parted && this.#partedWork([...placed, ...loose], uniforms);
  }
  #partedWork(stretches: readonly Stretch[], uniforms: number): PartedForces {
    const { state } = this;
    const { parts, batches } = this.parted as NonNullable<ElementForces['parted']>;
    const after: Flat[] = [];
    if (parts.inside) {
      const collect = new Flat([toFlat('f', flat(partForces))], state.arena);
      collect.bind(stretches, state.addressOf, 0);
      after.push(collect);
    }
    const { addressOf } = state;
    const alone = (): void => this.#alone();
    return new PartedForces(
      { parts, batches, loads: this.#loads, after, addressOf, forces: ['f'], uniforms, alone },
      state,
    );
  }
  run(): void {
    if (this.#work) this.#work.run();
    else this.#alone();
  }
  #alone(): void {
    for (let i = 0; i < this.#loads.length; i++) this.#loads[i].run();
    for (let i = 0; i < this.#dragged.length; i++) dragBy(this.state, this.#dragged[i]);
    for (let i = 0; i < this.batches.length; i++) this.batches[i].run();
  }
  release(): void {
    this.#work?.release();
    for (const batch of new Set([...this.batches, ...(this.parted?.batches ?? [])])) batch.release();
  }
}
