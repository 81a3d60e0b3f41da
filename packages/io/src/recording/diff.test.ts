import { expect, test } from 'vitest';
import { smallScene } from '../../../../tests/support/pliant.ts';
import { buildScene } from '../scene/build.ts';
import type { SceneDef } from '../scene/schema.ts';
import { comparison, diffRecordings } from './diff.ts';
import { readRecording } from './reader.ts';
import { simulationAt } from './seek.ts';
import { RecordingWriter } from './writer.ts';

function record(scene: object, { steps = 60, rate = 50 }: { steps?: number; rate?: number } = {}) {
  const text = JSON.stringify(scene);
  const simulation = buildScene(JSON.parse(text) as SceneDef, 'small.json');
  const pieces: Uint8Array[] = [];
  const told = { writtenBy: 'test', file: 'small.json', scene: text, overrides: {}, rate };
  const saveState = () => simulation.saveState();
  const writer = new RecordingWriter(simulation.world, { ...told, saveState }, (b) => pieces.push(b.slice()));
  for (let i = 0; i < steps; i++) {
    simulation.step();
    writer.afterStep();
  }
  writer.end();
  return readRecording(new Uint8Array(Buffer.concat(pieces)));
}
const one = record(smallScene);

test('equal runs are the same, at any rates', () => {
  expect(diffRecordings(one, record(smallScene))).toEqual({ frames: 7 });
  expect(diffRecordings(one, record(smallScene, { rate: 25 }))).toEqual({ frames: 4 });
});

test('the very step, body and node where runs part is told, between frames too', () => {
  // the nail goes at step 33; frames are ten steps apart
  const later = record({ ...smallScene, events: [{ at: 0.066, do: 'deactivate', constraint: 'nail' }] });
  const found = diffRecordings(one, later);
  expect(found.frames).toBe(4);
  expect(found.difference).toMatchObject({ kind: 'position', step: 34, body: 'cube', node: 17 });
  expect(comparison(found)).toMatch(/^step 34, t = 0\.068 s: body "cube", node 17 is at \(.*\) m in the first and/);
});

test('one that goes on is longer; other bodies cannot be compared', () => {
  const short = diffRecordings(one, record(smallScene, { steps: 40 }));
  expect(short.difference).toEqual({ kind: 'length', step: 40, longer: 'first' });
  expect(comparison(short)).toBe('they are the same up to step 40, where the second ends');
  const other = { ...smallScene, bodies: smallScene.bodies.map((b) => ({ ...b, id: b.id.replace('cube', 'box') })) };
  const renamed = JSON.parse(JSON.stringify(other).replaceAll('"body":"cube"', '"body":"box"'));
  expect(diffRecordings(one, record(renamed)).difference).toMatchObject({ kind: 'unlike' });
});

test('a different start is told at its first frame', () => {
  const heavier = JSON.parse(JSON.stringify(smallScene).replace('"density":100', '"density":101'));
  const found = diffRecordings(one, record(heavier));
  expect(found).toMatchObject({ frames: 0, difference: { kind: 'hash', step: 0, moved: { step: 2, body: 'cube' } } });
  expect(comparison(found)).toContain('; nodes first differ at step 2, t = 0.004 s: body "cube", node');
});

test('any frame can be run to from the checkpoint before it', () => {
  const long = record(smallScene, { steps: 300, rate: 500 });
  expect([...long.checkpoints()].length).toBeGreaterThan(1);
  for (const index of [0, 10, 150, 299]) {
    expect(simulationAt(long, index).world.hash()).toBe(long.frame(index).hash);
  }
});
