/** Orders the nodes of bodies so that neighbours are near each other: breadth first, along elements. */
import type { ElementsAtLarge } from './element-batches.ts';
import type { Placed } from './placed.ts';

export interface NodeOrder {
  readonly count: number;
  /** of each node, its first coordinate in the state */
  readonly coordinates: Int32Array;
  /** of each coordinate of the state that is the first of a node, its node; -1 otherwise */
  readonly nodeAt: Int32Array;
  /** first node of each body, and the end */
  readonly pieces: readonly number[];
}

/** It depends on the bodies' definitions alone. */
export function nodeOrder(placed: readonly Placed[], elements: readonly ElementsAtLarge[], size: number): NodeOrder {
  const firsts = placed.flatMap(({ start, body }) => Array.from({ length: body.nodeCount }, (_, i) => start + 3 * i));
  const plain = new Int32Array(size).fill(-1);
  firsts.forEach((first, i) => {
    plain[first] = i;
  });
  const { starts, others } = neighbours(firsts.length, elements, plain);
  const order = new Int32Array(firsts.length);
  const seen = new Uint8Array(firsts.length);
  let count = 0;
  const walk = (from: number, mark: number): number => {
    let last = count;
    order[last++] = from;
    seen[from] = mark;
    for (let k = count; k < last; k++)
      for (let at = starts[order[k]]; at < starts[order[k] + 1]; at++) {
        if (seen[others[at]] === mark) continue;
        seen[others[at]] = mark;
        order[last++] = others[at];
      }
    return last;
  };
  const pieces = [0];
  let first = 0;
  for (const { body } of placed) {
    for (let i = first; i < first + body.nodeCount; i++) {
      if (seen[i]) continue;
      // from the far end: layers are smaller then
      const end = walk(i, 1);
      count = walk(order[end - 1], 2);
    }
    first += body.nodeCount;
    pieces.push(count);
  }
  const coordinates = Int32Array.from(order, (i) => firsts[i]);
  const nodeAt = new Int32Array(size).fill(-1);
  coordinates.forEach((coordinate, k) => {
    nodeAt[coordinate] = k;
  });
  return { count, coordinates, nodeAt, pieces };
}

function neighbours(nodes: number, elements: readonly ElementsAtLarge[], plain: Int32Array) {
  const starts = new Int32Array(nodes + 1);
  const each = (visit: (a: number, b: number) => void): void => {
    for (const { kind, count, blocks } of elements) {
      const slots = kind.blocks.length;
      for (let e = 0; e < count * slots; e += slots)
        for (let s = 0; s < slots; s++)
          for (let t = 0; t < slots; t++) if (s !== t) visit(plain[blocks[e + s]], plain[blocks[e + t]]);
    }
  };
  each((a) => starts[a + 1]++);
  for (let i = 0; i < nodes; i++) starts[i + 1] += starts[i];
  const others = new Int32Array(starts[nodes]);
  const next = starts.slice();
  each((a, b) => {
    others[next[a]++] = b;
  });
  return { starts, others };
}
