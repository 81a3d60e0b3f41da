/**
 * Calls that are run again and again, in turns of independent chunks: shared among threads where there are several and it pays, else by
 * one thread that makes them as it likes. Both give the same bits: see ThreadPool.
 */
import { type Call, type Job, runAll, type Team } from './pool.ts';

export { runAll };

/** [turn][chunk][call] */
export type Turns = readonly (readonly (readonly Call[])[])[];

/** Operations below which calls are not worth sharing: some 10 us. They follow each other closely, so that threads wait for them. */
const leastOperations = 20_000;

export class SharedCalls {
  #job: Job | undefined;
  readonly #isShared: boolean;

  /**
   * operations: of all turns, about. inPlace: the same turns follow each other on the same rows, a chunk for each thread. More chunks, which a thread
   * that is done takes from another, moved the rows from cache to cache: 45 us instead of 2 for a quarter of a vector of 9000 numbers.
   */
  constructor(
    private readonly team: Team | undefined,
    operations: number,
    private readonly turns: (chunks: number) => Turns,
    private readonly alone: () => void,
    private readonly inPlace = false,
  ) {
    this.#isShared = team !== undefined && operations >= leastOperations;
  }
  run(): void {
    if (!this.#isShared) this.alone();
    else {
      if (!this.#job || this.#job.released) this.#job = this.#newJob();
      this.#job.run(0);
    }
  }
  #newJob(): Job {
    const team = this.team as Team;
    return team.job(
      this.turns(this.inPlace ? team.threads : team.chunks).map((chunks) => [chunks]),
      this.alone,
    );
  }
  release(): void {
    if (this.#job) this.team?.release([this.#job]);
  }
}

/** [0, count) in at most so many ranges of about the same length. */
export function rangesOf(count: number, most: number): readonly (readonly [from: number, to: number])[] {
  const ranges = Math.min(count, most);
  return Array.from({ length: ranges }, (_, c) => [
    Math.floor((count * c) / ranges),
    Math.floor((count * (c + 1)) / ranges),
  ]);
}
