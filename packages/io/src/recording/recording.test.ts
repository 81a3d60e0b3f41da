import {
  box,
  chain,
  createWorld,
  nail,
  node,
  particles,
  plane,
  tetSprings,
  type World,
  worldPoint,
} from '@pliant/engine';
import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { sample } from '../../../../tests/support/sample.ts';
import { crc32 } from '../base/crc32.ts';
import { bodyOf, endBytes, newChunk, RecordingError, seal } from './format.ts';
import { keyframeEvery } from './packing.ts';
import { openRecording, readRecording } from './reader.ts';
import { RecordingWriter } from './writer.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

function smallWorld(): World {
  const world = createWorld({ step: 0.01 });
  const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1] });
  const cube = world.add(tetSprings(mesh, { id: 'cube', density: 100, stretch: 1e3, damping: 1 }));
  world.add(plane({ id: 'floor', normal: [0, 1, 0], offset: -9 }));
  world.add(particles(chain({ from: [2, 0, 0], to: [3, 0, 0], nodes: 3 }).positions, { id: 'dust', mass: 1 }));
  const [x, y, z] = world.positions('cube');
  world.constrain(nail(node(cube, 0), worldPoint(x, y, z)));
  return world;
}
const told = { writtenBy: 'test', file: 'small', scene: '{}', overrides: {}, rate: 50 };

/** A run of so many steps, and what the world was at each frame. */
function recorded(
  steps: number,
  options: Partial<typeof told> & { state?: Uint8Array; saveState?: () => Uint8Array } = {},
) {
  const world = smallWorld();
  const pieces: Uint8Array[] = [];
  const kept: { step: number; time: number; hash: string; cube: number[]; dust: number[] }[] = [];
  const writer = new RecordingWriter(world, { ...told, ...options }, (bytes) => pieces.push(bytes.slice()));
  const keep = () => {
    if (writer.frames === kept.length) return;
    const [cube, dust] = [[...world.positions('cube')], [...world.positions('dust')]];
    kept.push({ step: world.state.steps, time: world.time, hash: world.hash(), cube, dust });
  };
  keep();
  for (let i = 0; i < steps; i++) {
    world.step();
    writer.afterStep();
    keep();
  }
  writer.end();
  keep();
  return { bytes: joined(pieces), pieces, kept, header: writer.header };
}
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
const message = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(RecordingError);
    return (error as Error).message;
  }
  return '';
};

test("a Buffer is read like the array it is, though its 'slice' is no copy", () => {
  const { bytes, kept } = recorded(3);
  const frame = readRecording(Buffer.from(bytes)).frame(1);
  expect([...(frame.positions.get('cube') ?? [])]).toEqual(kept[1].cube);
});

test('crc32: the values that everybody agrees on', () => {
  expect(crc32(ascii('123456789'))).toBe(0xcbf43926);
  expect(crc32(ascii(''))).toBe(0);
  expect(crc32(ascii('The quick brown fox jumps over the lazy dog'))).toBe(0x414fa339);
  expect(crc32(new Uint8Array(32))).toBe(0x190a55ad);
});

test('a recording gives back every frame, in any order, to the last bit', () => {
  const { bytes, kept, header } = recorded(11);
  const recording = readRecording(bytes);
  expect(recording.cut).toBeUndefined();
  expect(recording.header).toEqual(header);
  expect(recording.frameCount).toBe(kept.length);
  for (const index of [3, 0, kept.length - 1, 1, 3]) {
    const { step, time, hash, positions } = recording.frame(index);
    const { cube, dust, ...rest } = kept[index];
    expect({ step, time, hash }).toEqual(rest);
    expect([...positions.keys()]).toEqual(['cube', 'floor', 'dust']);
    expect([...positions.get('cube')!]).toEqual(cube);
    expect([...positions.get('dust')!]).toEqual(dust);
    expect(positions.get('floor')).toHaveLength(0);
  }
  expect(message(() => recording.frame(kept.length))).toContain(`it has ${kept.length}`);
});

