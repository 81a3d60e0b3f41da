/**
 * The run of a batch that stays where it is: after some runs it gets code of its own, with the addresses of its arrays in its
 * instructions, and if its elements are of few kinds, pairs with equal parameters read them in one place. The same operations in the same
 * order, so the same bits.
 *
 * Edges and tets of a curtain take 0.92 of the time with addresses in the code: an index is an address without a sum, and V8 has
 * enough registers for all of them. Rows in common spare the memory of the others: 48 bytes of 64 for a pair of edges.
 */
import { compileForPlace, type Run } from '../compile/compile.ts';
import type { Kernel } from '../compile/kernel.ts';
import type { Arena, Block } from './memory.ts';

/** Pairs below which it does not pay. */
export const placedPairs = 1024;
/** Runs before code is made: what changes all the time is not worth it. */
const firstRuns = 64;
/** Different rows of parameters, at most; more of them are read where they are. */
const mostRows = 64;

const [parametersAt, arraysAt] = [2, 6];

export class PlacedRun {
  #runs = 0;
  #made: readonly Run[] | undefined;
  readonly #calls: readonly number[][];
  /** where the parameters of each pair are */
  #rows: Block<Int32Array> | undefined;

  /** calls: by phase; parameters: [pair][column][lane] */
  constructor(
    private readonly kernel: Kernel,
    private readonly arena: Arena,
    calls: readonly (readonly number[])[],
    private readonly parameters: Block<Float64Array>,
    private readonly pairs: number,
  ) {
    this.#calls = calls.map((args) => [...args]);
    this.#rows = kernel.parameters ? arena.i32(pairs) : undefined;
  }
  /** False as long as it has no code. */
  run(phase: 0 | 1): boolean {
    if (!this.#made) {
      if (++this.#runs <= firstRuns) return false;
      this.#make();
    }
    Reflect.apply((this.#made as readonly Run[])[phase], undefined, this.#calls[phase]);
    return true;
  }
  #make(): void {
    const rows = this.#rows;
    const common = rows !== undefined && findRows(this.parameters, 2 * this.kernel.parameters, rows.view());
    if (rows && common) for (const args of this.#calls) args[parametersAt] = rows.address;
    this.#made = this.#calls.map((args) =>
      compileForPlace(this.kernel, this.arena.memory, args.slice(arraysAt), common),
    );
  }
  release(): void {
    this.arena.release(this.#rows);
    this.#rows = undefined;
  }
}

/** The address of the first row that is equal, for each pair. False if there are too many of them. */
function findRows(parameters: Block<Float64Array>, size: number, out: Int32Array): boolean {
  const table = parameters.view();
  const found: number[] = [];
  const equal = (a: number, b: number): boolean => {
    for (let c = 0; c < size; c++) if (!Object.is(table[a * size + c], table[b * size + c])) return false;
    return true;
  };
  for (let pair = 0; pair < out.length; pair++) {
    let row = found.findIndex((first) => equal(first, pair));
    if (row < 0) row = found.push(pair) - 1;
    if (row >= mostRows) return false;
    out[pair] = parameters.address + 8 * size * found[row];
  }
  return true;
}
