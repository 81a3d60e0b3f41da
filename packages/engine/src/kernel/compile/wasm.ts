/**
 * Kernel -> bytes of a WebAssembly module with one function
 *
 *     run(pairs, index, parameters, uniforms, rows, unions, ...arrays)      all i32: a count, then byte addresses
 *
 * in which f64x2 lane 0 is element 2i and lane 1 element 2i + 1.
 *
 * Tried without gain (curtain, FEM): padded xyz0 nodes (+1 to 3 %), x, y, z apart (+10 %). Gathering (x,y) as one v128 and unpacking gained
 * nothing before stages ran side by side.
 * One local for each value made V8's first compiler quadratic: locals are used again.
 */

import { Bytes, instruction, simd, types } from './bytes.ts';
import { type Addresses, addressLocals, align8, align16, Code } from './code.ts';
import { type Kernel, type Sink, type Source, sourceOf } from './kernel.ts';
import {
  ARRAYS,
  emitLoops,
  INDEX,
  keptAt,
  keptLocal,
  type Loops,
  loopLocals,
  PARAMETERS,
  ROWS,
  scratchBytes,
  UNIFORMS,
  UNIONS,
  vectorsOf,
} from './loops.ts';
import { type Schedule, type Step, schedule } from './schedule/schedule.ts';

export { scratchBytes, vectorsOf } from './loops.ts';

export interface EmitOptions {
  /** v128 values kept in locals at a time, the rest is spilled to scratch; flat kernels have few values and spill none */
  readonly registers?: number;
  /** address of the kernel's scratch, 16-byte aligned, `scratchBytes` long, used by no other thread */
  readonly scratch?: number;
  /** the memory is shared between threads, of at most so many pages: its import has another type */
  readonly sharedPages?: number;
  /** of an indexed kernel: the addresses of its arrays, which are written into the code; those that are passed are not read */
  readonly places?: readonly number[];
  /** of an indexed kernel: pairs have rows of parameters in common, and pass a table of their addresses */
  readonly commonRows?: boolean;
}
/** V8 folds an offset into the instruction if no gather has the same one; theirs are those of coordinates in a block. */
const firstScratch = 64;

export function emit(k: Kernel, options: EmitOptions = {}): Uint8Array<ArrayBuffer> {
  const defaultRegisters = k.mode.kind === 'flat' ? Number.POSITIVE_INFINITY : 12;
  return new Emitter(k, schedule(k, options.registers ?? defaultRegisters), options).module();
}

class Emitter {
  readonly #code = new Code();
  readonly #addresses: Addresses;
  readonly #parameterCount: number;
  readonly #i32Locals: number;
  #v128Locals = 0;
  #scratchUsed = 0;
  /** vector of a flat kernel's turn */
  #vector = 0;
  /** per value: its local; its spill slot in scratch; where a constant or uniform is kept during the loop */
  readonly #local: Int32Array;
  readonly #slot: Int32Array;
  readonly #kept: Int32Array;
  readonly #free: number[] = [];
  readonly #freeScratch: number[] = [];
  readonly #lastRestore = new Map<number, Step>();
  /** per value: its place in what a pair keeps from stage to stage, in bytes */
  readonly #place = new Map<number, number>();
  readonly #loops: Loops;
  /** pairs by which a step reads ahead of the pointers */
  #ahead = 0;
  readonly #unions: number[] = [];
  /** local: where the pair's parameters are, if pairs have rows in common */
  readonly #row: number;

  constructor(
    private readonly k: Kernel,
    private readonly s: Schedule,
    private readonly options: EmitOptions,
  ) {
    this.#parameterCount = ARRAYS + k.arrays.length;
    this.#addresses = addressLocals(k, s.values, this.#parameterCount);
    this.#local = new Int32Array(s.values.length).fill(-1);
    this.#slot = new Int32Array(s.values.length).fill(-1);
    this.#kept = new Int32Array(s.values.length).fill(-1);
    for (const step of s.stages.flat()) if (step.do === 'restore') this.#lastRestore.set(step.value, step);
    for (const step of s.stages.flat()) if (step.do === 'keep') this.#place.set(step.value, 16 * this.#place.size);
    this.#row = this.#parameterCount + this.#addresses.count;
    const bytes = [8 * k.slots, options.commonRows ? 4 : 16 * k.parameters, 16 * k.rows];
    this.#loops = { first: this.#row + 1, bytes, kept: 16 * this.#place.size };
    this.#i32Locals = this.#addresses.count + 1 + loopLocals(s);
  }

