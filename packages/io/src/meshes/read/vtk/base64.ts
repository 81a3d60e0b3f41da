/** Base64 in a file of bytes. Padding in the middle begins anew: VTK encodes a header and its data one after another. */
import { MeshError } from '../../mesh-error.ts';

const values = new Uint8Array(256).fill(255);
for (const [i, c] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  values[c.charCodeAt(0)] = i;
}
const blank = (c: number): boolean => c === 32 || (c >= 9 && c <= 13);

/** The first `want` bytes of what is encoded between two places; fewer if it ends before. */
export function fromBase64(bytes: Uint8Array, from: number, to: number, want: number): Uint8Array {
  const out = new Uint8Array(Math.min(want, Math.ceil((3 * (to - from)) / 4)));
  let at = from;
  let done = 0;
  let bits = 0;
  let filled = 0; // characters of the group of four
  while (at < to && done < out.length) {
    if (filled === 0) {
      // whole groups
      while (at + 4 <= to && done + 3 <= out.length) {
        const a = values[bytes[at]];
        const b = values[bytes[at + 1]];
        const c = values[bytes[at + 2]];
        const d = values[bytes[at + 3]];
        if ((a | b | c | d) > 63) break;
        out[done] = (a << 2) | (b >> 4);
        out[done + 1] = (b << 4) | (c >> 2);
        out[done + 2] = (c << 6) | d;
        done += 3;
        at += 4;
      }
      if (at >= to || done >= out.length) break;
    }
    const c = bytes[at++];
    if (blank(c)) continue;
    if (c === 0x3d) {
      // padding: the group is over
      while (at < to && (bytes[at] === 0x3d || blank(bytes[at]))) at++;
      filled = 0;
      bits = 0;
      continue;
    }
    const value = values[c];
    if (value > 63) throw new MeshError('this is not a base64 character; the file is damaged.', { byte: at - 1 });
    bits = ((bits << 6) | value) & 0xffffff;
    filled++;
    // after 2, 3 and 4 characters there is a byte more
    if (filled === 2) out[done++] = bits >> 4;
    else if (filled === 3) out[done++] = bits >> 2;
    else if (filled === 4) {
      out[done++] = bits;
      filled = 0;
      bits = 0;
    }
  }
  return out.subarray(0, done);
}
