/** Writes a recording as a world runs: see format.ts. */
import type { Body, Skin, World } from '@pliant/engine';
import type { Assets } from '../scene/assets.ts';
import { withContacts } from './contacts.ts';
import { curveOf } from './curve.ts';
import {
  bodyOf,
  checkpointBytes,
  frameBytes,
  magic,
  newChunk,
  nodesOf,
  packedBytes,
  prefixBytes,
  type RecordedBody,
  type RecordedCurve,
  type RecordedShape,
  type RecordedSkin,
  type RecordingHeader,
  seal,
  version,
  viewOf,
} from './format.ts';
import { bestOrder, deflated, History, keyframeEvery, pack } from './packing.ts';
import { Rate } from './rate.ts';

/** Appends bytes to the file synchronously; the array is reused afterwards. */
export type Write = (bytes: Uint8Array) => void;

export interface RecordingOptions extends Omit<RecordingHeader, 'bodies' | 'shapes' | 'fromState' | 'assets'> {
  /** the files that the scene names */
  readonly assets?: Assets;
  /** the state that the run continues from, if not from the start of the scene */
  readonly state?: Uint8Array;
  /** the state as it is now: written from time to time, so that the run can be resumed */
  readonly saveState?: () => Uint8Array;
  /** the beginning is in the file already, up to a checkpoint: see resume.ts */
  readonly after?: { readonly frames: number; readonly startTime: number; readonly stateBytes: number };
}

/** The next state is written after frames of this many times its bytes. */
const framesToStates = 8;
/** Bytes of a state, as a guess before there is one: positions and velocities. */
const guessedStates = 2;

export class RecordingWriter {
  readonly header: RecordingHeader;
  /** frames written */
  frames = 0;
  readonly #write: Write;
  readonly #world: World;
  readonly #rate: Rate;
  readonly #saveState: (() => Uint8Array) | undefined;
  readonly #history: History;
  readonly #prediction: Float64Array;
  #sinceKeyframe = 0;
  #sinceState = 0; // bytes of frames
  #stateBytes: number;
  #lastStep = -1;

  /** Writes the header and the first frame. */
  constructor(world: World, options: RecordingOptions, write: Write) {
    const { state, assets = new Map(), saveState, after, ...told } = options;
    const files = [...assets].filter((entry): entry is [string, Uint8Array] => entry[1] instanceof Uint8Array);
    const names = files.length ? { assets: files.map(([name]) => name) } : {};
    this.#rate = new Rate(options.rate, world, after?.startTime);
    this.header = { ...told, ...names, fromState: state !== undefined, ...shapesOf(world) };
    this.#write = write;
    this.#world = world;
    this.#saveState = saveState;
    const numbers = 3 * nodesOf(this.header);
    this.#history = new History(numbers);
    this.#prediction = new Float64Array(numbers);
    this.#stateBytes = after?.stateBytes ?? guessedStates * 8 * numbers;
    if (after) {
      this.frames = after.frames;
      this.#lastStep = world.state.steps;
      return;
    }
    write(prefix());
    write(textChunk(JSON.stringify(this.header)));
    for (const [, bytes] of files) write(bytesChunk('asset', bytes));
    if (state) write(bytesChunk('state', state));
    this.frame();
  }

