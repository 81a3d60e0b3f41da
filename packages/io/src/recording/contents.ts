/**
 * Where the frames and checkpoints of a recording are. Only the first bytes of each chunk are read, so that a long recording
 * opens quickly; the contents of chunks are checked when they are read.
 */
import { exactly, type RecordingSource } from './beginning.ts';
import {
  checkpointBytes,
  chunkBytes,
  endBytes,
  frameBytes,
  kinds,
  labelBytes,
  openChunk,
  packedBytes,
  viewOf,
} from './format.ts';

export interface ChunkPlace {
  readonly offset: number;
  /** of the whole chunk */
  readonly length: number;
}
export interface FramePlace extends ChunkPlace {
  readonly packed: boolean;
  /** of the prediction; 0 needs no other frame */
  readonly order: number;
}
export interface CheckpointPlace extends ChunkPlace {
  /** frames before it */
  readonly frames: number;
}
export interface Contents {
  readonly frames: FramePlace[];
  readonly checkpoints: CheckpointPlace[];
  /** where the last complete frame or checkpoint ends */
  end: number;
  /** what is missing or damaged at the end; undefined if all is there */
  cut: string | undefined;
  ending: Ending;
}
/** cut: the file ends early, because the run was killed or is still in progress. damaged: its end was changed. */
export type Ending = 'whole' | 'cut' | 'damaged';

/** Enough bytes of a chunk for its kind, and for the order of a packed frame. */
const headBytes = chunkBytes + labelBytes + frameBytes + 4;
const leastLengths: ReadonlyMap<number, number> = new Map([
  [kinds.frame, chunkBytes + labelBytes + frameBytes],
  [kinds.packed, chunkBytes + labelBytes + packedBytes],
  [kinds.checkpoint, chunkBytes + labelBytes + checkpointBytes],
]);

export function contentsOf(source: RecordingSource, first: number): Contents {
  const found: Contents = { frames: [], checkpoints: [], end: first, cut: undefined, ending: 'cut' };
  const { frames, checkpoints } = found;
  while (true) {
    const offset = found.end;
    const room = source.size - offset;
    const rest = `it ends without its closing mark${room > 0 ? `; after the frames there are ${room} bytes of an incomplete chunk` : ''}`;
    if (room < chunkBytes + labelBytes) return { ...found, cut: rest };
    const head = viewOf(exactly(source, offset, Math.min(room, headBytes)));
    const length = chunkBytes + head.getUint32(0, true);
    const kind = head.getUint32(chunkBytes, true);
    if (kind === kinds.end && length === endBytes) {
      const cut = endFault(source, found);
      return { ...found, cut, ending: cut === undefined ? 'whole' : 'damaged' };
    }
    const least = leastLengths.get(kind);
    if (least === undefined || length < least || length % 8 !== 0) {
      const fault =
        least !== undefined || length === chunkBytes
          ? `its length reads ${length - chunkBytes}`
          : `its kind reads ${kind}`;
      return { ...found, cut: `frame ${frames.length} is damaged: ${fault}`, ending: 'damaged' };
    }
    if (length > room) {
      // a file that has its closing mark was not cut: then the length was changed
      if (!hasMark(source)) return { ...found, cut: rest };
      const cut = `frame ${frames.length} is damaged: its length reads ${length - chunkBytes}`;
      return { ...found, cut, ending: 'damaged' };
    }
    if (kind === kinds.checkpoint) checkpoints.push({ offset, length, frames: frames.length });
    else {
      const packed = kind === kinds.packed;
      const order = packed ? head.getUint32(chunkBytes + labelBytes + frameBytes, true) : 0;
      frames.push({ offset, length, packed, order });
    }
    found.end = offset + length;
  }
}

/** Whether the file ends with a closing mark, of however many frames. */
function hasMark(source: RecordingSource): boolean {
  return source.size >= endBytes && 'index' in openChunk(exactly(source, source.size - endBytes, endBytes), 'end');
}

function endFault(source: RecordingSource, { frames, end }: Contents): string | undefined {
  const chunk = openChunk(exactly(source, end, endBytes), 'end');
  const fault = 'fault' in chunk ? chunk.fault : chunk.index === frames.length ? '' : `it counts ${chunk.index} frames`;
  if (fault) return `its closing mark is damaged: ${fault}`;
  const after = source.size - end - endBytes;
  return after ? `there are ${after} bytes after its closing mark` : undefined;
}
