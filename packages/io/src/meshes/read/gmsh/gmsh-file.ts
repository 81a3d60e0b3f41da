/** A Gmsh file while it is read: what its sections share. */
import type { ByteReader } from '../scan/byte-reader.ts';
import { MeshBuilder } from '../scan/mesh-builder.ts';
import type { Scanner } from '../scan/scanner.ts';
import { GmshRegions } from './gmsh-regions.ts';

export interface GmshFile {
  readonly scanner: Scanner;
  /** in a binary file; `scanner` reads the text around the numbers */
  readonly binary: ByteReader | undefined;
  /** bytes of a size_t in a binary file of version 4 */
  readonly sizeBytes: 4 | 8;
  readonly version: number;
  readonly builder: MeshBuilder;
  readonly regions: GmshRegions;
  /** physical group of an entity, by `dimension:tag` */
  readonly physicals: Map<string, { group: number; several: boolean }>;
}
export interface GmshNodes {
  readonly points: Float64Array;
  readonly vertexIds: Int32Array;
}

export const emptyFile = (scanner: Scanner, version: number): GmshFile => ({
  ...{ scanner, version, binary: undefined, sizeBytes: 8 },
  ...{ builder: new MeshBuilder(), regions: new GmshRegions(), physicals: new Map() },
});
