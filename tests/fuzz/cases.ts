/** One input from a seed, for each kind of input there is. The same seed makes the same case, in every process. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from '../../packages/io/src/base/crc32.ts';
import { mutated } from '../support/mesh-fuzz.ts';
import { samples } from '../support/mesh-samples.ts';
import { Random } from '../support/random.ts';
import { generateScene } from '../support/scene-generator.ts';
import { encode } from './bytes.ts';
import { generateCommand } from './commands.ts';
import { generateEquation, sceneWithEquation } from './equations.ts';
import { type Json, mutatedJson } from './json-mutation.ts';
import { generateMessages } from './messages.ts';
import { recordingBytes, stateBytes, stateScene } from './seeds.ts';

export const kinds = ['scenes', 'equations', 'meshes', 'recordings', 'states', 'commands', 'messages'] as const;
export type Kind = (typeof kinds)[number];

/** Bytes are in base64, so that a case is JSON. */
export type FuzzCase =
  | { readonly kind: 'scenes' | 'equations'; readonly folder: string; readonly scene: Json; readonly steps: number }
  | {
      readonly kind: 'meshes';
      readonly name: string;
      readonly bytes: string;
      readonly companions: Record<string, string>;
    }
  | { readonly kind: 'recordings'; readonly bytes: string }
  | { readonly kind: 'states'; readonly bytes: string; readonly steps: number }
  | { readonly kind: 'commands'; readonly args: readonly string[] }
  | { readonly kind: 'messages'; readonly messages: readonly Json[] };

const root = fileURLToPath(new URL('../../examples/', import.meta.url));
/** Paths in `examples/`. */
export const examples: readonly string[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort();
const exampleTexts = new Map<string, Json>();
function example(name: string): Json {
  const known = exampleTexts.get(name);
  if (known !== undefined) return known;
  const read = JSON.parse(readFileSync(join(root, name), 'utf8')) as Json;
  exampleTexts.set(name, read);
  return read;
}

const meshSamples = samples();

export async function makeCase(kind: Kind, seed: number): Promise<FuzzCase> {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ (1 + kinds.indexOf(kind)));
  switch (kind) {
    case 'scenes':
      return sceneCase(random);
    case 'equations':
      return { kind, folder: '.', scene: sceneWithEquation(generateEquation(random), random), steps: 10 };
    case 'meshes': {
      const { name, bytes, companions } = random.pick(await meshSamples);
      const others = Object.fromEntries(Array.from(companions, ([file, one]) => [file, encode(one)]));
      return { kind, name, bytes: encode(mutated(bytes, random)), companions: others };
    }
    case 'recordings':
      return { kind, bytes: encode(mutatedRecording(recordingBytes(), random)) };
    case 'states':
      return { kind, bytes: encode(mutatedState(stateBytes(), random)), steps: 5 };
    case 'commands':
      return { kind, args: generateCommand(random) };
    case 'messages':
      return { kind, messages: generateMessages(random) };
  }
}

/** A generated scene as it is, one with changes, or an example with changes. */
function sceneCase(random: Random): FuzzCase {
  if (random.chance(0.6)) {
    const scene = generateScene(random) as unknown as Json;
    return { kind: 'scenes', folder: '.', scene: random.chance(0.5) ? scene : mutatedJson(scene, random), steps: 20 };
  }
  const name = random.pick(examples);
  return { kind: 'scenes', folder: dirname(name), scene: mutatedJson(example(name), random), steps: 4 };
}

/** Half of the files have right checksums, so that what lies behind them is met too. */
function mutatedRecording(bytes: Uint8Array, random: Random): Uint8Array {
  if (random.chance(0.5)) return mutated(bytes, random);
  const out = bytes.slice();
  const view = new DataView(out.buffer);
  const chunks: { at: number; length: number }[] = [];
  for (let at = 16; at + 8 <= out.length; at += 8 + view.getUint32(at, true)) {
    chunks.push({ at, length: view.getUint32(at, true) });
  }
  const { at, length } = random.pick(chunks);
  const payload = mutated(out.subarray(at + 8, at + 8 + length), random).subarray(0, length);
  out.fill(32, at + 8, at + 8 + length);
  out.set(payload, at + 8);
  view.setUint32(at + 4, crc32(out.subarray(at + 8, at + 8 + length)), true);
  return out;
}

/** As above. A state with a right checksum has another header or other numbers. */
function mutatedState(bytes: Uint8Array, random: Random): Uint8Array {
  if (random.chance(0.3)) return mutated(bytes, random);
  const out = bytes.slice();
  const view = new DataView(out.buffer);
  const numbersAt = 24 + view.getUint32(16, true);
  let state = out;
  if (random.chance(0.5)) {
    const at = numbersAt + 8 * random.below((out.length - numbersAt) / 8);
    view.setFloat64(at, random.pick([Number.NaN, Infinity, 1e300, -1, 0, 1e9, 0.5]), true);
  } else {
    const header = JSON.parse(new TextDecoder().decode(out.subarray(24, numbersAt))) as Json;
    const words = new TextEncoder().encode(JSON.stringify(mutatedJson(header, random)));
    const length = Math.ceil(words.length / 8) * 8;
    state = new Uint8Array(24 + length + out.length - numbersAt).fill(32);
    state.set(out.subarray(0, 24));
    state.set(words, 24);
    state.set(out.subarray(numbersAt), 24 + length);
    new DataView(state.buffer).setUint32(16, length, true);
  }
  new DataView(state.buffer).setUint32(12, crc32(state.subarray(16)), true);
  return state;
}

export { root as examplesFolder, stateScene };
