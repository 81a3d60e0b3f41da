/**
 * CRC-32 as in zip and PNG: the remainder of the bits, lowest first, divided by 0xedb88320 (the polynomial 0x04c11db7
 * mirrored), start and end inverted. It detects every change of up to three bits in a chunk, and any burst of 32.
 */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

export function crc32(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) remainder = table[(remainder ^ bytes[i]) & 255] ^ (remainder >>> 8);
  return ~remainder >>> 0;
}
