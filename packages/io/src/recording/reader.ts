/** Reads a recording, whole or cut, frame by frame in any order: see format.ts. */
import { type Curve, type Skin, skinAt } from '@pliant/engine';
import type { Assets } from '../scene/assets.ts';
import { exactly, type RecordingSource, readBeginning } from './beginning.ts';
import { contactsIn } from './contacts.ts';
import {
  type CheckpointPlace,
  type ChunkPlace,
  type Contents,
  contentsOf,
  type Ending,
  type FramePlace,
} from './contents.ts';
import { curveAt } from './curve.ts';
import {
  bodyOf,
  checkpointBytes,
  type Frame,
  frameBytes,
  hex,
  nodesOf,
  openChunk,
  packedBytes,
  type RecordedBody,
  type RecordedShape,
  RecordingError,
  type RecordingHeader,
  viewOf,
} from './format.ts';
import { History, inflated, unpack } from './packing.ts';

export type { Ending } from './contents.ts';

export class Recording {
  readonly header: RecordingHeader;
  /** of the format */
  readonly version: number;
  /** the state the run started from, if it did not start with the scene */
  readonly state: Uint8Array | undefined;
  /** the files that the scene names */
  readonly assets: Assets;
  /** what is missing or damaged at the end, as a clause; undefined if the recording is complete */
  readonly cut: string | undefined;
  readonly ending: Ending;
  /** where the first frame begins, and where the last complete frame or checkpoint ends, in bytes */
  readonly beginning: number;
  readonly end: number;
  readonly #source: RecordingSource;
  readonly #contents: Contents;
  /** the frames decoded last, and the number of the newest */
  readonly #history: History;
  readonly #prediction: Float64Array;
  #decoded = -1;
  #last: Frame | undefined;
  /** by shape, when asked for */
  readonly #skins = new Map<number, Skin | undefined>();
  readonly #curves = new Map<number, Curve | undefined>();

