/** A flat kernel over stretches of the columns: the same formula for every coordinate in them. */
import { compile, type Run } from '../compile/compile.ts';
import { flatMode, type Kernel, kernel, type Sink } from '../compile/kernel.ts';
import type { Arena } from './memory.ts';
import { type AddressOf, type Phase, steady } from './phase.ts';

export class Flat {
  readonly #kernel: Kernel;
  readonly #run: Run;
  /** per phase and stretch, the arguments of the call */
  #calls: readonly (readonly number[][])[] = [[], []];
  #phase: Phase = steady;

  constructor(sinks: readonly Sink[], arena: Arena) {
    this.#kernel = kernel(sinks, flatMode);
    this.#run = compile(this.#kernel, arena.memory);
  }
  /** stretches: whole lines of 8 coordinates; neighbours are joined */
  bind(
    stretches: readonly { readonly start: number; readonly size: number }[],
    addressOf: AddressOf,
    uniforms: number,
    unions = 0,
    phase: Phase = steady,
  ): void {
    this.#phase = phase;
    const joined: { start: number; size: number }[] = [];
    for (const { start, size } of stretches) {
      const last = joined.at(-1);
      if (last && last.start + last.size === start) last.size += size;
      else if (size) joined.push({ start, size });
    }
    this.#calls = ([0, 1] as const).map((at) =>
      joined.map(({ start, size }) => [
        size / 2,
        0,
        0,
        uniforms,
        0,
        unions,
        ...this.#kernel.arrays.map((array) => addressOf(array, at) + 8 * start),
      ]),
    );
  }
  run(): void {
    const calls = this.#calls[this.#phase.now];
    for (let i = 0; i < calls.length; i++) Reflect.apply(this.#run, undefined, calls[i]);
  }
}
