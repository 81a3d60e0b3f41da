/** Boxes of the cells or edges of one body, made for one pair of bodies: most features are farther away than a step can bring them. */

/** lowest x y z, highest x y z of each */
let boxes = new Float64Array(6 * 64);

/** Boxes of all cells or edges: `width` vertices each, -1 behind the last. */
export function findBoxes(x: Float64Array, items: Int32Array, width: number): void {
  const count = items.length / width;
  if (boxes.length < 6 * count) boxes = new Float64Array(12 * count);
  for (let n = 0; n < count; n++) findBox(x, items, width * n, width, 6 * n);
}
/** Of one of them, to a place in the list. */
export function findBox(x: Float64Array, items: Int32Array, from: number, width: number, to: number): void {
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let m = from; m < from + width && items[m] >= 0; m++) {
      const at = x[3 * items[m] + k];
      if (at < low) low = at;
      if (at > high) high = at;
    }
    boxes[to + k] = low;
    boxes[to + 3 + k] = high;
  }
}
/** Whether a point, or a segment from i to j, is within the margin of a box. */
export function isInBox(x: Float64Array, i: number, j: number, box: number, margin: number): boolean {
  for (let k = 0; k < 3; k++) {
    const p = x[i + k];
    const q = x[j + k];
    if ((p < q ? q : p) < boxes[box + k] - margin || (p < q ? p : q) > boxes[box + 3 + k] + margin) return false;
  }
  return true;
}
