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
  /** A run that took so many ms, as `shares` said. */
  record(time: number): void {
    if (this.#run < aloneRuns) this.#alone[this.#run] = time;
    else {
      this.#shared[this.#run - aloneRuns] = time;
      this.#spent += time;
    }
    this.#run++;
    const shared = this.#block - aloneRuns;
    if (this.#run === aloneRuns) this.#budget = worthIt * median(this.#alone) * shared;
    // one long wait for a thread that has no core may be more than all runs may take
    else if (this.#spent > this.#budget) this.#decide(false);
    else if (this.#run === this.#block) this.#decide(median(this.#shared.subarray(0, shared)) * shared <= this.#budget);
  }
  #decide(pays: boolean): void {
    this.#rest = pays ? 0 : this.#nextRest;
    this.#nextRest = pays ? firstRest : Math.min(longestRest, 2 * this.#nextRest);
    this.#block = pays ? laterBlock : firstBlock;
    this.#run = 0;
    this.#spent = 0;
  }
}

/** Sorts them. */
const median = (times: Float64Array): number => times.sort()[times.length >> 1];