  module(): Uint8Array<ArrayBuffer> {
    this.#function();
    const i32 = this.#i32Locals;
    const body = new Bytes().byte(2).unsigned(i32).byte(types.i32).unsigned(this.#v128Locals).byte(types.v128);
    body.bytes(this.#code.view());
    const signature = new Bytes().bytes([1, 0x60]).unsigned(this.#parameterCount);
    for (let i = 0; i < this.#parameterCount; i++) signature.byte(types.i32);
    signature.byte(0);
    const memory = new Bytes().byte(1).text('env').text('memory').byte(2);
    if (this.options.sharedPages) memory.byte(3).unsigned(1).unsigned(this.options.sharedPages);
    else memory.byte(0).unsigned(1);
    return new Bytes()
      .bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
      .section(1, signature)
      .section(2, memory)
      .section(3, new Bytes().bytes([1, 0]))
      .section(7, new Bytes().byte(1).text('run').bytes([0, 0]))
      .section(10, new Bytes().byte(1).sized(body))
      .view()
      .slice();
  }

  #newLocal(): number {
    return this.#parameterCount + this.#i32Locals + this.#v128Locals++;
  }
  #newScratch(): number {
    const used = firstScratch + 16 * this.#scratchUsed++;
    if (used >= (this.#place.size ? keptAt : scratchBytes))
      throw new Error(`a kernel of ${this.s.values.length} values needs more scratch than ${scratchBytes} bytes`);
    return (this.options.scratch ?? 0) + used;
  }
  #toScratch(at: number, push: () => void): void {
    this.#code.byte(instruction.i32Const).byte(0);
    push();
    this.#code.memory(simd.store, align16, at);
  }
  #fromScratch(at: number): void {
    this.#code.byte(instruction.i32Const).byte(0);
    this.#code.memory(simd.load, align16, at);
  }

  // --- the function ------------------------------------------------------------------------------------------------
  #function(): void {
    const { k, s } = this;
    const code = this.#code;
    code.get(0).bytes([instruction.i32Eqz, instruction.if, types.empty, instruction.return, instruction.end]);
    s.values.forEach((e, i) => {
      if (e.op === 'const') this.#keep(i, () => this.#code.splat(e.value));
      else if (e.op === 'input') {
        const source = sourceOf(e);
        if (source.from !== 'uniform') return;
        this.#keep(i, () => {
          code.get(UNIFORMS).memory(simd.load64Splat, align8, 8 * source.column);
        });
      }
    });
    for (let c = 0; c < k.unions; c++) this.#unions.push(this.#newLocal());
    emitLoops(code, k, s, this.#loops, (steps, ahead) => this.#body(steps, ahead));
    this.#storeUnions();
    code.byte(instruction.end);
  }

  /** All steps for a pair, or for the vectors of a turn, `ahead` pairs before that of the pointers. */
  #body(steps: readonly Step[], ahead: number): void {
    this.#ahead = ahead;
    if (this.k.mode.kind === 'indexed') this.#loadIndices(steps);
    for (this.#vector = 0; this.#vector < vectorsOf(this.k); this.#vector++) for (const step of steps) this.#step(step);
  }

