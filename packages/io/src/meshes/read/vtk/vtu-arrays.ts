/**
 * The data arrays of a .vtu file: text, base64 in place, or in the appended section, raw or base64; packed by zlib or not.
 *
 *   not packed   bytes of data (a header word), data
 *   packed       blocks, bytes of a block, bytes of the last if it is shorter, packed bytes of each block, the blocks
 */
import { atPlace, MeshError, truncatedRemedy } from '../../mesh-error.ts';
import { Scanner } from '../scan/scanner.ts';
import { fromBase64 } from './base64.ts';
import { inflate } from './inflate.ts';
import { isWhole, numbersOf, sizeOf, toWholes, wholesOf } from './vtk-arrays.ts';
import type { Tag } from './xml-tags.ts';

/** What the head of the file says of all arrays. */
export interface VtuEncoding {
  readonly bytes: Uint8Array;
  readonly littleEndian: boolean;
  readonly headerBytes: 4 | 8;
  readonly packed: boolean;
  /** where the appended data begin */
  readonly appended: { readonly start: number; readonly base64: boolean } | undefined;
}
/** A DataArray and where its text stands. */
export interface VtuArray {
  readonly tag: Tag;
  readonly start: number;
  readonly end: number;
}
export const nameOf = ({ tag }: VtuArray): string => tag.attributes.get('Name') ?? '';

/** zlib makes nothing smaller than by this. */
const mostPacking = 1032;

export function floatsOf(array: VtuArray, encoding: VtuEncoding, count: number, what: string): Float64Array {
  const type = typeOf(array);
  if (isText(array)) {
    const scanner = textOf(array, encoding, count, what);
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++) values[i] = scanner.float(what);
    return endOf(scanner, values, what);
  }
  return numbersOf(dataOf(array, encoding, count * sizeOf(type)), type, count, encoding.littleEndian);
}
export function indicesOf(array: VtuArray, encoding: VtuEncoding, count: number, what: string, least = 0): Int32Array {
  const type = typeOf(array);
  if (!isText(array)) {
    const data = dataOf(array, encoding, count * sizeOf(type));
    return atPlace({ byte: array.tag.start }, () => wholesOf(data, type, count, encoding.littleEndian, what, least));
  }
  if (!isWhole(type)) {
    return atPlace({ byte: array.tag.start }, () => toWholes(floatsOf(array, encoding, count, what), what, least));
  }
  const scanner = textOf(array, encoding, count, what);
  const values = new Int32Array(count);
  for (let i = 0; i < count; i++) values[i] = scanner.id(what, least);
  return endOf(scanner, values, what);
}

function typeOf({ tag }: VtuArray): string {
  const type = tag.attributes.get('type') ?? '';
  if (!sizeOf(type)) throw new MeshError(`"${type.slice(0, 20)}" is not a type of number.`, { byte: tag.start });
  return type;
}
const isText = ({ tag }: VtuArray): boolean => (tag.attributes.get('format') ?? 'ascii') === 'ascii';

function textOf({ start, end }: VtuArray, { bytes }: VtuEncoding, count: number, what: string): Scanner {
  const scanner = new Scanner(bytes, 0, start, end);
  if (2 * count > end - start + 1) {
    scanner.fail(`${count} numbers (${what}) are announced, and ${end - start} bytes follow. ${truncatedRemedy}`);
  }
  return scanner;
}
function endOf<T>(scanner: Scanner, values: T, what: string): T {
  if (scanner.skip()) scanner.fail(`more numbers (${what}) than announced; are the counts right?`);
  return values;
}

/** The bytes of an array, unpacked: exactly `want`. */
function dataOf(array: VtuArray, encoding: VtuEncoding, want: number): Uint8Array {
  const { bytes, headerBytes, packed, appended } = encoding;
  const { tag } = array;
  const refuse = (message: string): never => {
    throw new MeshError(message, { byte: tag.start });
  };
  const format = tag.attributes.get('format');
  if (format !== 'binary' && format !== 'appended') refuse(`format "${(format ?? '').slice(0, 20)}" is not read.`);
  const away = format === 'appended';
  if (away && !appended) refuse('the array is appended, and the file has no appended data.');
  const offset = Number(tag.attributes.get('offset') ?? Number.NaN);
  if (away && !(Number.isInteger(offset) && offset >= 0)) refuse('the array is appended and has no offset.');
  const from = away ? (appended?.start ?? 0) + offset : array.start;
  const to = away ? bytes.length : array.end;
  const base64 = away ? appended?.base64 === true : true;
  if (from > to) refuse(`the array begins at byte ${from}, behind the end of the file. ${truncatedRemedy}`);

  /** The first bytes of the encoded data. */
  const first = (size: number): Uint8Array => {
    const enough = base64 ? Math.ceil((4 * size) / 3) <= to - from : size <= to - from;
    const found = !enough ? undefined : base64 ? fromBase64(bytes, from, to, size) : bytes.subarray(from, from + size);
    if (!found || found.length < size) return refuse(`the array needs ${size} bytes and has fewer. ${truncatedRemedy}`);
    return found;
  };
  const word = (data: Uint8Array, k: number): number => {
    const view = new DataView(data.buffer, data.byteOffset + k * headerBytes, headerBytes);
    if (headerBytes === 4) return view.getUint32(0, encoding.littleEndian);
    return Number(view.getBigUint64(0, encoding.littleEndian));
  };
  if (!packed) {
    const size = word(first(headerBytes), 0);
    if (size !== want) refuse(`the array has ${size} bytes; ${want} should be there.`);
    return first(headerBytes + want).subarray(headerBytes);
  }
  const blocks = word(first(headerBytes), 0);
  if (blocks > to - from) refuse(`${blocks} compressed blocks are more than the file can hold.`);
  if (blocks === 0 && want === 0) return new Uint8Array();
  const head = first((3 + blocks) * headerBytes);
  const size = word(head, 1);
  const last = word(head, 2) || size;
  let all = 0;
  for (let b = 0; b < blocks; b++) all += word(head, 3 + b);
  if ((blocks - 1) * size + last !== want || last > size) refuse(`the blocks do not add up to ${want} bytes.`);
  if (all > to - from || want > mostPacking * all + 64)
    refuse(`${all} packed bytes cannot hold ${want}. ${truncatedRemedy}`);
  const data = first(head.length + all);
  const out = new Uint8Array(want);
  for (let b = 0, at = head.length; b < blocks; b++) {
    const end = at + word(head, 3 + b);
    inflate(data.subarray(at, end), out.subarray(b * size, b * size + (b === blocks - 1 ? last : size)), from);
    at = end;
  }
  return out;
}
