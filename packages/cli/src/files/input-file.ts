/** Reads a whole file. Devices are refused, since they may have no end. */
import { open } from 'node:fs/promises';
import { mostBytes } from '@pliant/io';

const piece = 1024 * 1024;

/** A file on the disk has a size. A pipe has none: it is read up to one byte more than the largest scene. */
export async function readWhole(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const found = await file.stat();
    if (found.isFile()) return await file.readFile();
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (!found.isFIFO() && !found.isSocket()) throw new Error('it is a device; give a file.');
    const pieces: Buffer[] = [];
    for (let size = 0; size <= mostBytes; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(piece), 0, piece, null);
      if (bytesRead === 0) break;
      pieces.push(buffer.subarray(0, bytesRead));
      size += bytesRead;
    }
    return Buffer.concat(pieces);
  } finally {
    await file.close();
  }
}
