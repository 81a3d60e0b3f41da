/** Bytes as base64 text, on any host. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const word = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const left = bytes.length - i;
    parts.push(
      letters[word >> 18] +
        letters[(word >> 12) & 63] +
        (left > 1 ? letters[(word >> 6) & 63] : '=') +
        (left > 2 ? letters[word & 63] : '='),
    );
  }
  return parts.join('');
}
