/**
 * The line of a body kernel, and what of it is saved, so that little waits.
 *
 * V8 moves an operation down to where its result is first used, and then has more values to hold than registers. A value that is used `far`
 * operations later, or farther, is therefore saved at once, which nails it to its place: 0.93 to 0.87 of the time for boxes of 8 to 64 nodes
 * (112 -> 107, 209 -> 190, 421 -> 379, 804 -> 705, 2458 -> 2132 ns a box of 1 to 27 cells of six tets), 0.98 for a curtain's cube.
 *
 * A body's elements are unrolled one after another. A processor has registers for some 160 vectors on their way, of three or four edges, and gives
 * them back in order: behind each root it stands still. So what depends on a root or a division is made `slowWait` operations later than that,
 * and what comes behind it in the meantime: a curtain's cube 107 -> 97 ns. That takes more instructions, and pays as long as all of them are in
 * the first cache: 1.11 of the time for boxes of 18 nodes, so that larger kernels keep their order.
 *
 * Tried (a curtain's cube; 107 as it was, 97 now): waits of 60, 100, 200 operations 101, 99, 99 ns; waits for all operations, of 3, 95 ns, but boxes of 18 nodes 1.22 of
 * the time; the order without saving 115 to 118; `far` of 10 to 40 within 1 ns; 10 or 14 registers instead of 12 +4 and +1 ns; two
 * coordinates in one load, as indexed kernels have it, +1 ns. In indexed kernels to save what is far gains nothing: their stages keep it anyway.
 */
import type { Expr } from '../../formula/expr.ts';
import { isSlow } from './stages.ts';

/** A value that is used so many operations later is saved at once. */
export const far = 20;
/** Operations between a root or a division and what depends on it. */
const slowWait = 140;
/** An operation is made at most so many places before its own. */
const lookahead = 300;
/** Values of a kernel that keeps its order: 16 bytes of code each are 32 kB. */
const mostValues = 2000;

/** line: values, and sinks as negative numbers; readBy: the places of what an item reads; args: of what each value is computed from */
export function inWaits(
  line: readonly number[],
  values: readonly Expr[],
  args: readonly (readonly number[])[],
  readBy: (item: number) => readonly number[],
): readonly number[] {
  if (values.length > mostValues || !values.some(isSlow)) return line;
  /** as if one operation were made at a time */
  const ready = Float64Array.from(args, (list) => (list.length ? Number.POSITIVE_INFINITY : 0));
  const isMade = new Uint8Array(line.length);
  const order: number[] = [];
  let first = 0; // of those that are not made yet
  let now = 0;
  while (first < line.length) {
    let next = first;
    let soonest = Number.POSITIVE_INFINITY;
    for (let i = first; i < Math.min(line.length, first + lookahead) && soonest > now; i++) {
      if (isMade[i]) continue;
      let at = 0;
      for (const operand of readBy(line[i])) at = Math.max(at, ready[operand]);
      if (at >= soonest) continue;
      [next, soonest] = [i, at];
    }
    now = Math.max(now, soonest);
    const item = line[next];
    if (item >= 0) ready[item] = now + (isSlow(values[item]) ? slowWait : 0);
    isMade[next] = 1;
    order.push(item);
    while (isMade[first]) first++;
    now++;
  }
  return order;
}
