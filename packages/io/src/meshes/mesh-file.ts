/** What a mesh file holds, whatever its format: nodes and tets as they stand there, with the numbers they have there. */
export interface MeshFile {
  /** metres, if the file is in metres    (3n) */
  readonly positions: Float64Array;
  /** what the file calls each node        (n) */
  readonly ids: Int32Array;
  /** nodes, counted from 0               (4m); all turned the same way, in whichever sense */
  readonly tets: Int32Array;
  /** number of the domain of each tet     (m) */
  readonly domains: Int32Array;
  /** names of domains that have one */
  readonly names: ReadonlyMap<number, string>;
  /** line of the file on which each tet stands  (m) */
  readonly lines: Int32Array;
  readonly surface: MeshFileSurface;
}
/** Triangles that the file lists: outsides of domains, and where two meet. */
export interface MeshFileSurface {
  /** nodes, counted from 0          (3k) */
  readonly triangles: Int32Array;
  /** boundary condition of each      (k) */
  readonly boundaries: Int32Array;
  /** domains before and behind each  (k); 0 is outside */
  readonly inside: Int32Array;
  readonly outside: Int32Array;
}

/** Why a file is no mesh: where, what, and what would do. */
export class MeshError extends Error {
  override readonly name = 'MeshError';
  /** line: counted from 1; left out for the file as a whole */
  constructor(message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
  }
}
