/** What comes before the frames of a recording: the scene, the files it names, the state it started from. */
import type { Assets } from '../scene/assets.ts';
import {
  chunkBytes,
  labelBytes,
  magic,
  openChunk,
  prefixBytes,
  RecordingError,
  type RecordingHeader,
  version,
  viewOf,
} from './format.ts';

/** A file: its size, and a stretch of it, read before this returns. */
export interface RecordingSource {
  readonly size: number;
  readAt(offset: number, length: number): Uint8Array;
}

/** More nodes than this do not fit into memory. */
const mostNodes = 2 ** 27;
/** A longer header is damaged. */
const headerLimit = 256 * 1024 * 1024;

export function exactly(source: RecordingSource, offset: number, length: number): Uint8Array {
  const bytes = source.readAt(offset, length);
  if (bytes.length !== length) {
    throw new RecordingError(`the file gave ${bytes.length} of ${length} bytes at byte ${offset}.`);
  }
  return bytes;
}

/** Reads everything before the first frame. It is needed for all else, so a cut here is an error. */
export function readBeginning(source: RecordingSource): {
  header: RecordingHeader;
  assets: Assets;
  state: Uint8Array | undefined;
  version: number;
  end: number;
} {
  const known = Math.min(source.size, prefixBytes);
  const prefix = exactly(source, 0, known);
  if (prefix.subarray(0, magic.length).some((byte, i) => byte !== magic[i])) {
    throw new RecordingError('this is not a recording; `pliant run SCENE --record FILE` makes one.');
  }
  if (known < prefixBytes) {
    const what = source.size ? `it stops after ${source.size} bytes, before the scene` : 'it is empty';
    throw new RecordingError(`the recording has no frames: ${what}.`);
  }
  const written = viewOf(prefix).getUint32(magic.length, true);
  if (written > version) {
    throw new RecordingError(`the recording has format ${written}; this version of Pliant reads up to ${version}.`);
  }
  const reserved = viewOf(prefix).getUint32(magic.length + 4, true);
  if (written < 1 || reserved !== 0) throw new RecordingError("the recording's first bytes are damaged.");
  const head = readChunk(source, prefixBytes, 'header', headerLimit);
  const header = parsedHeader(new TextDecoder().decode(head.body));
  let end = head.end;
  const take = (kind: 'asset' | 'state'): Uint8Array => {
    const chunk = readChunk(source, end, kind, source.size);
    if (chunk.index > chunk.body.length) throw new RecordingError(`the recording's ${parts[kind]} is damaged.`);
    end = chunk.end;
    return new Uint8Array(chunk.body.subarray(0, chunk.index));
  };
  const assets = new Map((header.assets ?? []).map((name) => [name, take('asset')]));
  const state = header.fromState ? take('state') : undefined;
  return { header, assets, state, version: written, end };
}

/** Names of the parts before the frames, for messages. */
const parts = { header: 'scene', asset: 'mesh file', state: 'starting state' } as const;

function readChunk(source: RecordingSource, at: number, kind: keyof typeof parts, limit: number) {
  const what = parts[kind];
  const cut = (): RecordingError =>
    new RecordingError(`the recording has no frames: it stops after ${source.size} bytes, within the ${what}.`);
  if (source.size < at + chunkBytes) throw cut();
  const length = viewOf(exactly(source, at, chunkBytes)).getUint32(0, true);
  if (length > limit || length < labelBytes) {
    throw new RecordingError(`the recording's ${what} is damaged: its length reads ${length}.`);
  }
  const end = at + chunkBytes + length;
  if (source.size < end) throw cut();
  const chunk = exactly(source, at, chunkBytes + length);
  const opened = openChunk(chunk, kind);
  if ('fault' in opened) throw new RecordingError(`the recording's ${what} is damaged: ${opened.fault}.`);
  return { body: chunk.subarray(chunkBytes + labelBytes), index: opened.index, end };
}

/** Checks the header: its checksum is right, but another program may have written it. */
function parsedHeader(text: string): RecordingHeader {
  const fail = (): never => {
    throw new RecordingError("the recording's scene cannot be read: another program wrote it, or wrote it wrongly.");
  };
  let header: RecordingHeader;
  try {
    header = JSON.parse(text) as RecordingHeader;
  } catch {
    return fail();
  }
  if (typeof header !== 'object' || header === null) return fail();
  const { scene, file, overrides, assets = [], bodies, shapes, rate } = header;
  const whole = (n: unknown): boolean => Number.isSafeInteger(n) && (n as number) >= 0;
  if (typeof scene !== 'string' || typeof file !== 'string' || !overrides || !Array.isArray(shapes)) return fail();
  if (!(typeof rate === 'number' && rate > 0)) return fail();
  if (!Array.isArray(assets) || !assets.every((name) => typeof name === 'string')) return fail();
  if (!Array.isArray(bodies) || !bodies.every((b) => typeof b?.id === 'string' && whole(b.nodes))) return fail();
  if (bodies.reduce((sum, b) => sum + b.nodes, 0) > mostNodes) return fail();
  return header;
}
