/** The surface of a mesh, for formats that hold triangles only. */
import { type Cells, cellCount, counted, type MeshData, vertexCount } from '../mesh-data.ts';
import { withVertices } from '../repair.ts';
import { countsAlike, firstAlike, hexFaces, sidesOf, tetFaces } from '../same-cells.ts';

export interface Surface {
  readonly points: Float64Array;
  readonly triangles: Cells;
  readonly names: ReadonlyMap<number, string>;
  readonly notices: readonly string[];
}

/** Of a volume mesh its boundary, in the regions of the cells behind it; of others their triangles and all vertices. */
export function surfaceOf(mesh: MeshData): Surface {
  const volume = cellCount(mesh.tets) + cellCount(mesh.hexes);
  if (volume === 0) {
    return { points: mesh.points, triangles: mesh.triangles, names: mesh.names.surface, notices: idsLost(mesh) };
  }
  const triangles = boundaryOf(mesh);
  const used = new Uint8Array(vertexCount(mesh));
  for (const n of triangles.nodes) used[n] = 1;
  const none = { nodes: new Int32Array(), regions: new Int32Array() };
  const part = withVertices({ ...mesh, tets: none, hexes: none, triangles }, used);
  const inner = vertexCount(mesh) - vertexCount(part);
  const notice = `the format holds surfaces: the boundary was written, ${counted(cellCount(triangles), 'triangle')}, without ${counted(inner, 'inner vertex', 'inner vertices')}.`;
  return { points: part.points, triangles: part.triangles, names: mesh.names.volume, notices: [notice] };
}
const idsLost = ({ vertexIds }: MeshData): string[] =>
  vertexIds ? ['the format has no numbers for vertices: those of the file were left out.'] : [];

/** Faces that one cell has, outward; those of hexes as two triangles. */
export function boundaryOf({ tets, hexes }: MeshData): Cells {
  const nodes: number[] = [];
  const regions: number[] = [];
  const faces = sidesOf(tets.nodes, 4, tetFaces);
  const first = firstAlike(faces, 3);
  const counts = countsAlike(first);
  for (let f = 0; f < first.length; f++) {
    if (counts[first[f]] !== 1) continue;
    nodes.push(faces[3 * f], faces[3 * f + 1], faces[3 * f + 2]);
    regions.push(tets.regions[Math.floor(f / 4)]);
  }
  const quads = sidesOf(hexes.nodes, 8, hexFaces);
  const firstQuad = firstAlike(quads, 4);
  const quadCounts = countsAlike(firstQuad);
  for (let f = 0; f < firstQuad.length; f++) {
    if (quadCounts[firstQuad[f]] !== 1) continue;
    const [a, b, c, d] = quads.subarray(4 * f, 4 * f + 4);
    nodes.push(a, b, c, a, c, d);
    regions.push(hexes.regions[Math.floor(f / 6)], hexes.regions[Math.floor(f / 6)]);
  }
  return { nodes: Int32Array.from(nodes), regions: Int32Array.from(regions) };
}

/** Triangles by region, in order of their numbers. */
export function byRegion(triangles: Cells): Map<number, Int32Array> {
  const found = new Map<number, number[]>();
  triangles.regions.forEach((region, t) => {
    const list = found.get(region);
    if (list) list.push(t);
    else found.set(region, [t]);
  });
  return new Map([...found].sort(([a], [b]) => a - b).map(([region, list]) => [region, Int32Array.from(list)]));
}
