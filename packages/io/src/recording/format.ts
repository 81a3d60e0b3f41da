/**
 * A recording: the scene, and frames of how it moved. Numbers are little-endian; floats are IEEE doubles.
 *
 *   file     magic (8 bytes) | u32 version | u32 zero | chunk of kind header | chunks of kind asset, one for each file that
 *            the header lists | chunk of kind state, or none | chunks of kind packed and checkpoint | chunk of kind end
 *   chunk    u32 length of the payload, a multiple of 8, at least 8 | u32 CRC-32 of the payload | payload
 *   payload  u32 kind | u32 index | body
 *
 *   kind         index            body
 *   1 header     0                JSON in UTF-8 (RecordingHeader), filled up with spaces to a multiple of 8
 *   2 state      bytes in use     the state the run started from, filled up with zeros; the header says if there is one
 *   3 frame      0, 1, 2 ...      f64 step | f64 time, s | 8 bytes hash, as its hexadecimal digits are read
 *                                 | f64 x, y, z of every node of every body, in the order of the header
 *   4 end        frames in all    nothing
 *   5 asset      bytes in use     a file that the scene names, filled up with zeros
 *   6 packed     0, 1, 2 ...      f64 step | f64 time, s | 8 bytes hash | u32 order of the prediction | u32 bytes in use
 *                                 | the positions, packed: see packing.ts | in a scene with contact, from the next
 *                                 multiple of 8 bytes on: the contacts of the step, see contacts.ts
 *   7 checkpoint frames before it f64 step | u32 bytes of the state | u32 bytes in use | the state, deflated
 *
 * Versions 1 and 2 have frames of kind 3, all equally long, and no checkpoints; version 2 has assets. Version 3 is written.
 * A checkpoint follows the frame of its step, and the frame after it is a keyframe (order 0), so that a run continues from there
 * and writes the same bytes as an uninterrupted run: see resume.ts.
 *
 * A file grows by one write of a whole chunk at a time: wherever it is cut, the frames before the cut are complete, and an
 * incomplete one is detected by its length or its checksum. (A chunk of length 0 would pass for whole where a disk left zeros,
 * hence the least length.) A file that lacks the end was cut: the run was killed, or is still in progress.
 */
import type { TouchingPair } from '@pliant/engine';
import { crc32 } from '../base/crc32.ts';

/** As in PNG: a byte that is not text, a name, and line ends and an end-of-file that a careless copy would change. */
export const magic = Uint8Array.of(0x8f, 0x50, 0x4c, 0x52, 0x0d, 0x0a, 0x1a, 0x0a);
/** The highest that is known. */
export const version = 3;

export const kinds = { header: 1, state: 2, frame: 3, end: 4, asset: 5, packed: 6, checkpoint: 7 } as const;
export type ChunkKind = keyof typeof kinds;

/** Bytes before the first chunk; before a payload; before a payload's body; in a frame before the positions. */
export const prefixBytes = 16;
export const chunkBytes = 8;
export const labelBytes = 8;
export const frameBytes = 24;
/** In a packed frame before the packed positions; in a checkpoint before the state. */
export const packedBytes = frameBytes + 8;
export const checkpointBytes = 16;
/** A whole end chunk. */
export const endBytes = chunkBytes + labelBytes;

