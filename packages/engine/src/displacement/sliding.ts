/**
 * What slides in a solve: the place u of each slider is an unknown that the multipliers of its rows define.
 *                                                                                                [MIC08, sec. 5; notes, 5.1]
 *   x'^T lambda + F |x'| - c |x'|^2 du/h = 0      F: a drive, c: viscous friction; without them lambda . x' = 0 exactly
 *   Coulomb:  du = 0 as long as |lambda . t| <= mu |lambda across t|, else that friction against the way it goes
 */

import type { Shape } from '../methods/method.ts';
import { createPath } from '../paths/path.ts';
import type { Slider } from '../sliders.ts';
import type { State } from '../state.ts';
import type { KktRows } from './kkt-rows.ts';

/** In one pass of Newton a slider moves by half a span at most: beyond, its curve is another. */
const longest = 0.5;

export class Sliding {
  readonly sliders: readonly Slider[];
  /** coordinates that do not move in this solve: what sticks */
  readonly still: Uint8Array;
  /** of each: 0 sticks, else the force of friction along u, N */
  readonly #friction: Float64Array;
  readonly #sliding: Uint8Array;
  readonly #slope = new Float64Array(8);
  readonly #motion = new Float64Array(9);
  #h = 0;

  constructor(
    shapes: readonly Shape[],
    private readonly rows: KktRows,
    private readonly state: State,
  ) {
    this.sliders = shapes.flatMap((s) => s.sliders);
    this.still = new Uint8Array(state.size);
    this.#friction = new Float64Array(this.sliders.length);
    this.#sliding = new Uint8Array(this.sliders.length);
  }
  /** A step of h begins, at the end of which so much of the whole one is made: what is imposed is where it will be; what may stick does. */
  begin(h: number, ahead: number): void {
    this.#h = h;
    const p = this.state.column('p');
    this.#friction.fill(0);
    this.#sliding.fill(0);
    for (const { slide, coordinate } of this.sliders) {
      this.still[coordinate] = slide.coulomb ? 1 : 0;
      if (!slide.imposed) continue;
      createPath(slide.imposed).evaluate(this.state.timeAfter(ahead), this.#motion);
      p[coordinate] = this.#motion[0];
    }
  }
  /** In the middle of it, on other spans. */
  resume(h: number): void {
    this.#h = h;
  }
  /**
   * Friction into the matrix; a slider that sticks has nothing to do with others. diagonalOf: where its own entry is; clear: makes
   * nothing of its row.
   */
  resist(values: Float64Array, diagonalOf: (coordinate: number) => number, clear: (coordinate: number) => void): void {
    for (const slider of this.sliders) {
      const { slide, coordinate } = slider;
      if (slide.imposed) continue;
      const slot = diagonalOf(coordinate);
      if (this.still[coordinate]) {
        clear(coordinate);
        values[slot] = 1;
      } else values[slot] += ((slide.friction ?? 0) * this.rows.slope(slider, this.#slope)) / this.#h;
    }
  }
  /** Drives and friction, along u. */
  push(g: Float64Array): void {
    const [p, q] = [this.state.column('p'), this.state.column('q')];
    this.sliders.forEach((slider, k) => {
      const { slide, coordinate } = slider;
      g[coordinate] = 0;
      if (slide.imposed || this.still[coordinate]) return;
      const square = this.rows.slope(slider, this.#slope);
      const force = (slide.drive ?? 0) + this.#friction[k];
      g[coordinate] =
        force * Math.sqrt(square) - ((slide.friction ?? 0) * square * (p[coordinate] - q[coordinate])) / this.#h;
    });
  }
  /** After a pass: true if something that stuck has to let go, or the other way round. */
  after(lambda: Float64Array): boolean {
    const [p, q] = [this.state.column('p'), this.state.column('q')];
    let changed = false;
    this.sliders.forEach((slider, k) => {
      const { slide, coordinate } = slider;
      if (slide.imposed) return;
      const low = q[coordinate] - longest;
      const high = q[coordinate] + longest;
      if (p[coordinate] < low || p[coordinate] > high) p[coordinate] = Math.min(high, Math.max(low, p[coordinate]));
      const { coulomb } = slide;
      if (!coulomb) return;
      const row = this.rows.rowOf(slider);
      const square = this.rows.slope(slider, this.#slope);
      let [along, all] = [0, 0];
      for (let r = 0; r < 3; r++) {
        along += lambda[row + r] * this.#slope[r];
        all += lambda[row + r] * lambda[row + r];
      }
      along /= Math.sqrt(square);
      const across = Math.sqrt(Math.max(0, all - along * along));
      if (this.still[coordinate]) {
        if (Math.abs(along) <= coulomb * across) return;
        this.still[coordinate] = 0;
        this.#sliding[k] = along > 0 ? 1 : 2;
        changed = true;
      }
      // the rows' force has held it by lambda . t along u: as much of that stays as friction can
      const wanted = (this.#sliding[k] === 1 ? -1 : 1) * coulomb * across;
      if (Math.abs(wanted - this.#friction[k]) > 1e-10 * (1 + across)) changed = true;
      this.#friction[k] = wanted;
    });
    return changed;
  }
}
