/** Motion files written for tests: C3D in every form that is read, a small BVH, CSV. */
import { Random } from './random.ts';

const block = 512;

export interface C3dOptions {
  readonly names: readonly string[];
  /** x y z of each point in each frame; NaN: not seen */
  readonly frames: readonly (readonly number[])[];
  readonly rate?: number;
  readonly unit?: string;
  /** positive: whole numbers times this; negative: floats */
  readonly scale?: number;
  /** 84 Intel, 85 DEC, 86 MIPS */
  readonly processor?: number;
  /** analog values in each frame, to be skipped */
  readonly analog?: number;
}

/** A C3D file with the groups and parameters that readers need. */
export function writeC3d(options: C3dOptions): Uint8Array {
  const { names, frames, rate = 30, unit = 'mm', scale = -1, processor = 84, analog = 0 } = options;
  const parameters = parameterBytes(names, unit, processor);
  const parameterBlocks = Math.ceil(parameters.length / block);
  const dataBlock = 2 + parameterBlocks;
  const width = scale < 0 ? 4 : 2;
  const each = width * (4 * names.length + analog);
  const bytes = new Uint8Array(block * (dataBlock - 1) + frames.length * each);
  const write = new Numbers(bytes, processor);
  bytes[0] = 2;
  bytes[1] = 0x50;
  write.word(2, names.length);
  write.word(4, analog);
  write.word(6, 1);
  write.word(8, frames.length);
  write.float(12, scale);
  write.word(16, dataBlock);
  write.word(18, analog ? 1 : 0);
  write.float(20, rate);
  bytes.set(parameters, block);
  bytes[block + 2] = parameterBlocks;
  frames.forEach((frame, f) => {
    names.forEach((_, i) => {
      const at = block * (dataBlock - 1) + f * each + 4 * width * i;
      const seen = !Number.isNaN(frame[3 * i]);
      for (let k = 0; k < 3; k++) {
        const value = seen ? frame[3 * i + k] : 0;
        if (scale < 0) write.float(at + 4 * k, value);
        else write.word(at + 2 * k, Math.round(value / scale));
      }
      if (scale < 0) write.float(at + 12, seen ? 0 : -1);
      else write.word(at + 6, seen ? 0 : -1);
    });
  });
  return bytes;
}

class Numbers {
  readonly #view: DataView;
  constructor(
    bytes: Uint8Array,
    private readonly processor: number,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  word(at: number, value: number): void {
    this.#view.setInt16(at, value, this.processor !== 86);
  }
  float(at: number, value: number): void {
    if (this.processor !== 85) {
      this.#view.setFloat32(at, value, this.processor !== 86);
      return;
    }
    const bits = new DataView(new ArrayBuffer(4));
    bits.setFloat32(0, 4 * value);
    this.#view.setUint16(at, bits.getUint16(0), true);
    this.#view.setUint16(at + 2, bits.getUint16(2), true);
  }
}

function parameterBytes(names: readonly string[], unit: string, processor: number): Uint8Array {
  const out: number[] = [1, 0x50, 0, processor];
  const ascii = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));
  const word = (n: number): number[] => (processor === 86 ? [n >> 8, n & 255] : [n & 255, n >> 8]);
  const item = (name: string, id: number, body: readonly number[]): void => {
    out.push(name.length, id & 255, ...ascii(name), ...word(2 + body.length), ...body);
  };
  item('POINT', -1, [0]);
  const width = Math.max(...names.map((name) => name.length));
  const labels = names.flatMap((name) => ascii(name.padEnd(width)));
  item('LABELS', 1, [0xff, 2, width, names.length, ...labels, 0]);
  item('UNITS', 1, [0xff, 1, unit.length, ...ascii(unit), 0]);
  out.push(0, 0);
  return Uint8Array.from(out);
}

export const bvh = `HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Arm
  {
    OFFSET 0 2 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 1 0 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.5
1 2 3 0 0 0 0 0 0
1 2 3 90 0 0 0 0 0
1 2 3 0 0 0 90 90 0
`;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** One of each form, for fuzzing. */
export function motionSamples(): { readonly name: string; readonly bytes: Uint8Array }[] {
  const random = new Random(5);
  const names = ['shoulder', 'elbow', 'wrist'];
  const frames = Array.from({ length: 8 }, () => Array.from({ length: 9 }, () => Math.round(1000 * random.next())));
  const long = frames.flatMap((frame, f) =>
    names.map((name, i) => [f / 10, name, ...frame.slice(3 * i, 3 * i + 3)].join(',')),
  );
  const header = ['t', ...names.flatMap((name) => ['x', 'y', 'z'].map((axis) => `${name}_${axis}`))];
  const wide = frames.map((frame, f) => [f / 10, ...frame].join(';'));
  return [
    { name: 'long.csv', bytes: bytes(['t,name,x,y,z', ...long].join('\n')) },
    { name: 'wide.csv', bytes: bytes([header.join(';'), ...wide].join('\r\n')) },
    { name: 'arm.bvh', bytes: bytes(bvh) },
    { name: 'floats.c3d', bytes: writeC3d({ names, frames }) },
    { name: 'words.c3d', bytes: writeC3d({ names, frames, scale: 0.1, analog: 4 }) },
    { name: 'dec.c3d', bytes: writeC3d({ names, frames, processor: 85 }) },
    { name: 'mips.c3d', bytes: writeC3d({ names, frames, processor: 86, scale: 0.1 }) },
  ];
}
