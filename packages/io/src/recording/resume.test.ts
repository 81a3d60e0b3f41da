import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { smallScene } from '../../../../tests/support/pliant.ts';
import { Random } from '../../../../tests/support/random.ts';
import { buildScene } from '../scene/build.ts';
import type { SceneDef } from '../scene/schema.ts';
import { bestOrder, History, pack, unpack } from './packing.ts';
import { readRecording } from './reader.ts';
import { resumeFault, resumeRecording } from './resume.ts';
import { verifyRecording } from './verify.ts';
import { RecordingWriter } from './writer.ts';

const joined = (pieces: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(pieces));
const steps = 400; // across the event at 0.5 s, step 250

function record(scene: object = smallScene): { bytes: Uint8Array; hash: string } {
  const text = JSON.stringify(scene);
  const simulation = buildScene(JSON.parse(text) as SceneDef, 'small.json');
  const pieces: Uint8Array[] = [];
  const told = { writtenBy: 'test', file: 'small.json', scene: text, overrides: {}, rate: 150, lastStep: steps };
  const saveState = () => simulation.saveState();
  const writer = new RecordingWriter(simulation.world, { ...told, saveState }, (b) => pieces.push(b.slice()));
  for (let i = 0; i < steps; i++) {
    simulation.step();
    writer.afterStep();
  }
  writer.end();
  return { bytes: joined(pieces), hash: simulation.world.hash() };
}
function resumed(part: Uint8Array): { bytes: Uint8Array; hash: string; fromStep: number } {
  let file = part;
  const run = resumeRecording(readRecording(part), {
    truncate: (size) => {
      file = file.slice(0, size);
    },
    append: (bytes) => {
      file = joined([file, bytes]);
    },
  });
  for (let i = 0; i < run.steps; i++) {
    run.simulation.step();
    run.writer.afterStep();
  }
  run.writer.end();
  return { bytes: file, hash: run.simulation.world.hash(), fromStep: run.fromStep };
}

const whole = record();

test('a run with checkpoints is the run without', () => {
  const plain = buildScene(smallScene as SceneDef, 'small.json');
  plain.step(steps);
  expect(whole.hash).toBe(plain.world.hash());
  const recording = readRecording(whole.bytes);
  expect([...recording.checkpoints()].length).toBeGreaterThan(2);
  expect(verifyRecording(recording).ok).toBe(true);
});

test('cut at 12 random bytes (seed 7) and resumed, a recording is the uninterrupted one byte for byte', () => {
  const random = new Random(7);
  const { beginning } = readRecording(whole.bytes);
  const firstFrame = readRecording(whole.bytes.subarray(0, beginning + 1000)).end;
  const from = new Set<number>();
  for (const share of random.list(12, 0, 1)) {
    const size = Math.floor(firstFrame + share * (whole.bytes.length - 1 - firstFrame));
    const again = resumed(whole.bytes.slice(0, size));
    expect(again.hash).toBe(whole.hash);
    expect(Buffer.compare(again.bytes, whole.bytes)).toBe(0);
    from.add(again.fromStep);
  }
  expect(from.size).toBeGreaterThan(2);
  expect(from.has(0)).toBe(true); // before the first checkpoint it starts again
});

test('a checkpoint that is damaged is passed over: the one before it serves', () => {
  const size = whole.bytes.length - 20;
  const [last, before] = readRecording(whole.bytes).checkpoints();
  const bad = whole.bytes.slice(0, size);
  bad[last.end - 9] ^= 1;
  expect(() => resumed(bad)).toThrow(/no longer gives the recorded frames/); // its bytes are not those of the run
  expect([...readRecording(bad).checkpoints()][0].frames).toBe(before.frames);
});

test('what cannot be resumed says why', () => {
  expect(resumeFault(readRecording(whole.bytes))).toContain('complete');
  for (const version of [1, 2]) {
    const old = readRecording(
      readFileSync(new URL(`../../../../tests/recordings/format-${version}.plr`, import.meta.url)),
    );
    expect(old.version).toBe(version);
    expect(resumeFault(old)).toMatch(/^the recording has format \d, which contains no states to continue from/);
  }
});

test.each([1, 2])('a recording of format %i is read; its hashes are those of the engine that made it', (version) => {
  const recording = readRecording(
    readFileSync(new URL(`../../../../tests/recordings/format-${version}.plr`, import.meta.url)),
  );
  expect({ frames: recording.frameCount, cut: recording.cut }).toEqual({ frames: 9, cut: undefined });
  // options of methods have come to count in hashes since: verify says so at the first frame, and nothing else differs
  const { firstDifference } = verifyRecording(recording);
  expect([undefined, 'hash']).toContain(firstDifference?.kind);
  for (const x of recording.frame(8).positions.values()) expect(x.every(Number.isFinite)).toBe(true);
});

test('packing gives back every bit: random walks, infinities, -0, NaN (seed 3)', () => {
  const random = new Random(3);
  const n = 30;
  const [writing, reading] = [new History(n), new History(n)];
  const x = Float64Array.from(random.list(n, -1, 1));
  x.set([Infinity, -Infinity, Number.NaN, -0, 0, 5e-324]);
  const orders = new Set<number>();
  for (let frame = 0; frame < 60; frame++) {
    for (let i = 6; i < n; i++) x[i] += i < 15 ? 0.01 * i : random.list(1, -0.1, 0.1)[0];
    const prediction = new Float64Array(n);
    const order = bestOrder(writing, x, prediction);
    orders.add(order);
    writing.predict(order, prediction);
    const bytes = pack(x, prediction);
    const kept = writing.next();
    kept.set(x);
    writing.push(kept);
    reading.predict(order, prediction);
    const out = reading.next();
    expect(unpack(bytes, prediction, out)).toBe(true);
    expect(new BigUint64Array(out.buffer)).toEqual(new BigUint64Array(x.slice().buffer));
    reading.push(out);
  }
  expect(orders.size).toBeGreaterThan(1);
  expect(unpack(pack(x, new Float64Array(n)), new Float64Array(n - 1), new Float64Array(n - 1))).toBe(false);
});

test('packed, frames are smaller, and those of what rests much smaller', () => {
  const raw = readRecording(whole.bytes).frameCount * (40 + 24 * 27);
  const framesOf = (bytes: Uint8Array): number => {
    const recording = readRecording(bytes);
    const states = [...recording.checkpoints()].reduce((sum, { bytes }) => sum + bytes, 0);
    return recording.end - recording.beginning - states;
  };
  expect(framesOf(whole.bytes)).toBeLessThan(0.9 * raw);
  expect(framesOf(record({ ...smallScene, gravity: [0, 0, 0] }).bytes)).toBeLessThan(0.25 * raw);
});
