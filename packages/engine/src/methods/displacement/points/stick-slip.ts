/**
 * Sliders in a solve: the parameter u of each slider is an unknown that the multipliers of its rows define.
 *                                                                                           [MIC08, sec. 5; notes, 5.1, 5.5]
 *   (dC/du)^T lambda + F |x'| - c |x'|^2 du/h = 0      F: a drive, c: viscous friction; without them lambda . x' = 0 exactly
 *   Coulomb:  stick, du = 0, while |lambda . t + F| <= mu |lambda across t|; otherwise slip, with that friction against the motion
 *   stops:    low <= u <= high, du = 0 at a stop while the slider is pressed against it
 *
 * There may be thousands of sliders: all data is in flat arrays, by slider.
 */

import type { Slider } from '../../../constraints/attachments/slider.ts';
import { areNear } from '../../../constraints/attachments/sliders.ts';
import type { BatchView } from '../../../constraints/method.ts';
import { createPath, type Path } from '../../../paths/path.ts';
import type { Column, State } from '../../../state/state.ts';
import type { KktRows } from '../system/kkt-rows.ts';
import type { CondensedPoints } from './condensed-points.ts';
import { frictionOf, isStill, Mode, nextMode, settled, undecided } from './stick-slip-modes.ts';

/** The largest motion of a slider in one solve, in spans: beyond, another polynomial applies. */
const longest = 0.5;
/** Sliders of one constraint, one after another, and where the numbers of their rows are. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly condensed: boolean;
  numbers(): Float64Array;
}

export class StickSlip {
  readonly sliders: readonly Slider[];
  /** where the u of each is among coordinates */
  readonly coordinates: Int32Array;
  /** those that do not move in this solve */
  readonly still: Uint8Array;
  readonly #runs: readonly Run[];
  readonly #activity: number;
  /** of each slider: where dC/du is among the numbers of its run, three for each, and its sign; its first multiplier */
  readonly #slopes: Int32Array;
  readonly #signs: Float64Array;
  readonly #rows: Int32Array;
  readonly #viscous: Float64Array;
  readonly #coulomb: Float64Array;
  readonly #drive: Float64Array;
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #imposed: readonly { readonly k: number; readonly path: Path }[];
  /** 1: its u is prescribed, it is no unknown */
  readonly #given: Uint8Array;
  /** its mode at the start of a step, unless it is at an end */
  readonly #first: Uint8Array;
  readonly #rough: boolean;
  /** none has anything but viscous friction */
  readonly #simple: boolean;
  readonly #mode: Uint8Array;
  readonly #turns: Uint8Array;
  /** Coulomb's, of each, along u, N */
  readonly #friction: Float64Array;
  /** |dC/du|^2 where things are predicted, of those that friction or a drive acts on: as `push` has found them */
  readonly #squares: Float64Array;
  readonly #motion = new Float64Array(9);
  /** of the slider that was evaluated last: dC/du, lambda along and across */
  readonly #slope = new Float64Array(3);
  #along = 0;
  #across = 0;
  #h = 0;
  readonly #p: Column;
  readonly #q: Column;

  constructor(
    private readonly shapes: readonly BatchView[],
    rows: KktRows,
    private readonly condensed: CondensedPoints,
    private readonly state: State,
  ) {
    this.#p = state.columnOf('p');
    this.#q = state.columnOf('q');
    this.sliders = shapes.flatMap((shape) => shape.sliders);
    const count = this.sliders.length;
    const numbers = (of: (slider: Slider) => number): Float64Array => Float64Array.from(this.sliders, of);
    this.coordinates = Int32Array.from(this.sliders, ({ coordinate }) => coordinate);
    this.#viscous = numbers(({ slide }) => slide.friction ?? 0);
    this.#coulomb = numbers(({ slide }) => slide.coulomb ?? 0);
    this.#rough = this.#coulomb.some((mu) => mu > 0);
    this.#drive = numbers(({ slide }) => slide.drive ?? 0);
    const stops = ({ ends, between, spans }: Slider['slide']) =>
      ends === 'stop' ? (between ?? [0, spans]) : unbounded;
    this.#low = numbers(({ slide }) => stops(slide)[0]);
    this.#high = numbers(({ slide }) => stops(slide)[1]);
    this.#given = Uint8Array.from(this.sliders, ({ slide }) => (slide.imposed ? 1 : 0));
    this.#first = new Uint8Array(count);
    this.#slopes = new Int32Array(3 * count).fill(-1);
    this.#signs = new Float64Array(count).fill(1);
    this.#rows = new Int32Array(count);
    this.#mode = new Uint8Array(count);
    this.#turns = new Uint8Array(count);
    this.#friction = new Float64Array(count);
    this.#squares = new Float64Array(count);
    this.still = new Uint8Array(count);
    this.#activity = activityOf(shapes);
    let from = 0;
    this.#runs = shapes.flatMap((shape): Run[] => {
      const own = rows.tables.find((t) => t.shape === shape);
      const other = condensed.tables.find((t) => t.shape === shape);
      const first = from;
      for (const { member, slide } of shape.sliders) {
        const at = own ? rows.slopesOf(own, this.sliders[from]) : other ? condensed.slopesOf(other, member) : [];
        this.#slopes.set(at, 3 * from);
        this.#signs[from] = own ? 1 : -1;
        this.#rows[from] = own ? own.first + member * own.size : (other?.first ?? 0) + 3 * member;
        const idle = !shape.isActive(member) || (other?.weak ?? false);
        this.#first[from] = idle ? Mode.idle : slide.coulomb ? Mode.sticks : Mode.free;
        from++;
      }
      const { memberBatch } = own ?? other ?? {};
      return memberBatch && from > first
        ? [{ from: first, to: from, condensed: !own, numbers: () => memberBatch.batch.table().rows }]
        : [];
    });
    this.#imposed = this.sliders.flatMap(({ slide }, k) => {
      const path = slide.imposed && this.#first[k] !== Mode.idle ? createPath(slide.imposed) : undefined;
      return path ? [{ k, path }] : [];
    });
    this.#simple = this.sliders.every(
      ({ slide }, k) => this.#first[k] === Mode.free && !slide.imposed && slide.ends !== 'stop',
    );
  }
  /** Whether constraints have been switched since. */
  get stale(): boolean {
    return this.sliders.length > 0 && activityOf(this.shapes) !== this.#activity;
  }
  /** Whether some sliders are prescribed. */
  get hasPrescribed(): boolean {
    return this.#imposed.length > 0;
  }
  /** Whether all sliders are in spans that the matrix has entries for. */
  get near(): boolean {
    return areNear(this.sliders, this.state);
  }
  /** Whether some have Coulomb friction. */
  get rough(): boolean {
    return this.#rough;
  }
  /** Coordinates that come with inertia. */
  get heavy(): ReadonlySet<number> {
    const own = new Set<number>();
    for (const { from, to, condensed } of this.#runs)
      for (let k = from; condensed && k < to; k++) if (this.#first[k] !== Mode.idle) own.add(this.coordinates[k]);
    return own;
  }
  /** Whether the u of a slider is an unknown. */
  isUnknown(k: number): boolean {
    return !this.#given[k];
  }

  /** Starts a part of h that ends at the fraction `ahead` of the step: prescribed sliders are moved, sliders that may stick do. */
  begin(h: number, ahead: number): void {
    this.#h = h;
    if (this.#simple) return;
    const [p, q] = [this.#p.view(), this.#q.view()];
    this.#friction.fill(0);
    this.#turns.fill(0);
    for (let k = 0; k < this.#mode.length; k++) {
      const u = q[this.coordinates[k]];
      const atEnd = u <= this.#low[k] ? Mode.atLow : u >= this.#high[k] ? Mode.atHigh : Mode.free;
      this.#become(k, this.#first[k] === Mode.idle || atEnd === Mode.free ? this.#first[k] : atEnd);
    }
    for (const { k, path } of this.#imposed) {
      path.evaluate(this.state.timeAfter(ahead), this.#motion);
      p[this.coordinates[k]] = this.#motion[0];
    }
  }
  #become(k: number, mode: number): void {
    this.#mode[k] = mode;
    this.still[k] = isStill(mode) ? 1 : 0;
  }
  /** dC/du of a slider; returns its square. */
  #updateStickSlip(k: number, numbers: Float64Array): number {
    let square = 0;
    for (let r = 0; r < 3; r++) {
      const at = this.#slopes[3 * k + r];
      const slope = at < 0 ? 0 : this.#signs[k] * numbers[at];
      this.#slope[r] = slope;
      square += slope * slope;
    }
    return square;
  }
  /**
   * Adds friction to the matrix, after `push`; a slider that is held is decoupled from the others. diagonalOf: the diagonal
   * entry of a slider; clear: zeroes its row.
   */
  resist(values: Float64Array, diagonalOf: (coordinate: number) => number, clear: (coordinate: number) => void): void {
    const { coordinates, still } = this;
    const [given, viscous] = [this.#given, this.#viscous];
    for (let r = 0; r < this.#runs.length; r++) {
      const { from, to } = this.#runs[r];
      for (let k = from; k < to; k++) {
        if (given[k]) continue;
        if (still[k]) {
          clear(coordinates[k]);
          values[diagonalOf(coordinates[k])] = 1;
        } else if (viscous[k] > 0) values[diagonalOf(coordinates[k])] += (viscous[k] * this.#squares[k]) / this.#h;
      }
    }
  }
  /** Drives and friction, along u. */
  push(g: Float64Array): void {
    const [p, q] = [this.#p.view(), this.#q.view()];
    for (let r = 0; r < this.#runs.length; r++) {
      const { from, to } = this.#runs[r];
      const numbers = this.#runs[r].numbers();
      for (let k = from; k < to; k++) {
        const i = this.coordinates[k];
        if (this.#given[k] || this.still[k]) {
          g[i] = 0;
          continue;
        }
        const force = this.#drive[k] + this.#friction[k];
        if (force === 0 && this.#viscous[k] === 0) continue;
        const square = this.#updateStickSlip(k, numbers);
        this.#squares[k] = square;
        g[i] += force * Math.sqrt(square) - (this.#viscous[k] * square * (p[i] - q[i])) / this.#h;
      }
    }
  }

  /**
   * Stick-slip update after a pass: sliders change between stick, slip and stop. Returns 'again' if any changed, 'far' if one
   * moves too far for one solve.
   */
  after(lambda: Float64Array): 'done' | 'again' | 'far' {
    const [p, q] = [this.#p.view(), this.#q.view()];
    let far = false;
    for (let k = 0; k < this.coordinates.length; k++) {
      const i = this.coordinates[k];
      const moved = p[i] - q[i];
      if (Math.abs(moved) <= longest || this.#given[k] || this.#mode[k] === Mode.idle) continue;
      p[i] = q[i] + (moved > 0 ? longest : -longest);
      far = true;
    }
    const again = !this.#simple && this.#changeMinds(p, q, lambda);
    return far ? 'far' : again ? 'again' : 'done';
  }
  #changeMinds(p: Float64Array, q: Float64Array, lambda: Float64Array): boolean {
    let again = false;
    for (const run of this.#runs) {
      const numbers = run.numbers();
      for (let k = run.from; k < run.to; k++) {
        if (this.#given[k] || this.#mode[k] === Mode.idle) continue;
        const before = this.#mode[k];
        const i = this.coordinates[k];
        if (p[i] < this.#low[k] || p[i] > this.#high[k]) {
          this.#become(k, p[i] < this.#low[k] ? Mode.atLow : Mode.atHigh);
          p[i] = Math.min(this.#high[k], Math.max(this.#low[k], p[i]));
        } else if (this.#coulomb[k] > 0 || before === Mode.atLow || before === Mode.atHigh) {
          this.#press(k, numbers, run.condensed ? this.condensed.lambda : lambda);
          if (this.#decide(k, p[i] - q[i])) again = true;
        }
        if (this.#mode[k] === before) continue;
        this.#turns[k]++;
        again = true;
      }
    }
    return again;
  }
  /**
   * Friction depends on the normal force, and the normal force on friction: a fixed-point iteration with the same matrix. The
   * change of friction along u is written to g. Returns the largest change relative to the normal force; 0 if it has converged.
   */
  settleFriction(lambda: Float64Array, g: Float64Array): number {
    let most = 0;
    for (const run of this.#runs) {
      const numbers = run.numbers();
      for (let k = run.from; k < run.to; k++) {
        g[this.coordinates[k]] = 0;
        if (this.#mode[k] !== Mode.slipsUp && this.#mode[k] !== Mode.slipsDown) continue;
        const square = this.#press(k, numbers, run.condensed ? this.condensed.lambda : lambda);
        const change = this.#wanted(k) - this.#friction[k];
        g[this.coordinates[k]] = change * Math.sqrt(square);
        most = Math.max(most, Math.abs(change) / (1 + this.#across));
        this.#friction[k] += change;
      }
    }
    return most > settled ? most : 0;
  }
  get hasCoulomb(): boolean {
    if (this.#simple) return false;
    for (let k = 0; k < this.#mode.length; k++)
      if (this.#mode[k] === Mode.slipsUp || this.#mode[k] === Mode.slipsDown) return true;
    return false;
  }
  /** The multipliers of a slider along u and across, N; returns |dC/du|^2. */
  #press(k: number, numbers: Float64Array, lambda: Float64Array): number {
    const square = this.#updateStickSlip(k, numbers);
    const row = this.#rows[k];
    let [along, all] = [0, 0];
    for (let r = 0; r < 3; r++) {
      along += lambda[row + r] * this.#slope[r];
      all += lambda[row + r] * lambda[row + r];
    }
    this.#along = along / Math.sqrt(square);
    this.#across = Math.sqrt(Math.max(0, all - this.#along * this.#along));
    return square;
  }
  /** Friction against the motion, from the present normal force. */
  #wanted(k: number): number {
    return frictionOf(this.#mode[k], this.#coulomb[k] * this.#across);
  }
  /** Computes the next mode of a slider and its friction; true if the mode has changed. */
  #decide(k: number, moved: number): boolean {
    const force = this.#along + this.#drive[k];
    const mu = this.#coulomb[k];
    const gives = this.#turns[k] < undecided;
    this.#become(k, nextMode(this.#mode[k], force, mu * this.#across, moved, mu > 0, gives));
    const wanted = this.#wanted(k);
    const changed = Math.abs(wanted - this.#friction[k]) > settled * (1 + this.#across);
    this.#friction[k] = wanted;
    return changed;
  }
}
const unbounded = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** Counts switches of members. */
export function activityOf(shapes: readonly BatchView[]): number {
  let sum = 0;
  for (let i = 0; i < shapes.length; i++) sum += shapes[i].activity;
  return sum;
}
