/** Pairs of items of a tree whose boxes overlap or touch, each pair once: candidates for self-intersections. */
import type { BvhTree } from './bvh.ts';

export function overlappingPairs(
  { order, start, end, right, boxes }: BvhTree,
  items: Int32Array,
  corners: number,
  x: Float64Array,
  visit: (a: number, b: number) => void,
): void {
  const own = itemBoxes(items, corners, x);
  const waiting: number[] = [0, 0]; // pairs of nodes
  while (waiting.length > 0) {
    const b = waiting.pop() as number;
    const a = waiting.pop() as number;
    if (a !== b && !overlap(boxes, a, boxes, b)) continue;
    const leafA = right[a] === 0;
    const leafB = right[b] === 0;
    if (leafA && leafB) {
      for (let i = start[a]; i < end[a]; i++) {
        for (let j = a === b ? i + 1 : start[b]; j < end[b]; j++) {
          if (overlap(own, order[i], own, order[j])) visit(Math.min(order[i], order[j]), Math.max(order[i], order[j]));
        }
      }
    } else if (a === b) {
      waiting.push(a + 1, a + 1, a + 1, right[a], right[a], right[a]);
    } else if (leafB || (!leafA && end[a] - start[a] >= end[b] - start[b])) {
      waiting.push(a + 1, b, right[a], b);
    } else {
      waiting.push(a, b + 1, a, right[b]);
    }
  }
}

function itemBoxes(items: Int32Array, corners: number, x: Float64Array): Float64Array {
  const boxes = new Float64Array((6 * items.length) / corners);
  for (let item = 0; item < items.length / corners; item++) {
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let c = corners * item; c < corners * item + corners; c++) {
        low = Math.min(low, x[3 * items[c] + axis]);
        high = Math.max(high, x[3 * items[c] + axis]);
      }
      boxes[6 * item + axis] = low;
      boxes[6 * item + axis + 3] = high;
    }
  }
  return boxes;
}

function overlap(one: Float64Array, a: number, two: Float64Array, b: number): boolean {
  const p = 6 * a;
  const q = 6 * b;
  return (
    one[p] <= two[q + 3] &&
    two[q] <= one[p + 3] &&
    one[p + 1] <= two[q + 4] &&
    two[q + 1] <= one[p + 4] &&
    one[p + 2] <= two[q + 5] &&
    two[q + 2] <= one[p + 5]
  );
}
