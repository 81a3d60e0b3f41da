/**
 * Features of two bodies that may be near each other, where they are few: by their boxes, which are made once for a step. Of the first body those within the margin of the box
 * of the second, and of that one those within the margin of the box around what was found.
 */
import type { Collider } from '../../collider/collider.ts';
import { kinds, type PlacedVertices } from '../placed-vertices.ts';

/** Numbers of features with their boxes: lowest x y z, highest x y z of each. */
class Items {
  count = 0;
  numbers = new Int32Array(64);
  boxes = new Float64Array(6 * 64);

  /** Room for so many. */
  begin(most: number): void {
    this.count = 0;
    if (this.numbers.length >= most) return;
    this.numbers = new Int32Array(2 * most);
    this.boxes = new Float64Array(12 * most);
  }
}

export class NearFeatures {
  /** of the second body boxes are grown by the margin */
  readonly first = new Items();
  readonly second = new Items();
  /** around those of the first body */
  readonly #around = new Float64Array(6);

  constructor(private readonly placed: PlacedVertices) {}

  /** Vertices of a and cells of b; returns whether there are any. */
  verticesAndCells(a: Collider, b: Collider, margin: number): boolean {
    const { first, placed } = this;
    const region = placed.boxOf(b);
    const x = placed.of(a);
    const lowX = region[0] - margin;
    const lowY = region[1] - margin;
    const lowZ = region[2] - margin;
    const highX = region[3] + margin;
    const highY = region[4] + margin;
    const highZ = region[5] + margin;
    first.begin(a.core.count);
    let found = 0;
    for (let v = 0; v < a.core.count; v++) {
      const px = x[3 * v];
      const py = x[3 * v + 1];
      const pz = x[3 * v + 2];
      if (px < lowX || px > highX || py < lowY || py > highY || pz < lowZ || pz > highZ) continue;
      first.numbers[found] = v;
      put(first.boxes, 6 * found++, px, py, pz, px, py, pz);
    }
    first.count = found;
    return found > 0 && this.#findSecond(b, kinds.cells, b.allCells, margin);
  }
  /** Sharp edges of both. */
  edges(a: Collider, b: Collider, margin: number): boolean {
    const { first, placed } = this;
    const region = placed.boxOf(b);
    const boxes = placed.boxes(a, kinds.edges);
    const { sharpEdges } = a;
    first.begin(sharpEdges.length);
    first.count = select(boxes, sharpEdges, 0, region, margin, first);
    return first.count > 0 && this.#findSecond(b, kinds.edges, b.sharpEdges, margin);
  }
  #findSecond(b: Collider, kind: typeof kinds.cells | typeof kinds.edges, asked: Int32Array, margin: number): boolean {
    const { first, second } = this;
    const around = this.#around;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let at = k; at < 6 * first.count; at += 6) {
        if (first.boxes[at] < low) low = first.boxes[at];
        if (first.boxes[at + 3] > high) high = first.boxes[at + 3];
      }
      around[k] = low;
      around[k + 3] = high;
    }
    second.begin(asked.length);
    second.count = select(this.placed.boxes(b, kind), asked, margin, around, 0, second);
    return second.count > 0;
  }
}

/** Those of the asked features whose boxes, grown by `own`, meet a region that is grown by `margin`. */
function select(
  boxes: Float64Array,
  asked: Int32Array,
  own: number,
  region: Float64Array,
  margin: number,
  out: Items,
): number {
  const lowX = region[0] - margin;
  const lowY = region[1] - margin;
  const lowZ = region[2] - margin;
  const highX = region[3] + margin;
  const highY = region[4] + margin;
  const highZ = region[5] + margin;
  const { numbers, boxes: kept } = out;
  let found = 0;
  for (let k = 0; k < asked.length; k++) {
    const at = 6 * asked[k];
    const x = boxes[at] - own;
    const y = boxes[at + 1] - own;
    const z = boxes[at + 2] - own;
    const X = boxes[at + 3] + own;
    const Y = boxes[at + 4] + own;
    const Z = boxes[at + 5] + own;
    if (X < lowX || x > highX || Y < lowY || y > highY || Z < lowZ || z > highZ) continue;
    numbers[found] = asked[k];
    put(kept, 6 * found++, x, y, z, X, Y, Z);
  }
  return found;
}
function put(out: Float64Array, at: number, x: number, y: number, z: number, X: number, Y: number, Z: number): void {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  out[at + 3] = X;
  out[at + 4] = Y;
  out[at + 5] = Z;
}
/** Whether box i of one list and box j of another overlap. */
export function overlap(p: Float64Array, i: number, q: Float64Array, j: number): boolean {
  const a = 6 * i;
  const b = 6 * j;
  return !(
    p[a + 3] < q[b] ||
    p[a] > q[b + 3] ||
    p[a + 4] < q[b + 1] ||
    p[a + 1] > q[b + 4] ||
    p[a + 5] < q[b + 2] ||
    p[a + 2] > q[b + 5]
  );
}
