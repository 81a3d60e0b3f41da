/** Notices a worker that no longer answers: it is asked every second, and anything it says counts as an answer. */

/** ms */
const every = 1000;
/** ms without a word that are too many: in a run, where a step takes milliseconds, and while a scene is built */
export const patience = { running: 15_000, loading: 60_000 };

export interface WatchdogEvents {
  ask(): void;
  silent(seconds: number): void;
}

export class Watchdog {
  isLoading = false;
  /** ms, in a run */
  patience = patience.running;
  #heardAt: number;
  #lookedAt: number;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly events: WatchdogEvents,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#heardAt = now();
    this.#lookedAt = now();
    this.#timer = setInterval(() => this.check(), every);
  }
  heard(): void {
    this.#heardAt = this.now();
  }
  /** ms without a word; 0 on a page that was itself asleep */
  get silence(): number {
    const now = this.now();
    return now - this.#lookedAt > 3 * every ? 0 : now - this.#heardAt;
  }
  /** Asked every second. A page that was itself asleep (a closed lid, a hidden tab) starts to wait anew. */
  check(): void {
    const now = this.now();
    if (now - this.#lookedAt > 3 * every) this.#heardAt = now;
    this.#lookedAt = now;
    const silence = now - this.#heardAt;
    if (silence > (this.isLoading ? patience.loading : this.patience)) {
      this.isLoading = false;
      this.events.silent(Math.round(silence / 1000));
      this.#heardAt = now;
    } else this.events.ask();
  }
  stop(): void {
    clearInterval(this.#timer);
  }
}