test('the header tells what to draw, once for bodies that are alike', () => {
  const { header } = recorded(1);
  expect(header.bodies).toEqual([
    { id: 'cube', kind: 'tet-springs', nodes: 8, shape: 0 },
    { id: 'floor', kind: 'plane', nodes: 0, shape: 1 },
    { id: 'dust', kind: 'particles', nodes: 3, shape: 1 },
  ]);
  expect(header.shapes[0].triangles).toHaveLength(3 * 12);
  expect(header.shapes[1]).toEqual({ triangles: [], edges: [] });
});

test.each([
  { rate: 50, steps: 6, frames: [0, 2, 4, 6] },
  { rate: 50, steps: 7, frames: [0, 2, 4, 6, 7] },
  { rate: 1000, steps: 3, frames: [0, 1, 2, 3] },
  { rate: 100, steps: 3, frames: [0, 1, 2, 3] },
  { rate: 30, steps: 12, frames: [0, 4, 7, 10, 12] },
  { rate: 0.001, steps: 3, frames: [0, 3] },
])('$rate frames per second of steps of 10 ms: $frames', ({ rate, steps, frames }) => {
  expect(recorded(steps, { rate }).kept.map((k) => k.step)).toEqual(frames);
});

test('a rate must be positive', () => {
  for (const rate of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => recorded(1, { rate })).toThrow(/rate — .* must be positive/);
  }
});

test('a frame is one write', () => {
  const { pieces, kept } = recorded(6);
  expect(pieces.length - 3).toBe(kept.length); // besides prefix, header and end
  expect(pieces.at(-1)).toHaveLength(endBytes);
});

test('a starting state comes along', () => {
  const state = Uint8Array.of(1, 2, 3, 4, 5);
  const recording = readRecording(recorded(2, { state }).bytes);
  expect(recording.state).toEqual(state);
  expect(recording.frameCount).toBe(2);
  expect(readRecording(recorded(2).bytes).state).toBeUndefined();
});

test('the same run twice gives the same bytes', () => {
  expect(recorded(9).bytes).toEqual(recorded(9).bytes);
});

test('cut at any byte, a recording reads up to its last whole frame and says that it was cut', () => {
  const { bytes, pieces, kept } = recorded(5, { state: Uint8Array.of(7) });
  const ends = pieces.map((_, i) => pieces.slice(0, i + 1).reduce((sum, p) => sum + p.length, 0));
  const first = ends[2]; // prefix, header, state
  for (let size = 0; size < bytes.length; size++) {
    const part = bytes.subarray(0, size);
    if (size < first) {
      expect(message(() => readRecording(part))).toMatch(/no frames|not a recording/);
      continue;
    }
    const recording = readRecording(part);
    const whole = ends.slice(3, -1).filter((end) => end <= size).length;
    expect(recording.frameCount, `cut after ${size} bytes`).toBe(whole);
    expect(recording.cut).toContain('without its closing mark');
    expect(recording.ending).toBe('cut');
    expect(recording.end).toBe(ends[2 + whole]);
    if (whole) expect(recording.frame(whole - 1).hash).toBe(kept[whole - 1].hash);
    expect(recording.damaged()).toBeUndefined();
  }
  expect(readRecording(bytes).cut).toBeUndefined();
  expect(readRecording(bytes).ending).toBe('whole');
});

test('any byte flipped is found', () => {
  const { bytes, kept } = recorded(30, {
    state: Uint8Array.of(7),
    saveState: () => Uint8Array.of(1, 2, 3),
    rate: 1000,
  });
  expect([...readRecording(bytes).checkpoints()]).not.toHaveLength(0);
  const random = new Random(1);
  // every seventh byte, all of them in test:long
  for (let at = 0; at < bytes.length; at += sample(7, 1)) {
    const bad = bytes.slice();
    bad[at] ^= 1 << random.below(8);
    let found = false;
    try {
      const recording = readRecording(bad);
      found = recording.cut !== undefined || recording.damaged() !== undefined;
      expect(recording.ending, `byte ${at}`).not.toBe('cut'); // nothing is missing
      const good = recording.damaged()?.index ?? recording.frameCount;
      for (let i = 0; i < good; i++) expect(recording.frame(i).hash).toBe(kept[i].hash);
    } catch (error) {
      expect(error).toBeInstanceOf(RecordingError);
      found = true;
    }
    expect(found, `byte ${at}`).toBe(true);
  }
});

