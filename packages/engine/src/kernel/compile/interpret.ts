/** A kernel run in plain TypeScript over the same memory, operation by operation: the oracle of the tests. */
import { type Expr, reachable } from '../formula/expr.ts';
import { apply, type Primitive } from '../formula/operations.ts';
import { type Kernel, repeatedNumbers, sourceOf } from './kernel.ts';

/** Byte addresses of what a kernel works on; arrays by name. */
export interface Addresses {
  readonly index?: number;
  readonly parameters?: number;
  readonly uniforms?: number;
  readonly rows?: number;
  readonly unions?: number;
  readonly arrays: Readonly<Record<string, number>>;
}

/** The values of expressions, given those of their inputs; functions must have been lowered. */
export function evaluate(roots: readonly Expr[], read: (input: Expr) => number): number[] {
  const value = new Map<Expr, number>();
  const of = (e: Expr): number => value.get(e) as number;
  for (const e of reachable(roots)) {
    if (e.op === 'const') value.set(e, e.value);
    else value.set(e, e.op === 'input' ? read(e) : apply(e.op as Primitive, e.args.map(of)));
  }
  return roots.map(of);
}

export function interpret(k: Kernel, memory: ArrayBufferLike, pairs: number, at: Addresses): void {
  const f64 = new Float64Array(memory);
  const i32 = new Int32Array(memory);
  const roots = k.sinks.flatMap((s) => [...s.values]);
  const block = (array: string, element: number, slot: number): number => {
    const offset =
      k.mode.kind === 'body'
        ? element * k.mode.stride + k.mode.offsets[slot]
        : i32[(at.index as number) / 4 + ((element >> 1) * k.slots + slot) * 2 + (element & 1)];
    return (at.arrays[array] + offset) / 8;
  };
  const own = (base: number | undefined, columns: number, element: number, column: number): number =>
    (base as number) / 8 + ((element >> 1) * columns + column) * 2 + (element & 1);
  const isRepeated = (array: string): boolean => k.mode.kind === 'flat' && k.mode.repeated === array;
  const read = (e: Expr, element: number): number => {
    const s = sourceOf(e);
    switch (s.from) {
      case 'gather':
        return f64[block(s.array, element, s.slot) + s.component];
      case 'parameter':
        return f64[own(at.parameters, k.parameters, element, s.column)];
      case 'row':
        return f64[own(at.rows, k.rows, element, s.column)];
      case 'uniform':
        return f64[(at.uniforms as number) / 8 + s.column];
      case 'flat':
        return f64[at.arrays[s.array] / 8 + (isRepeated(s.array) ? element % repeatedNumbers : element)];
    }
  };
  const bits = new Int32Array(2);
  const number = new Float64Array(bits.buffer);
  const include = (into: number, value: number): void => {
    number[0] = value;
    for (const word of [0, 1]) i32[2 * into + word] |= bits[word];
  };
  for (let element = 0; element < 2 * pairs; element++) {
    const values = evaluate(roots, (e) => read(e, element));
    let next = 0;
    for (const s of k.sinks) {
      const first = values[next];
      if (s.to === 'row') f64[own(at.rows, k.rows, element, s.column)] = first;
      else if (s.to === 'flat') f64[at.arrays[s.array] / 8 + element] = first;
      else if (s.to === 'union') include((at.unions as number) / 8 + s.column, first);
      else if (s.to !== 'ahead') {
        const start = block(s.array, element, s.slot);
        s.values.forEach((_, c) => {
          f64[start + c] = s.to === 'add' ? f64[start + c] + values[next + c] : values[next + c];
        });
      }
      next += s.values.length;
    }
  }
}
