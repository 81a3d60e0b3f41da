/**
 * One WebAssembly memory, handed out in blocks. Growing it detaches every view, so views are fetched from their block,
 * which makes a new one when the memory has grown. Do not keep a view across a call that may allocate.
 *
 * The first page is the scratch of the kernels; with threads, every thread has such a page. Blocks start on cache lines and are zero
 * when handed out.
 *
 * With threads the memory is shared. Its views then lie on a SharedArrayBuffer, which their types do not say: they cannot be
 * transferred or decoded, and posting one shares it. `slice()` makes an unshared copy.
 */
import { mostPages } from '../compile/shared-import.ts';
import { scratchBytes } from '../compile/wasm.ts';
import type { Team, ThreadPool } from '../threads/pool.ts';

const line = 64;
const page = 65536;

/** Turns the RangeError of the system into a sentence. */
function given<T>(pages: number, ask: () => T): T {
  try {
    return ask();
  } catch {
    const megabytes = Math.ceil((pages * page) / 1e6);
    throw new Error(
      `out of memory: the system does not give ${megabytes} MB. Close other programs, or make the scene smaller.`,
    );
  }
}

/** Shared memory reserves all addresses that it may ever need, which small systems refuse: there a world has one thread. */
function sharedMemory(initial: number): WebAssembly.Memory | undefined {
  try {
    return new WebAssembly.Memory({ initial, maximum: mostPages, shared: true });
  } catch {
    return undefined;
  }
}

export class Arena {
  readonly memory: WebAssembly.Memory;
  /** the threads that work in this memory, if there are several */
  readonly team: Team | undefined;
  /** free stretches [start, end), in order of address; the last one ends where the memory does */
  readonly #free: { start: number; end: number }[];
  #grown = 0;
  /** end of all that was ever handed out */
  #end = 0;

  /** pool: threads that are to work in it */
  constructor(bytes = 1 << 20, pool?: ThreadPool) {
    if (typeof WebAssembly === 'undefined') {
      throw new Error('WebAssembly is switched off here, and Pliant needs it. Start Node.js without --jitless.');
    }
    const scratch = (pool?.count ?? 1) * scratchBytes;
    const initial = Math.ceil((scratch + bytes) / page);
    const shared = pool && pool.count > 1 ? sharedMemory(initial) : undefined;
    this.memory = shared ?? given(initial, () => new WebAssembly.Memory({ initial }));
    this.team = shared && pool?.team(shared);
    this.#free = [{ start: scratch, end: this.memory.buffer.byteLength }];
  }
  /** How often the memory has grown: views made before the last time are dead. */
  get generation(): number {
    return this.#grown;
  }
  /** bytes that are handed out */
  get used(): number {
    return this.#free.reduce((bytes, { start, end }) => bytes - (end - start), this.buffer.byteLength);
  }
  get buffer(): ArrayBuffer {
    return this.memory.buffer as ArrayBuffer;
  }

  f64(length: number): Block<Float64Array<ArrayBuffer>> {
    return new Block(this, this.#take(8 * length), length, Float64Array<ArrayBuffer>);
  }
  i32(length: number): Block<Int32Array<ArrayBuffer>> {
    return new Block(this, this.#take(4 * length), length, Int32Array<ArrayBuffer>);
  }

  #take(bytes: number): number {
    const size = Math.max(line, Math.ceil(bytes / line) * line);
    let fit = this.#free.findIndex((f) => f.end - f.start >= size);
    if (fit < 0) {
      this.#grow(size);
      fit = this.#free.length - 1;
    }
    const stretch = this.#free[fit];
    const at = stretch.start;
    stretch.start += size;
    if (stretch.start === stretch.end) this.#free.splice(fit, 1);
    // what was never handed out is zero still
    const used = Math.min(at + size, this.#end);
    if (at < used) new Uint8Array(this.buffer, at, used - at).fill(0);
    this.#end = Math.max(this.#end, at + size);
    return at;
  }
  #grow(size: number): void {
    const end = this.buffer.byteLength;
    const wanted = Math.ceil(size / page);
    const room = mostPages - end / page;
    if (wanted > room)
      throw new Error(`out of memory: ${Math.ceil(size / 1e6)} MB more would exceed 4 GB. Make the scene smaller.`);
    const pages = Math.min(room, Math.max(wanted, Math.ceil(end / page / 2)));
    given(pages, () => this.memory.grow(pages));
    this.#grown++;
    this.#give(end, this.buffer.byteLength);
  }
  /** Take a block back. */
  release(block: Block<Float64Array | Int32Array> | undefined): void {
    if (!block) return;
    const bytes = block.length * block.view().BYTES_PER_ELEMENT;
    this.#give(block.address, block.address + Math.max(line, Math.ceil(bytes / line) * line));
  }
  #give(start: number, end: number): void {
    const after = this.#free.findIndex((f) => f.start > start);
    const i = after < 0 ? this.#free.length : after;
    const overlaps = (i > 0 && this.#free[i - 1].end > start) || (i < this.#free.length && this.#free[i].start < end);
    if (overlaps) throw new Error(`the block at ${start} was released twice`);
    this.#free.splice(i, 0, { start, end });
    for (const k of [i, i - 1]) {
      const [here, next] = [this.#free[k], this.#free[k + 1]];
      if (here && next && here.end === next.start) {
        here.end = next.end;
        this.#free.splice(k + 1, 1);
      }
    }
  }
}

type ViewOf<V> = new (buffer: ArrayBuffer, offset: number, length: number) => V;

export class Block<V extends Float64Array | Int32Array> {
  #view: V;
  #generation: number;
  constructor(
    private readonly arena: Arena,
    readonly address: number,
    readonly length: number,
    private readonly type: ViewOf<V>,
  ) {
    this.#generation = arena.generation;
    this.#view = new type(arena.buffer, address, length);
  }
  view(): V {
    if (this.#generation !== this.arena.generation) {
      this.#generation = this.arena.generation;
      this.#view = new this.type(this.arena.buffer, this.address, this.length);
    }
    return this.#view;
  }
}
