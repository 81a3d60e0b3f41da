/** Recordings on the disk. */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { openRecording, type Recording, RecordingError } from '@pliant/io';
import { exampleFiles } from '../base/examples.ts';
import { attempt, Failure } from '../base/failure.ts';

/** Reads frames on demand: the file may be larger than memory. */
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
    if (!existsSync(path) && exampleFiles().has(path)) {
      const file = `${basename(path)}.plr`;
      throw new Failure(`${path} is an example, not a recording. \`pliant run ${path} --record ${file}\` makes one.`);
    }
    this.#fd = attempt(path, () => openSync(path, 'r'));
  }
  recording(): Recording {
    const found = attempt(this.path, () => fstatSync(this.#fd));
    if (found.isDirectory()) throw new Failure(`${this.path} is a folder. Give a recording.`);
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
  /** Adds the name of the file to faults of a recording. */
  explained(error: unknown): unknown {
    return error instanceof RecordingError ? new Failure(`${this.path}: ${error.message}`) : error;
  }
  close(): void {
    closeSync(this.#fd);
  }
}
