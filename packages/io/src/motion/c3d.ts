/**
 * Markers from C3D: blocks of 512 bytes. The header says how many points and frames there are and where they begin; parameters say
 * their names, their unit and the rate. Points are whole numbers times a scale, or floats, written by Intel, DEC or MIPS processors. A
 * marker that was not seen has a negative residual. Analog channels are skipped.
 */
import { truncatedRemedy } from '../base/file-error.ts';
import { type MotionData, MotionError, mostNumbers, refuseTwins } from './motion-data.ts';

const block = 512;
const metres: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001, in: 0.0254, ft: 0.3048 };

/** Numbers of a C3D file, in the order of bytes of its processor. */
class Numbers {
  readonly #view: DataView;
  constructor(
    readonly bytes: Uint8Array,
    /** 84 Intel, 85 DEC, 86 MIPS */
    readonly processor: number,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  need(at: number, count: number, what: string): void {
    if (at < 0 || at + count > this.bytes.length)
      throw new MotionError(`the file ends where ${what} should stand. ${truncatedRemedy}`, {
        byte: Math.min(Math.max(0, at), this.bytes.length),
      });
  }
  unsigned(at: number, what: string): number {
    this.need(at, 2, what);
    return this.#view.getUint16(at, this.processor !== 86);
  }
  signed(at: number, what: string): number {
    this.need(at, 2, what);
    return this.#view.getInt16(at, this.processor !== 86);
  }
  float(at: number, what: string): number {
    this.need(at, 4, what);
    if (this.processor !== 85) return this.#view.getFloat32(at, this.processor !== 86);
    // DEC: the halves exchanged, and an exponent that is 2 larger
    const bits = new DataView(new ArrayBuffer(4));
    bits.setUint16(0, this.#view.getUint16(at, true));
    bits.setUint16(2, this.#view.getUint16(at + 2, true));
    return bits.getFloat32(0) / 4;
  }
}

interface Parameter {
  readonly type: number;
  readonly dimensions: readonly number[];
  readonly data: Uint8Array;
  readonly at: number;
}

export function readC3d(bytes: Uint8Array): MotionData {
  if (bytes.length < block)
    throw new MotionError(`it has ${bytes.length} bytes, and the header alone has ${block}. ${truncatedRemedy}`);
  if (bytes[1] !== 0x50) throw new MotionError(`${bytes[1]} stands where 80 should; this is no C3D file.`, { byte: 1 });
  const parametersAt = block * (bytes[0] - 1);
  if (parametersAt < block || parametersAt + 4 > bytes.length)
    throw new MotionError(`parameters begin in block ${bytes[0]}, which is not there. ${truncatedRemedy}`, { byte: 0 });
  const processor = bytes[parametersAt + 3];
  if (![84, 85, 86].includes(processor))
    throw new MotionError(`processor ${processor} is unknown; there are 84 (Intel), 85 (DEC) and 86 (MIPS).`, {
      byte: parametersAt + 3,
    });
  const numbers = new Numbers(bytes, processor);
  const parameters = readParameters(numbers, parametersAt, block * bytes[parametersAt + 2]);
  const count = numbers.unsigned(2, 'the number of points');
  if (!count) throw new MotionError('it has no points.', { byte: 2 });
  const names = labelsOf(parameters, count);
  const rate = numbers.float(20, 'the rate of frames');
  if (!(rate > 0 && Number.isFinite(rate)))
    throw new MotionError(`the rate of frames is ${rate}; it must be positive.`, { byte: 20 });
  const frames = frameCount(numbers, parameters);
  const positions = readPoints(numbers, count, frames);
  const unit = metres[text(parameters.get('POINT:UNITS')).toLowerCase()];
  return {
    names,
    times: Float64Array.from({ length: frames }, (_, f) => f / rate),
    positions,
    ...(unit === undefined ? {} : { unit }),
  };
}

/** Header words have 16 bits: longer recordings say the number of frames in a parameter. */
function frameCount(numbers: Numbers, parameters: ReadonlyMap<string, Parameter>): number {
  const [first, last] = [numbers.unsigned(6, 'the first frame'), numbers.unsigned(8, 'the last frame')];
  const told = parameters.get('POINT:FRAMES');
  const frames = last - first + 1;
  if (told && told.type === 2 && told.data.length >= 2 && (last === 0xffff || frames <= 0))
    return numbers.unsigned(told.at, 'the number of frames');
  if (told && told.type === 4 && told.data.length >= 4 && (last === 0xffff || frames <= 0))
    return numbers.float(told.at, 'the number of frames');
  if (frames <= 0) throw new MotionError(`it goes from frame ${first} to frame ${last}: there is none.`, { byte: 6 });
  return frames;
}

function readPoints(numbers: Numbers, count: number, frames: number): Float64Array {
  const scale = numbers.float(12, 'the scale');
  const isFloat = scale < 0;
  if (!Number.isFinite(scale) || scale === 0)
    throw new MotionError(`the scale is ${scale}; it must be a number other than 0.`, { byte: 12 });
  const width = isFloat ? 4 : 2;
  const start = block * (numbers.unsigned(16, 'the first block of data') - 1);
  const each = width * (4 * count + numbers.unsigned(4, 'the number of analog values'));
  if (!(Number.isInteger(frames) && frames > 0)) throw new MotionError(`${frames} frames are announced.`, { byte: 6 });
  if (start < block) throw new MotionError('data begin within the header.', { byte: 16 });
  if (start + frames * each > numbers.bytes.length)
    throw new MotionError(
      `${frames} frames of ${each} bytes are announced from byte ${start} on, and the file has ${numbers.bytes.length} bytes. ${truncatedRemedy}`,
      { byte: numbers.bytes.length },
    );
  if (3 * count * frames > mostNumbers)
    throw new MotionError(`${frames} frames of ${count} points are more than can be held; divide the file.`);
  const out = new Float64Array(3 * count * frames);
  for (let f = 0; f < frames; f++)
    for (let i = 0; i < count; i++) {
      const at = start + f * each + 4 * width * i;
      const to = 3 * (f * count + i);
      const residual = isFloat ? numbers.float(at + 12, 'a residual') : numbers.signed(at + 6, 'a residual');
      for (let k = 0; k < 3; k++) {
        const value = isFloat ? numbers.float(at + 4 * k, 'a point') : scale * numbers.signed(at + 2 * k, 'a point');
        if (residual >= 0 && !Number.isFinite(value))
          throw new MotionError(`point ${i + 1} of frame ${f + 1} is not a finite number.`, { byte: at + width * k });
        out[to + k] = residual >= 0 ? value : Number.NaN;
      }
    }
  return out;
}

/** "POINT:LABELS" and so on. */
function readParameters(numbers: Numbers, start: number, length: number): Map<string, Parameter> {
  const { bytes } = numbers;
  const groups = new Map<number, string>();
  const found: { readonly group: number; readonly name: string; readonly parameter: Parameter }[] = [];
  const end = Math.min(bytes.length, start + length);
  for (let at = start + 4; at + 2 <= end; ) {
    const size = Math.abs((bytes[at] << 24) >> 24);
    const id = (bytes[at + 1] << 24) >> 24;
    if (size === 0 || id === 0) break;
    numbers.need(at + 2, size + 2, 'a parameter');
    const name = ascii(bytes.subarray(at + 2, at + 2 + size)).toUpperCase();
    const next = at + 2 + size;
    const offset = numbers.signed(next, 'a parameter');
    if (id < 0) groups.set(-id, name);
    else found.push({ group: id, name, parameter: readParameter(numbers, next + 2) });
    if (offset <= 0) break;
    at = next + offset;
  }
  return new Map(found.map(({ group, name, parameter }) => [`${groups.get(group) ?? ''}:${name}`, parameter]));
}
function readParameter(numbers: Numbers, at: number): Parameter {
  const { bytes } = numbers;
  numbers.need(at, 2, 'a parameter');
  const type = (bytes[at] << 24) >> 24;
  const count = bytes[at + 1];
  numbers.need(at + 2, count, 'the dimensions of a parameter');
  const dimensions = [...bytes.subarray(at + 2, at + 2 + count)];
  const items = dimensions.reduce((product, n) => product * n, 1);
  const size = items * Math.abs(type);
  numbers.need(at + 2 + count, size, 'a parameter');
  return { type, dimensions, data: bytes.subarray(at + 2 + count, at + 2 + count + size), at: at + 2 + count };
}
const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const text = (parameter: Parameter | undefined): string => (parameter ? ascii(parameter.data).trim() : '');

/** Names of all points; more than 255 of them are continued in LABELS2 and so on. */
function labelsOf(parameters: ReadonlyMap<string, Parameter>, count: number): string[] {
  const names: string[] = [];
  for (let k = 1; names.length < count; k++) {
    const labels = parameters.get(`POINT:LABELS${k === 1 ? '' : k}`);
    if (!labels || labels.type !== -1 || labels.dimensions.length !== 2) break;
    const [width, rows] = labels.dimensions;
    for (let i = 0; i < rows && names.length < count; i++)
      names.push(ascii(labels.data.subarray(i * width, (i + 1) * width)).trim());
  }
  if (names.length < count || names.some((name) => name === ''))
    throw new MotionError(
      `${count} points have ${names.filter((name) => name !== '').length} names (POINT:LABELS); name each.`,
    );
  refuseTwins(names);
  return names;
}