  /** Keep a constant for the loop: in scratch, or, in flat kernels with their few values, in a local. */
  #keep(value: number, push: () => void): void {
    if (this.k.mode.kind === 'flat') {
      push();
      this.#kept[value] = this.#newLocal();
      this.#code.set(this.#kept[value]);
    } else {
      this.#kept[value] = this.#newScratch();
      this.#toScratch(this.#kept[value], push);
    }
  }

  /** An index is read once, for all arrays: V8 would not see that the loads are the same. */
  #loadIndices(steps: readonly Step[]): void {
    const { offset, address } = this.#addresses;
    if (this.options.commonRows && steps.some((step) => this.#sourceOf(step)?.from === 'parameter')) {
      const at = 4 * this.#ahead;
      this.#code.get(PARAMETERS).byte(instruction.i32Load).byte(2).unsigned(at).set(this.#row);
    }
    const slots = new Set(steps.map((step) => this.#slotOf(step)));
    offset.forEach((local, place) => {
      if (local < 0 || !slots.has(place >> 1)) return;
      this.#code
        .get(INDEX)
        .byte(instruction.i32Load)
        .byte(2)
        .unsigned(4 * place + 8 * this.k.slots * this.#ahead)
        .set(local);
    });
    if (this.options.places) return;
    address.forEach((locals, array) => {
      locals.forEach((local, place) => {
        if (local < 0 || !slots.has(place >> 1)) return;
        this.#code
          .get(offset[place])
          .get(ARRAYS + array)
          .byte(instruction.i32Add)
          .set(local);
      });
    });
  }

  /** The slot of the block that a step reads or writes, if it does. */
  #slotOf(step: Step): number | undefined {
    if (step.do === 'sink') return (this.k.sinks[step.sink] as { readonly slot?: number }).slot;
    const source = this.#sourceOf(step);
    return source?.from === 'gather' ? source.slot : undefined;
  }
  #sourceOf(step: Step): Source | undefined {
    const e = step.do === 'load' ? this.s.values[step.value] : undefined;
    return e?.op === 'input' ? sourceOf(e) : undefined;
  }

  #step(step: Step): void {
    if (step.do === 'sink') this.#write(this.k.sinks[step.sink], this.s.written[step.sink]);
    else if (step.do === 'save') {
      this.#slot[step.value] = this.#freeScratch.pop() ?? this.#newScratch();
      this.#toScratch(this.#slot[step.value], () => this.#code.get(this.#local[step.value]));
    } else if (step.do === 'keep') {
      this.#code.get(keptLocal(this.#loops)).get(this.#local[step.value]);
      this.#code.memory(simd.store, align16, this.#keptAt(step.value));
    } else if (step.do === 'load' && step.also !== undefined) {
      this.#loadTwo(step.value, step.also);
      return;
    } else if (step.do === 'load') this.#load(step.value);
    else if (step.do === 'restore') {
      this.#fromScratch(this.#slot[step.value]);
      if (this.#lastRestore.get(step.value) === step) this.#freeScratch.push(this.#slot[step.value]);
    } else {
      const locals = this.s.args[step.value].map((i) => this.#local[i]);
      this.#code.operation(this.s.values[step.value], locals);
    }
    for (const i of step.dead) this.#free.push(this.#local[i]);
    if (step.do === 'sink' || step.do === 'save' || step.do === 'keep') return;
    const local = this.#free.pop() ?? this.#newLocal();
    this.#local[step.value] = local;
    this.#code.set(local);
  }

  /**
   * The address of a block. Its place in a body is added here, not left to the instruction that reads or writes: V8 keeps
   * memory + offset in a register for each offset there is, and, having no more registers, fetches it from the stack.
   */
  #pushAddress(array: string, slot: number, lane: number): void {
    const a = this.k.arrays.indexOf(array);
    const { mode } = this.k;
    if (this.options.places) {
      this.#code.get(this.#addresses.offset[2 * slot + lane]);
      return;
    }
    this.#code.get(mode.kind === 'body' ? ARRAYS + a : this.#addresses.address[a][2 * slot + lane]);
    const offset = mode.kind === 'body' ? mode.offsets[slot] + lane * mode.stride : 0;
    if (offset) this.#code.byte(instruction.i32Const).signed(offset).byte(instruction.i32Add);
  }

  /** Where the array starts, if that is not in the address. */
  #placeOf(array: string): number {
    return this.options.places?.[this.k.arrays.indexOf(array)] ?? 0;
  }

  #keptAt(value: number): number {
    return (this.options.scratch ?? 0) + keptAt + (this.#place.get(value) as number);
  }

  #load(value: number): void {
    if (this.s.args[value].length) {
      this.#code.get(keptLocal(this.#loops)).memory(simd.load, align16, this.#keptAt(value));
      return;
    }
    const kept = this.#kept[value];
    if (kept >= 0) {
      if (this.k.mode.kind === 'flat') this.#code.get(kept);
      else this.#fromScratch(kept);
      return;
    }
    const source = sourceOf(this.s.values[value]);
    if (source.from === 'parameter') {
      const { commonRows } = this.options;
      const at = commonRows ? 0 : 16 * this.k.parameters * this.#ahead;
      this.#code.get(commonRows ? this.#row : PARAMETERS).memory(simd.load, align16, at + 16 * source.column);
    } else if (source.from === 'row') {
      this.#code.get(ROWS).memory(simd.load, align16, 16 * (source.column + this.k.rows * this.#ahead));
    } else if (source.from === 'flat') {
      this.#code.get(ARRAYS + this.k.arrays.indexOf(source.array));
      this.#code.memory(simd.load, align16, 16 * this.#vector);
    } else if (source.from === 'gather') {
      this.#pushAddress(source.array, source.slot, 1);
      this.#pushAddress(source.array, source.slot, 0);
      const at = this.#placeOf(source.array) + 8 * source.component;
      this.#code.memory(simd.load64Zero, align8, at);
      this.#code.memory(simd.load64Lane, align8, at).byte(1);
    }
  }

  /** Two coordinates side by side: both of a lane in one load. */
  #loadTwo(value: number, also: number): void {
    const { array, slot, component } = sourceOf(this.s.values[value]) as Source & { from: 'gather' };
    const lanes = [0, 1].map((lane) => {
      const local = this.#free.pop() ?? this.#newLocal();
      this.#pushAddress(array, slot, lane);
      this.#code.memory(simd.load, align8, this.#placeOf(array) + 8 * (component & ~1)).set(local);
      return local;
    });
    for (const [i, c] of [
      [value, component & 1],
      [also, 1 - (component & 1)],
    ]) {
      this.#local[i] = this.#free.pop() ?? this.#newLocal();
      for (const local of lanes) this.#code.get(local);
      this.#code.unpack(c).set(this.#local[i]);
    }
    this.#free.push(...lanes);
  }

  #write(sink: Sink, values: readonly number[]): void {
    const use = (c: number): Code => this.#code.get(this.#local[values[c]]);
    if (sink.to === 'row') {
      this.#code.get(ROWS);
      use(0).memory(simd.store, align16, 16 * (sink.column + this.k.rows * this.#ahead));
    } else if (sink.to === 'flat') {
      this.#code.get(ARRAYS + this.k.arrays.indexOf(sink.array));
      use(0).memory(simd.store, align16, 16 * this.#vector);
    } else if (sink.to === 'union') {
      const local = this.#unions[sink.column];
      this.#code.get(local);
      use(0).simd(simd.or).set(local);
    } else if (sink.to !== 'ahead') {
      for (const lane of [0, 1]) this.#scatter(sink, values, lane);
    }
  }

  /** A block of one lane: two components at a time as v128, the last one by itself. */
  #scatter(sink: Sink & { to: 'add' | 'put' }, values: readonly number[], lane: number): void {
    const pushAddress = (): void => this.#pushAddress(sink.array, sink.slot, lane);
    const adding = sink.to === 'add';
    const minus = sink.values.map((e, c) => e !== this.s.values[values[c]]); // the sink is -u: see `bare`
    const use = (c: number): Code => this.#code.get(this.#local[values[c]]);
    let c = 0;
    while (c < values.length) {
      const offset = this.#placeOf(sink.array) + 8 * c;
      pushAddress();
      if (c + 1 < values.length && minus[c] === minus[c + 1]) {
        if (adding) {
          pushAddress();
          this.#code.memory(simd.load, align8, offset);
        }
        use(c);
        use(c + 1);
        this.#code.unpack(lane);
        if (adding) this.#code.simd(minus[c] ? simd.sub : simd.add);
        this.#code.memory(simd.store, align8, offset);
        c += 2;
        continue;
      }
      if (adding) {
        pushAddress();
        this.#code.byte(instruction.f64Load).byte(align8).unsigned(offset);
        use(c);
        this.#code.simd(simd.f64x2Extract).byte(lane);
        this.#code.byte(minus[c] ? instruction.f64Sub : instruction.f64Add);
        this.#code.byte(instruction.f64Store).byte(align8).unsigned(offset);
      } else {
        use(c);
        this.#code.memory(simd.store64Lane, align8, offset).byte(lane);
      }
      c += 1;
    }
  }

  /** unions[column] |= lane 0 | lane 1 */
  #storeUnions(): void {
    this.#unions.forEach((local, column) => {
      this.#code
        .get(UNIONS)
        .get(UNIONS)
        .memory(simd.load64Splat, align8, 8 * column);
      this.#code.get(local).simd(simd.or).get(local).get(local).unpack(1).simd(simd.or);
      this.#code.memory(simd.store64Lane, align8, 8 * column).byte(0);
    });
  }
}
