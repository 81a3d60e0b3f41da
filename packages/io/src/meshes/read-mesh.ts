/** Mesh files: by the ending of their names, or what they begin with, to the reader of the format. */
import { MeshError, type MeshFile } from './mesh-file.ts';
import { readNetgen } from './netgen.ts';

/** By ending; a new format is a line here. */
const formats: Record<string, { readonly read: (bytes: Uint8Array) => MeshFile; readonly begins: RegExp }> = {
  '.vol': { read: readNetgen, begins: /^\s*(#[^\n]*\n\s*)*mesh3d\s/ },
};

/** Of the names of files that can be read. */
export const meshEndings: readonly string[] = Object.keys(formats);

/** A larger file is refused: its text would not fit into one string. */
const mostBytes = 256 * 1024 * 1024;

/** name: of the file, for its ending */
export function readMesh(bytes: Uint8Array, name: string): MeshFile {
  if (bytes.length === 0) throw new MeshError('the file is empty; export it again.');
  if (bytes.length > mostBytes) {
    throw new MeshError(
      `the file has ${Math.round(bytes.length / 2 ** 20)} MB; at most ${mostBytes / 2 ** 20} are read.`,
    );
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new MeshError('the file is compressed; unpack it with gunzip first.');
  const ending = /\.[^./\\]*$/.exec(name)?.[0].toLowerCase() ?? '';
  const start = new TextDecoder().decode(bytes.subarray(0, 4096));
  const format = formats[ending] ?? Object.values(formats).find(({ begins }) => begins.test(start));
  if (format) return format.read(bytes);
  const what = ending === '' ? 'a file without an ending' : `"${ending}"`;
  throw new MeshError(`${what} is no mesh format known here; give a Netgen volume mesh (${meshEndings.join(', ')}).`);
}
