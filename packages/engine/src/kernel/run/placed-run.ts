/**
 * The run of a large batch that stays where it is: after some runs it gets code of its own, with the addresses of its arrays in the
 * instructions, and if its elements are of few kinds, pairs with equal parameters read them in one place. The same operations in the
 * same order, so the same bits.
 *
 * With addresses in the code an index needs no sum for each array, and V8 has registers for all of them: edges and tets of a curtain take
 * 0.92 of the time, joins 0.81. Rows of parameters in common spare the memory of the others, 48 bytes of 64 for a pair of edges, which is
 * seen where caches are full or shared: a step of 9990 cubes takes 0.95 of the time.
 */
import { compileForPlace, type Run } from '../compile/compile.ts';
import type { Kernel } from '../compile/kernel.ts';
import { firstArray, parametersAt } from './call.ts';
import type { Arena, Block } from './memory.ts';

/** Pairs below which it does not pay. */
export const placedPairs = 1024;
/** Runs before code is made, or parameters are looked at again: what changes all the time is not worth it. */
const firstRuns = 64;
/** Different rows of parameters, at most; more of them are read where they are. */
const mostRows = 64;

export class PlacedRun {
  #runs = 0;
  /** by phase; undefined before it is made */
  #run: readonly Run[] | undefined;
  #args: readonly (readonly number[])[] = [];
  /** code for parameters in a row of each pair's own, and for rows in common */
  readonly #made: [own?: readonly Run[], common?: readonly Run[]] = [];
  /** where the parameters of each pair are; allocated before it runs, since a step may not move memory */
  readonly #rows: Block<Int32Array> | undefined;
  #released = false;

  /** calls: by phase; parameters: [pair][column][lane] */
  constructor(
    private readonly kernel: Kernel,
    private readonly arena: Arena,
    private readonly calls: readonly (readonly number[])[],
    private readonly parameters: Block<Float64Array>,
    pairs: number,
  ) {
    this.#rows = kernel.parameters ? arena.i32(pairs) : undefined;
  }
  /** False as long as it has no code, and when it is released. */
  run(phase: 0 | 1): boolean {
    if (!this.#run) {
      if (this.#released || ++this.#runs <= firstRuns) return false;
      this.#make();
    }
    Reflect.apply((this.#run as readonly Run[])[phase], undefined, this.#args[phase]);
    return true;
  }
  parametersChanged(): void {
    this.#run = undefined;
    this.#runs = 0;
  }
  #make(): void {
    const { kernel, arena, calls } = this;
    const rows = this.#rows;
    const common = rows !== undefined && findRows(this.parameters, 2 * kernel.parameters, rows.view());
    this.#args = calls.map((args) => (common ? args.map((arg, i) => (i === parametersAt ? rows.address : arg)) : args));
    const which = common ? 1 : 0;
    this.#made[which] ??= calls.map((args) => compileForPlace(kernel, arena.memory, args.slice(firstArray), common));
    this.#run = this.#made[which];
  }
  release(): void {
    if (this.#released) return;
    this.parametersChanged();
    this.#released = true;
    this.arena.release(this.#rows);
  }
}

/** For each pair the address of the first row that is equal to its own. False if there are too many. */
export function findRows(parameters: Block<Float64Array>, size: number, out: Int32Array): boolean {
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
