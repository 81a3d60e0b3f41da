/**
 * A kernel's run cut into ranges of elements for threads, where the ranges are independent: no range writes a coordinate that
 * another one reads or writes. Then the order of the ranges does not matter, and the bits are those of one call.
 */
import { type Kernel, type Sink, sourceOf } from '../compile/kernel.ts';
import { reachable } from '../formula/expr.ts';
import type { Chunks, Job, Team } from '../threads/pool.ts';

/** Operations below which a job is not worth sharing: some 150 us; and some 10 us, where everything is to be shared. */
const leastOperations = 300_000;
const leastAlways = 20_000;
/** Runs before ranges are checked for the first time: much is run once or twice. */
const firstRuns = 4;
/** Runs after a change of the index table before the ranges are checked again. */
const quietRuns = 64;

export class Split {
  #job: Job | undefined;
  #wait = firstRuns;
  #refused = false;
  readonly #worthIt: boolean;

  constructor(
    private readonly team: Team,
    kernel: Kernel,
    pairs: number,
    /** whether ranges are independent; undefined: always */
    private readonly independent: (() => boolean) | undefined,
    private readonly chunks: () => Chunks,
    /** with code for their place in memory, if that pays */
    private readonly placed?: () => Chunks | undefined,
  ) {
    this.#worthIt = 2 * pairs * kernel.operations >= (team.always ? leastAlways : leastOperations);
  }
  /** What to run instead of the whole, if it is shared. */
  job(): Job | undefined {
    if (!this.#worthIt || this.#refused) return undefined;
    if (this.#wait > 0) {
      this.#wait--;
      return undefined;
    }
    if (this.#job?.released) this.#job = undefined;
    if (!this.#job || this.#changed) {
      this.#changed = false;
      this.#refused = this.independent !== undefined && !this.independent();
      if (this.#refused) return undefined;
      this.#job ??= this.team.job([this.chunks()], undefined, this.placed && (() => this.#placedTurns()));
    }
    return this.#job;
  }
  #placedTurns(): readonly Chunks[] | undefined {
    const chunks = this.placed?.();
    return chunks && [chunks];
  }
  #changed = false;
  /** Elements touch other blocks. */
  blocksChanged(): void {
    this.#changed = true;
    this.#refused = false;
    this.#wait = quietRuns;
  }
  /** Arrays are elsewhere, or the kernel is another. */
  rebound(): void {
    this.release();
    this.#refused = false;
    this.#wait = firstRuns;
  }
  release(): void {
    if (this.#job) this.team.release([this.#job]);
    this.#job = undefined;
  }
}

/** Whether ranges of an indexed kernel are independent. index: [pair][slot][lane], in bytes; limit: coordinates from here on are ghosts */
export function rangesAreIndependent(k: Kernel, index: Int32Array, bounds: readonly number[], limit: number): boolean {
  const written = k.sinks.filter((s): s is Sink & { to: 'add' | 'put' } => s.to === 'add' || s.to === 'put');
  const arrays = [...new Set(written.map((s) => s.array))];
  const reads = reachable(k.sinks.flatMap((s) => [...s.values])).flatMap((e) => {
    const source = e.op === 'input' ? sourceOf(e) : undefined;
    return source?.from === 'gather' ? [source] : [];
  });
  return arrays.every((array) => {
    const writer = new Uint8Array(limit); // 1 + range
    const each = (slot: number, visit: (coordinate: number, range: number) => boolean): boolean => {
      for (let c = 0; c + 1 < bounds.length; c++)
        for (let pair = bounds[c]; pair < bounds[c + 1]; pair++)
          for (let lane = 0; lane < 2; lane++) {
            const coordinate = index[(pair * k.slots + slot) * 2 + lane] / 8;
            if (coordinate < limit && !visit(coordinate, c + 1)) return false;
          }
      return true;
    };
    const own = written
      .filter((s) => s.array === array)
      .every(({ slot, values }) =>
        each(slot, (first, range) => {
          for (let i = first; i < first + values.length; i++) {
            if (writer[i] !== 0 && writer[i] !== range) return false;
            writer[i] = range;
          }
          return true;
        }),
      );
    return (
      own &&
      reads
        .filter((read) => read.array === array)
        .every(({ slot, component }) =>
          each(slot, (first, range) => writer[first + component] === 0 || writer[first + component] === range),
        )
    );
  });
}
