/**
 * Read-modify-write without the second read: where a kernel gathers a block and adds to it, p += x becomes p = p + x with the
 * gathered p. A join, which reads and moves p at both of its nodes, runs 11 % faster.
 *
 * This requires that the blocks of an element are distinct: with one node in two slots, the second sum would overwrite the first.
 */
import { type Expr, raw } from '../formula/expr.ts';
import { gather, type Kernel, kernelOf, putTo, type Sink, updatesOf } from './kernel.ts';

const made = new WeakMap<Kernel, Kernel>();

/** The same kernel for elements with distinct blocks; it gives the same bits. */
export function inPlace(k: Kernel): Kernel {
  if (!k.updates) return k;
  let kernel = made.get(k);
  if (!kernel) {
    kernel = kernelOf(k.mode, `${k.key}-in-place`, () => sinksInPlace(k));
    made.set(k, kernel);
  }
  return kernel;
}
function sinksInPlace({ sinks }: Kernel): readonly Sink[] {
  const updates = new Set(updatesOf(sinks));
  return sinks.map((s) => {
    if (s.to !== 'add' || !updates.has(s)) return s;
    const { array, slot, values } = s;
    return putTo(
      array,
      slot,
      values.map((e, c) => sum(gather(array, slot, c), e)),
    );
  });
}
const sum = (a: Expr, b: Expr): Expr => (b.op === 'neg' ? raw('sub', a, b.args[0]) : raw('add', a, b));

/** Whether the blocks of every element are distinct. */
export function areApart(blocks: ArrayLike<number>, slots: number, count: number): boolean {
  for (let e = 0; e < count * slots; e += slots)
    for (let s = 1; s < slots; s++) for (let t = 0; t < s; t++) if (blocks[e + s] === blocks[e + t]) return false;
  return true;
}
