/** Code for the place of a batch in parts, as PlacedRun has it for a whole one. Parts keep their parameters: rows in common are found once. */
import { compileForPlace, type Run } from '../compile/compile.ts';
import type { Kernel } from '../compile/kernel.ts';
import type { Call } from '../threads/pool.ts';
import { cutCall, firstArray, parametersAt } from './call.ts';
import type { Arena, Block } from './memory.ts';
import { findRows } from './placed-run.ts';

export class PlacedParts {
  /** where the parameters of each pair are; allocated before it runs, since a step may not move memory */
  readonly #rows: Block<Int32Array> | undefined;
  /** whether rows are in common; undefined before they were looked at */
  #common: boolean | undefined;
  /** by the addresses in the code */
  readonly #runs = new Map<string, Run>();

  /** parameters: [pair][column][lane] */
  constructor(
    private readonly kernel: Kernel,
    private readonly arena: Arena,
    private readonly parameters: Block<Float64Array>,
    pairs: number,
  ) {
    this.#rows = kernel.parameters ? arena.i32(pairs) : undefined;
  }
  /** The call on pairs [from, to) of that on all. */
  call(args: readonly number[], from: number, to: number): Call {
    const { kernel, arena } = this;
    const rows = this.#rows;
    this.#common ??= rows !== undefined && findRows(this.parameters, 2 * kernel.parameters, rows.view());
    const common = this.#common;
    const places = args.slice(firstArray);
    const key = places.join();
    const run = this.#runs.get(key) ?? compileForPlace(kernel, arena.memory, places, common);
    this.#runs.set(key, run);
    const cut = cutCall(kernel, args, from, to);
    if (rows && common) cut[parametersAt] = rows.address + 4 * from;
    return { run: run as Call['run'], args: cut };
  }
  release(): void {
    this.arena.release(this.#rows);
  }
}
