/** Reads a recording, whole or cut, frame by frame in any order: see format.ts. */
import { type Curve, type Skin, skinAt } from '@pliant/engine';
import type { Assets } from '../scene/assets.ts';
import { curveAt } from './curve.ts';
import {
  chunkBytes,
  endBytes,
  type Frame,
  frameBytes,
  frameChunkBytes,
  hex,
  labelBytes,
  magic,
  nodesOf,
  openChunk,
  prefixBytes,
  type RecordedBody,
  type RecordedShape,
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

/** Headers longer than this are no headers. */
const headerLimit = 256 * 1024 * 1024;

export class Recording {
  readonly header: RecordingHeader;
  /** the state the run started from, if it did not start with the scene */
  readonly state: Uint8Array | undefined;
  /** the files that the scene names */
  readonly assets: Assets;
  /** whole frames */
  readonly frameCount: number;
  /** in words: what is missing or damaged at the end; undefined if the recording is all there */
  readonly cut: string | undefined;
  readonly #source: RecordingSource;
  readonly #first: number;
  readonly #stride: number;
  /** by shape, when asked for */
  readonly #skins = new Map<number, Skin | undefined>();
  readonly #curves = new Map<number, Curve | undefined>();

  /** Looks at the beginning and at the end; frames between are checked as they are read. */
  constructor(source: RecordingSource) {
    this.#source = source;
    const { header, assets, state, end } = readBeginning(source);
    this.header = header;
    this.assets = assets;
    this.state = state;
    this.#first = end;
    this.#stride = frameChunkBytes(nodesOf(header));
    const { frameCount, cut } = this.#ending();
    this.frameCount = frameCount;
    this.cut = cut;
  }

  frame(index: number): Frame {
    if (!(Number.isInteger(index) && index >= 0 && index < this.frameCount)) {
      throw new RecordingError(`frame ${index} is not in the recording (it has ${this.frameCount}, counted from 0).`);
    }
    const chunk = this.#read(this.#offset(index), this.#stride);
    const fault = faultOf(chunk, index);
    if (fault) throw new RecordingError(`frame ${index} is damaged (at byte ${this.#offset(index)}): ${fault}.`);
    return this.#decoded(chunk);
  }
  /**
   * x y z of each vertex of a body's skin, to the bit as they were in the run; undefined if it has none. Written to `out` if
   * given. The triangles between them are in the header.
   */
  skin(frame: Frame, body: string, out?: Float64Array): Float64Array | undefined {
    const [found, nodes] = this.#body(frame, body);
    const skin = kept(this.#skins, found.shape, () => skinIn(this.header.shapes[found.shape], found.nodes));
    return skin && skinAt(skin, nodes, out);
  }
  /** x y z of each sample along a rod, to the bit as they were in the run; undefined if the body is none. */
  curve(frame: Frame, body: string, out?: Float64Array): Float64Array | undefined {
    const [found, nodes] = this.#body(frame, body);
    const curve = kept(this.#curves, found.shape, () => curveIn(this.header.shapes[found.shape], found.nodes));
    return curve && curveAt(curve, nodes, out);
  }
  #body(frame: Frame, body: string): [RecordedBody, Float64Array] {
    const found = this.header.bodies.find(({ id }) => id === body);
    const nodes = frame.positions.get(body);
    if (!found || !nodes) throw new RecordingError(`body "${body}" is not in the recording.`);
    return [found, nodes];
  }
  /** The first frame that is damaged, if any: reads everything. */
  damaged(): { readonly index: number; readonly fault: string } | undefined {
    for (let index = 0; index < this.frameCount; index++) {
      const fault = faultOf(this.#read(this.#offset(index), this.#stride), index);
      if (fault) return { index, fault };
    }
    return undefined;
  }

  #offset(index: number): number {
    return this.#first + index * this.#stride;
  }
  #read(offset: number, length: number): Uint8Array {
    return exactly(this.#source, offset, length);
  }
  /** Frames by the size of the file, less those at the end that are not whole, and what comes after them. */
  #ending(): { frameCount: number; cut: string | undefined } {
    const room = this.#source.size - this.#first;
    const byRoom = Math.floor(room / this.#stride);
    const rest = room - byRoom * this.#stride;
    let frameCount = byRoom;
    while (frameCount > 0 && faultOf(this.#read(this.#offset(frameCount - 1), this.#stride), frameCount - 1)) {
      frameCount--;
    }
    if (frameCount < byRoom) {
      const fault = faultOf(this.#read(this.#offset(frameCount), this.#stride), frameCount);
      return { frameCount, cut: `frame ${frameCount} is damaged: ${fault}` };
    }
    if (rest === endBytes) {
      const end = openChunk(this.#read(this.#offset(frameCount), rest), 'end');
      if ('index' in end && end.index === frameCount) return { frameCount, cut: undefined };
    }
    const after = rest ? `; after them come ${rest} bytes of what would be the next or the closing mark` : '';
    return { frameCount, cut: `it ends without its closing mark${after}` };
  }
  #decoded(chunk: Uint8Array): Frame {
    const body = chunkBytes + labelBytes;
    const view = viewOf(chunk);
    const hash = hex(view.getUint32(body + 16)) + hex(view.getUint32(body + 20));
    // a copy (`slice` of a Buffer is none): the source may use its bytes again, and they need not lie on a multiple of 8
    const numbers = new Float64Array(new Uint8Array(chunk.subarray(body + frameBytes)).buffer);
    const positions = new Map<string, Float64Array>();
    let first = 0;
    for (const { id, nodes } of this.header.bodies) {
      positions.set(id, numbers.subarray(first, first + 3 * nodes));
      first += 3 * nodes;
    }
    return { step: view.getFloat64(body, true), time: view.getFloat64(body + 8, true), hash, positions };
  }
}

export const openRecording = (source: RecordingSource): Recording => new Recording(source);
export const readRecording = (bytes: Uint8Array): Recording =>
  new Recording({ size: bytes.length, readAt: (offset, length) => bytes.subarray(offset, offset + length) });

function faultOf(chunk: Uint8Array, index: number): string | undefined {
  const opened = openChunk(chunk, 'frame');
  if ('fault' in opened) return opened.fault;
  return opened.index === index ? undefined : `it says it is frame ${opened.index}`;
}

function exactly(source: RecordingSource, offset: number, length: number): Uint8Array {
  const bytes = source.readAt(offset, length);
  if (bytes.length !== length) {
    throw new RecordingError(`the file gave ${bytes.length} of ${length} bytes at byte ${offset}.`);
  }
  return bytes;
}

/** Everything before the first frame. Without it nothing can be shown, so here a cut is an error. */
function readBeginning(source: RecordingSource): {
  header: RecordingHeader;
  assets: Assets;
  state: Uint8Array | undefined;
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
  return { header, assets, state: header.fromState ? take('state') : undefined, end };
}

/** What is before the frames, in words. */
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

/** The checksum was right, so this is what was written; but by whom? */
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
  const { scene, file, overrides, assets = [], bodies, shapes } = header;
  const whole = (n: unknown): boolean => Number.isSafeInteger(n) && (n as number) >= 0;
  if (typeof scene !== 'string' || typeof file !== 'string' || !overrides || !Array.isArray(shapes)) return fail();
  if (!Array.isArray(assets) || !assets.every((name) => typeof name === 'string')) return fail();
  if (!Array.isArray(bodies) || !bodies.every((b) => typeof b?.id === 'string' && whole(b.nodes))) return fail();
  return header;
}

function skinIn(shape: RecordedShape | undefined, nodes: number): Skin | undefined {
  if (!shape?.skin) return undefined;
  const { triangles, outside, farthest, width } = shape.skin;
  return {
    triangles: Int32Array.from(triangles),
    embedding: { ...fitting('skin', shape.skin, nodes), ...(width === 8 ? { width } : {}), outside, farthest },
  };
}
const curveIn = (shape: RecordedShape | undefined, nodes: number): Curve | undefined =>
  shape?.curve && fitting('curve', shape.curve, nodes);

/** Points that follow nodes, if these are nodes of the body. */
function fitting(what: string, { corners, weights }: Record<keyof Curve, readonly number[]>, nodes: number): Curve {
  const isNode = (n: number): boolean => Number.isInteger(n) && n >= 0 && n < nodes;
  if (corners.length % 4 !== 0 || weights.length !== corners.length || !corners.every(isNode)) {
    throw new RecordingError(
      `the recording's ${what} does not fit its body: another program wrote it, or wrote it wrongly.`,
    );
  }
  return { corners: Int32Array.from(corners), weights: Float64Array.from(weights) };
}

function kept<T>(known: Map<number, T>, key: number, make: () => T): T {
  if (!known.has(key)) known.set(key, make());
  return known.get(key) as T;
}
