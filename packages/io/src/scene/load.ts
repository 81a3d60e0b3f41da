/** From a file to a scene. Reading is handed in, so the same code runs in Node and in a browser. */
import { SceneError } from './faults.ts';
import { parseScene } from './parse.ts';
import type { SceneDef } from './schema.ts';

export type Read = (path: string) => Promise<Uint8Array>;

/** A larger file is refused: generators keep scenes small, and a text of this size is something else. */
export const mostBytes = 64 * 1024 * 1024;

export async function loadScene(path: string, read: Read): Promise<{ def: SceneDef; text: string }> {
  const refuse = (message: string): never => {
    throw new SceneError(path, [{ path: '', message }]);
  };
  let bytes: Uint8Array;
  try {
    bytes = await read(path);
  } catch (error) {
    return refuse(readingFailed(error));
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
    return refuse('the file is not UTF-8 text; a scene is a JSON text.');
  }
  return { def: parseScene(text, path), text };
}

function readingFailed(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === 'ENOENT') return 'there is no such file; check the path.';
  if (code === 'EISDIR') return 'this is a folder; give a scene file (.json).';
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read; check its permissions.';
  return `the file cannot be read: ${typeof message === 'string' ? message : String(error)}`;
}