export interface RecordingHeader {
  /** program and version */
  readonly writtenBy: string;
  /** what the scene is called in messages */
  readonly file: string;
  /** the text of the scene file */
  readonly scene: string;
  /** replacements of values of the scene for this run */
  readonly overrides: { readonly step?: number; readonly integrator?: string; readonly method?: string };
  /** files that the scene names, which are in the recording, in this order */
  readonly assets?: readonly string[];
  /** frames per second of simulated time; a rate over that of the steps means every step */
  readonly rate: number;
  /** the step at which the run was to end */
  readonly lastStep?: number;
  /** the run started from a saved state, which is in the recording */
  readonly fromState: boolean;
  readonly bodies: readonly RecordedBody[];
  /** what is drawn between the nodes of a body */
  readonly shapes: readonly RecordedShape[];
}
export interface RecordedBody {
  readonly id: string;
  readonly kind: string;
  readonly nodes: number;
  /** nodes are drawn as balls of this radius, m */
  readonly radius?: number;
  /** index in `shapes`; equal bodies share one */
  readonly shape: number;
}
export interface RecordedShape {
  /** 3 nodes each, outward */
  readonly triangles: readonly number[];
  /** 2 nodes each; listed where there are no triangles */
  readonly edges: readonly number[];
  /** drawn in place of the triangles */
  readonly skin?: RecordedSkin;
  /** drawn in place of the nodes, which are control points */
  readonly curve?: RecordedCurve;
}
/** A rod: a tube along samples, which follow from the nodes as the vertices of a skin do: see `Recording.curve`. */
export interface RecordedCurve {
  /** 4 nodes of the body for each sample, and their weights */
  readonly corners: readonly number[];
  readonly weights: readonly number[];
  /** of the tube, m; not given where nothing says how thick it is */
  readonly radius?: number;
}
/** Its vertices are computed from the nodes, so frames do not contain them: see `Recording.skin`. */
export interface RecordedSkin {
  /** 3 vertices each, outward */
  readonly triangles: readonly number[];
  /** 4 nodes of the body for each vertex, or `width`, and their weights */
  readonly corners: readonly number[];
  readonly weights: readonly number[];
  readonly width?: 1 | 8;
  /** vertices outside the body, and how far the farthest is, m */
  readonly outside: number;
  readonly farthest: number;
}
export interface Frame {
  readonly step: number;
  /** s */
  readonly time: number;
  /** of the whole world, 16 hexadecimal digits */
  readonly hash: string;
  /** of each body by id: x y z of its nodes; views of one array */
  readonly positions: ReadonlyMap<string, Float64Array>;
  /** bodies that pushed each other in the step; not there in a scene without contact */
  readonly contacts?: readonly TouchingPair[];
}

/** A file that is not a recording, or a damaged one. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

export const nodesOf = (header: RecordingHeader): number => header.bodies.reduce((sum, body) => sum + body.nodes, 0);

/** A labelled chunk with room for a body of this many bytes; `seal` it when the body is written. */
export function newChunk(kind: ChunkKind, bodyBytes: number, index = 0): Uint8Array<ArrayBuffer> {
  const padded = Math.ceil(bodyBytes / 8) * 8;
  const chunk = new Uint8Array(chunkBytes + labelBytes + padded);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, labelBytes + padded, true);
  view.setUint32(chunkBytes, kinds[kind], true);
  view.setUint32(chunkBytes + 4, index, true);
  return chunk;
}
export const bodyOf = (chunk: Uint8Array): Uint8Array => chunk.subarray(chunkBytes + labelBytes);
export function seal(chunk: Uint8Array): Uint8Array {
  viewOf(chunk).setUint32(4, crc32(chunk.subarray(chunkBytes)), true);
  return chunk;
}
/** The index of a chunk, if it is complete and of this kind. */
export function openChunk(chunk: Uint8Array, kind: ChunkKind): { readonly index: number } | { readonly fault: string } {
  if (chunk.length < chunkBytes + labelBytes) return { fault: `${chunk.length} bytes are not a chunk` };
  const view = viewOf(chunk);
  const length = view.getUint32(0, true);
  if (length !== chunk.length - chunkBytes) return { fault: `its length reads ${length}` };
  const found = crc32(chunk.subarray(chunkBytes));
  const written = view.getUint32(4, true);
  if (found !== written) return { fault: `its checksum is ${hex(found)} and should be ${hex(written)}` };
  const tag = view.getUint32(chunkBytes, true);
  if (tag !== kinds[kind]) return { fault: `its kind is ${tag} and should be ${kinds[kind]}` };
  return { index: view.getUint32(chunkBytes + 4, true) };
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
export const hex = (word: number): string => word.toString(16).padStart(8, '0');
