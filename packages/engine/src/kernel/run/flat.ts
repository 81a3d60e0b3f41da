/** A flat kernel over stretches of the columns: the same formula for every coordinate in them. */
import { compile, type Run } from '../compile/compile.ts';
import { type FlatMode, flatMode, type Kernel, kernel, type Sink } from '../compile/kernel.ts';
import { vectorsOf } from '../compile/wasm.ts';
import type { Call } from '../threads/pool.ts';
import { cutCall, rangeBounds } from './call.ts';
import type { Arena } from './memory.ts';
import { type AddressOf, type Phase, steady } from './phase.ts';
import { Split } from './split.ts';

interface Stretch {
  readonly start: number;
  readonly size: number;
}

export class Flat {
  readonly #kernel: Kernel;
  readonly #run: Run;
  /** per phase and stretch, the arguments of the call */
  #calls: readonly (readonly number[][])[] = [[], []];
  #phase: Phase = steady;
  #stretches: readonly Stretch[] = [];
  #split: Split | undefined;

  constructor(
    sinks: readonly Sink[],
    private readonly arena: Arena,
    private readonly mode: FlatMode = flatMode,
  ) {
    this.#kernel = kernel(sinks, mode);
    this.#run = compile(this.#kernel, arena.memory);
  }
  /** stretches: whole lines of 8 coordinates, or what is repeated; neighbours are joined. unions: with threads, a line for each chunk */
  bind(stretches: readonly Stretch[], addressOf: AddressOf, uniforms: number, unions = 0, phase: Phase = steady): void {
    this.#phase = phase;
    const joined: { start: number; size: number }[] = [];
    for (const { start, size } of stretches) {
      const last = joined.at(-1);
      if (last && last.start + last.size === start) last.size += size;
      else if (size) joined.push({ start, size });
    }
    this.#stretches = joined;
    this.#calls = ([0, 1] as const).map((at) =>
      joined.map(({ start, size }) => [size / 2, 0, 0, uniforms, 0, unions, ...this.#arrays(addressOf, at, start)]),
    );
    const { team } = this.arena;
    if (!team) return;
    this.#split?.release();
    const pairs = joined.reduce((sum, { size }) => sum + size / 2, 0);
    this.#split = new Split(team, this.#kernel, pairs, undefined, () => this.#chunks(pairs, team.chunks));
  }
  /** Where a stretch starts in each array. */
  #arrays(addressOf: AddressOf, phase: 0 | 1, start: number): number[] {
    const { repeated } = this.mode;
    return this.#kernel.arrays.map((array) => addressOf(array, phase) + (array === repeated ? 0 : 8 * start));
  }
  /** All stretches one after another, cut into ranges. */
  #chunks(pairs: number, chunks: number): Call[][][] {
    const bounds = rangeBounds(pairs, chunks, vectorsOf(this.#kernel));
    return this.#calls.map((calls) =>
      bounds.slice(1).map((to, c) => {
        let first = 0;
        return calls.flatMap((args) => {
          const [from, end] = [Math.max(bounds[c] - first, 0), Math.min(to - first, args[0])];
          first += args[0];
          return from < end ? [this.#call(args, from, end, c)] : [];
        });
      }),
    );
  }
  #call(args: readonly number[], from: number, to: number, chunk: number): Call {
    return { run: this.#run as Call['run'], args: cutCall(this.#kernel, args, from, to, chunk) };
  }
  /**
   * The calls on coordinates [from, to) of its stretches, whole lines of 8; unions go to the line of `chunk`.
   * addressOf: arrays that are elsewhere than where it is bound to
   */
  rangeCalls(from: number, to: number, phase: 0 | 1, chunk = 0, addressOf?: AddressOf): Call[] {
    return this.#stretches.flatMap(({ start, size }, i) => {
      const [a, b] = [Math.max(start, from), Math.min(start + size, to)];
      if (a >= b) return [];
      const bound = this.#calls[phase][i];
      const { length } = this.#kernel.arrays;
      const args = addressOf ? [...bound.slice(0, -length), ...this.#arrays(addressOf, phase, start)] : bound;
      return [this.#call(args, (a - start) / 2, (b - start) / 2, chunk)];
    });
  }
  run(): void {
    const job = this.#split?.job();
    if (job) {
      job.run(this.#phase.now);
      return;
    }
    const calls = this.#calls[this.#phase.now];
    for (let i = 0; i < calls.length; i++) Reflect.apply(this.#run, undefined, calls[i]);
  }
}
