/** What a writer makes: files by the endings of their names, and what was lost. */
import type { MeshData } from '../mesh-data.ts';

export interface WrittenMesh {
  /** contents, by ending: most formats make one file, TetGen up to three */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** what the format cannot hold, a sentence each */
  readonly notices: readonly string[];
}
export interface WriteOptions {
  /** Binary where the format has both; the default. */
  readonly binary?: boolean;
}
export interface MeshWriter {
  readonly name: string;
  readonly endings: readonly string[];
  write(mesh: MeshData, options: Required<WriteOptions>, ending: string): WrittenMesh | Promise<WrittenMesh>;
}
