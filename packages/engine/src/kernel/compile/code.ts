/** The body of a WebAssembly function: bytes, and the instructions on locals, vectors and memory that kernels need. */
import type { Expr } from '../formula/expr.ts';
import { Bytes, instruction, simd } from './bytes.ts';
import { type Kernel, sourceOf } from './kernel.ts';
import { isZero } from './schedule/schedule.ts';

export const align8 = 3;
export const align16 = 4;

export class Code extends Bytes {
  get(local: number): this {
    return this.byte(instruction.get).unsigned(local);
  }
  set(local: number): this {
    return this.byte(instruction.set).unsigned(local);
  }
  /** an i32 */
  constant(value: number): this {
    return this.byte(instruction.i32Const).signed(value);
  }
  simd(op: number): this {
    return this.byte(0xfd).unsigned(op);
  }
  /** a vector load or store */
  memory(op: number, align: number, offset: number): this {
    return this.simd(op).byte(align).unsigned(offset);
  }
  splat(value: number): this {
    return this.byte(instruction.f64Const).double(value).simd(simd.f64x2Splat);
  }
  /** the same 64 bits in both lanes */
  bits(high: number, low: number): this {
    return this.simd(simd.const).word(low).word(high).word(low).word(high);
  }
  shift(op: number, by: number): this {
    return this.byte(instruction.i32Const).signed(by).simd(op);
  }
  /** (a[lane], b[lane]) of the two vectors on the stack */
  unpack(lane: number): this {
    this.simd(simd.shuffle);
    for (const vector of [0, 1]) for (let b = 0; b < 8; b++) this.byte(16 * vector + 8 * lane + b);
    return this;
  }
  /** local += by */
  advance(local: number, by: number): this {
    if (!by) return this;
    return this.get(local).byte(instruction.i32Const).signed(by).byte(instruction.i32Add).set(local);
  }

  /** One operation on two lanes. `args`: the locals of its operands; a selected zero is not among them. */
  operation(e: Expr, args: readonly number[]): void {
    switch (e.op) {
      case 'select':
        if (args.length === 3) {
          // one side is the constant zero: a mask instead of a selection
          for (const k of [2, 0, 1]) this.get(args[k]);
          this.simd(simd.f64x2LessThan).simd(isZero(e.args[3]) ? simd.and : simd.andNot);
          return;
        }
        for (const k of [2, 3, 0, 1]) this.get(args[k]);
        this.simd(simd.f64x2LessThan).simd(simd.bitselect);
        return;
      case 'copysign':
        this.get(args[0]).get(args[1]).bits(0x7fffffff, 0xffffffff).simd(simd.bitselect);
        return;
      case 'high':
        this.get(args[0]).bits(0xffffffff, 0xf8000000).simd(simd.and);
        return;
      case 'pow2': // n + 1023 is in the low bits of the sum with 1.5 * 2^52; the shift moves it to the exponent
        this.get(args[0])
          .splat(6755399441055744 + 1023)
          .simd(simd.add)
          .shift(simd.i64x2ShiftLeft, 52);
        return;
      case 'exponent': // the bits of the exponent become the low bits of 2^52
        this.get(args[0]).shift(simd.i64x2ShiftRight, 52).bits(0x43300000, 0).simd(simd.or);
        this.splat(4503599627370496 + 1023).simd(simd.sub);
        return;
      case 'mantissa':
        this.get(args[0]).bits(0xfffff, 0xffffffff).simd(simd.and).bits(0x3ff00000, 0).simd(simd.or);
        return;
      default:
        for (const local of args) this.get(local);
        this.simd(simd[e.op as keyof typeof simd]);
    }
  }
}

/** Locals of an indexed kernel, by 2 slot + lane, -1 where nothing is read or written there. */
export interface Addresses {
  /** where a block is in every array */
  readonly offset: Int32Array;
  /** where it is in memory, per array */
  readonly address: readonly Int32Array[];
  readonly count: number;
}
export function addressLocals(k: Kernel, values: readonly Expr[], first: number): Addresses {
  const places = (): Int32Array => new Int32Array(2 * k.slots).fill(-1);
  const offset = places();
  const address = k.arrays.map(places);
  let count = 0;
  const want = (array: string, slot: number): void => {
    if (k.mode.kind !== 'indexed') return;
    for (const locals of [offset, address[k.arrays.indexOf(array)]]) {
      for (const lane of [0, 1]) if (locals[2 * slot + lane] < 0) locals[2 * slot + lane] = first + count++;
    }
  };
  for (const e of values) {
    const source = e.op === 'input' ? sourceOf(e) : undefined;
    if (source?.from === 'gather') want(source.array, source.slot);
  }
  for (const s of k.sinks) if (s.to === 'add' || s.to === 'put') want(s.array, s.slot);
  return { offset, address, count };
}
