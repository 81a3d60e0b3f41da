/** Recordings on the disk. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { openRecording, type Recording, RecordingError } from '@pliant/io';
import { attempt, Failure } from '../base/failure.ts';

/** Reads frames as they are asked for: the file may be larger than memory. */
export function withRecording<T>(path: string, use: (recording: Recording) => T): T {
  const fd = attempt(path, () => openSync(path, 'r'));
  try {
    const found = attempt(path, () => fstatSync(fd));
    if (found.isDirectory()) throw new Failure(`${path} is a folder. Give a recording.`);
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
