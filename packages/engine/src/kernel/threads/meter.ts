/**
 * Whether it pays to share a job among threads. Other programs may need the cores; then a shared job takes longer than the driver would
 * take alone. So a few runs of every block of runs are made alone, and the medians of both decide about the next block. Who runs what
 * changes no bit.
 */

/** Runs of a block that are made alone, and all runs of a block: at first, and once sharing has paid. */
const aloneRuns = 4;
const firstBlock = 32;
const laterBlock = 256;
/** Sharing has to take less than this part of the time alone. */
const worthIt = 0.9;
/** Runs made alone after sharing has not paid: doubled every time, up to the last. */
const firstRest = 64;
const longestRest = 4096;

export class Meter {
  readonly #alone = new Float64Array(aloneRuns);
  readonly #shared = new Float64Array(laterBlock - aloneRuns);
  /** ms of the shared runs of the block so far, and the most that they may take in all */
  #spent = 0;
  #budget = 0;
  /** ms of a run alone */
  #expected = 0;
  #run = 0;
  #block = firstBlock;
  #rest = 0;
  #nextRest = firstRest;

  /** Whether the next run is to be shared. */
  get isShared(): boolean {
    return this.#rest === 0 && this.#run >= aloneRuns;
  }
  /** Sharing does not pay at present. */
  get resting(): boolean {
    return this.#rest > 0;
  }
  /** A run that was not timed, while it rests. */
  skip(): void {
    this.#rest--;
  }
  /** A run that took so many ms, as `isShared` said. Returns how many of them were gained by sharing. */
  record(time: number): number {
    const isShared = this.#run >= aloneRuns;
    if (isShared) {
      this.#shared[this.#run - aloneRuns] = time;
      this.#spent += time;
    } else this.#alone[this.#run] = time;
    this.#run++;
    const shared = this.#block - aloneRuns;
    const gained = isShared ? this.#expected - time : 0;
    if (this.#run === aloneRuns) {
      this.#expected = median(this.#alone);
      this.#budget = worthIt * this.#expected * shared;
    }
    // one long wait for a thread that has no core may be more than all runs may take
    else if (this.#spent > this.#budget) this.#decide(false);
    else if (this.#run === this.#block) this.#decide(median(this.#shared.subarray(0, shared)) * shared <= this.#budget);
    return gained;
  }
  #decide(pays: boolean): void {
    this.#rest = pays ? 0 : this.#nextRest;
    this.#nextRest = pays ? firstRest : Math.min(longestRest, 2 * this.#nextRest);
    this.#block = pays ? laterBlock : firstBlock;
    this.#run = 0;
    this.#spent = 0;
  }
}

/** ms of gains that a loss is set against, at most; what may be lost before nothing is tried for a while, and for how long, for each ms. */
const mostSaved = 20;
const leastLoss = 0.5;
const quietPerLoss = 100;
/** It becomes twice as long with each loss, so often, until so many ms have been gained. */
const mostDoublings = 5;
const convincing = 5;

/**
 * What all jobs of a pool have gained and lost. Without a core for its threads every job that tries them loses several ms, the time that
 * a thread waits for its turn; so after a loss none tries for a while, and for longer if that happens again.
 */
export class Account {
  #saved = 0;
  #gained = 0;
  #losses = 0;
  #quietUntil = Number.NEGATIVE_INFINITY;

  isQuiet(now: number): boolean {
    return now < this.#quietUntil;
  }
  add(gained: number, now: number): void {
    this.#saved = Math.min(mostSaved, this.#saved + gained);
    this.#gained += gained;
    if (this.#gained >= convincing) this.#losses = 0;
    if (this.#saved >= -leastLoss) return;
    this.#quietUntil = now - quietPerLoss * this.#saved * (1 << this.#losses);
    this.#losses = Math.min(mostDoublings, this.#losses + 1);
    this.#saved = this.#gained = 0;
  }
}

/** Sorts them. */
const median = (times: Float64Array): number => times.sort()[times.length >> 1];
