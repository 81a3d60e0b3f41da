/**
 * A module whose imported memory is shared. The flag is a part of the import's type, so that a module fits either kind of memory,
 * but not both; everything else is the same.
 */
import { Bytes } from './bytes.ts';

/** The most pages that a memory may have; modules for shared memory have to say it. */
export const mostPages = 65536;

const headerBytes = 8;
const importSection = 2;
const memoryImport = 2;
/** limits: a maximum is given, and the memory is shared */
const sharedLimits = 3;

/** The module imports nothing but a memory, as those of packages/engine/assembly do. */
export function withSharedMemory(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Bytes().bytes(module.subarray(0, headerBytes));
  let found = false;
  let at = headerBytes;
  const unsigned = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < module.length) {
    const id = module[at++];
    const size = unsigned();
    const end = at + size;
    if (id !== importSection) {
      out.section(id, new Bytes().bytes(module.subarray(at, end)));
      at = end;
      continue;
    }
    const start = at;
    const count = unsigned();
    for (let name = 0; name < 2; name++) {
      const length = unsigned();
      at += length;
    }
    const names = module.subarray(start, at);
    if (count !== 1 || module[at++] !== memoryImport) throw new Error('the module imports more than a memory');
    at++; // the limits as they were: the least size follows
    const least = unsigned();
    out.section(id, new Bytes().bytes(names).byte(memoryImport).byte(sharedLimits).unsigned(least).unsigned(mostPages));
    found = true;
    at = end;
  }
  if (!found) throw new Error('the module imports no memory');
  return out.view().slice();
}