test('zeros that a power cut left at the end are no frames', () => {
  const { bytes, pieces, kept } = recorded(5);
  const holed = bytes.slice();
  holed.fill(0, bytes.length - endBytes - (pieces.at(-2)?.length ?? 0));
  const recording = readRecording(holed);
  expect(recording.frameCount).toBe(kept.length - 1);
  expect(recording.cut).toContain(`frame ${kept.length - 1} is damaged`);
});

test('a damaged frame in the middle is named, and so is it by those that follow from it', () => {
  const { bytes, pieces, kept } = recorded(5);
  const bad = bytes.slice();
  bad[pieces[0].length + pieces[1].length + pieces[2].length + 50] ^= 4;
  const recording = readRecording(bad);
  expect(recording.damaged()).toMatchObject({ index: 1 });
  expect(message(() => recording.frame(1))).toMatch(
    /^frame 1 is damaged \(at byte \d+\): its checksum is [0-9a-f]{8} /,
  );
  expect(recording.frame(0).hash).toBe(kept[0].hash);
  expect(message(() => recording.frame(2))).toMatch(/^frame 2 cannot be read: frame 1 is damaged/);
});

test('frames that changed places are found', () => {
  const { pieces } = recorded(5);
  const [a, b] = [pieces[3], pieces[4]];
  expect(readRecording(joined([...pieces.slice(0, 3), b, a, ...pieces.slice(5)])).damaged()).toEqual({
    index: 1,
    fault: 'it says it is frame 2',
  });
});

test('what is no recording, or a newer one, is refused with a message', () => {
  const { bytes } = recorded(1);
  expect(message(() => readRecording(ascii('{ "pliant": 1 }')))).toContain('not a recording');
  expect(message(() => readRecording(new Uint8Array(0)))).toContain('it is empty');
  const newer = bytes.slice();
  newer[8] = 4;
  expect(message(() => readRecording(newer))).toContain('format 4; this version of Pliant reads up to 3');
});

test.each([
  ['null', null],
  ['a number', 7],
  ['a list', []],
  ['one without a rate', { ...told, rate: 0, bodies: [], shapes: [] }],
  ['one of more nodes than a memory holds', { ...told, bodies: [{ id: 'a', kind: 'k', nodes: 2 ** 50 }], shapes: [] }],
  ['one of bodies that are none', { ...told, bodies: [null], shapes: [] }],
])('a header that is %s is refused with a message', (_, header) => {
  const text = ascii(JSON.stringify(header).padEnd(8));
  const chunk = newChunk('header', text.length);
  bodyOf(chunk).fill(0x20).set(text);
  const bytes = joined([recorded(1).pieces[0], seal(chunk)]);
  expect(message(() => readRecording(bytes))).toContain("the recording's scene cannot be read");
});

test('a big file is not read to open it', () => {
  const { bytes } = recorded(200, { rate: 1000 });
  let read = 0;
  const source = {
    size: bytes.length,
    readAt(offset: number, length: number) {
      read += length;
      return bytes.subarray(offset, offset + length);
    },
  };
  const recording = openRecording(source);
  recording.frame(100);
  const [heads, frames] = [200 * 44, (bytes.length * (keyframeEvery + 1)) / 200];
  expect(read).toBeLessThan(heads + frames + 2000); // the header is below 2000 bytes
  const short = { ...source, readAt: (offset: number, length: number) => bytes.subarray(offset, offset + length - 1) };
  expect(message(() => openRecording(short))).toMatch(/the file gave \d+ of \d+ bytes/);
});
