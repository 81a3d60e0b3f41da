/** Tables of a system, laid one after another in few blocks: to allocate forty takes longer than to fill them. */
import type { Plan } from './plan.ts';
import { type Field, fieldAt } from './system.ts';

/** Every array begins on a cache line: so many numbers, or twice as many integers. */
export const line = 8;
const lined = (length: number, perLine: number): number => perLine * Math.ceil(length / perLine);

/** Arrays one after another in a block, each of them a field of the system. */
export class Stack {
  length = 0;
  readonly #fields: { readonly name: Field; readonly at: number; readonly table: Int32Array | undefined }[] = [];

  constructor(private readonly perLine: number) {}
  put(name: Field, table: Int32Array): void {
    this.#take(name, table.length, table);
  }
  /** To be zero. */
  leave(name: Field, length: number): void {
    this.#take(name, length, undefined);
  }
  #take(name: Field, length: number, table: Int32Array | undefined): void {
    this.#fields.push({ name, at: this.length, table });
    this.length += lined(length, this.perLine);
  }
  /** The block is at an address: say so in the system, and fill it. */
  settle(system: Int32Array, address: number, bytes: number, words?: Int32Array): void {
    for (let f = 0; f < this.#fields.length; f++) {
      const { name, at, table } = this.#fields[f];
      system[fieldAt[name]] = address + bytes * at;
      if (table) words?.set(table, at);
    }
  }
}

/** right-hand sides solved in one pass over L */
export const together = 4;
/** What kernels work with: every thread has its own. */
export function leaveScratch(integers: Stack, numbers: Stack, { order, widest, mostRows }: Plan): void {
  integers.leave('map', order.length);
  integers.leave('relative', mostRows);
  for (const name of ['w', 'share'] as const) numbers.leave(name, order.length);
  numbers.leave('packed', 4 * widest);
  numbers.leave('work', together * mostRows);
}
