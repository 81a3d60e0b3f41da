/** Meshes to read: a block of about a million tets, and a wavy sheet of about a million triangles. */
import type { MeshData } from '@pliant/io';

const along = 55;
/** Tets around the diagonal of a cell, whose corners are numbered by the bits of their places. */
const cellTets = [0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7];

const none = { nodes: new Int32Array(), regions: new Int32Array() };
const empty = {
  ...{ format: 'generated', firstId: 1 as const, dangling: [], notices: [] },
  ...{ tets: none, hexes: none, triangles: none },
  names: { volume: new Map<number, string>(), surface: new Map<number, string>() },
};

/** Six tets to a cell, coordinates of all digits, two regions. */
export function block(cells = along): MeshData {
  const side = cells + 1;
  const points = new Float64Array(3 * side ** 3);
  for (let n = 0; n < side ** 3; n++) {
    points[3 * n] = (n % side) / 3 + 0.1 / (n + 7);
    points[3 * n + 1] = (Math.floor(n / side) % side) / 3 - 0.1 / (n + 11);
    points[3 * n + 2] = Math.floor(n / side ** 2) / 3 + 0.05 / (n + 5);
  }
  const count = 6 * cells ** 3;
  const nodes = new Int32Array(4 * count);
  const regions = new Int32Array(count);
  let at = 0;
  for (let c = 0; c < cells ** 3; c++) {
    const [x, y, z] = [c % cells, Math.floor(c / cells) % cells, Math.floor(c / cells ** 2)];
    const corner = (k: number): number => x + (k & 1) + side * (y + ((k >> 1) & 1)) + side ** 2 * (z + (k >> 2));
    for (const k of cellTets) nodes[at++] = corner(k);
    regions.fill(z < cells / 2 ? 1 : 2, 6 * c, 6 * c + 6);
  }
  return { ...empty, points, tets: { nodes, regions }, names: { volume: new Map([[1, 'lower']]), surface: new Map() } };
}

export function sheet(cells = 707): MeshData {
  const side = cells + 1;
  const points = new Float64Array(3 * side ** 2);
  for (let n = 0; n < side ** 2; n++) {
    points[3 * n] = (n % side) / 3;
    points[3 * n + 1] = Math.floor(n / side) / 3;
    points[3 * n + 2] = Math.sin(n / 100);
  }
  const nodes = new Int32Array(6 * cells ** 2);
  for (let c = 0; c < cells ** 2; c++) {
    const corner = (c % cells) + side * Math.floor(c / cells);
    nodes.set([corner, corner + 1, corner + side + 1, corner, corner + side + 1, corner + side], 6 * c);
  }
  return { ...empty, points, triangles: { nodes, regions: new Int32Array(2 * cells ** 2) } };
}
