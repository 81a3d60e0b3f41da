/** Recordings on the disk. */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { openRecording, type Recording, RecordingError } from '@pliant/io';
import { attempt, Failure } from '../base/failure.ts';

/** A file that grows by whole pieces: what was written is there, whatever becomes of this process. */
export class GrowingFile {
  readonly #fd: number;
  #hidden: string | undefined;

  /**
   * A file that is begun `hidden` is not at its place until it appears there: whoever finds it finds a whole beginning.
   * `continued`: bytes are added to what is there.
   */
  constructor(
    readonly path: string,
    mode: 'new' | 'hidden' | 'continued' = 'new',
  ) {
    this.#hidden = mode === 'hidden' && isPlace(path) ? `${path}.${process.pid}.part` : undefined;
    this.#fd = this.#attempt(() => openSync(this.#hidden ?? path, mode === 'continued' ? 'r+' : 'w'));
    this.#at = mode === 'continued' ? 0 : null;
  }
  /** where the next bytes go; null: after the last */
  #at: number | null;

  readonly write = (bytes: Uint8Array): void => {
    let done = 0;
    while (done < bytes.length) {
      const at = this.#at;
      const n = this.#attempt(() => writeSync(this.#fd, bytes, done, bytes.length - done, at));
      if (this.#at !== null) this.#at += n;
      done += n;
    }
  };
  appear(): void {
    const hidden = this.#hidden;
    if (hidden === undefined) return;
    this.#attempt(() => renameSync(hidden, this.path));
    this.#hidden = undefined;
  }
  /** Cuts a continued file; what is written goes there. */
  truncate(size: number): void {
    this.#attempt(() => ftruncateSync(this.#fd, size));
    this.#at = size;
  }
  close(): void {
    this.#attempt(() => {
      try {
        fsyncSync(this.#fd);
      } catch (error) {
        // a pipe or a device has nothing to sync
        if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
      } finally {
        closeSync(this.#fd);
      }
    });
  }
  #attempt<T>(run: () => T): T {
    return attempt(`${this.path} cannot be written`, run);
  }
}
/** A file can be put there; pipes and devices are written to as they are. */
function isPlace(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  return there === undefined || there.isFile();
}

/** Reads frames as they are asked for: the file may be larger than memory. */
export function withRecording<T>(path: string, use: (recording: Recording) => T): T {
  const opened = new OpenRecording(path);
  try {
    return use(opened.recording());
  } catch (error) {
    throw opened.explained(error);
  } finally {
    opened.close();
  }
}
export async function withRecordingAsync<T>(path: string, use: (recording: Recording) => Promise<T>): Promise<T> {
  const opened = new OpenRecording(path);
  try {
    return await use(opened.recording());
  } catch (error) {
    throw opened.explained(error);
  } finally {
    opened.close();
  }
}

class OpenRecording {
  readonly #fd: number;
  constructor(readonly path: string) {
    this.#fd = attempt(path, () => openSync(path, 'r'));
  }
  recording(): Recording {
    const found = attempt(this.path, () => fstatSync(this.#fd));
    if (found.isDirectory()) throw new Failure(`${this.path} is a folder; give a recording.`);
    return openRecording({ size: found.size, readAt: (offset, length) => this.#readAt(offset, length) });
  }
  #readAt(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    let got = 0;
    while (got < length) {
      const n = attempt(this.path, () => readSync(this.#fd, bytes, got, length - got, offset + got));
      if (n === 0) break;
      got += n;
    }
    return bytes.subarray(0, got);
  }
  /** Faults of a recording come with the name of the file. */
  explained(error: unknown): unknown {
    return error instanceof RecordingError ? new Failure(`${this.path}: ${error.message}`) : error;
  }
  close(): void {
    closeSync(this.#fd);
  }
}
