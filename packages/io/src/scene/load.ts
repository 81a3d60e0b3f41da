/** From a file to a scene, and the files it names. Reading is handed in, so the same code runs in Node and in a browser. */
import { type AssetOptions, type Assets, readAssets, readingFailed } from './assets.ts';
import { SceneError } from './file/faults.ts';
import { otherFile } from './file/other-file.ts';
import { parseScene } from './file/parse.ts';
import type { SceneDef } from './schema.ts';

export type Read = (path: string) => Promise<Uint8Array>;

/** A larger file is refused: generators keep scenes small, and a text of this size is something else. */
export const mostBytes = 64 * 1024 * 1024;

export interface LoadedScene {
  readonly def: SceneDef;
  readonly text: string;
  /** for `buildScene`, which tells what is wrong with them */
  readonly assets: Assets;
}

/** label: what faults are told under, if not the path */
export async function loadScene(
  path: string,
  read: Read,
  label = path,
  options: AssetOptions = {},
): Promise<LoadedScene> {
  const refuse = (message: string): never => {
    throw new SceneError(label, [{ path: '', message }]);
  };
  let bytes: Uint8Array;
  try {
    bytes = await read(path);
  } catch (error) {
    return refuse(readingFailed(error, 'a scene file (.json)'));
  }
  if (bytes.length > mostBytes) {
    const megabytes = (n: number): string => `${Math.round(n / 1024 / 1024)} MB`;
    refuse(
      `the file has ${megabytes(bytes.length)}; a scene has at most ${megabytes(mostBytes)}. Use "repeat" for many bodies and "join-touching" for many joins.`,
    );
  }
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (utf16) refuse('the file is UTF-16 text; save it as UTF-8.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(otherFile(label, '') ?? 'the file is not UTF-8 text; a scene is a JSON text.');
  }
  const readBeside = (name: string): Promise<Uint8Array> => read(beside(path, name));
  // of a faulty scene too: what refers to a mesh can be checked only with the mesh
  const assets = await readAssets(namesOnly(text), readBeside, options);
  return { def: parseScene(text, label, assets), text, assets };
}

/** The text as far as files are named in it; what else is wrong with it is told by `parseScene`. */
function namesOnly(text: string): SceneDef {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as SceneDef;
  } catch {
    return { pliant: 1, name: '', step: 1, bodies: [] };
  }
}

const beside = (path: string, name: string): string => path.replace(/[^/\\]*$/, '') + name;
