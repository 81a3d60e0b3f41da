/**
 * Output files. A replacement is written beside the old file and renamed when it is complete, so that the old one stays until
 * then. A new file grows under its own name: if the process is killed, what was written remains.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { attempt } from '../base/failure.ts';
import { lock } from './lock.ts';
import { realPath, replaces } from './outputs.ts';

/** A file that is written piece by piece. While it is open, no other run can write it. */
export class GrowingFile {
  readonly #fd: number;
  /** the temporary file beside it, if one is used */
  #beside: string | undefined;
  readonly #replaces: boolean;
  /** offset of the next bytes; null: at the end */
  #at: number | null;
  readonly #real: string;
  readonly #unlock: () => void;
  /** standard output, and its reader has ended */
  #deaf = false;

  /**
   * path: `-` is standard output. A `hidden` file is written under another name first, and appears with a
   * complete beginning. `continued`: bytes are added to the existing file.
   */
  constructor(
    readonly path: string,
    mode: 'new' | 'hidden' | 'continued' = 'new',
  ) {
    this.#real = realPath(path);
    const device = isDevice(path);
    this.#unlock = device || path === '-' ? () => {} : lock(this.#real, path);
    this.#replaces = mode !== 'continued' && path !== '-' && replaces(path);
    const apart = this.#replaces || (mode === 'hidden' && !device && path !== '-');
    this.#beside = apart ? besideOf(this.#real) : undefined;
    this.#at = mode === 'continued' ? 0 : null;
    try {
      this.#fd =
        path === '-' ? 1 : this.#attempt(() => openSync(this.#beside ?? this.#real, mode === 'continued' ? 'r+' : 'w'));
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }
  readonly write = (bytes: Uint8Array): void => {
    let done = 0;
    while (done < bytes.length && !this.#deaf) {
      const n = this.#attempt(() => this.#writeSome(bytes.subarray(done)));
      if (this.#at !== null) this.#at += n;
      done += n;
    }
  };
  /** Gives a hidden file its name; one that replaces a file gets it when it is closed. */
  appear(): void {
    if (!this.#replaces) this.#place();
  }
  #place(): void {
    const beside = this.#beside;
    if (beside === undefined) return;
    this.#attempt(() => renameSync(beside, this.#real));
    this.#beside = undefined;
  }
  /** Truncates a continued file; the next bytes are written there. */
  truncate(size: number): void {
    this.#attempt(() => ftruncateSync(this.#fd, size));
    this.#at = size;
  }
  /** `pliant run hello --probes - | head` is not an error. */
  #writeSome(bytes: Uint8Array): number {
    try {
      return writeSome(this.#fd, bytes, this.#at);
    } catch (error) {
      this.#deaf = this.path === '-' && (error as NodeJS.ErrnoException).code === 'EPIPE';
      if (this.#deaf) return 0;
      throw error;
    }
  }
  close(): void {
    try {
      if (this.path === '-') return;
      this.#attempt(() => {
        try {
          synced(this.#fd);
        } finally {
          closeSync(this.#fd);
        }
      });
      this.#place();
    } finally {
      this.#unlock();
    }
  }
  #attempt<T>(run: () => T): T {
    return attempt(`${this.path} cannot be written`, run);
  }
}

/** Writes a whole file atomically. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const file = new WholeFile(path);
  file.finish(bytes);
}

/** The same in two parts: opened now, to find out whether it can be written, and finished later. */
export class WholeFile {
  readonly #real: string;
  readonly #device: boolean;
  constructor(readonly path: string) {
    this.#real = realPath(path);
    this.#device = isDevice(path);
    if (this.#device) return;
    const beside = besideOf(this.#real);
    attempt(`${path} cannot be written`, () => {
      if (statSync(this.#real, { throwIfNoEntry: false })?.isDirectory()) {
        throw Object.assign(new Error(), { code: 'EISDIR', syscall: 'open' });
      }
      closeSync(openSync(beside, 'w'));
      rmSync(beside, { force: true });
    });
  }
  finish(bytes: Uint8Array): void {
    const place = this.#device ? this.#real : besideOf(this.#real);
    attempt(`${this.path} cannot be written`, () => {
      const fd = openSync(place, 'w');
      try {
        try {
          let at = 0;
          while (at < bytes.length) at += writeSome(fd, bytes.subarray(at));
          synced(fd);
        } finally {
          closeSync(fd);
        }
        if (place !== this.#real) renameSync(place, this.#real);
      } finally {
        if (place !== this.#real) rmSync(place, { force: true });
      }
    });
  }
}

/** A file that another program writes: beside, and renamed when it is complete. */
export async function writtenBy(path: string, write: (place: string) => Promise<void>): Promise<void> {
  const real = realPath(path);
  if (isDevice(path)) return write(real);
  const place = besideOf(real);
  try {
    await write(place);
    attempt(`${path} cannot be written`, () => renameSync(place, real));
  } finally {
    rmSync(place, { force: true });
  }
}

const besideOf = (path: string): string => `${path}.${process.pid}.part`;

function isDevice(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}
/** Writes again while a pipe is full. */
function writeSome(fd: number, bytes: Uint8Array, at: number | null = null): number {
  try {
    return writeSync(fd, bytes, 0, bytes.length, at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    return 0;
  }
}
function synced(fd: number): void {
  try {
    fsyncSync(fd);
  } catch (error) {
    // a pipe or a device has nothing to sync
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  }
}
