/**
 * A memory around one kernel: tables and arrays with awkward numbers in them, on which the compiled kernel and the
 * interpreter are run from the same start. The whole memory is compared, so a stray write shows.
 */
import { type Addresses, interpret } from '../../packages/engine/src/kernel/compile/interpret.ts';
import type { Kernel } from '../../packages/engine/src/kernel/compile/kernel.ts';
import { type EmitOptions, emit, scratchBytes } from '../../packages/engine/src/kernel/compile/wasm.ts';
import { awkwardNumber, type Random } from './random.ts';

export interface Filling {
  readonly pairs: number;
  /** doubles in every array */
  readonly length: number;
  /** indexed kernels: first coordinate of each block   (lanes x slots) */
  readonly blocks?: ArrayLike<number>;
  /** parameters of every element, if not random */
  readonly table?: readonly (readonly number[])[];
  readonly uniforms?: number;
  /** how often a number is a special one; without it, all lie in [-1, 1] */
  readonly awkward?: number;
}

const page = 65536;
const memory = new WebAssembly.Memory({ initial: 64 });

export class KernelMemory {
  readonly at: Addresses;
  readonly #start: Float64Array;
  readonly #doubles: number;

  constructor(
    readonly kernel: Kernel,
    readonly filling: Filling,
    random: Random,
  ) {
    const { pairs, length, blocks, table, uniforms = 0, awkward } = filling;
    let end = scratchBytes;
    const take = (bytes: number): number => {
      const address = end;
      end += 64 * Math.ceil((bytes + 16) / 64); // a gap, which has to stay as it is
      return address;
    };
    const index = take(8 * pairs * kernel.slots);
    this.at = {
      index,
      parameters: take(16 * pairs * kernel.parameters),
      uniforms: take(8 * uniforms),
      rows: take(16 * pairs * kernel.rows),
      unions: take(8 * kernel.unions),
      arrays: Object.fromEntries(kernel.arrays.map((name) => [name, take(8 * length)])),
    };
    if (end > 64 * page) throw new Error('more than 64 pages');
    this.#doubles = (end - scratchBytes) / 8;
    this.#start = Float64Array.from({ length: this.#doubles }, () =>
      awkward === undefined ? random.between(-1, 1) : awkwardNumber(random, awkward),
    );
    table?.forEach((row, lane) => {
      const from = ((this.at.parameters as number) - scratchBytes) / 8;
      row.forEach((value, column) => {
        this.#start[from + ((lane >> 1) * kernel.parameters + column) * 2 + (lane & 1)] = value;
      });
    });
    if (blocks) {
      const offsets = new Int32Array(this.#start.buffer, index - scratchBytes, 2 * pairs * kernel.slots);
      for (let lane = 0; lane < 2 * pairs; lane++) {
        for (let s = 0; s < kernel.slots; s++) {
          offsets[((lane >> 1) * kernel.slots + s) * 2 + (lane & 1)] = 8 * blocks[lane * kernel.slots + s];
        }
      }
    }
  }
  #view(): Float64Array {
    return new Float64Array(memory.buffer, scratchBytes, this.#doubles);
  }
  /** Part of a memory that a run has left behind. */
  part(of: Float64Array, address: number, length: number): Float64Array {
    const from = (address - scratchBytes) / 8;
    return of.subarray(from, from + length);
  }
  /** Everything but scratch, after the compiled kernel has run. */
  compiled(options: EmitOptions = {}, times = 1): Float64Array {
    const { index = 0, parameters = 0, uniforms = 0, rows = 0, unions = 0, arrays } = this.at;
    const module = new WebAssembly.Module(emit(this.kernel, options));
    const { run } = new WebAssembly.Instance(module, { env: { memory } }).exports as { run: (...at: number[]) => void };
    const addresses = this.kernel.arrays.map((name) => arrays[name]);
    for (let i = 0; i < times; i++) {
      this.#view().set(this.#start);
      run(this.filling.pairs, index, parameters, uniforms, rows, unions, ...addresses);
    }
    return this.#view().slice();
  }
  /** The same after the interpreter. */
  interpreted(): Float64Array {
    this.#view().set(this.#start);
    interpret(this.kernel, memory.buffer, this.filling.pairs, this.at);
    return this.#view().slice();
  }
}
