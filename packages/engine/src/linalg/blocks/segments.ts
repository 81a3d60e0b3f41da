/**
 * Rows of a matrix of blocks in segments. Threads share them; sums are made segment by segment, then over segments in their order, so that
 * they are the same on any number of threads: segments depend on the matrix alone.
 *
 * A segment's rows of the upper triangle reach into rows behind it, its halo. What it adds there is kept apart and added to the
 * sums of these rows when all segments are done. Segments are a few times as long as their halos; a matrix whose numbering jumps is one segment.
 */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import { rangesOf } from '../../kernel/threads/shared-calls.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;
type Integers = Block<Int32Array<ArrayBuffer>>;

/** Rows of a segment at least, and in parts of the halo. */
const leastRows = 128;
const rowsPerHalo = 1.5;
const mostSegments = 16;

export class Segments {
  readonly count: number;
  /** first row of each, and the end */
  readonly bounds: Integers;
  /** first row of each halo in `halo`, and the end */
  readonly halos: Integers;
  readonly halo: Numbers;

  /** pointers, indices: the upper triangle, the diagonal first in each row, then ascending */
  constructor(
    private readonly arena: Arena,
    pointers: Int32Array,
    indices: Int32Array,
  ) {
    const rows = pointers.length - 1;
    const end = (row: number): number => indices[pointers[row + 1] - 1] + 1;
    let widest = 0;
    for (let i = 0; i < rows; i++) widest = Math.max(widest, end(i) - i);
    const most = Math.floor(rows / Math.max(leastRows, rowsPerHalo * widest));
    this.count = Math.max(1, Math.min(mostSegments, most));
    this.bounds = arena.i32(this.count + 1);
    this.halos = arena.i32(this.count + 1);
    const [bounds, halos] = [this.bounds.view(), this.halos.view()];
    for (let s = 0, row = 0; s < this.count; s++) {
      let last = 0;
      for (; row < rows && pointers[row] * this.count < pointers[rows] * (s + 1); row++)
        last = Math.max(last, end(row));
      bounds[s + 1] = row;
      halos[s + 1] = halos[s] + Math.max(0, last - row);
    }
    this.halo = arena.f64(3 * halos[this.count]);
  }
  /** Ranges of segments for chunks. */
  ranges(chunks: number): readonly (readonly [first: number, last: number])[] {
    return rangesOf(this.count, chunks);
  }
  /** The same for rows. */
  rowRanges(chunks: number): readonly (readonly [from: number, to: number])[] {
    const bounds = this.bounds.view();
    return this.ranges(chunks).map(([first, last]) => [bounds[first], bounds[last]]);
  }
  /** Numbers for a sum each segment. */
  sums(each = 1): Numbers {
    return this.arena.f64(each * this.count);
  }
  release(): void {
    for (const block of [this.bounds, this.halos, this.halo]) this.arena.release(block);
  }
}

/** In their order. */
export function total(sums: Numbers): number {
  const parts = sums.view();
  let sum = 0;
  for (let s = 0; s < parts.length; s++) sum += parts[s];
  return sum;
}
