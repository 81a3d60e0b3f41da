/** Unpacks a block of zlib data into the bytes that it announces, and no more: a damaged file cannot ask for memory. */
import { unzlibSync } from 'fflate';
import { MeshError } from '../../mesh-error.ts';

/** Writes the unpacked bytes into `out`, which they must fill; byte: of the block in the file, for messages. */
export function inflate(packed: Uint8Array, out: Uint8Array, byte: number): void {
  const refuse = (why: string): never => {
    throw new MeshError(`a compressed block cannot be unpacked: ${why}. Copy or export the file again.`, { byte });
  };
  if (packed.length < 6) refuse('it is too short');
  let done = 0;
  try {
    done = unzlibSync(packed, { out }).length; // what does not fit is left out
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
  if (done < out.length) refuse(`it holds ${done} of ${out.length} bytes`);
  const sum = packed.subarray(packed.length - 4).reduce((all, c) => all * 256 + c, 0);
  if (adler32(out) !== sum) refuse(`its checksum is not that of the ${out.length} bytes announced`);
}

/** zlib's checksum */
export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let at = 0; at < bytes.length; ) {
    const stop = Math.min(at + 3800, bytes.length); // sums stay below 2^31
    for (; at < stop; at++) {
      a += bytes[at];
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}
