/**
 * Ramps (self-assembly): the gap of a constraint is closed over many steps.                                [GBT06, sec. 4.5]
 *
 *   goal     C(x) = (1 - s(t)) C_0 + n h t (1 - t)^2 C'_0,  s(t) = t^2 (3 - 2t),  t = j/n,  j = 1 .. n: from the gap at the
 *            start, and for methods with rates from its rate, so that velocities do not jump. Without a rate there is
 *            no overshoot, and at most 1.5/n of the gap is closed in a step
 *   force    j/n of the force acts: as printed. The gap crosses zero early and overshoots by a fifth or more (errata, E11)
 *
 * Where n is not given, n >= 1.5 gap / (0.02 edge), so that no step moves a point by more than a fiftieth of an edge, and
 * n h >= 0.05 s. With an acceleration a, n h >= sqrt(6 gap / a) too: |s''| is at most 6.
 */

/**
 * Closes the gap of a constraint over so many steps; if they are not given, the gap decides.
 * @example world.constrain(join(node(cube, 0), node(cube, 7)), { ramp: { steps: 200 } })
 */
export interface Ramp {
  readonly steps?: number;
  /** where steps are not given: the goal is accelerated by at most so much, in the unit of the residual per s^2 */
  readonly acceleration?: number;
  /** the gap fades smoothly (default), or the force grows, as in the paper: it overshoots */
  readonly by?: 'goal' | 'force';
}

export class Ramps {
  /** steps since each member became active; n at the end */
  readonly made: Int32Array;
  /** n of each, 0 before the start */
  readonly steps: Int32Array;
  /** C_0, and its change in a step, h C'_0 */
  readonly gaps: Float64Array;
  readonly rates: Float64Array;

  constructor(
    readonly members: number,
    readonly rows: number,
    readonly ramp: Ramp,
  ) {
    this.made = new Int32Array(members);
    this.steps = new Int32Array(members);
    this.gaps = new Float64Array(members * rows);
    this.rates = new Float64Array(members * rows);
  }
  get byForce(): boolean {
    return this.ramp.by === 'force';
  }
  restart(member: number): void {
    this.made[member] = 0;
    this.steps[member] = 0;
    this.gaps.fill(0, member * this.rows, (member + 1) * this.rows);
    this.rates.fill(0, member * this.rows, (member + 1) * this.rows);
  }
  /** Ends the ramp of a member. */
  finish(member: number): void {
    this.restart(member);
    this.made[member] = 1;
    this.steps[member] = 1;
  }
  begin(member: number, gap: ArrayLike<number>, rate: ArrayLike<number>, edge: number, h: number): void {
    this.gaps.set(gap, member * this.rows);
    this.rates.set(rate, member * this.rows);
    let square = 0;
    for (let r = 0; r < this.rows; r++) square += gap[r] * gap[r];
    const size = Math.sqrt(square);
    const { steps, acceleration = Number.POSITIVE_INFINITY } = this.ramp;
    const bySize = edge > 0 ? (1.5 * size) / (0.02 * edge) : 0;
    const byAcceleration = Math.sqrt((6 * size) / acceleration) / h;
    const least = Math.ceil(0.05 / h - 1e-9);
    this.steps[member] = steps ?? Math.max(1, Math.ceil(bySize), Math.ceil(byAcceleration), least);
  }
  isUnderWay(member: number): boolean {
    return this.steps[member] === 0 || this.made[member] < this.steps[member];
  }
  /** The offset of a row after the steps made, and its first and second rate, per step. */
  offset(member: number, row: number, rate: 0 | 1 | 2 = 0): number {
    const n = this.steps[member];
    if (this.byForce || this.made[member] === n) return 0;
    const [gap, speed] = [this.gaps[member * this.rows + row], n * this.rates[member * this.rows + row]];
    const t = this.made[member] / n;
    if (rate === 0) return gap * (1 - t * t * (3 - 2 * t)) + speed * t * (1 - t) * (1 - t);
    if (rate === 1) return (-6 * gap * t * (1 - t) + speed * (1 - t) * (1 - 3 * t)) / n;
    return (-6 * gap * (1 - 2 * t) + speed * (6 * t - 4)) / (n * n);
  }
  activation(member: number): number {
    return this.byForce ? this.made[member] / this.steps[member] : 1;
  }
  copy(): Ramps {
    const made = new Ramps(this.members, this.rows, this.ramp);
    made.take(this);
    return made;
  }
  take(other: Ramps): void {
    this.made.set(other.made);
    this.steps.set(other.steps);
    this.gaps.set(other.gaps);
    this.rates.set(other.rates);
  }
}
