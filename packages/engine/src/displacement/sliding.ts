/**
 * What slides in a solve: the place u of each slider is an unknown that the multipliers of its rows define.
 *                                                                                           [MIC08, sec. 5; notes, 5.1, 5.5]
 *   (dC/du)^T lambda + F |x'| - c |x'|^2 du/h = 0      F: a drive, c: viscous friction; without them lambda . x' = 0 exactly
 *   Coulomb:  du = 0 as long as |lambda . t + F| <= mu |lambda across t|, else that friction against the way it goes
 *   stops:    low <= u <= high, du = 0 there as long as it is pushed against
 */

import type { Shape } from '../methods/method.ts';
import { createPath, type Path } from '../paths/path.ts';
import { areNear, type Slider } from '../sliders.ts';
import type { State } from '../state.ts';
import type { Carried } from './carried.ts';
import type { KktRows } from './kkt-rows.ts';

/** In one step a slider moves by half a span at most: beyond, its curve is another. */
const longest = 0.5;
/** Friction is known when it changes by less than this part of what presses. */
const settled = 1e-10;
/** After so many changes of mind in a step it slips, as friction that goes with it would be no friction. */
const undecided = 8;

/** What a slider does in a step. */
const Mode = {
  free: 0,
  idle: 1, // its constraint is not active, or it moves by a law of its own
  sticks: 2,
  slipsUp: 3,
  slipsDown: 4,
  atLow: 5,
  atHigh: 6,
} as const;

interface Item {
  readonly slider: Slider;
  readonly shape: Shape;
  readonly active: boolean;
  readonly carried: boolean;
  /** it moves by a law of its own */
  readonly weak: boolean;
  /** of its three multipliers, the first */
  readonly row: number;
  readonly imposed: Path | undefined;
  readonly low: number;
  readonly high: number;
  /** dC/du, returns its square */
  slope(out: Float64Array): number;
}

export class Sliding {
  readonly sliders: readonly Slider[];
  readonly #items: readonly Item[];
  /** coordinates that do not move in this solve */
  readonly still: Uint8Array;
  readonly #mode: Uint8Array;
  readonly #turns: Uint8Array;
  /** of each, along u, N */
  readonly #friction: Float64Array;
  readonly #slope = new Float64Array(8);
  readonly #motion = new Float64Array(9);
  #h = 0;