  /** After each step: writes a frame if one is due, and a checkpoint after enough frames. */
  afterStep(): void {
    if (!this.#rate.due(this.#world)) return;
    this.frame();
    if (this.#saveState && this.#sinceState >= framesToStates * this.#stateBytes) this.#checkpoint(this.#saveState());
  }
  /** Writes a frame now. */
  frame(): void {
    const world = this.#world;
    const history = this.#history;
    const positions = history.next();
    let first = 0;
    for (const { id, nodes } of this.header.bodies) {
      if (nodes) positions.set(world.positions(id), first);
      first += 3 * nodes;
    }
    if (this.#sinceKeyframe >= keyframeEvery) history.clear();
    const order = bestOrder(history, positions, this.#prediction);
    history.predict(order, this.#prediction);
    const packed = pack(positions, this.#prediction);
    history.push(positions);
    this.#sinceKeyframe = order === 0 ? 1 : this.#sinceKeyframe + 1;

    const ids = this.header.bodies.map(({ id }) => id);
    const body = world.hasContact ? withContacts(packed, world.contacts(), ids) : packed;
    const chunk = newChunk('packed', packedBytes + body.length, this.frames);
    const view = viewOf(bodyOf(chunk));
    view.setFloat64(0, world.state.steps, true);
    view.setFloat64(8, world.time, true);
    view.setBigUint64(16, BigInt(`0x${world.hash()}`));
    view.setUint32(frameBytes, order, true);
    view.setUint32(frameBytes + 4, packed.length, true);
    bodyOf(chunk).set(body, packedBytes);
    this.#write(seal(chunk));
    this.frames++;
    this.#sinceState += chunk.length;
    this.#lastStep = world.state.steps;
  }
  #checkpoint(state: Uint8Array): void {
    const packed = deflated(state);
    const chunk = newChunk('checkpoint', checkpointBytes + packed.length, this.frames);
    const view = viewOf(bodyOf(chunk));
    view.setFloat64(0, this.#world.state.steps, true);
    view.setUint32(8, state.length, true);
    view.setUint32(12, packed.length, true);
    bodyOf(chunk).set(packed, checkpointBytes);
    this.#write(seal(chunk));
    this.#stateBytes = chunk.length;
    this.#sinceState = 0;
    this.#history.clear();
  }
  /** The last step, if it has no frame yet, and the end. */
  end(): void {
    if (this.#world.state.steps !== this.#lastStep) this.frame();
    this.close();
  }
  /** The end alone: for a run that failed. */
  close(): void {
    this.#write(seal(newChunk('end', 0, this.frames)));
  }
}

function prefix(): Uint8Array {
  const bytes = new Uint8Array(prefixBytes);
  bytes.set(magic);
  viewOf(bytes).setUint32(magic.length, version, true);
  return bytes;
}
function textChunk(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const chunk = newChunk('header', bytes.length);
  bodyOf(chunk).fill(0x20).set(bytes);
  return seal(chunk);
}

function bytesChunk(kind: 'asset' | 'state', bytes: Uint8Array): Uint8Array {
  const chunk = newChunk(kind, bytes.length, bytes.length);
  bodyOf(chunk).set(bytes);
  return seal(chunk);
}

/** The bodies, and one shape for all that are equal. */
function shapesOf(world: World): { bodies: RecordedBody[]; shapes: RecordedShape[] } {
  const shapes: RecordedShape[] = [];
  const known = new Map<string, number>();
  const skins = new Map<Skin, number>(); // copies share theirs
  const bodies = world.bodies.map((body) => {
    const { id, kind, nodeCount, radius, mesh, skin } = body;
    const triangles = Array.from(mesh?.triangles ?? []);
    const edges = triangles.length ? [] : Array.from(mesh?.edges ?? []);
    const curve = recordedCurve(body);
    if (skin && !skins.has(skin)) skins.set(skin, skins.size);
    const key = `${triangles}|${edges}|${skin ? skins.get(skin) : ''}|${curve ? JSON.stringify(curve) : ''}`;
    let shape = known.get(key);
    if (shape === undefined) {
      const more = { ...(skin ? { skin: recordedSkin(skin) } : {}), ...(curve ? { curve } : {}) };
      shape = shapes.push({ triangles, edges, ...more }) - 1;
      known.set(key, shape);
    }
    // the nodes of a rod are not balls: the radius is that of its tube
    return { id, kind, nodes: nodeCount, ...(radius === undefined || curve ? {} : { radius }), shape };
  });
  return { bodies, shapes };
}

function recordedCurve(body: Body): RecordedCurve | undefined {
  const curve = curveOf(body);
  if (!curve) return undefined;
  const { radius } = body;
  const { corners, weights } = curve;
  return { corners: [...corners], weights: [...weights], ...(radius === undefined ? {} : { radius }) };
}

function recordedSkin({ triangles, embedding: { corners, weights, width, outside, farthest } }: Skin): RecordedSkin {
  const vertices = { corners: [...corners], weights: [...weights], ...(width ? { width } : {}) };
  return { triangles: [...triangles], ...vertices, outside, farthest };
}
