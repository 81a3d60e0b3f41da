/** A number of times per second of simulated time, counted from a start. */

/** Times are compared to a millionth of a step, as in events. */
const slack = 1e-6;

interface Clock {
  readonly time: number;
  readonly h: number;
}

export class Rate {
  readonly #start: number;
  #next = 1;

  constructor(
    readonly perSecond: number,
    clock: Clock,
    /** the start of the run, if it continues from a frame */
    startTime?: number,
  ) {
    if (!(perSecond > 0 && Number.isFinite(perSecond))) {
      throw new Error(`rate — ${perSecond} per second; it must be positive.`);
    }
    this.#start = startTime ?? clock.time;
    if (startTime !== undefined) this.due(clock);
  }
  /** Whether a frame is due after this step. If steps are longer than the interval, each is due. */
  due({ time, h }: Clock): boolean {
    const turns = (time - this.#start + slack * h) * this.perSecond;
    if (turns < this.#next) return false;
    this.#next = Math.floor(turns) + 1;
    return true;
  }
}