  constructor(
    shapes: readonly Shape[],
    rows: KktRows,
    private readonly carried: Carried,
    private readonly state: State,
  ) {
    this.#items = shapes.flatMap((shape) => {
      const own = rows.tables.find((t) => t.shape === shape);
      const other = carried.tables.find((t) => t.shape === shape);
      return shape.sliders.map((slider): Item => {
        const { slide, member } = slider;
        const [low, high] = slide.ends === 'stop' ? (slide.between ?? [0, slide.spans]) : unbounded;
        return {
          slider,
          shape,
          active: shape.isActive(member),
          weak: other?.weak ?? false,
          carried: own === undefined,
          row: (own ?? other ?? { first: 0 }).first + member * (own?.size ?? 3),
          imposed: slide.imposed && createPath(slide.imposed),
          low,
          high,
          slope: (out) => (own ? rows.slope(own, slider, out) : other ? carried.slope(other, member, out) : 0),
        };
      });
    });
    this.sliders = this.#items.map(({ slider }) => slider);
    this.still = new Uint8Array(state.size);
    this.#mode = new Uint8Array(this.#items.length);
    this.#turns = new Uint8Array(this.#items.length);
    this.#friction = new Float64Array(this.#items.length);
  }
  /** Constraints have been switched since. */
  get stale(): boolean {
    for (let k = 0; k < this.#items.length; k++) {
      const { shape, slider, active } = this.#items[k];
      if (shape.isActive(slider.member) !== active) return true;
    }
    return false;
  }
  /** All are in spans that there is room for. */
  get near(): boolean {
    return areNear(this.sliders, this.state);
  }
  /** Coordinates that come with inertia. */
  get heavy(): ReadonlySet<number> {
    const own = this.#items.filter(({ carried, active, weak }) => carried && active && !weak);
    return new Set(own.map(({ slider }) => slider.coordinate));
  }
  /** A step of h begins, at the end of which so much of the whole one is made: what is imposed is where it will be; what may stick does. */
  begin(h: number, ahead: number): void {
    this.#h = h;
    const [p, q] = [this.state.column('p'), this.state.column('q')];
    this.#friction.fill(0);
    this.#turns.fill(0);
    for (let k = 0; k < this.#items.length; k++) {
      const { slider, active, weak, imposed, low, high } = this.#items[k];
      const { slide, coordinate } = slider;
      const u = q[coordinate];
      if (!active || weak) this.#mode[k] = Mode.idle;
      else if (u <= low) this.#mode[k] = Mode.atLow;
      else if (u >= high) this.#mode[k] = Mode.atHigh;
      else this.#mode[k] = slide.coulomb ? Mode.sticks : Mode.free;
      this.#hold(k);
      if (!imposed || !active) continue;
      imposed.evaluate(this.state.timeAfter(ahead), this.#motion);
      p[coordinate] = this.#motion[0];
    }
  }
  #hold(k: number): void {
    const mode = this.#mode[k];
    this.still[this.#items[k].slider.coordinate] =
      mode === Mode.free || mode === Mode.slipsUp || mode === Mode.slipsDown ? 0 : 1;
  }
  /** In the middle of it, on other spans: as `before` had it. */
  resume(h: number, before: Sliding): void {
    this.#h = h;
    this.#mode.set(before.#mode);
    this.#turns.set(before.#turns);
    this.#friction.set(before.#friction);
    for (let k = 0; k < this.#items.length; k++) this.#hold(k);
  }
  /**
   * Friction into the matrix; a slider that is held has nothing to do with others. diagonalOf: where its own entry is; clear:
   * makes nothing of its row.
   */
  resist(values: Float64Array, diagonalOf: (coordinate: number) => number, clear: (coordinate: number) => void): void {
    for (let k = 0; k < this.#items.length; k++) {
      const { slider, slope } = this.#items[k];
      const { slide, coordinate } = slider;
      if (slide.imposed) continue;
      const slot = diagonalOf(coordinate);
      if (this.still[coordinate]) {
        clear(coordinate);
        values[slot] = 1;
      } else if (slide.friction) values[slot] += (slide.friction * slope(this.#slope)) / this.#h;
    }
  }
  /** Drives and friction, along u. */
  push(g: Float64Array): void {
    const [p, q] = [this.state.column('p'), this.state.column('q')];
    for (let k = 0; k < this.#items.length; k++) {
      const { slider, slope } = this.#items[k];
      const { slide, coordinate } = slider;
      if (slide.imposed || this.still[coordinate]) {
        g[coordinate] = 0;
        continue;
      }
      const { friction = 0, drive = 0 } = slide;
      const force = drive + this.#friction[k];
      if (force === 0 && friction === 0) continue;
      const square = slope(this.#slope);
      g[coordinate] += force * Math.sqrt(square) - (friction * square * (p[coordinate] - q[coordinate])) / this.#h;
    }
  }
  /**
   * After a pass: what stuck may have to let go, what slips may have come to stand, what came to an end stops there.
   * 'again' if any did, 'far' if one goes too far for a step.
   */
  after(lambda: Float64Array): 'done' | 'again' | 'far' {
    const [p, q] = [this.state.column('p'), this.state.column('q')];
    let [again, far] = [false, false];
    for (let k = 0; k < this.#items.length; k++) {
      const { slider, low, high } = this.#items[k];
      const { slide, coordinate } = slider;
      if (slide.imposed || this.#mode[k] === Mode.idle) continue;
      const before = this.#mode[k];
      const moved = p[coordinate] - q[coordinate];
      if (Math.abs(moved) > longest) {
        p[coordinate] = q[coordinate] + (moved > 0 ? longest : -longest);
        far = true;
      }
      if (p[coordinate] < low || p[coordinate] > high) {
        this.#mode[k] = p[coordinate] < low ? Mode.atLow : Mode.atHigh;
        p[coordinate] = Math.min(high, Math.max(low, p[coordinate]));
      } else if (slide.coulomb || before === Mode.atLow || before === Mode.atHigh) {
        if (this.#decide(k, lambda, p[coordinate] - q[coordinate])) again = true;
      }
      if (this.#mode[k] === before) continue;
      this.#hold(k);
      this.#turns[k]++;
      again = true;
    }
    return far ? 'far' : again ? 'again' : 'done';
  }
  /**
   * Friction of what slips goes by what presses, and what presses by friction: with the same matrix, again and again. Into g
   * goes by how much it changes, along u; false if it does not.
   */
  rub(lambda: Float64Array, g: Float64Array): boolean {
    let changed = false;
    for (let k = 0; k < this.#items.length; k++) {
      const mode = this.#mode[k];
      g[this.#items[k].slider.coordinate] = 0;
      if (mode !== Mode.slipsUp && mode !== Mode.slipsDown) continue;
      const { coulomb = 0 } = this.#items[k].slider.slide;
      const square = this.#press(k, lambda);
      const wanted = (mode === Mode.slipsUp ? -coulomb : coulomb) * this.#across;
      const change = wanted - this.#friction[k];
      g[this.#items[k].slider.coordinate] = change * Math.sqrt(square);
      if (Math.abs(change) > settled * (1 + this.#across)) changed = true;
      this.#friction[k] = wanted;
    }
    return changed;
  }
  get rubs(): boolean {
    for (let k = 0; k < this.#mode.length; k++)
      if (this.#mode[k] === Mode.slipsUp || this.#mode[k] === Mode.slipsDown) return true;
    return false;
  }
  /** The multipliers of a slider along u and across, N; returns |dC/du|^2. */
  #press(k: number, lambda: Float64Array): number {
    const { row, carried, slope } = this.#items[k];
    const multipliers = carried ? this.carried.lambda : lambda;
    const square = slope(this.#slope);
    let [along, all] = [0, 0];
    for (let r = 0; r < 3; r++) {
      along += multipliers[row + r] * this.#slope[r];
      all += multipliers[row + r] * multipliers[row + r];
    }
    this.#along = along / Math.sqrt(square);
    this.#across = Math.sqrt(Math.max(0, all - this.#along * this.#along));
    return square;
  }
  #along = 0;
  #across = 0;
  /** The next mode of a slider, and its friction; true if that is another than it was. */
  #decide(k: number, lambda: Float64Array, moved: number): boolean {
    const { coulomb = 0, drive = 0 } = this.#items[k].slider.slide;
    this.#press(k, lambda);
    const force = this.#along + drive;
    const most = coulomb * this.#across;
    const mode = this.#mode[k];
    const gives = this.#turns[k] < undecided;
    if (mode === Mode.atLow && force > most) this.#mode[k] = coulomb > 0 ? Mode.slipsUp : Mode.free;
    else if (mode === Mode.atHigh && force < -most) this.#mode[k] = coulomb > 0 ? Mode.slipsDown : Mode.free;
    else if (mode === Mode.sticks && Math.abs(force) > most) this.#mode[k] = force > 0 ? Mode.slipsUp : Mode.slipsDown;
    else if (gives && ((mode === Mode.slipsUp && moved < 0) || (mode === Mode.slipsDown && moved > 0)))
      this.#mode[k] = Mode.sticks;
    const now = this.#mode[k];
    const wanted = now === Mode.slipsUp ? -most : now === Mode.slipsDown ? most : 0;
    const changed = Math.abs(wanted - this.#friction[k]) > settled * (1 + this.#across);
    this.#friction[k] = wanted;
    return changed;
  }
}
const unbounded = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
