/**
 * The spans that sliders are in. A slider's place u is a coordinate; which blocks its anchor reads follows from the span of u and is
 * updated when u leaves it.
 */
import { nearestPlace } from '../../geometry/least-along-curve.ts';
import type { State } from '../../state/state.ts';
import type { BatchTables } from '../batch/batch-tables.ts';
import type { Slider } from './slider.ts';
import { spanAt } from './sliders.ts';

const none: readonly number[] = [];

export class SliderSpans {
  readonly #u: Int32Array;
  /** u stays in its span from low on and below high */
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #ends: Float64Array;

  constructor(
    readonly sliders: readonly Slider[],
    private readonly tables: BatchTables,
    private readonly state: State,
  ) {
    this.#u = Int32Array.from(sliders, ({ coordinate }) => coordinate);
    this.#low = new Float64Array(sliders.length).fill(Number.NaN);
    this.#high = new Float64Array(sliders.length).fill(Number.NaN);
    this.#ends = Float64Array.from(sliders, ({ slide }) => slide.spans);
  }
  /** The next update writes all of them: parameters have been written over. */
  invalidate(): void {
    this.#low.fill(Number.NaN);
  }
  /** Find the spans by u in a column of the state; true if some have changed. */
  update(column: string): boolean {
    if (!this.sliders.length) return false;
    const places = this.state.column(column);
    const u = this.#u;
    let moved = false;
    for (let i = 0; i < u.length; i++) {
      if (places[u[i]] >= this.#low[i] && places[u[i]] < this.#high[i]) continue;
      this.#set(i, spanAt(this.sliders[i].slide, places[u[i]]));
      moved = true;
    }
    return moved;
  }
  #set(i: number, span: number): void {
    const slider = this.sliders[i];
    slider.span = span;
    const { spans, closed } = slider.slide;
    this.#low[i] = span > 0 || closed ? span : Number.NEGATIVE_INFINITY;
    this.#high[i] = span < spans - 1 || closed ? span + 1 : Number.POSITIVE_INFINITY;
    for (const { slide, slot, start, column } of [slider, ...slider.followers]) {
      const { blocks, parameters } = slide.at(span);
      for (let b = 0; b < blocks.length; b++) this.tables.setBlock(slider.member, slot + b, start + blocks[b]);
      for (let p = 0; p < parameters.length; p++) this.tables.set(slider.member, column + p, parameters[p]);
    }
  }
  /** Members whose sliders are beyond the ends of their bodies. Allocates only if there are any. */
  beyond(): readonly number[] {
    const q = this.state.column('q');
    const u = this.#u;
    let found = none;
    for (let i = 0; i < u.length; i++) {
      if (q[u[i]] >= 0 && q[u[i]] <= this.#ends[i]) continue;
      const { member, slide } = this.sliders[i];
      if (slide.ends !== 'stop' && !slide.closed) found = [...found, member];
    }
    return found;
  }
  /** Moves the sliders of a member to where its rows are nearest to being met: the best of many places, refined. */
  place(member: number, squaredResidual: () => number, moved: () => void): void {
    const q = this.state.column('q');
    for (const slider of this.sliders) {
      if (slider.member !== member || slider.slide.imposed) continue;
      const move = (u: number): void => {
        q[slider.coordinate] = u;
        if (this.update('q')) moved();
      };
      const at = (u: number): number => {
        move(u);
        return squaredResidual();
      };
      move(nearestPlace(at, slider.slide.spans));
    }
  }
}
