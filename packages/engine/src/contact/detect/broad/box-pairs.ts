/**
 * Pairs of boxes that overlap, in time that grows as their number does.
 *
 *   along the axis on which centres spread most       boxes are sorted, and swept
 *   across it                                         columns, two mean boxes wide; a box is in all columns that it reaches into
 *
 * A pair is found in the column where both begin to overlap, and there alone. A sweep without columns looks at all boxes of a layer of a heap: n^(5/3) of them.
 */

/** Boxes, for which columns are not worth while; and the width of a column in mean boxes. */
const few = 48;
const width = 2;

export class BoxPairs {
  /** `first` and `second` of each, in scene order, sorted by first, then by second */
  count = 0;
  first = new Int32Array(16);
  second = new Int32Array(16);
  #spare = new Int32Array(16);
  /** of each body: where its pairs begin */
  readonly #starts: Int32Array;
  /** bodies along the axis */
  readonly #order: Int32Array;
  /** of each body: its first and last column along both axes across   (4 each) */
  readonly #ends: Int32Array;
  /** columns: where their boxes begin in `#inside` */
  #columns = new Int32Array(2);
  #inside = new Int32Array(16);
  readonly #counts = [1, 1];

  constructor(
    /** lowest x y z, highest x y z of each body */
    private readonly boxes: Float64Array,
    /** bodies with boxes */
    boxed: readonly number[],
  ) {
    this.#order = Int32Array.from(boxed);
    this.#starts = new Int32Array(boxes.length / 6 + 1);
    this.#ends = new Int32Array((4 * boxes.length) / 6);
  }
  clear(): void {
    this.count = 0;
  }
  push(a: number, b: number): void {
    if (this.count === this.first.length) {
      const [first, second] = [new Int32Array(2 * this.count), new Int32Array(2 * this.count)];
      first.set(this.first);
      second.set(this.second);
      this.first = first;
      this.second = second;
    }
    this.first[this.count] = Math.min(a, b);
    this.second[this.count++] = Math.max(a, b);
  }
  /** Adds pairs that overlap and meet. */
  find(meets: (a: number, b: number) => boolean): void {
    const { boxes } = this;
    const axis = this.#widestAxis();
    this.#sortAlong(axis);
    this.#fillColumns(axis);
    const [inside, columns, ends] = [this.#inside, this.#columns, this.#ends];
    const across = this.#counts[1];
    const all = this.#counts[0] * across;
    for (let column = 0; column < all; column++) {
      const to = columns[column + 1];
      for (let k = columns[column]; k < to; k++) {
        const c = inside[k];
        const end = boxes[6 * c + 3 + axis];
        for (let m = k + 1; m < to && boxes[6 * inside[m] + axis] <= end; m++) {
          const o = inside[m];
          const u = Math.max(ends[4 * c], ends[4 * o]);
          const v = Math.max(ends[4 * c + 2], ends[4 * o + 2]);
          if (u * across + v === column && this.#overlap(c, o) && meets(c, o)) this.push(c, o);
        }
      }
    }
  }
  /** Of the centres of boxes; x of equally wide ones. */
  #widestAxis(): number {
    const { boxes } = this;
    const order = this.#order;
    let [widest, most] = [0, -1];
    for (let axis = 0; axis < 3; axis++) {
      let [sum, squares] = [0, 0];
      for (let k = 0; k < order.length; k++) {
        const at = 6 * order[k] + axis;
        const centre = boxes[at] + boxes[at + 3];
        sum += centre;
        squares += centre * centre;
      }
      const spread = squares - (sum * sum) / Math.max(1, order.length);
      if (spread > most) [widest, most] = [axis, spread];
    }
    return widest;
  }
  /** By insertion: nearly sorted from step to step. Of equal ones the first in the scene comes first. */
  #sortAlong(axis: number): void {
    const { boxes } = this;
    const order = this.#order;
    for (let k = 1; k < order.length; k++) {
      const c = order[k];
      const low = boxes[6 * c + axis];
      let at = k - 1;
      while (at >= 0) {
        const other = boxes[6 * order[at] + axis];
        if (other < low || (other === low && order[at] < c)) break;
        order[at + 1] = order[at];
        at--;
      }
      order[at + 1] = c;
    }
  }
  /** Boxes of each column, sorted along the axis. */
  #fillColumns(axis: number): void {
    const order = this.#order;
    const ends = this.#ends;
    for (let side = 0; side < 2; side++) this.#counts[side] = this.#columnsAcross((axis + 1 + side) % 3, side);
    const across = this.#counts[1];
    const all = this.#counts[0] * across;
    if (this.#columns.length < all + 1) this.#columns = new Int32Array(2 * all);
    const columns = this.#columns.fill(0);
    let total = 0;
    for (let k = 0; k < order.length; k++) {
      const at = 4 * order[k];
      for (let u = ends[at]; u <= ends[at + 1]; u++)
        for (let v = ends[at + 2]; v <= ends[at + 3]; v++) {
          columns[u * across + v]++;
          total++;
        }
    }
    if (this.#inside.length < total) this.#inside = new Int32Array(2 * total);
    const inside = this.#inside;
    // where each ends; filled from behind, it is where it begins
    for (let column = 1; column <= all; column++) columns[column] += columns[column - 1];
    for (let k = order.length - 1; k >= 0; k--) {
      const at = 4 * order[k];
      for (let u = ends[at]; u <= ends[at + 1]; u++)
        for (let v = ends[at + 2]; v <= ends[at + 3]; v++) inside[--columns[u * across + v]] = order[k];
    }
  }
  /** Columns along an axis, and which of them each box reaches into; at most the root of the number of boxes. */
  #columnsAcross(axis: number, side: number): number {
    const { boxes } = this;
    const order = this.#order;
    const n = order.length;
    let [low, high, sum] = [Infinity, -Infinity, 0];
    for (let k = 0; k < n; k++) {
      const at = 6 * order[k] + axis;
      low = Math.min(low, boxes[at]);
      high = Math.max(high, boxes[at + 3]);
      sum += boxes[at + 3] - boxes[at];
    }
    const whole = high - low;
    const fitting = Math.min(Math.sqrt(n), (whole * n) / (width * sum));
    const count = n > few && fitting >= 2 && Number.isFinite(whole) ? Math.floor(fitting) : 1;
    const perLength = count / whole;
    for (let k = 0; k < n; k++) {
      const at = 6 * order[k] + axis;
      const to = 4 * order[k] + 2 * side;
      this.#ends[to] = count > 1 ? Math.min(count - 1, Math.floor((boxes[at] - low) * perLength)) : 0;
      this.#ends[to + 1] = count > 1 ? Math.min(count - 1, Math.floor((boxes[at + 3] - low) * perLength)) : 0;
    }
    return count;
  }
  #overlap(a: number, b: number): boolean {
    const { boxes } = this;
    for (let k = 0; k < 3; k++)
      if (boxes[6 * a + k] > boxes[6 * b + 3 + k] || boxes[6 * b + k] > boxes[6 * a + 3 + k]) return false;
    return true;
  }
  /** By first, then by second: rows are made in this order, and lie so in memory. */
  sort(): void {
    const { count } = this;
    if (count < 2) return;
    if (this.#spare.length < 2 * count) this.#spare = new Int32Array(4 * count);
    const [first, second, spare, starts] = [this.first, this.second, this.#spare, this.#starts];
    // by second into spare, then by first back
    startsOf(second, count, starts);
    for (let k = 0; k < count; k++) {
      const to = 2 * starts[second[k]]++;
      spare[to] = first[k];
      spare[to + 1] = second[k];
    }
    startsOf(first, count, starts);
    for (let k = 0; k < 2 * count; k += 2) {
      const to = starts[spare[k]]++;
      first[to] = spare[k];
      second[to] = spare[k + 1];
    }
  }
}

/** Where those with each number begin among all that are sorted by it. */
function startsOf(numbers: Int32Array, count: number, starts: Int32Array): void {
  starts.fill(0);
  for (let k = 0; k < count; k++) starts[numbers[k] + 1]++;
  for (let k = 1; k < starts.length; k++) starts[k] += starts[k - 1];
}
