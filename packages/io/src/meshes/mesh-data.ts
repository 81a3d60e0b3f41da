/** What a mesh file holds, whatever its format: vertices, cells, regions, and the numbers that the file gives them. */

export interface MeshData {
  /** format and variant, for people: "Gmsh 4.1, binary" */
  readonly format: string;
  /** metres, if the file is in metres   (3n) */
  readonly points: Float64Array;
  /** what the file calls each vertex     (n); left out where it only counts them, from `firstId` on */
  readonly vertexIds?: Int32Array;
  /** number of the first vertex where there are no `vertexIds`: 0 or 1 */
  readonly firstId: 0 | 1;
  readonly tets: Cells;
  readonly hexes: Cells;
  readonly triangles: Cells;
  /** names of regions that have one: of tets and hexes, and of triangles */
  readonly names: { readonly volume: ReadonlyMap<number, string>; readonly surface: ReadonlyMap<number, string> };
  /** Vertices that cells refer to and the file does not have. A corner of -1 - k stands for `dangling[k]`. */
  readonly dangling: readonly number[];
  /** What was left out, changed or guessed while reading, a sentence each. */
  readonly notices: readonly string[];
}

/** Cells of one shape. */
export interface Cells {
  /** corners, counted from 0   (width m) */
  readonly nodes: Int32Array;
  /** region of each             (m); 0 where the file names none */
  readonly regions: Int32Array;
  /** what the file calls each    (m); left out where it only counts them */
  readonly ids?: Int32Array;
  /** line of the file of each    (m); kept where the file does not number its cells */
  readonly lines?: Int32Array;
  /** Second order, tets only: the nodes amid the edges 01 12 02 03 13 23  (6m). Given for all cells or none. */
  readonly midsides?: Int32Array;
}

export type CellKind = 'tets' | 'hexes' | 'triangles';
/** Corners of a cell. */
export const cornersOf: Readonly<Record<CellKind, number>> = { tets: 4, hexes: 8, triangles: 3 };
export const cellKinds: readonly CellKind[] = ['tets', 'hexes', 'triangles'];
const singular: Record<CellKind, string> = { tets: 'tet', hexes: 'hex', triangles: 'triangle' };

export const noCells: Cells = { nodes: new Int32Array(), regions: new Int32Array() };
export const cellCount = (cells: Cells): number => cells.regions.length;
export const vertexCount = (mesh: MeshData): number => mesh.points.length / 3;

/** What the file calls a vertex. */
export const vertexId = ({ vertexIds, firstId }: MeshData, n: number): number => vertexIds?.[n] ?? firstId + n;

/** How a message calls a cell: "tet 17", or "the tet on line 12" where the file does not number them. */
export function cellName(mesh: MeshData, kind: CellKind, c: number): string {
  const { ids, lines } = mesh[kind];
  if (ids) return `${singular[kind]} ${ids[c]}`;
  return lines ? `the ${singular[kind]} on line ${lines[c]}` : `${singular[kind]} ${mesh.firstId + c}`;
}

/** "1 tet", "2 tets" */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
export const countedCells = (count: number, kind: CellKind): string => counted(count, singular[kind], kind);
