/** Mesh files broken at random: whatever comes, a mesh or a MeshError, soon and in little memory. */

import { MeshError } from '../../packages/io/src/meshes/mesh-error.ts';
import { findProblems } from '../../packages/io/src/meshes/problems.ts';
import { parseMesh } from '../../packages/io/src/meshes/read-mesh.ts';
import { repaired } from '../../packages/io/src/meshes/repair.ts';
import type { Sample } from './mesh-samples.ts';
import { Random } from './random.ts';

const numbers = [
  '0',
  '-1',
  '1',
  '4000000000',
  '99999999999999999999',
  '1e400',
  'nan',
  '-0',
  '2147483648',
  '1.5',
  '0x10',
  '',
];

/** Changes bytes, cuts, inserts, repeats, or puts another number where one stands. */
export function mutated(bytes: Uint8Array, random: Random): Uint8Array {
  let out: Uint8Array = bytes.slice();
  for (let times = 1 + random.below(4); times > 0 && out.length > 0; times--) {
    const at = random.below(out.length);
    switch (random.below(6)) {
      case 0:
        out[at] ^= 1 << random.below(8);
        break;
      case 1:
        out[at] = random.below(256);
        break;
      case 2:
        out = out.slice(0, at);
        break;
      case 3:
        out = joined(
          out.subarray(0, at),
          Uint8Array.from({ length: 1 + random.below(8) }, () => random.below(256)),
          out.subarray(at),
        );
        break;
      case 4: {
        // a word of a binary file: large, negative, or another's
        const value = random.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff, random.below(1000)]);
        for (let k = 0; k < 4 && at + k < out.length; k++) out[at + k] = (value >>> (8 * k)) & 255;
        break;
      }
      default:
        out = withAnotherNumber(out, at, random);
    }
  }
  return out;
}
function withAnotherNumber(bytes: Uint8Array, from: number, random: Random): Uint8Array {
  const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39;
  let start = from;
  while (start < bytes.length && !isDigit(bytes[start])) start++;
  let end = start;
  while (end < bytes.length && isDigit(bytes[end])) end++;
  const other = new TextEncoder().encode(random.pick(numbers));
  return joined(bytes.subarray(0, start), other, bytes.subarray(end));
}
function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export interface Outcome {
  readonly refused: boolean;
  readonly ms: number;
}
/** What a reading may take. */
const mostMs = 2000;
const mostBytes = (size: number): number => 10 * size + 64 * 2 ** 20;

/** Reads, looks for problems and repairs. Throws what is no MeshError, and if it takes too long or too much memory. */
export async function outcomeOf({ name, companions }: Sample, bytes: Uint8Array): Promise<Outcome> {
  const before = performance.now();
  let refused = false;
  let size = bytes.length;
  for (const one of companions.values()) size += one.length;
  // glTF-Transform compares constructors, which counting replaces; there the process's own account must do
  const counting = name.endsWith('.glb') ? heldAfter : allocatedBy;
  const allocated = await counting(async () => {
    try {
      const mesh = await parseMesh(bytes, name, companions);
      findProblems(mesh);
      const mended = repaired(mesh).mesh;
      const left = findProblems(mended).filter(({ repairable }) => repairable);
      if (left.length) throw new Error(`not mended: ${left.map(({ message }) => message).join(' ')}`);
    } catch (error) {
      if (!(error instanceof MeshError)) throw error;
      if (!error.message) throw new Error('a MeshError without words');
      refused = true;
    }
  });
  if (allocated > mostBytes(size)) throw new Error(`${allocated} bytes were allocated for a file of ${size}`);
  const ms = performance.now() - before;
  if (ms > mostMs) throw new Error(`it took ${ms} ms`);
  return { refused, ms };
}

/** Bytes of all typed arrays that are made by their length, added up: more than is ever held at once. */
async function allocatedBy(run: () => Promise<void>): Promise<number> {
  let sum = 0;
  const names = ['Uint8Array', 'Int32Array', 'Float64Array', 'Float32Array', 'Uint32Array', 'Uint16Array'] as const;
  const own = globalThis as unknown as Record<string, new (...args: unknown[]) => object>;
  const kept = names.map((name) => own[name]);
  for (const [i, name] of names.entries()) {
    const width = (kept[i] as unknown as { BYTES_PER_ELEMENT: number }).BYTES_PER_ELEMENT;
    own[name] = new Proxy(kept[i], {
      construct(target, args, made) {
        if (typeof args[0] === 'number') sum += args[0] * width;
        return Reflect.construct(target, args, made === own[name] ? target : made);
      },
    });
  }
  try {
    await run();
  } finally {
    names.forEach((name, i) => {
      own[name] = kept[i];
    });
  }
  return sum;
}

async function heldAfter(run: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().arrayBuffers;
  await run();
  return process.memoryUsage().arrayBuffers - before;
}

/** Breaks a file so many times and reads it; how many were refused. */
export async function brokenTimes(sample: Sample, times: number, seed: number): Promise<number> {
  const random = new Random(seed);
  let refused = 0;
  for (let n = 0; n < times; n++) {
    const bytes = mutated(sample.bytes, random);
    try {
      if ((await outcomeOf(sample, bytes)).refused) refused++;
    } catch (error) {
      throw new Error(`mutation ${n} of seed ${seed}: ${(error as Error).stack}`);
    }
  }
  return refused;
}
