/**
 * The coordinates that members of a constraint depend on. Those of a slider change with its span. The matrix has entries for
 * the spans next to the one in which a slider was when the system was arranged, so that moving to them changes a few indices
 * and needs no new arrangement. That span is stored with the slider's u, because it decides the order of sums.
 */

import { ratesOf } from '../../../bodies/blocks/block.ts';
import type { Slider } from '../../../constraints/attachments/slider.ts';
import { nearSpans } from '../../../constraints/attachments/sliders.ts';
import type { BoundRelation } from '../../../constraints/bound-relation.ts';
import type { BatchView } from '../../../constraints/method.ts';
import type { State } from '../../../state/state.ts';

export const coordinatesOf = (boundRelation: BoundRelation): { slot: number; component: number }[] =>
  boundRelation.shapes
    .flatMap((s) => s.blocks.map(ratesOf))
    .flatMap((width, slot) => Array.from({ length: width }, (_, component) => ({ slot, component })));

export class SlidingDofs {
  /** coordinates of a member */
  readonly width: number;
  /** of each of them, the slot of its block */
  readonly slots: readonly number[];
  /** members x width */
  readonly coordinates: Int32Array;
  /** of each slot, the first of its coordinates in a member, and their number behind the last */
  readonly #first: Int32Array;
  readonly #spans: Int32Array;
  /** of each member, the first of its sliders: they come member by member */
  readonly #sliders: Int32Array;

  constructor(
    private readonly shape: BatchView,
    private readonly state: State,
  ) {
    const { boundRelation, sliders, members } = shape;
    const places = coordinatesOf(boundRelation);
    this.width = places.length;
    this.slots = places.map(({ slot }) => slot);
    this.#first = new Int32Array(boundRelation.slots + 1);
    for (const { slot } of places) this.#first[slot + 1]++;
    for (let slot = 0; slot < boundRelation.slots; slot++) this.#first[slot + 1] += this.#first[slot];
    this.coordinates = new Int32Array(members.length * this.width);
    for (let m = 0; m < members.length; m++) this.#stand(m);
    this.#spans = Int32Array.from(sliders, ({ span }) => span);
    this.#sliders = new Int32Array(members.length + 1);
    for (const { member } of sliders) this.#sliders[member + 1]++;
    for (let m = 0; m < members.length; m++) this.#sliders[m + 1] += this.#sliders[m];
  }
  #stand(member: number): void {
    const { shape, width } = this;
    const first = this.#first;
    for (let slot = 0; slot + 1 < first.length; slot++) {
      const block = shape.blocks[member * shape.slots + slot];
      const at = member * width + first[slot];
      for (let c = 0; c < first[slot + 1] - first[slot]; c++) this.coordinates[at + c] = block + c;
    }
  }
  /** The members that have moved to other spans since. */
  move(): number[] {
    const { sliders } = this.shape;
    const moved: number[] = [];
    for (let k = 0; k < sliders.length; k++) {
      const { span, member } = sliders[k];
      if (span === this.#spans[k]) continue;
      this.#spans[k] = span;
      this.#stand(member);
      if (moved[moved.length - 1] !== member) moved.push(member);
    }
    return moved;
  }
  /** All coordinates that a member may depend on after sliding, one set for each direction. */
  reachable(member: number): readonly Int32Array[] {
    const q = this.state.column('q');
    let ways: Int32Array[] = [this.coordinates.slice(member * this.width, (member + 1) * this.width)];
    for (let k = this.#sliders[member]; k < this.#sliders[member + 1]; k++) {
      const slider = this.shape.sliders[k];
      const near = nearSpans(slider, q[slider.centre]);
      ways = ways.flatMap((way) => near.map((span) => this.#on(way, slider, span)));
    }
    return ways;
  }
  #on(way: Int32Array, slider: Slider, span: number): Int32Array {
    const moved = way.slice();
    this.#put(moved, slider, span);
    for (let f = 0; f < slider.followers.length; f++) this.#put(moved, slider.followers[f], span);
    return moved;
  }
  #put(way: Int32Array, { slide, slot, start }: Pick<Slider, 'slide' | 'slot' | 'start'>, span: number): void {
    const { blocks } = slide.at(span);
    for (let b = 0; b < blocks.length; b++) {
      const [from, end] = [this.#first[slot + b], this.#first[slot + b + 1]];
      for (let i = from; i < end; i++) way[i] = start + blocks[b] + i - from;
    }
  }
}
