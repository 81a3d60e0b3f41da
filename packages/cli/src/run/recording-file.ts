/** Recordings on the disk. */
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { openRecording, type Recording, RecordingError } from '@pliant/io';
import { attempt, Failure } from '../base/failure.ts';

/** A file that grows by whole pieces: what was written is there, whatever becomes of this process. */
export class GrowingFile {
  readonly #fd: number;
  constructor(readonly path: string) {
    this.#fd = attempt(`${path} cannot be written`, () => openSync(path, 'w'));
  }
  readonly write = (bytes: Uint8Array): void => {
    let at = 0;
    while (at < bytes.length) {
      at += attempt(`${this.path} cannot be written`, () => writeSync(this.#fd, bytes, at, bytes.length - at));
    }
  };
  close(): void {
    attempt(`${this.path} cannot be written`, () => {
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
}

/** Reads frames as they are asked for: the file may be larger than memory. */
export function withRecording<T>(path: string, use: (recording: Recording) => T): T {
  const fd = attempt(path, () => openSync(path, 'r'));
  try {
    const found = attempt(path, () => fstatSync(fd));
    if (found.isDirectory()) throw new Failure(`${path} is a folder; give a recording.`);
    const readAt = (offset: number, length: number): Uint8Array => {
      const bytes = new Uint8Array(length);
      let got = 0;
      while (got < length) {
        const n = attempt(path, () => readSync(fd, bytes, got, length - got, offset + got));
        if (n === 0) break;
        got += n;
      }
      return bytes.subarray(0, got);
    };
    return use(openRecording({ size: found.size, readAt }));
  } catch (error) {
    throw error instanceof RecordingError ? new Failure(`${path}: ${error.message}`) : error;
  } finally {
    closeSync(fd);
  }
}
