/** What a format says of itself; `read-mesh.ts` lists them. */
import type { MeshData } from '../../mesh-data.ts';

export interface MeshFormat {
  /** for messages: "Netgen volume mesh" */
  readonly name: string;
  /** of file names, in lower case */
  readonly endings: readonly string[];
  /** Whether it can hold tets or hexes. */
  readonly volume: boolean;
  /** Whether a file is surely of this format, by its beginning. Left out where nothing marks it. */
  matches?(bytes: Uint8Array): boolean;
  /** Files that belong to one of this name and contents. */
  companions?(name: string, bytes: Uint8Array): readonly Companion[];
  read(bytes: Uint8Array, source: Source): MeshData | Promise<MeshData>;
}
export interface Companion {
  readonly name: string;
  readonly optional: boolean;
}
/** What a reader may know beside the bytes. */
export interface Source {
  readonly name: string;
  /** The bytes of a companion; undefined if it is optional and not there. */
  companion(name: string): Uint8Array | undefined;
}

/** The beginning of a file as text. */
export const beginning = (bytes: Uint8Array, length = 4096): string =>
  new TextDecoder().decode(bytes.subarray(0, length)).replace(/^\ufeff/, '');

export const endingOf = (name: string): string => /\.[^./\\]*$/.exec(name)?.[0].toLowerCase() ?? '';
export const withoutEnding = (name: string): string => name.slice(0, name.length - endingOf(name).length);
