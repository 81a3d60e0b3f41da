import { expect, test } from 'vitest';
import { smallScene } from '../../../../tests/support/pliant.ts';
import { buildScene } from '../scene/build.ts';
import type { SceneDef } from '../scene/schema.ts';
import { bodyOf, frameBytes, newChunk, seal, viewOf } from './format.ts';
import { readRecording } from './reader.ts';
import { continueFrom, difference, verifyRecording } from './verify.ts';
import { RecordingWriter } from './writer.ts';

const nodes = 27;
const rate = 100; // every 5 steps

function record(scene: object, steps: number, options: { overrides?: object; from?: number } = {}) {
  const text = JSON.stringify(scene);
  const overrides = options.overrides ?? {};
  const simulation = buildScene(JSON.parse(text), 'small.json', overrides);
  simulation.step(options.from ?? 0);
  const state = options.from ? { state: simulation.saveState() } : {};
  const pieces: Uint8Array[] = [];
  const told = { writtenBy: 'test', file: 'small.json', scene: text, overrides, rate, ...state };
  const writer = new RecordingWriter(simulation.world, told, (bytes) => pieces.push(bytes.slice()));
  for (let i = 0; i < steps; i++) {
    simulation.step();
    writer.afterStep();
  }
  writer.end();
  return { bytes: joined(pieces), pieces, frames: writer.frames };
}
const joined = (pieces: readonly Uint8Array[]): Uint8Array => new Uint8Array(pieces.flatMap((p) => [...p]));
/** Changes a frame, which is written without packing, and makes its checksum right again. */
function tampered({ bytes, pieces }: ReturnType<typeof record>, frame: number, change: (body: DataView) => void) {
  const first = pieces.length - 1 - recorded.frames;
  const { positions } = readRecording(bytes).frame(frame);
  const chunk = newChunk('frame', frameBytes + 24 * nodes, frame);
  bodyOf(chunk).set(bodyOf(pieces[first + frame]).subarray(0, frameBytes));
  bodyOf(chunk).set(new Uint8Array(positions.get('cube')!.slice().buffer), frameBytes);
  change(viewOf(bodyOf(chunk)));
  return readRecording(joined(pieces.map((piece, i) => (i === first + frame ? seal(chunk) : piece))));
}
const recorded = record(smallScene, 50);

test('a recording verifies, whatever the run was told and wherever it began', () => {
  expect(verifyRecording(readRecording(recorded.bytes))).toEqual({ ok: true, frames: 11 });
  const overrides = { step: 0.001, integrator: 'euler-cromer' };
  expect(verifyRecording(readRecording(record(smallScene, 50, { overrides }).bytes))).toEqual({ ok: true, frames: 6 });
  // across the event at 0.5 s, from a state before it
  expect(verifyRecording(readRecording(record(smallScene, 40, { from: 240 }).bytes))).toEqual({ ok: true, frames: 9 });
});

test('a run that goes on from a state with another step verifies too', () => {
  const before = buildScene(smallScene as SceneDef, 'small.json');
  before.step(20);
  const simulation = buildScene(smallScene as SceneDef, 'small.json', { step: 0.001 });
  const state = before.saveState();
  continueFrom(simulation, state);
  expect([simulation.world.h, simulation.world.time]).toEqual([0.001, before.world.time]);
  const pieces: Uint8Array[] = [];
  const told = { writtenBy: 'test', file: 'small.json', scene: JSON.stringify(smallScene), overrides: { step: 0.001 } };
  const writer = new RecordingWriter(simulation.world, { ...told, rate, state }, (bytes) => pieces.push(bytes.slice()));
  for (let i = 0; i < 20; i++) {
    simulation.step();
    writer.afterStep();
  }
  writer.end();
  const bytes = new Uint8Array(pieces.flatMap((p) => [...p]));
  expect(verifyRecording(readRecording(bytes))).toEqual({ ok: true, frames: 3 });
});

test('a cut recording verifies up to its last whole frame', () => {
  const cut = recorded.bytes.subarray(0, recorded.bytes.length - 1000);
  expect(verifyRecording(readRecording(cut))).toEqual({ ok: true, frames: 9 });
});

test('progress is told', () => {
  const seen: number[] = [];
  verifyRecording(readRecording(recorded.bytes), { onFrame: (done) => seen.push(done) });
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('a node that was moved by one bit is named: step, body, node and both values', () => {
  const node = 13;
  const y = frameBytes + 8 * (3 * node + 1);
  const recording = tampered(recorded, 4, (body) => body.setUint32(y, body.getUint32(y, true) ^ 1, true));
  const { ok, frames, firstDifference } = verifyRecording(recording);
  expect({ ok, frames }).toEqual({ ok: false, frames: 4 });
  expect(firstDifference).toMatchObject({ kind: 'position', step: 20, body: 'cube', node });
  if (firstDifference?.kind !== 'position') throw new Error('expected a position');
  const { expected, got } = firstDifference;
  expect(expected[1]).not.toBe(got[1]);
  expect([expected[0], expected[2]]).toEqual([got[0], got[2]]);
  expect(Math.abs(expected[1] - got[1])).toBeLessThan(1e-15);
  const words = difference(firstDifference);
  expect(words).toMatch(
    /^differs at step 20, t = 0\.04 s: body "cube", node 13 was recorded at \(.*\) m and is now at \(.*\) m\.$/,
  );
  expect(words).toContain(String(expected[1]));
  expect(words).toContain(String(got[1]));
});

test('a hash that was changed, a step or a time that is wrong', () => {
  const hash = verifyRecording(tampered(recorded, 3, (body) => body.setUint8(16, body.getUint8(16) ^ 1)));
  expect(hash.firstDifference).toMatchObject({ kind: 'hash', step: 15 });
  expect(difference(hash.firstDifference!)).toContain('all positions are the same');
  const step = verifyRecording(tampered(recorded, 3, (body) => body.setFloat64(0, 10, true)));
  expect(step.firstDifference).toMatchObject({
    kind: 'damage',
    message: 'frame 3 claims to be of step 10, after step 10.',
  });
  const time = verifyRecording(tampered(recorded, 3, (body) => body.setFloat64(8, 7, true)));
  expect(time.firstDifference).toMatchObject({ kind: 'damage', message: expect.stringContaining('t = 7 s') });
});

test('a forged step is refused before it is run', () => {
  for (const forged of [2 ** 53 - 1, 1e9, 22]) {
    const { ok, frames, firstDifference } = verifyRecording(
      tampered(recorded, 3, (body) => body.setFloat64(0, forged, true)),
    );
    expect({ ok, frames }).toEqual({ ok: false, frames: 3 });
    expect(difference(firstDifference!)).toBe(
      `is damaged after step 10, t = 0.02 s: frame 3 claims to be of step ${forged}; at 100 frames per second it is due by step 16.`,
    );
  }
});

test('a damaged frame stops it there', () => {
  const bytes = recorded.bytes.slice();
  const before = recorded.pieces.slice(0, recorded.pieces.length - 1 - recorded.frames + 2);
  bytes[joined(before).length + 99] ^= 1;
  const { ok, frames, firstDifference } = verifyRecording(readRecording(bytes));
  expect({ ok, frames }).toEqual({ ok: false, frames: 2 });
  expect(firstDifference).toMatchObject({ kind: 'damage', step: 5, message: expect.stringContaining('frame 2') });
});
