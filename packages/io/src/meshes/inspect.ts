/** A mesh in numbers: what it holds, how large it is, how well its tets are shaped, what is wrong. */
import { angleSummary, tetVolume } from '@pliant/engine';
import { hexVolume } from './cell-state.ts';
import { type CellKind, cellCount, cellKinds, cornersOf, type MeshData, vertexCount } from './mesh-data.ts';
import { findProblems, type Problem } from './problems.ts';

export interface MeshReport {
  readonly format: string;
  readonly vertices: number;
  readonly tets: number;
  readonly hexes: number;
  readonly triangles: number;
  /** tets have nodes amid their edges */
  readonly secondOrder: boolean;
  readonly regions: readonly RegionReport[];
  /** m^3, of tets and hexes */
  readonly volume: number;
  /** m^2, of the triangles */
  readonly area: number;
  /** least and largest coordinates; left out without vertices */
  readonly box?: { readonly least: readonly number[]; readonly largest: readonly number[] };
  /** of tets; left out without any */
  readonly quality?: QualityReport;
  readonly problems: readonly Problem[];
  readonly notices: readonly string[];
}
export interface RegionReport {
  readonly of: CellKind;
  readonly number: number;
  readonly name?: string;
  readonly cells: number;
  /** m^3, or m^2 of triangles */
  readonly size: number;
}
/** Mean ratio 12 (3 V)^(2/3) / sum of edges^2: 1 for a regular tet, 0 for a flat one. */
export interface QualityReport {
  readonly least: number;
  readonly mean: number;
  /** how many tets lie in 0 to 0.1, 0.1 to 0.2, ... */
  readonly histogram: readonly number[];
  /** least and largest angle between two faces of a tet, degrees; left out where corners are missing or no numbers */
  readonly angles?: { readonly least: number; readonly largest: number };
}

export function inspectMesh(mesh: MeshData): MeshReport {
  const sizes = new Map(cellKinds.map((kind) => [kind, sizesOf(mesh, kind)]));
  const total = (kind: CellKind): number => (sizes.get(kind) as Float64Array).reduce((sum, size) => sum + size, 0);
  return {
    format: mesh.format,
    vertices: vertexCount(mesh),
    tets: cellCount(mesh.tets),
    hexes: cellCount(mesh.hexes),
    triangles: cellCount(mesh.triangles),
    secondOrder: mesh.tets.midsides !== undefined,
    regions: cellKinds.flatMap((kind) => regionsOf(mesh, kind, sizes.get(kind) as Float64Array)),
    volume: total('tets') + total('hexes'),
    area: total('triangles'),
    ...(mesh.points.length ? { box: boxOf(mesh.points) } : {}),
    ...(cellCount(mesh.tets) ? { quality: qualityOf(mesh) } : {}),
    problems: findProblems(mesh),
    notices: mesh.notices,
  };
}

/** Volumes, or areas of triangles; 0 where a corner is missing or no number. */
function sizesOf(mesh: MeshData, kind: CellKind): Float64Array {
  const { nodes } = mesh[kind];
  const width = cornersOf[kind];
  const sizeOf = { tets: tetVolume, hexes: hexVolume, triangles: area }[kind];
  const sizes = new Float64Array(cellCount(mesh[kind]));
  for (let c = 0; c < sizes.length; c++) {
    let there = true;
    for (let k = 0; k < width; k++) if (nodes[width * c + k] < 0) there = false;
    const size = there ? sizeOf(mesh.points, nodes, c) : 0;
    sizes[c] = Number.isFinite(size) ? size : 0;
  }
  return sizes;
}
function area(p: Float64Array, nodes: Int32Array, t: number): number {
  const [a, b, c] = [3 * nodes[3 * t], 3 * nodes[3 * t + 1], 3 * nodes[3 * t + 2]];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  return 0.5 * Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

function regionsOf(mesh: MeshData, kind: CellKind, sizes: Float64Array): RegionReport[] {
  const found = new Map<number, { cells: number; size: number }>();
  mesh[kind].regions.forEach((number, c) => {
    const own = found.get(number) ?? { cells: 0, size: 0 };
    own.cells++;
    own.size += sizes[c];
    found.set(number, own);
  });
  const names = kind === 'triangles' ? mesh.names.surface : mesh.names.volume;
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([number, own]) => ({
      of: kind,
      number,
      ...(names.has(number) ? { name: names.get(number) as string } : {}),
      ...own,
    }));
}

function boxOf(points: Float64Array): { least: number[]; largest: number[] } {
  const least = [Infinity, Infinity, Infinity];
  const largest = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    if (points[i] < least[i % 3]) least[i % 3] = points[i];
    if (points[i] > largest[i % 3]) largest[i % 3] = points[i];
  }
  return { least, largest };
}

const edges = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3];
function qualityOf({ points, tets: { nodes, regions } }: MeshData): QualityReport {
  const histogram = new Array<number>(10).fill(0);
  let least = Infinity;
  let sum = 0;
  for (let t = 0; t < regions.length; t++) {
    let squares = 0;
    for (let k = 0; k < 12; k += 2) {
      const a = 3 * nodes[4 * t + edges[k]];
      const b = 3 * nodes[4 * t + edges[k + 1]];
      for (let axis = 0; axis < 3; axis++) squares += (points[b + axis] - points[a + axis]) ** 2;
    }
    const root = Math.cbrt(3 * Math.max(0, tetVolume(points, nodes, t)));
    const ratio = (12 * root * root) / squares;
    const quality = ratio >= 0 ? Math.min(1, ratio) : 0; // corners that are missing or no numbers
    histogram[Math.min(9, Math.floor(10 * quality))]++;
    least = Math.min(least, quality);
    sum += quality;
  }
  return { least, mean: sum / regions.length, histogram, ...anglesOf(points, nodes) };
}

function anglesOf(positions: Float64Array, tets: Int32Array): Pick<QualityReport, 'angles'> {
  if (tets.some((n) => n < 0 || !Number.isFinite(positions[3 * n] + positions[3 * n + 1] + positions[3 * n + 2])))
    return {};
  const { least, largest } = angleSummary({ positions, tets });
  return { angles: { least, largest } };
}
