/**
 * A value with typed arrays in it as one text, and back: JSON in which each array is a place in a block of bytes. Bytes of an
 * array are sorted by significance, which deflates better, and everything is deflated.
 */
import { deflateSync, inflateSync } from 'fflate';

const makers = { Int32Array, Uint32Array, Float32Array, Float64Array, Uint8Array } as const;
type Kind = keyof typeof makers;
type Typed = InstanceType<(typeof makers)[Kind]>;

const isTyped = (value: unknown): value is Typed => ArrayBuffer.isView(value) && !(value instanceof DataView);

/** The bytes of a value. */
export function packValue(value: unknown): Uint8Array {
  const parts: Uint8Array[] = [];
  const known = new Map<Typed, object>();
  let at = 0;
  const text = JSON.stringify(value, (_, entry) => {
    if (!isTyped(entry)) return entry;
    const before = known.get(entry);
    if (before) return before;
    const bytes = sorted(new Uint8Array(entry.buffer, entry.byteOffset, entry.byteLength), entry.BYTES_PER_ELEMENT);
    const place = { $: entry.constructor.name, at, length: entry.length };
    known.set(entry, place);
    parts.push(bytes);
    at += bytes.length;
    return place;
  });
  const json = new TextEncoder().encode(text);
  const whole = new Uint8Array(4 + json.length + at);
  new DataView(whole.buffer).setUint32(0, json.length, true);
  whole.set(json, 4);
  let to = 4 + json.length;
  for (const part of parts) {
    whole.set(part, to);
    to += part.length;
  }
  return deflateSync(whole, { level: 6 });
}

export function unpackValue<T>(packed: Uint8Array): T {
  const whole = inflateSync(packed);
  const length = new DataView(whole.buffer, whole.byteOffset).getUint32(0, true);
  const first = 4 + length;
  return JSON.parse(new TextDecoder().decode(whole.subarray(4, first)), (_, entry) => {
    const make = makers[entry?.$ as Kind];
    if (!make) return entry;
    const size = make.BYTES_PER_ELEMENT;
    const bytes = whole.subarray(first + entry.at, first + entry.at + size * entry.length);
    return new make(unsorted(bytes, size).buffer as ArrayBuffer);
  }) as T;
}

/** Of a little-endian array: the highest bytes of all elements, then the next, and so on. */
function sorted(bytes: Uint8Array, size: number): Uint8Array {
  const n = bytes.length / size;
  const out = new Uint8Array(bytes.length);
  for (let b = 0; b < size; b++) for (let i = 0; i < n; i++) out[(size - 1 - b) * n + i] = bytes[i * size + b];
  return out;
}
function unsorted(bytes: Uint8Array, size: number): Uint8Array {
  const n = bytes.length / size;
  const out = new Uint8Array(bytes.length);
  for (let b = 0; b < size; b++) for (let i = 0; i < n; i++) out[i * size + b] = bytes[(size - 1 - b) * n + i];
  return out;
}
