/**
 * Which coordinates the members of a constraint stand on: where things slide, those of other spans as they go. The matrix has
 * room for the spans next to the one that a slider was in when everything was arranged, so that it takes a few numbers, not
 * another arrangement, to come to them. That span is kept with the slider's u: it decides the order of sums.
 */
import type { Shape } from '../methods/method.ts';
import type { Composition } from '../rows.ts';
import { nearSpans, type Slider } from '../sliders.ts';
import type { State } from '../state.ts';

export const coordinatesOf = (composition: Composition): { slot: number; component: number }[] =>
  composition.shapes
    .flatMap((s) => s.blocks)
    .flatMap((width, slot) => Array.from({ length: width }, (_, component) => ({ slot, component })));

export class Standing {
  /** coordinates of a member */
  readonly width: number;
  /** of each of them, the slot of its block */
  readonly slots: readonly number[];
  /** members x width */
  readonly coordinates: Int32Array;
  readonly #places: readonly { readonly slot: number; readonly component: number }[];
  readonly #spans: Int32Array;

  constructor(
    private readonly shape: Shape,
    private readonly state: State,
  ) {
    this.#places = coordinatesOf(shape.composition);
    this.width = this.#places.length;
    this.slots = this.#places.map(({ slot }) => slot);
    this.coordinates = new Int32Array(shape.members.length * this.width);
    for (let m = 0; m < shape.members.length; m++) this.#stand(m);
    this.#spans = Int32Array.from(shape.sliders, ({ span }) => span);
  }
  #stand(member: number): void {
    const { shape, width } = this;
    for (let i = 0; i < width; i++) {
      const { slot, component } = this.#places[i];
      this.coordinates[member * width + i] = shape.blocks[member * shape.slots + slot] + component;
    }
  }
  /** The members that have come to other spans since. */
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
  /** All coordinates that a member may come to stand on, one set for each way. */
  reach(member: number): readonly ArrayLike<number>[] {
    const now = this.coordinates.slice(member * this.width, (member + 1) * this.width);
    const q = this.state.column('q');
    let ways: Int32Array[] = [now];
    for (const slider of this.shape.sliders) {
      if (slider.member !== member) continue;
      const near = nearSpans(slider, q[slider.centre]);
      ways = ways.flatMap((way) => near.map((span) => this.#on(way, slider, span)));
    }
    return ways;
  }
  #on(way: Int32Array, slider: Slider, span: number): Int32Array {
    const moved = way.slice();
    for (const { slide, slot, start } of [slider, ...slider.followers]) {
      slide.at(span).blocks.forEach((block, b) => {
        this.#places.forEach((place, i) => {
          if (place.slot === slot + b) moved[i] = start + block + place.component;
        });
      });
    }
    return moved;
  }
}