  /** Finds the frames and checks the last; the others are checked when they are read. */
  constructor(source: RecordingSource) {
    this.#source = source;
    const { header, assets, state, version, end } = readBeginning(source);
    this.header = header;
    this.version = version;
    this.assets = assets;
    this.state = state;
    this.beginning = end;
    const numbers = 3 * nodesOf(header);
    this.#history = new History(numbers);
    this.#prediction = new Float64Array(numbers);
    this.#contents = contentsOf(source, end);
    this.#dropDamagedEnd();
    this.cut = this.#contents.cut;
    this.ending = this.#contents.ending;
    this.end = this.#contents.end;
  }
  /** Drops incomplete chunks at the end: a power cut may leave only their length. */
  #dropDamagedEnd(): void {
    const { frames, checkpoints } = this.#contents;
    while (true) {
      const frame = frames.at(-1);
      const checkpoint = checkpoints.at(-1);
      const last = checkpoint && checkpoint.frames === frames.length ? checkpoint : frame;
      if (!last) return;
      const fault = last === checkpoint ? this.#checkpointFault(checkpoint) : this.#frameFault(frames.length - 1);
      if (!fault) return;
      if (last === checkpoint) checkpoints.pop();
      else frames.pop();
      const what = last === checkpoint ? `the checkpoint after frame ${frames.length - 1}` : `frame ${frames.length}`;
      this.#contents.cut = `${what} is damaged: ${fault}`;
      this.#contents.ending = 'damaged';
      this.#contents.end = last.offset;
    }
  }

  /** complete frames */
  get frameCount(): number {
    return this.#contents.frames.length;
  }
  frame(index: number): Frame {
    if (!(Number.isInteger(index) && index >= 0 && index < this.frameCount)) {
      throw new RecordingError(`frame ${index} is not in the recording (it has ${this.frameCount}, counted from 0).`);
    }
    if (index === this.#decoded && this.#last) return this.#last;
    const { frames } = this.#contents;
    let from = index;
    while (frames[from].order > 0 && from > 0) from--;
    if (this.#decoded >= from && this.#decoded < index) from = this.#decoded + 1;
    for (; from < index; from++) this.#decode(from, index);
    return this.#decode(index, index);
  }
  #decode(index: number, wanted: number): Frame {
    const place = this.#contents.frames[index];
    const fail = (fault: string): never => {
      this.#decoded = -1;
      const needed = index === wanted ? '' : `frame ${wanted} cannot be read: `;
      throw new RecordingError(`${needed}frame ${index} is damaged (at byte ${place.offset}): ${fault}.`);
    };
    const chunk = this.#read(place);
    const fault = faultOf(chunk, place, index);
    if (fault) return fail(fault);
    const body = bodyOf(chunk);
    const view = viewOf(body);
    const numbers = this.#history.next();
    let contacts: Frame['contacts'];
    if (place.packed) {
      if (place.order === 0) this.#history.clear();
      if (place.order > this.#history.depth) return fail(`it follows from ${place.order} frames before it`);
      this.#history.predict(place.order, this.#prediction);
      const used = view.getUint32(frameBytes + 4, true);
      const packed = body.subarray(packedBytes, packedBytes + used);
      if (!unpack(packed, this.#prediction, numbers)) return fail('its positions cannot be unpacked');
      const ids = this.header.bodies.map(({ id }) => id);
      const found = contactsIn(body.subarray(packedBytes), used, ids);
      if (found === 'damaged') return fail('its contacts cannot be unpacked');
      contacts = found;
    } else {
      this.#history.clear();
      const bytes = body.subarray(frameBytes);
      if (bytes.length !== 8 * numbers.length) return fail(`its length reads ${chunk.length}`);
      new Uint8Array(numbers.buffer).set(bytes);
    }
    this.#history.push(numbers);
    this.#decoded = index;
    const hash = hex(view.getUint32(16)) + hex(view.getUint32(20));
    const [step, time] = [view.getFloat64(0, true), view.getFloat64(8, true)];
    this.#last = { step, time, hash, positions: this.#byBody(numbers), ...(contacts ? { contacts } : {}) };
    return this.#last;
  }
  #byBody(numbers: Float64Array): Map<string, Float64Array> {
    const own = numbers.slice(); // the history is overwritten
    const positions = new Map<string, Float64Array>();
    let first = 0;
    for (const { id, nodes } of this.header.bodies) {
      positions.set(id, own.subarray(first, first + 3 * nodes));
      first += 3 * nodes;
    }
    return positions;
  }

  /** Checkpoints from which a run can continue, the last first: the state, and how many frames are before it. */
  *checkpoints(): Generator<{
    readonly frames: number;
    readonly end: number;
    readonly bytes: number;
    readonly state: Uint8Array;
  }> {
    for (const place of [...this.#contents.checkpoints].reverse()) {
      if (this.#checkpointFault(place)) continue;
      const body = bodyOf(this.#read(place));
      const view = viewOf(body);
      const packed = body.subarray(checkpointBytes, checkpointBytes + view.getUint32(12, true));
      const state = inflated(packed, view.getUint32(8, true));
      if (state) yield { frames: place.frames, end: place.offset + place.length, bytes: place.length, state };
    }
  }
  /** The bytes of the file as they are. */
  bytes(offset: number, length: number): Uint8Array {
    return exactly(this.#source, offset, length);
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
  /** x y z of each sample along a rod, to the bit as they were in the run; undefined if the body is not a rod. */
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
  /** The first frame that is damaged, or whose checkpoint is, if any: reads everything. */
  damaged(): { readonly index: number; readonly fault: string } | undefined {
    for (let index = 0; index < this.frameCount; index++) {
      const fault = this.#frameFault(index);
      if (fault) return { index, fault };
    }
    const bad = this.#contents.checkpoints.find((place) => this.#checkpointFault(place));
    return bad && { index: bad.frames - 1, fault: `its checkpoint: ${this.#checkpointFault(bad)}` };
  }

  #read({ offset, length }: ChunkPlace): Uint8Array {
    return exactly(this.#source, offset, length);
  }
  #frameFault(index: number): string | undefined {
    const place = this.#contents.frames[index];
    return faultOf(this.#read(place), place, index);
  }
  #checkpointFault(place: CheckpointPlace): string | undefined {
    const opened = openChunk(this.#read(place), 'checkpoint');
    if ('fault' in opened) return opened.fault;
    return opened.index === place.frames ? undefined : `it says it comes after ${opened.index} frames`;
  }
}

export const openRecording = (source: RecordingSource): Recording => new Recording(source);
export const readRecording = (bytes: Uint8Array): Recording =>
  new Recording({ size: bytes.length, readAt: (offset, length) => bytes.subarray(offset, offset + length) });

function faultOf(chunk: Uint8Array, { packed }: FramePlace, index: number): string | undefined {
  const opened = openChunk(chunk, packed ? 'packed' : 'frame');
  if ('fault' in opened) return opened.fault;
  return opened.index === index ? undefined : `it says it is frame ${opened.index}`;
}

function skinIn(shape: RecordedShape | undefined, nodes: number): Skin | undefined {
  if (!shape?.skin) return undefined;
  const { triangles, outside, farthest, width } = shape.skin;
  return {
    triangles: Int32Array.from(triangles),
    embedding: { ...fitting('skin', shape.skin, nodes, width), ...(width ? { width } : {}), outside, farthest },
  };
}
const curveIn = (shape: RecordedShape | undefined, nodes: number): Curve | undefined =>
  shape?.curve && fitting('curve', shape.curve, nodes);

/** Points that follow nodes, if these are nodes of the body. */
function fitting(
  what: string,
  { corners, weights }: Record<keyof Curve, readonly number[]>,
  nodes: number,
  width = 4,
): Curve {
  const isNode = (n: number): boolean => Number.isInteger(n) && n >= 0 && n < nodes;
  if (
    ![1, 4, 8].includes(width) ||
    corners.length % width !== 0 ||
    weights.length !== corners.length ||
    !corners.every(isNode)
  ) {
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
