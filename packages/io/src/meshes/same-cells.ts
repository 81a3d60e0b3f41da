/** Which of some lists of nodes have the same nodes, in whatever order: duplicate cells, shared faces, shared edges. */

/** For each list, the first that has the same nodes.  nodes: (width m) */
export function firstAlike(nodes: Int32Array, width: number): Int32Array {
  const count = nodes.length / width;
  const sorted = nodes.slice();
  for (let c = 0; c < count; c++) sort(sorted, c * width, width);
  let size = 16;
  while (size < 2 * count) size *= 2;
  const table = new Int32Array(size); // list + 1; 0 is empty
  const first = new Int32Array(count);
  for (let c = 0; c < count; c++) {
    let hash = 0;
    for (let k = 0; k < width; k++) hash = Math.imul(hash ^ sorted[c * width + k], 0x9e3779b1) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 13)) & (size - 1);
    while (table[slot] && !equal(sorted, (table[slot] - 1) * width, c * width, width)) slot = (slot + 1) & (size - 1);
    if (!table[slot]) table[slot] = c + 1;
    first[c] = table[slot] - 1;
  }
  return first;
}
/** How many lists are alike, counted at the first of them. */
export function countsAlike(first: Int32Array): Int32Array {
  const counts = new Int32Array(first.length);
  for (const f of first) counts[f]++;
  return counts;
}
function sort(list: Int32Array, from: number, width: number): void {
  for (let i = 1; i < width; i++) {
    const value = list[from + i];
    let k = i - 1;
    for (; k >= 0 && list[from + k] > value; k--) list[from + k + 1] = list[from + k];
    list[from + k + 1] = value;
  }
}
function equal(list: Int32Array, a: number, b: number, width: number): boolean {
  for (let k = 0; k < width; k++) if (list[a + k] !== list[b + k]) return false;
  return true;
}

/** Sides of cells, one after another. corners: of each side among those of the cell */
export function sidesOf(nodes: Int32Array, width: number, corners: readonly number[]): Int32Array {
  const cells = nodes.length / width;
  const sides = new Int32Array(cells * corners.length);
  for (let c = 0; c < cells; c++) {
    for (let k = 0; k < corners.length; k++) sides[c * corners.length + k] = nodes[c * width + corners[k]];
  }
  return sides;
}
/** Faces look outward where the cell is positively oriented. */
export const tetFaces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] as const;
export const hexFaces = [0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7] as const;
export const triangleEdges = [0, 1, 1, 2, 2, 0] as const;
