/** Columns of numbers in VTK's types, from bytes. */
import { MeshError } from '../../mesh-error.ts';

/** Bytes of a number, by VTK's names, of the legacy format and of the XML one. */
const sizes: Readonly<Record<string, number>> = {
  ...{ bit: 0, char: 1, unsigned_char: 1, signed_char: 1, short: 2, unsigned_short: 2, int: 4, unsigned_int: 4 },
  ...{ long: 8, unsigned_long: 8, vtkidtype: 4, vtktypeint64: 8, vtktypeuint64: 8, float: 4, double: 8 },
  ...{ int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, int64: 8, uint64: 8, float32: 4, float64: 8 },
};
export const sizeOf = (type: string): number => sizes[type.toLowerCase()] ?? 0;
export const isWhole = (type: string): boolean => !/^(float|double)/i.test(type);

const hostIsLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Numbers of a type; the bytes are there. */
export function numbersOf(bytes: Uint8Array, type: string, count: number, littleEndian: boolean): Float64Array {
  const size = sizeOf(type);
  const name = type.toLowerCase();
  if (/^(double|float64)$/.test(name) && littleEndian === hostIsLittle) {
    return new Float64Array(bytes.slice(0, 8 * count).buffer);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float64Array(count);
  const read = readerOf(view, name, size, littleEndian);
  for (let i = 0; i < count; i++) values[i] = read(i * size);
  return values;
}
function readerOf(view: DataView, name: string, size: number, little: boolean): (at: number) => number {
  const unsigned = /^u/.test(name) || name === 'vtktypeuint64';
  if (/^(float|float32)$/.test(name)) return (at) => view.getFloat32(at, little);
  if (/^(double|float64)$/.test(name)) return (at) => view.getFloat64(at, little);
  if (size === 1) return unsigned ? (at) => view.getUint8(at) : (at) => view.getInt8(at);
  if (size === 2) return unsigned ? (at) => view.getUint16(at, little) : (at) => view.getInt16(at, little);
  if (size === 4) return unsigned ? (at) => view.getUint32(at, little) : (at) => view.getInt32(at, little);
  return (at) => {
    const low = view.getUint32(at + (little ? 0 : 4), little);
    const high = unsigned
      ? view.getUint32(at + (little ? 4 : 0), little)
      : view.getInt32(at + (little ? 4 : 0), little);
    return low + 4294967296 * high;
  };
}

/** The same as indices; `least` may be -2^31 for regions. */
export function wholesOf(
  bytes: Uint8Array,
  type: string,
  count: number,
  littleEndian: boolean,
  what: string,
  least = 0,
): Int32Array {
  if (/^(int|int32|vtkidtype)$/i.test(type)) {
    const own = bytes.slice(0, 4 * count);
    if (littleEndian !== hostIsLittle) swap4(own);
    const values = new Int32Array(own.buffer);
    if (least === 0) for (let i = 0; i < count; i++) if (values[i] < 0) notWhole(values[i], what, least);
    return values;
  }
  if (/^(int64|uint64|long|unsigned_long|vtktypeint64)$/i.test(type)) {
    // pairs of words: the low one is the value if the high one is 0
    const own = bytes.slice(0, 8 * count);
    if (littleEndian !== hostIsLittle) swap8(own);
    const words = new Int32Array(own.buffer);
    const low = hostIsLittle ? 0 : 1;
    let plain = true;
    const values = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      values[i] = words[2 * i + low];
      if (words[2 * i + 1 - low] !== 0 || values[i] < 0) plain = false;
    }
    if (plain) return values;
  }
  return toWholes(numbersOf(bytes, type, count, littleEndian), what, least);
}
export function toWholes(numbers: Float64Array, what: string, least = 0): Int32Array {
  const values = new Int32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i];
    values[i] = value;
    if (values[i] !== value || value < least) notWhole(value, what, least);
  }
  return values;
}
function notWhole(value: number, what: string, least: number): never {
  throw new MeshError(`${value} is not a valid ${what}; a whole number from ${least} to 2147483647 is expected there.`);
}
function swap4(b: Uint8Array): void {
  for (let i = 0; i + 3 < b.length; i += 4) {
    let kept = b[i];
    b[i] = b[i + 3];
    b[i + 3] = kept;
    kept = b[i + 1];
    b[i + 1] = b[i + 2];
    b[i + 2] = kept;
  }
}
function swap8(b: Uint8Array): void {
  for (let i = 0; i + 7 < b.length; i += 8) b.subarray(i, i + 8).reverse();
}
